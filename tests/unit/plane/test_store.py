"""Where built parts are looked for."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.plane.parts import MANIFESTS, PROGRAMS, Program, pinned_modules, required_version
from tests.plane.record import write_record
from tests.plane.store import (
    built_program,
    find_program,
    manifests_base,
    manifests_folder,
    missing,
    missing_for_plane,
    program_path,
)

ETCD = PROGRAMS[0]


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("KUBEBUILDER_ASSETS", raising=False)


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def built(program: Program) -> Path:
    path = executable(built_program(program))
    write_record(path.parent)
    return path


def test_everything_is_missing_from_an_empty_cache() -> None:
    assert missing() == [program.name for program in PROGRAMS] + [entry.name for entry in MANIFESTS]
    with pytest.raises(LookupError, match="etcd is not built: run make control-plane"):
        program_path("etcd")


def test_a_plane_does_not_need_what_judges_texts() -> None:
    assert set(missing()) - set(missing_for_plane()) == {"nvidia-devices"}


def test_what_is_built_is_found() -> None:
    path = built(ETCD)

    assert find_program(ETCD) == path
    assert "etcd" not in missing()


def test_a_program_that_was_cut_off_is_missing() -> None:
    built(ETCD).write_text("#!")

    assert find_program(ETCD) is None
    assert "etcd" in missing()


def test_a_program_whose_build_never_ended_is_missing() -> None:
    executable(built_program(ETCD))

    assert "etcd" in missing()


def test_manifests_that_are_gone_are_missing() -> None:
    entry = MANIFESTS[0]
    path = manifests_folder(entry) / "kind.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("kind: CustomResourceDefinition\n")
    write_record(manifests_base(entry))
    assert entry.name not in missing()

    path.unlink()

    assert entry.name in missing()


def test_a_users_own_binaries_win_and_ours_fill_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = built(PROGRAMS[1])
    built(ETCD)
    theirs = executable(tmp_path / "assets" / "etcd")
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path / "assets"))

    assert find_program(ETCD) == theirs
    assert find_program(PROGRAMS[1]) == ours


def test_a_file_that_cannot_be_run_is_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    executable(tmp_path / "assets" / "etcd").chmod(0o644)
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path / "assets"))

    assert find_program(ETCD) is None


def test_a_folder_is_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets" / "etcd").mkdir(parents=True)
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path / "assets"))
    ours = built(ETCD)

    assert find_program(ETCD) == ours


def test_another_recipe_is_another_place() -> None:
    assert built_program(ETCD) != built_program(replace(ETCD, package="example.org/other"))
    assert manifests_folder(MANIFESTS[0]) != manifests_folder(replace(MANIFESTS[0], folder="other"))


def test_versions_are_read_where_they_are_pinned() -> None:
    kubernetes = required_version("kubernetes", "k8s.io/kubernetes")

    assert kubernetes.startswith("v1.")
    assert required_version("kubernetes", "sigs.k8s.io/kueue").startswith("v0.")
    assert all(pin.checksum.startswith("h1:") for pin in pinned_modules().values())


def test_all_modules_of_kubernetes_are_of_one_release() -> None:
    release = required_version("kubernetes", "k8s.io/kubernetes").removeprefix("v1.")
    lines = (ETCD.folder / "go.mod").read_text().splitlines()
    replaced = [line.split()[-1] for line in lines if "=> k8s.io/" in line]

    assert len(replaced) > 20
    assert set(replaced) == {f"v0.{release}"}
