"""Names to commits, and what is said where git cannot answer."""

import os
from pathlib import Path
from unittest.mock import Mock

import pygit2
import pytest

from tenantry.diagnostics import TenantryError
from tenantry.git import Repository
from tests.support.repositories import Repository as Scratch


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    made = Scratch.init(tmp_path / "fleet")
    (made.folder / "a").write_text("1")
    made.commit("first")
    return made


def help_of(refused: pytest.ExceptionInfo[TenantryError]) -> str:
    return f"{refused.value}\n{refused.value.help}"


def test_the_merge_base_is_where_a_branch_left_main(scratch: Scratch) -> None:
    base = scratch.git("rev-parse", "HEAD")
    scratch.git("checkout", "--quiet", "-b", "raise")
    (scratch.folder / "a").write_text("2")
    head = scratch.commit()
    scratch.git("checkout", "--quiet", "main")
    (scratch.folder / "b").write_text("1")
    scratch.commit()
    scratch.git("checkout", "--quiet", "--detach", "raise")

    repository = Repository.around(scratch.folder)

    assert repository.head().commit == head
    assert repository.main_branch().name == "main"
    assert repository.merge_base(repository.main_branch(), repository.head()).commit == base


def test_what_origin_calls_main_comes_before_the_local_branch(scratch: Scratch, tmp_path: Path) -> None:
    scratch.git("clone", "--quiet", str(scratch.folder), str(tmp_path / "clone"))
    clone = Scratch(tmp_path / "clone")
    theirs = clone.git("rev-parse", "HEAD")
    clone.commit("mine")

    found = Repository.around(clone.folder).main_branch()

    assert (found.name, found.commit) == ("origin/HEAD", theirs)


@pytest.mark.parametrize("tag", ["main", "origin/HEAD", "raise"])
def test_no_tag_takes_the_place_of_a_branch(scratch: Scratch, tmp_path: Path, tag: str) -> None:
    main = scratch.git("rev-parse", "HEAD")
    scratch.git("clone", "--quiet", str(scratch.folder), str(tmp_path / "clone"))
    clone = Scratch(tmp_path / "clone")
    for folder in (scratch, clone):
        folder.git("checkout", "--quiet", "-b", "raise")
        tip = folder.commit("raise")
        folder.commit("more")
        folder.git("tag", tag, tip)
        head = folder.commit("head")

        repository = Repository.around(folder.folder)

        assert repository.main_branch().commit == main
        assert repository.head().commit == head


@pytest.mark.parametrize("content", ["refs/heads/main\n", "ref: refs/heads/a/../../x\n", "ref: refs/heads/main.lock\n"])
def test_a_damaged_head_is_told(scratch: Scratch, content: str) -> None:
    repository = Repository.around(scratch.folder)
    (scratch.folder / ".git" / "HEAD").write_text(content)

    with pytest.raises(TenantryError) as refused:
        repository.head()

    assert "what is checked out" in str(refused.value)


def test_an_origin_whose_main_branch_is_gone_is_passed_over(scratch: Scratch) -> None:
    scratch.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone")

    assert Repository.around(scratch.folder).main_branch().name == "main"


def test_a_workspace_may_lie_in_a_folder_of_the_repository(scratch: Scratch) -> None:
    (scratch.folder / "inner" / "tenants").mkdir(parents=True)
    (scratch.folder / "inner" / "tenants" / "a.yaml").write_text("x: 1\n")
    scratch.commit()

    repository = Repository.around(scratch.folder / "inner")

    assert repository.prefix == "inner"
    assert [file.path for file in repository.tree(repository.head()).spec_files()] == ["tenants/a.yaml"]


def test_a_worktree_and_a_bare_clone_are_repositories_too(scratch: Scratch, tmp_path: Path) -> None:
    scratch.git("worktree", "add", "--quiet", "-b", "other", str(tmp_path / "worktree"))
    scratch.git("clone", "--quiet", "--bare", str(scratch.folder), str(tmp_path / "bare.git"))

    assert Repository.around(tmp_path / "worktree").revision("other").name == "other"
    assert Repository.around(tmp_path / "bare.git").head().commit == scratch.git("rev-parse", "HEAD")


