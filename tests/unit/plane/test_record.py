"""A built folder is whole as long as its files are what they were."""

import os
import shutil
from pathlib import Path

import pytest

from tests.plane.record import is_whole, write_record


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    (folder / "more").mkdir(parents=True)
    (folder / "program").write_bytes(b"program")
    (folder / "more" / "a.yaml").write_bytes(b"a: 1")
    write_record(folder)
    return folder


def test_what_was_built_is_whole(built: Path) -> None:
    assert is_whole(built)


@pytest.mark.parametrize("spoilt", [b"prog", b"programs", b"", b"PROGRAM"], ids=["short", "long", "empty", "other"])
def test_other_content_is_not(built: Path, spoilt: bytes) -> None:
    (built / "program").write_bytes(spoilt)

    assert not is_whole(built)


def test_a_file_less_is_not(built: Path) -> None:
    (built / "more" / "a.yaml").unlink()

    assert not is_whole(built)


@pytest.mark.parametrize("record", [None, "", "{}", "[]", '{"program": 1}', '{"program": {"size": 7}}'])
def test_without_a_record_nothing_is(built: Path, record: str | None) -> None:
    if record is None:
        (built / "built.json").unlink()
    else:
        (built / "built.json").write_text(record)

    assert not is_whole(built)


def test_a_copy_is_whole_and_from_then_on_known_by_its_times(built: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(built, tmp_path / "copy", copy_function=shutil.copyfile))
    for path in copy.rglob("*"):
        os.utime(path, (1, 1))
    before = (copy / "built.json").read_text()

    assert is_whole(copy)
    assert (copy / "built.json").read_text() != before
    assert is_whole(copy)
