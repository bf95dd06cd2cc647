"""What is kept of a revision comes back as it was, and nothing that somebody else may have written does."""

import os
from pathlib import Path

import pytest

import tenantry
from tenantry.engine import front_end
from tenantry.engine.kept import Kept
from tenantry.ir import Bundle
from tenantry.lower.bundles import bundles
from tenantry.program import Before, Program
from tenantry.workspace import Workspace
from tests.support.workspaces import REPOSITORY

TREE = "1" * 40


@pytest.fixture(scope="module")
def program() -> Program:
    found = front_end(Workspace.find(REPOSITORY), Before()).sound_program
    assert found is not None
    return found


@pytest.fixture(scope="module")
def made(program: Program) -> list[Bundle]:
    return list(bundles(program, extra=lambda _: ()))


@pytest.fixture
def kept(tmp_path: Path, program: Program, made: list[Bundle]) -> Kept:
    """A folder with one entry."""
    found = Kept(tmp_path / "cache" / "plan")
    assert list(found.keeping(TREE, program, made)) == made
    return found


def entry(kept: Kept) -> Path:
    assert kept.folder is not None
    (found,) = kept.folder.iterdir()
    return found


def test_program_and_bundles_come_back_as_they_were(kept: Kept, program: Program, made: list[Bundle]) -> None:
    known = kept.load(TREE)

    assert known is not None
    assert known.program == program
    assert list(known.bundles()) == made
    assert list(known.bundles()) == made


def test_nobody_else_can_read_or_write_it(kept: Kept) -> None:
    assert kept.folder is not None
    assert (kept.folder.stat().st_mode & 0o777, entry(kept).stat().st_mode & 0o777) == (0o700, 0o600)


def test_other_trees_are_not_known(kept: Kept) -> None:
    assert kept.load("2" * 40) is None


def test_nothing_is_kept_before_all_bundles_were_drawn(tmp_path: Path, program: Program, made: list[Bundle]) -> None:
    kept = Kept(tmp_path)
    next(kept.keeping(TREE, program, made))

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("begin", "end"), [(0, -1), (1, None), (0, 0), (0, 20)])
def test_a_damaged_entry_is_none(kept: Kept, begin: int, end: int | None) -> None:
    path = entry(kept)
    path.write_bytes(path.read_bytes()[begin:end])

    assert kept.load(TREE) is None


def test_an_entry_that_others_may_write_is_none(kept: Kept) -> None:
    entry(kept).chmod(0o620)

    assert kept.load(TREE) is None


def test_an_entry_in_a_folder_that_others_may_write_is_none(kept: Kept) -> None:
    assert kept.folder is not None
    kept.folder.chmod(0o703)

    assert kept.load(TREE) is None


def test_an_entry_of_another_user_is_none(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)

    assert kept.load(TREE) is None


def test_a_link_is_none(kept: Kept, tmp_path: Path) -> None:
    path = entry(kept)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")

    assert kept.load(TREE) is None


def test_a_folder_that_cannot_be_made_costs_nothing_but_time(
    tmp_path: Path, program: Program, made: list[Bundle]
) -> None:
    (tmp_path / "file").write_text("in the way")
    kept = Kept(tmp_path / "file" / "plan")

    assert list(kept.keeping(TREE, program, made)) == made
    assert kept.load(TREE) is None


def test_the_oldest_go_where_there_are_many(tmp_path: Path, program: Program) -> None:
    kept = Kept(tmp_path)
    trees = [f"{number:040}" for number in range(12)]
    for number, tree in enumerate(trees):
        list(kept.keeping(tree, program, ()))
        for path in tmp_path.iterdir():
            if path.stat().st_mtime_ns > 1000:
                os.utime(path, ns=(number, number))

    assert [tree for tree in trees if kept.load(tree)] == trees[-8:]


def test_another_edition_of_the_compiler_knows_nothing(
    kept: Kept, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "package" / "kinds" / "queue.py"
    module.parent.mkdir(parents=True)
    module.write_text("one = 1\n")
    monkeypatch.setattr(tenantry, "__file__", str(tmp_path / "package" / "__init__.py"))
    assert kept.load(TREE) is None
    before = Kept(tmp_path / "other")
    list(before.keeping(TREE, program, ()))
    assert before.load(TREE) is not None

    module.write_text("one = 2\n")
    os.utime(module, ns=(1, 1))

    assert before.load(TREE) is None


def test_without_a_folder_nothing_is_kept(program: Program, made: list[Bundle]) -> None:
    kept = Kept(None)

    assert list(kept.keeping(TREE, program, made)) == made
    assert kept.load(TREE) is None
