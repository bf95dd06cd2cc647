"""What is built where something to build with is missing."""

import pytest

from tests.plane import build
from tests.plane.parts import PROGRAMS


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of programs that a build of all of them was asked for, none of which is built."""
    asked: list[str] = []
    monkeypatch.setattr(build, "missing_programs", lambda: list(PROGRAMS))
    monkeypatch.setattr(build, "missing_manifests", list)
    monkeypatch.setattr(build, "tidy", lambda: None)
    monkeypatch.setattr(build, "_build", lambda program: asked.append(program.name))
    return asked


def test_everything_is_built_where_there_is_a_c_compiler(monkeypatch: pytest.MonkeyPatch, built: list[str]) -> None:
    monkeypatch.setattr(build, "_go", lambda *_: "1\n")

    assert build.build_missing() == []
    assert built == [program.name for program in PROGRAMS]


def test_without_a_c_compiler_all_is_built_that_a_plane_needs(
    monkeypatch: pytest.MonkeyPatch, built: list[str]
) -> None:
    monkeypatch.setattr(build, "_go", lambda *_: "0\n")

    assert build.build_missing() == ["nvidia-devices"]
    assert built == [program.name for program in PROGRAMS if program.name != "nvidia-devices"]
