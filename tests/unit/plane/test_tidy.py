"""What goes from the cache, and what stays."""

import os
import time
from pathlib import Path

import pytest

from tests.plane.parts import PROGRAMS
from tests.plane.store import cache, program_base
from tests.plane.tidy import KEPT_DAYS, alone, room_to_build, tidy

OTHER, DAY = "kubernetes-0123456789abcdef", 24 * 3600


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cache().mkdir(parents=True)


def folder(name: str, *, days: float = 0) -> Path:
    made = cache() / name
    made.mkdir(parents=True)
    os.utime(made, (time.time() - days * DAY,) * 2)
    return made


def test_what_a_killed_build_left_goes() -> None:
    folder("building-x8d2k/module").chmod(0o500)
    folder(f"{OTHER}/tmp7f3kq")
    folder("manifests-0123456789abcdef/kueue/tmp7f3kq")

    assert tidy() == [
        "building-x8d2k",
        f"{OTHER}/tmp7f3kq",
        "manifests-0123456789abcdef/kueue/tmp7f3kq",
    ]
    assert sorted(path.name for path in cache().iterdir()) == [OTHER, "manifests-0123456789abcdef"]


@pytest.mark.parametrize(("days", "goes"), [(KEPT_DAYS - 1, False), (KEPT_DAYS + 1, True)])
def test_a_build_of_other_versions_goes_when_nobody_uses_it(days: float, goes: bool) -> None:
    old = folder(OTHER, days=days)

    assert tidy() == ([OTHER] if goes else [])
    assert old.exists() is not goes


def test_todays_build_stays_however_old_and_counts_as_used() -> None:
    base = program_base(PROGRAMS[0])
    folder(base.name, days=100)

    assert tidy() == []
    assert time.time() - base.stat().st_mtime < DAY


def test_what_is_none_of_ours_stays() -> None:
    folder("something", days=100)
    (cache() / "lock").touch()

    assert tidy() == []


def test_one_builds_at_a_time() -> None:
    with alone(), alone(wait=False) as second:
        assert not second
    with alone(wait=False) as again:
        assert again


def test_room_to_build_goes_with_its_use() -> None:
    with room_to_build() as room:
        assert room.parent == cache()
    assert list(cache().iterdir()) == []
