"""Merges in memory: what comes out is what git makes of it, and nothing is written or run."""

from pathlib import Path

import pytest

from tenantry.git import Merger, Repository
from tests.support.repositories import Repository as Scratch

LINES = "".join(f"line {number}\n" for number in range(20))


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch.init(tmp_path / "fleet")
    for name in ("clusters/fleet.yaml", "tenants/a.yaml", "output/a.yaml"):
        (made.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (made.folder / name).write_text(LINES)
    made.commit("base")
    return made


def branch(scratch: Scratch, name: str, **edits: tuple[str, str]) -> None:
    """A branch off main with texts replaced, by file name without its suffix."""
    scratch.git("checkout", "--quiet", "-b", name, "main")
    for file, (old, new) in edits.items():
        path = scratch.folder / "tenants" / f"{file}.yaml"
        path.write_text(path.read_text().replace(old, new) if path.exists() else new)
    scratch.commit(name)


def files_of(scratch: Scratch) -> set[str]:
    return {str(path) for path in (scratch.folder / ".git").rglob("*") if path.is_file()}


def test_a_merge_is_what_git_makes_of_it_and_leaves_no_trace(scratch: Scratch) -> None:
    branch(scratch, "one", a=("line 2\n", "line two\n"))
    branch(scratch, "two", a=("line 15\n", "line fifteen\n"), b=("", "new\n"))
    repository = Repository.around(scratch.folder)
    before = files_of(scratch)

    merge = Merger(repository, repository.revision("main")).merge(map(repository.revision, ("one", "two")))

    assert merge.conflicts == ()
    assert merge.tree is not None
    merged = {file.path: merge.tree.read(file.path, at_most=1000) for file in merge.tree.spec_files()}
    assert files_of(scratch) == before
    scratch.git("checkout", "--quiet", "one")
    scratch.git("merge", "--quiet", "--no-edit", "two")
    assert merged == {
        name: (scratch.folder / name).read_bytes()
        for name in ("clusters/fleet.yaml", "tenants/a.yaml", "tenants/b.yaml")
    }


def test_files_that_git_cannot_merge_are_named_and_output_does_not_count(scratch: Scratch) -> None:
    for name, text in (("one", "first"), ("two", "second")):
        branch(scratch, name, a=("line 7\n", f"{text}\n"))
        (scratch.folder / "output" / "a.yaml").write_text(text)
        scratch.commit("output")
    repository = Repository.around(scratch.folder)

    merge = Merger(repository, repository.revision("main")).merge(map(repository.revision, ("one", "two")))

    assert merge.tree is None
    assert merge.conflicts == ("tenants/a.yaml",)


def test_a_merge_driver_that_the_configuration_names_is_not_run(scratch: Scratch, tmp_path: Path) -> None:
    (scratch.folder / ".gitattributes").write_text("*.yaml merge=evil\n")
    scratch.commit("attributes")
    scratch.git("config", "merge.evil.driver", f"touch {tmp_path / 'ran'}")
    branch(scratch, "one", a=("line 2\n", "line two\n"))
    branch(scratch, "two", a=("line 15\n", "line fifteen\n"))
    repository = Repository.around(scratch.folder)

    Merger(repository, repository.revision("main")).merge(map(repository.revision, ("one", "two")))

    assert not (tmp_path / "ran").exists()


def test_a_branch_that_is_merged_already_changes_nothing(scratch: Scratch) -> None:
    branch(scratch, "one", a=("line 2\n", "line two\n"))
    scratch.git("checkout", "--quiet", "main")
    scratch.git("merge", "--quiet", "--no-edit", "one")
    repository = Repository.around(scratch.folder)
    main = repository.revision("main")

    merge = Merger(repository, main).merge([repository.revision("one")])

    assert merge.tree is not None
    assert merge.tree.digest("tenants") == repository.tree(main).digest("tenants")