def test_no_repository_is_said_with_the_way_to_one(tmp_path: Path) -> None:
    with pytest.raises(TenantryError) as refused:
        Repository.around(tmp_path)

    assert "is in no git repository" in help_of(refused)
    assert "git init" in help_of(refused)
    assert refused.value.exit_code == 3


def test_a_repository_without_a_commit_is_said(tmp_path: Path) -> None:
    Scratch.init(tmp_path)

    with pytest.raises(TenantryError, match="no commit yet") as refused:
        Repository.around(tmp_path).head()

    assert "git commit" in refused.value.help


def test_a_clone_without_main_branch_is_said(scratch: Scratch) -> None:
    scratch.git("branch", "--quiet", "--move", "main", "trunk")

    with pytest.raises(TenantryError, match="no main branch") as refused:
        Repository.around(scratch.folder).main_branch()

    assert "tenantry plan origin/trunk" in refused.value.help


@pytest.mark.parametrize("name", ["gone", "HEAD~9", "0123456789abcdef", "a:b:c", "@{u}", "", "HEAD^{tree}", "v1..v2"])
def test_a_name_that_means_no_commit_is_said(scratch: Scratch, name: str) -> None:
    with pytest.raises(TenantryError) as refused:
        Repository.around(scratch.folder).revision(name)

    assert f"`{name}` names no commit" in help_of(refused) or f"cannot read {name}" in help_of(refused)
    assert "git" in refused.value.help


def test_a_shallow_clone_says_how_to_get_the_history(scratch: Scratch, tmp_path: Path) -> None:
    scratch.git("checkout", "--quiet", "-b", "raise")
    for text in "23":
        (scratch.folder / "a").write_text(text)
        scratch.commit()
    scratch.git("clone", "--quiet", "--depth=1", "--no-single-branch", f"file://{scratch.folder}", str(tmp_path / "s"))
    repository = Repository.around(tmp_path / "s")

    with pytest.raises(TenantryError, match="no common commit in this shallow clone") as refused:
        repository.merge_base(repository.revision("origin/main"), repository.head())
    assert "git fetch --unshallow" in refused.value.help

    with pytest.raises(TenantryError, match="shallow") as refused:
        repository.revision("HEAD~1")
    assert "git fetch --unshallow" in refused.value.help


def test_unrelated_histories_ask_for_a_base(scratch: Scratch) -> None:
    scratch.git("checkout", "--quiet", "--orphan", "other")
    scratch.commit("unrelated")
    repository = Repository.around(scratch.folder)

    with pytest.raises(TenantryError, match="no commit in common") as refused:
        repository.merge_base(repository.main_branch(), repository.head())

    assert "tenantry plan BASE" in refused.value.help


def test_a_clone_that_lacks_objects_says_so(scratch: Scratch, tmp_path: Path) -> None:
    (scratch.folder / "tenants").mkdir()
    (scratch.folder / "tenants" / "a.yaml").write_text("x: 1\n")
    scratch.commit()
    scratch.git("config", "uploadpack.allowFilter", "true")
    scratch.git("clone", "--quiet", "--bare", "--filter=blob:none", f"file://{scratch.folder}", str(tmp_path / "p.git"))
    repository = Repository.around(tmp_path / "p.git")

    with pytest.raises(TenantryError, match=r"object [0-9a-f]{40} is missing") as refused:
        [file.size for file in repository.tree(repository.head()).spec_files()]

    assert "git fetch --refetch" in refused.value.help


def test_a_damaged_repository_is_said(tmp_path: Path) -> None:
    Scratch.init(tmp_path)
    (tmp_path / ".git" / "config").write_text("[core\n")

    with pytest.raises(TenantryError, match="cannot be opened"):
        Repository.around(tmp_path)


def test_a_repository_of_somebody_else_is_not_trusted(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        for path in (scratch.folder, scratch.folder / ".git"):
            os.chown(path, 12345, 12345)
    else:
        refusal = pygit2.GitError(f"repository path '{scratch.folder}' is not owned by current user")
        monkeypatch.setattr(pygit2, "Repository", Mock(side_effect=refusal))

    with pytest.raises(TenantryError, match="belongs to another user") as refused:
        Repository.around(scratch.folder)

    assert "safe.directory" in refused.value.help
