"""Finding the workspace and what lies in it."""

import os
from pathlib import Path

import pytest

from tenantry.workspace import NotAWorkspace, SpecFile, Workspace


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("clusters", "tenants"):
        (tmp_path / "fleet" / name).mkdir(parents=True)
    return tmp_path / "fleet"


def paths(root: Path) -> list[str]:
    return [file.path for file in Workspace.find(root).spec_files()]


def write(path: Path, text: str = "a: 1\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_folder_with_clusters_and_tenants_is_a_workspace(root: Path) -> None:
    found = Workspace.find(root)

    assert (found.clusters, found.tenants, found.output) == (root / "clusters", root / "tenants", root / "output")


def test_a_folder_without_tenants_is_refused_with_what_is_missing_and_what_to_try(root: Path) -> None:
    (root / "tenants").rmdir()

    with pytest.raises(NotAWorkspace, match="no tenants/") as refused:
        Workspace.find(root)

    assert "tenantry init" in refused.value.help
    assert "-C DIR" in refused.value.help
    assert "clusters" not in str(refused.value)


def test_a_folder_inside_a_workspace_is_not_taken_for_one(root: Path) -> None:
    with pytest.raises(NotAWorkspace):
        Workspace.find(root / "tenants")


def test_files_come_sorted_by_path_with_their_sizes(root: Path) -> None:
    write(root / "tenants" / "b" / "tenant.yaml", "x")
    write(root / "tenants" / "a-b.yaml", "xy")
    write(root / "tenants" / "a" / "tenant.yaml")
    write(root / "clusters" / "prod.yaml")

    files = Workspace.find(root).spec_files()

    assert [(file.path, file.size) for file in files] == [
        ("clusters/prod.yaml", 5),
        ("tenants/a-b.yaml", 2),
        ("tenants/a/tenant.yaml", 5),
        ("tenants/b/tenant.yaml", 1),
    ]


def test_hidden_files_other_files_and_other_folders_are_left_alone(root: Path) -> None:
    for name in ("tenants/.a.yaml", "tenants/.git/a.yaml", "tenants/README.md", "output/a.yaml", "a.yaml"):
        write(root / name)

    assert paths(root) == []


@pytest.mark.parametrize("name", ["a.yml", "a.YAML", "a.Yml"])
def test_a_file_with_another_ending_comes_back_flagged(root: Path, name: str) -> None:
    write(root / "tenants" / name)

    assert Workspace.find(root).spec_files() == [SpecFile(f"tenants/{name}", 5, misnamed=True)]


def test_a_link_out_of_the_workspace_is_flagged_and_not_followed(root: Path) -> None:
    write(root.parent / "elsewhere" / "secret.yaml")
    (root / "tenants" / "one.yaml").symlink_to(root.parent / "elsewhere" / "secret.yaml")
    (root / "tenants" / "all").symlink_to("../../elsewhere")

    files = Workspace.find(root).spec_files()

    assert [(file.path, file.trouble) for file in files] == [
        ("tenants/all", "outside"),
        ("tenants/one.yaml", "outside"),
    ]


def test_a_sibling_folder_with_the_same_beginning_is_outside(root: Path) -> None:
    write(root.parent / "fleet-secrets" / "a.yaml")
    (root / "tenants" / "a.yaml").symlink_to(root.parent / "fleet-secrets" / "a.yaml")

    assert [file.trouble for file in Workspace.find(root).spec_files()] == ["outside"]


def test_a_spec_folder_that_is_itself_a_link_out_is_flagged(root: Path) -> None:
    write(root.parent / "elsewhere" / "a.yaml")
    (root / "tenants").rmdir()
    (root / "tenants").symlink_to(root.parent / "elsewhere")

    assert Workspace.find(root).spec_files() == [SpecFile("tenants", 0, trouble="outside")]


def test_a_link_to_a_file_elsewhere_in_the_workspace_is_followed(root: Path) -> None:
    write(root / "shared" / "a.yaml")
    (root / "tenants" / "linked.yaml").symlink_to("../shared/a.yaml")
    (root / "clusters" / "folder").symlink_to("../shared")

    # One real file is read once, where the first link in order shows it.
    assert paths(root) == ["clusters/folder/a.yaml"]


def test_a_link_to_what_is_read_anyway_adds_nothing(root: Path) -> None:
    write(root / "tenants" / "a" / "tenant.yaml")
    (root / "tenants" / "0.yaml").symlink_to("a/tenant.yaml")
    (root / "tenants" / "00").symlink_to("a")

    assert paths(root) == ["tenants/a/tenant.yaml"]


def test_loops_of_links_end(root: Path) -> None:
    write(root / "tenants" / "a" / "tenant.yaml")
    (root / "tenants" / "a" / "up").symlink_to("..")
    (root / "tenants" / "a" / "self").symlink_to(".")
    (root / "tenants" / "x.yaml").symlink_to("y.yaml")
    (root / "tenants" / "y.yaml").symlink_to("x.yaml")

    files = Workspace.find(root).spec_files()

    assert [(file.path, file.trouble) for file in files] == [
        ("tenants/a/tenant.yaml", ""),
        ("tenants/x.yaml", "dangling"),
        ("tenants/y.yaml", "dangling"),
    ]


def test_a_link_to_nothing_is_flagged_when_it_is_named_as_a_spec(root: Path) -> None:
    (root / "tenants" / "a.yaml").symlink_to("gone.yaml")
    (root / "tenants" / "note").symlink_to("gone")

    assert Workspace.find(root).spec_files() == [SpecFile("tenants/a.yaml", 0, trouble="dangling")]


def test_a_pipe_and_a_folder_named_as_a_spec_are_no_files_to_open(root: Path) -> None:
    os.mkfifo(root / "tenants" / "pipe.yaml")
    write(root / "tenants" / "folder.yaml" / "a.yaml")

    files = Workspace.find(root).spec_files()

    assert [(file.path, file.trouble) for file in files] == [
        ("tenants/folder.yaml/a.yaml", ""),
        ("tenants/pipe.yaml", "irregular"),
    ]


def test_a_workspace_reached_through_a_link_reads_its_files(root: Path, tmp_path: Path) -> None:
    write(root / "tenants" / "a.yaml")
    (tmp_path / "link").symlink_to(root)

    assert paths(tmp_path / "link") == ["tenants/a.yaml"]


def test_a_workspace_is_named_from_the_top_of_its_repository(root: Path) -> None:
    outside = Workspace.find(root).below_top
    (root.parent / ".git").mkdir()
    below = Workspace.find(root).below_top
    (root / ".git").write_text("gitdir: elsewhere\n")

    assert (outside, below, Workspace.find(root).below_top) == ("", "fleet/", "")
