"""What a change does to `output/` itself: only what its specs compile to may come with it."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.repositories import Repository
from tests.support.workspaces import copy_example, edit, run, run_json

VISION = "tenants/vision/tenant.yaml"
ACCESS = "output/prod-a/vision/access.yaml"
QUOTA = "output/prod-a/vision/quota.yaml"


@pytest.fixture
def fleet(tmp_path: Path) -> Repository:
    """The worked example with what it compiles to, on main; a branch `change` is checked out."""
    folder = copy_example(tmp_path / "fleet", output=False)
    assert run("compile", folder=folder).returncode == 0
    made = Repository.init(folder)
    made.commit("base")
    made.git("checkout", "--quiet", "-b", "change")
    return made


def planned(fleet: Repository, *words: str) -> Any:
    return run_json("plan", "main", "HEAD", *words, folder=fleet.folder)


def raise_vision(folder: Path) -> None:
    edit(folder / VISION, "guaranteed: 24, borrow: 32", "guaranteed: 26, borrow: 32")


def append(folder: Path) -> None:
    with (folder / ACCESS).open("a") as file:
        file.write("---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: mine}\n")


def enlarge(folder: Path) -> None:
    text = (folder / QUOTA).read_text()
    (folder / QUOTA).write_text(text.replace("nominalQuota: ", "nominalQuota: 9", 1))


def add(folder: Path) -> None:
    (folder / "output/prod-a/vision/zz.yaml").write_text("kind: RoleBinding\n")


def link(folder: Path) -> None:
    (folder / "elsewhere.yaml").write_text("kind: RoleBinding\n")
    (folder / ACCESS).unlink()
    (folder / ACCESS).symlink_to("../../../elsewhere.yaml")


def remove(folder: Path) -> None:
    (folder / ACCESS).unlink()


def remove_all(folder: Path) -> None:
    shutil.rmtree(folder / "output")


def edit_inventory(folder: Path) -> None:
    edit_first(folder / "output/prod-a/vision/inventory.jsonl", '"is":"active"', '"is":"retired"')


def edit_first(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize("by_hand", [append, enlarge, add, link, remove, remove_all, edit_inventory])
@pytest.mark.parametrize("with_specs", [False, True])
def test_an_edit_by_hand_is_said_and_blocks(
    by_hand: Callable[[Path], None], with_specs: bool, fleet: Repository
) -> None:
    if with_specs:
        raise_vision(fleet.folder)
        assert run("compile", folder=fleet.folder).returncode == 0
    by_hand(fleet.folder)
    fleet.commit("by hand")

    found = planned(fleet)

    assert found["summary"]["errors"] == 1
    assert [one["code"] for one in found["diagnostics"] if one["severity"] == "error"] == ["TN505"]
    assert found["plan"]["risk"] == "high"
    assert not found["plan"]["is_empty"]
    assert "output/ was edited by hand" in found["plan"]["headline"]
    (told,) = (one for one in found["plan"]["remarks"] if one["rule"] == "output/ was edited by hand")
    assert "output/" in told["sentence"]
    assert run("plan", "main", "HEAD", folder=fleet.folder).returncode == 1
    shown = run("plan", "main", "HEAD", "--format", "markdown", folder=fleet.folder).stdout
    assert "git checkout main -- output" in shown
    assert "no change in meaning" not in shown


def test_what_the_specs_compile_to_may_come_along(fleet: Repository) -> None:
    raise_vision(fleet.folder)
    assert run("compile", folder=fleet.folder).returncode == 0
    fleet.commit("raise, compiled")

    assert planned(fleet)["summary"]["errors"] == 0


def test_output_that_is_left_to_the_merge_is_as_good(fleet: Repository) -> None:
    raise_vision(fleet.folder)
    fleet.commit("raise")

    assert planned(fleet)["summary"]["errors"] == 0


def test_output_that_moved_on_main_alone_is_no_edit(fleet: Repository) -> None:
    (fleet.folder / "NEWS").write_text("mine\n")
    fleet.commit("news")
    fleet.git("checkout", "--quiet", "main")
    raise_vision(fleet.folder)
    assert run("compile", folder=fleet.folder).returncode == 0
    fleet.commit("raise, compiled")
    fleet.git("checkout", "--quiet", "change")

    assert planned(fleet)["summary"]["errors"] == 0


def test_a_part_of_what_the_specs_compile_to_is_said_too(fleet: Repository) -> None:
    raise_vision(fleet.folder)
    assert run("compile", folder=fleet.folder).returncode == 0
    fleet.git("checkout", "--", "output/prod-a/vision/inventory.jsonl")
    fleet.commit("half")

    assert [one["code"] for one in planned(fleet)["diagnostics"] if one["severity"] == "error"] == ["TN505"]


def test_files_that_argo_cd_does_not_read_are_their_owners_affair(fleet: Repository) -> None:
    (fleet.folder / "output/README.md").write_text("mine\n")
    (fleet.folder / "output/prod-a/vision/NOTES.md").write_text("mine\n")
    fleet.commit("notes")

    assert planned(fleet)["summary"]["errors"] == 0


def test_an_edit_is_taken_back_without_a_word(fleet: Repository) -> None:
    fleet.git("checkout", "--quiet", "main")
    append(fleet.folder)
    add(fleet.folder)
    fleet.commit("by hand, merged past the rules")
    fleet.git("checkout", "--quiet", "-b", "mend")
    (fleet.folder / "output/prod-a/vision/zz.yaml").unlink()
    assert run("compile", folder=fleet.folder).returncode == 0
    fleet.commit("mend")

    assert planned(fleet)["summary"]["errors"] == 0


@pytest.mark.parametrize("folder", ["clusters", "tenants", "output"])
def test_a_folder_that_becomes_a_link_is_said(folder: str, fleet: Repository) -> None:
    fleet.git("mv", folder, "elsewhere")
    (fleet.folder / folder).symlink_to("elsewhere")
    fleet.commit("link")

    found = planned(fleet)

    assert found["plan"]["risk"] == "high"
    assert any(
        f"{folder}/" in one["sentence"] for one in found["plan"]["remarks"] if one["rule"] == "a folder is a link"
    )
