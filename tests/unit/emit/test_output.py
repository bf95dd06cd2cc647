import os
from contextlib import suppress
from pathlib import Path

import pytest

from tenantry.diagnostics import TenantryError
from tenantry.emit.inventory import INVENTORY_FILE, Inventory, read_inventory
from tenantry.emit.output import Changes, OutputTree
from tenantry.emit.render import Rendered, render
from tenantry.emit.replacing import Replacing
from tenantry.emit.yaml import Writer
from tenantry.ir import Bundle, Manifest, ObjectKey
from tests.support.workspaces import tree_of

FOLDER = "prod/vision"


def bundle(*names: str, folder: str = FOLDER, topic: str = "quota", text: str = "x") -> Rendered:
    """A folder with one file that holds one object for every name."""
    manifests = tuple(
        Manifest(
            ObjectKey("v1", "ConfigMap", "n", name),
            {"apiVersion": "v1", "kind": "ConfigMap", "data": {"text": text}},
            "Tenant vision",
            f"{folder}/{topic}.yaml",
        )
        for name in names
    )
    return render(Bundle(cluster="prod", folder=folder, manifests=manifests), Writer())


def compile_into(tree: OutputTree, *rendered: Rendered, partial: bool = False) -> Changes:
    """Compares and applies; gives the changes."""
    changes = tree.compare(rendered, tree.inventories(), partial=partial)
    tree.apply(changes)
    return changes


@pytest.fixture
def tree(tmp_path: Path) -> OutputTree:
    return OutputTree(tmp_path / "output")


def test_a_fresh_tree_is_written_and_then_has_nothing_to_change(tree: OutputTree) -> None:
    first = compile_into(tree, bundle("a", "b"))
    second = tree.compare([bundle("a", "b")], tree.inventories(), partial=False)

    assert set(first.written) == {f"{FOLDER}/quota.yaml"}
    assert set(tree_of(tree.root)) == {f"{FOLDER}/quota.yaml", f"{FOLDER}/{INVENTORY_FILE}"}
    assert second == Changes(unchanged=2, objects_before=2)


def test_a_file_that_did_not_change_is_not_touched(tree: OutputTree) -> None:
    compile_into(tree, bundle("a"), bundle("b", folder="prod/search"))
    before = (tree.root / "prod/search/quota.yaml").stat()

    changes = compile_into(tree, bundle("a", text="y"), bundle("b", folder="prod/search"))

    assert set(changes.written) == {f"{FOLDER}/quota.yaml"}
    after = (tree.root / "prod/search/quota.yaml").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_files_and_folders_that_are_no_longer_made_go_and_their_objects_are_counted(tree: OutputTree) -> None:
    compile_into(tree, bundle("a", "b"), bundle("c", folder="lab/search"))

    changes = compile_into(tree, bundle("a", topic="access"))

    assert changes.deleted == ["lab/search/quota.yaml", f"{FOLDER}/quota.yaml"]
    assert (changes.objects_before, changes.objects_deleted) == (3, 2)
    assert set(tree_of(tree.root)) == {f"{FOLDER}/access.yaml", f"{FOLDER}/{INVENTORY_FILE}"}
    assert not (tree.root / "lab").exists()
    assert read_inventory((tree.root / FOLDER / INVENTORY_FILE).read_text()).leaving == ()


def test_a_narrowed_run_leaves_every_other_folder_alone(tree: OutputTree) -> None:
    compile_into(tree, bundle("a"), bundle("b", folder="prod/search"))

    changes = compile_into(tree, bundle("a", text="y"), partial=True)

    assert changes.deleted == []
    assert changes.objects_deleted == 0
    assert (tree.root / "prod/search/quota.yaml").exists()


def test_a_foreign_file_is_never_changed_or_deleted(tree: OutputTree) -> None:
    compile_into(tree, bundle("a"))
    mine = tree.root / FOLDER / "notes.yaml"
    mine.write_text("mine")

    compile_into(tree, bundle("b", folder="prod/search"))
    assert mine.read_text() == "mine"
    with pytest.raises(TenantryError, match=r"notes\.yaml is not the tool's own"):
        tree.compare([bundle("a", topic="notes")], tree.inventories(), partial=False)


@pytest.mark.parametrize("stop_after", range(1, 6))
def test_a_run_that_stops_at_any_step_is_completed_by_the_next(
    tree: OutputTree, stop_after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_into(tree, bundle("a", "b"), bundle("c", folder="prod/old"))
    wanted = [bundle("a", topic="access"), bundle("d", folder="prod/new")]
    changes = tree.compare(wanted, tree.inventories(), partial=False)
    steps = 0

    def stopping(path: str, target: str) -> None:
        nonlocal steps
        steps += 1
        if steps > stop_after:
            raise KeyboardInterrupt
        rename(path, target)

    rename = os.replace
    monkeypatch.setattr(os, "replace", stopping)
    with suppress(KeyboardInterrupt):
        tree.apply(changes)
    monkeypatch.undo()

    compile_into(tree, *wanted)

    clean = OutputTree(tree.root.parent / "clean")
    compile_into(clean, *wanted)
    assert tree_of(tree.root) == tree_of(clean.root)


def test_an_inventory_names_what_comes_and_what_goes_before_any_file_changes(
    tree: OutputTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_into(tree, bundle("a"))
    changes = tree.compare([bundle("a", topic="access")], tree.inventories(), partial=False)
    told: list[Inventory] = []
    replace = Replacing.replace

    def watching(self: Replacing, path: str, content: bytes) -> None:
        if not path.endswith(INVENTORY_FILE):
            told.append(tree.inventories()[FOLDER])
        replace(self, path, content)

    monkeypatch.setattr(Replacing, "replace", watching)
    tree.apply(changes)

    assert [sorted(inventory.paths()) for inventory in told] == [[f"{FOLDER}/access.yaml", f"{FOLDER}/quota.yaml"]]


def test_what_a_killed_run_left_half_written_is_swept_away(tree: OutputTree) -> None:
    (tree.root / FOLDER).mkdir(parents=True)
    (tree.root / FOLDER / ".tenantry-quota.yaml").write_text("hal")

    compile_into(tree, bundle("a"))

    assert not (tree.root / FOLDER / ".tenantry-quota.yaml").exists()


def test_no_link_leads_out_of_the_tree(tree: OutputTree, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    tree.root.mkdir()
    (tree.root / "prod").symlink_to(elsewhere)

    with pytest.raises(TenantryError, match="prod is a link"):
        compile_into(tree, bundle("a"))
    assert list(elsewhere.iterdir()) == []


def test_a_disk_that_refuses_is_named(tree: OutputTree) -> None:
    (tree.root / FOLDER).mkdir(parents=True)
    changes = tree.compare([bundle("a")], {}, partial=False)
    (tree.root / FOLDER / "quota.yaml").mkdir()

    with pytest.raises(TenantryError, match="could not be written: Is a directory"):
        tree.apply(changes)


def test_two_runs_never_write_at_the_same_time(tree: OutputTree) -> None:
    with tree.locked(), pytest.raises(TenantryError, match="another compile"), tree.locked():
        pass


def test_an_inventory_that_was_edited_stops_the_run_and_says_the_way_out(tree: OutputTree) -> None:
    compile_into(tree, bundle("a"))
    (tree.root / FOLDER / INVENTORY_FILE).write_text("<<<<<<< HEAD\n")

    with pytest.raises(TenantryError, match="line 1") as refused:
        tree.inventories()
    assert "restore it from git" in (refused.value.help or "")
