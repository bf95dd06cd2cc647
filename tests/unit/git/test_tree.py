"""What git holds of a workspace is what a checkout of it holds: files, links, and what must not be read."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenantry.git import CommittedTree, Repository
from tenantry.source import read_specs
from tenantry.workspace import SpecFile, Workspace, is_spec_name
from tests.support.repositories import Repository as Scratch

NAMES = ("a.yaml", "b.yml", "c.YAML", "d.txt", ".e.yaml", "f", "g.yaml")
FOLDERS = ("clusters", "tenants", "tenants/a", "tenants/.hidden", "tenants/a/b", "other")
TARGETS = (
    *("a.yaml", "f", "../a.yaml", "../clusters", "../tenants/a", "../../outside.yaml", "b/../g.yaml", "gone.yaml"),
    *("..", ".", "a", "./b", "../other/g.yaml", "/etc/hostname", "f/../..//clusters"),
)

files = st.dictionaries(
    st.tuples(st.sampled_from(FOLDERS), st.sampled_from(NAMES)),
    st.one_of(st.just(("file", "x: 1\n")), st.tuples(st.just("link"), st.sampled_from(TARGETS))),
    min_size=1,
    max_size=12,
)


def _seen(file: SpecFile) -> tuple[str, int, bool, bool]:
    # A link that leads nowhere by a way that leaves the workspace may be called either.
    return file.path, file.size, file.misnamed, file.trouble in ("outside", "dangling")


def tree_of(folder: Path, name: str = "HEAD") -> CommittedTree:
    repository = Repository.around(folder)
    return repository.tree(repository.revision(name))


@given(files)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_git_lists_what_a_checkout_lists(
    tmp_path_factory: pytest.TempPathFactory, content: dict[tuple[str, str], tuple[str, str]]
) -> None:
    top = tmp_path_factory.mktemp("repository")
    root = top / "fleet"
    for folder in ("clusters", "tenants"):
        (root / folder).mkdir(parents=True)
        (root / folder / "x.yaml").write_text("x: 1\n")
    (top / "outside.yaml").write_text("x: 1\n")
    for (folder, name), (kind, text) in content.items():
        path = root / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if kind == "file":
            path.write_text(text)
        else:
            path.symlink_to(text)
    scratch = Scratch.init(top)
    scratch.commit()

    on_disk = Workspace.find(root)
    committed = tree_of(root)

    # Only a disk can say that a link out of the workspace leads to a plain file; git says so of every such link.
    listed = [file for file in committed.spec_files() if file.trouble != "outside" or is_spec_name(file.path)]
    assert [_seen(file) for file in listed] == [_seen(file) for file in on_disk.spec_files()]
    for file in on_disk.spec_files():
        if not file.trouble:
            assert committed.read(file.path, at_most=100) == on_disk.read(file.path, at_most=100)


def test_links_that_must_not_be_followed_are_told_apart(tmp_path: Path) -> None:
    root = tmp_path / "fleet"
    (root / "clusters").mkdir(parents=True)
    (root / "tenants").mkdir()
    (tmp_path / "secret.yaml").write_text("x: 1\n")
    for name, target in {
        "a.yaml": "/etc/hostname",
        "b.yaml": "../../secret.yaml",
        "c.yaml": "gone.yaml",
        "d.yaml": "d.yaml",
        "e": "../..",
    }.items():
        (root / "tenants" / name).symlink_to(target)
    Scratch.init(tmp_path).commit()

    troubles = [(file.path, file.trouble) for file in tree_of(root).spec_files()]

    assert troubles == [
        ("tenants/a.yaml", "outside"),
        ("tenants/b.yaml", "outside"),
        ("tenants/c.yaml", "dangling"),
        ("tenants/d.yaml", "dangling"),
        ("tenants/e", "outside"),
    ]
    assert Workspace.find(root).spec_files() == tree_of(root).spec_files()


def test_a_name_that_is_no_utf_8_is_the_same_as_on_disk(tmp_path: Path) -> None:
    for folder in ("clusters", "tenants"):
        (tmp_path / folder).mkdir()
    name = os.fsdecode(b"tenants/caf\xe9.yaml")
    (tmp_path / name).write_text("x: 1\n")
    Scratch.init(tmp_path).commit()

    assert [file.path for file in tree_of(tmp_path).spec_files()] == [name]
    assert tree_of(tmp_path).read(name, at_most=10) == b"x: 1\n"


def test_what_was_committed_is_read_whatever_attributes_and_filters_say(tmp_path: Path) -> None:
    scratch = Scratch.init(tmp_path)
    (tmp_path / "clusters").mkdir()
    (tmp_path / "tenants").mkdir()
    (tmp_path / "tenants" / "a.yaml").write_bytes(b"x: 1\r\n")
    scratch.commit()
    trace = tmp_path / "ran"
    (tmp_path / ".gitattributes").write_text("*.yaml filter=evil text eol=crlf diff=evil merge=evil\n")
    for key in ("filter.evil.smudge", "filter.evil.clean", "diff.evil.textconv", "merge.evil.driver", "core.fsmonitor"):
        scratch.git("config", key, f"touch {trace}")
    scratch.git("-c", "filter.evil.clean=cat", "-c", "core.fsmonitor=false", "add", ".gitattributes")
    scratch.git("-c", "core.fsmonitor=false", "commit", "--quiet", "--message", "attributes")
    trace.unlink(missing_ok=True)

    assert tree_of(tmp_path).read("tenants/a.yaml", at_most=10) == b"x: 1\r\n"
    assert not trace.exists()


def test_a_submodule_is_said_to_be_one(tmp_path: Path) -> None:
    inner = Scratch.init(tmp_path / "inner")
    (tmp_path / "inner" / "tenant.yaml").write_text("x: 1\n")
    commit = inner.commit()
    outer = Scratch.init(tmp_path / "outer")
    for folder in ("clusters", "tenants"):
        (tmp_path / "outer" / folder).mkdir()
    (tmp_path / "outer" / "tenants" / "link").symlink_to("team")
    outer.git("add", "--all")
    outer.git("update-index", "--add", "--cacheinfo", f"160000,{commit},tenants/team")
    outer.git("commit", "--quiet", "--message", "submodule")

    sources = read_specs(tree_of(tmp_path / "outer"))

    assert [(one.code.code, one.where.file) for one in sources.diagnostics] == [
        ("TN121", "tenants/link"),
        ("TN121", "tenants/team"),
    ]
    assert "submodule" in sources.diagnostics[0].message


def test_a_file_over_the_bound_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "tenants").mkdir()
    (tmp_path / "tenants" / "a.yaml").write_text("x" * 11)
    Scratch.init(tmp_path).commit()

    with pytest.raises(OSError, match="too large"):
        tree_of(tmp_path).read("tenants/a.yaml", at_most=10)


def test_a_workspace_that_a_commit_does_not_have_is_empty(tmp_path: Path) -> None:
    scratch = Scratch.init(tmp_path)
    (tmp_path / "README").write_text("x")
    scratch.commit()
    (tmp_path / "fleet" / "tenants").mkdir(parents=True)

    found = tree_of(tmp_path / "fleet")

    assert found.spec_files() == []
    assert found.digest("tenants") == ""
    assert list(found.files("output")) == []


def test_files_below_a_folder_come_sorted_and_links_stay_out(tmp_path: Path) -> None:
    for name in ("output/b/x.yaml", "output/a/y.yaml", "output/a/b/z.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "output" / "link.yaml").symlink_to("b/x.yaml")
    Scratch.init(tmp_path).commit()

    assert list(tree_of(tmp_path).files("output")) == ["output/a/y.yaml", "output/a/b/z.yaml", "output/b/x.yaml"]
