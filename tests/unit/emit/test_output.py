"""The output tree: what is ours is replaced whole, what is not is left alone, and a killed run leaves no litter."""

import os
from pathlib import Path

import pytest

from tenantry.diagnostics import TenantryError
from tenantry.emit.output import Changes, OutputTree
from tenantry.emit.render import Rendered, render
from tenantry.emit.replacing import Replacing
from tenantry.emit.yaml import Writer
from tenantry.ir import Bundle, Manifest, ObjectKey
from tenantry.workspace import Workspace


def bundle(*names: str, folder: str = "prod-a/vision", path: str = "prod-a/vision/devices.yaml") -> Rendered:
    manifests = tuple(
        Manifest(
            ObjectKey("v1", "ConfigMap", "vision", name),
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": "vision"}},
            "Tenant vision",
            path,
        )
        for name in names
    )
    return render(Bundle(folder, folder.partition("/")[0], manifests), Writer())


def settle(tree: OutputTree, *rendered: Rendered) -> Changes:
    changes = tree.compare(rendered, tree.inventories())
    tree.apply(changes)
    return changes


def files(root: Path) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())


def test_a_second_run_finds_everything_in_place(tmp_path: Path) -> None:
    tree = OutputTree(tmp_path)
    settle(tree, bundle("one"))

    again = settle(tree, bundle("one"))

    assert (again.written, again.inventories, again.deleted, again.unchanged) == ({}, {}, [], 2)


def test_a_folder_that_goes_takes_only_its_own_files_with_it(tmp_path: Path) -> None:
    tree = OutputTree(tmp_path)
    settle(tree, bundle("one"), bundle("two", folder="prod-a/nlp", path="prod-a/nlp/devices.yaml"))
    (tmp_path / "prod-a" / "vision" / "notes.txt").write_text("mine")

    settle(tree, bundle("two", folder="prod-a/nlp", path="prod-a/nlp/devices.yaml"))

    assert files(tmp_path) == ["prod-a/nlp/devices.yaml", "prod-a/nlp/inventory.jsonl", "prod-a/vision/notes.txt"]


def test_a_foreign_file_in_the_way_stops_everything(tmp_path: Path) -> None:
    (tmp_path / "prod-a" / "vision").mkdir(parents=True)
    (tmp_path / "prod-a" / "vision" / "devices.yaml").write_text("mine")

    with pytest.raises(TenantryError, match="not the tool's own"):
        settle(OutputTree(tmp_path), bundle("one"))

    assert (tmp_path / "prod-a" / "vision" / "devices.yaml").read_text() == "mine"


def test_a_link_in_the_tree_is_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    root = tmp_path / "output"
    root.mkdir()
    (root / "prod-a").symlink_to(elsewhere)

    with pytest.raises(TenantryError, match="is a link"):
        settle(OutputTree(root), bundle("one"))

    assert files(elsewhere) == []


def test_what_a_killed_run_left_half_written_is_swept_from_every_folder_of_ours(tmp_path: Path) -> None:
    tree = OutputTree(tmp_path)
    settle(tree, bundle("one", path="argocd/prod-a/vision.yaml"))
    (tmp_path / "argocd" / "prod-a" / ".tenantry-vision.yaml").write_text("half")

    settle(tree, bundle("one", path="argocd/prod-a/vision.yaml"))

    assert files(tmp_path) == ["argocd/prod-a/vision.yaml", "prod-a/vision/inventory.jsonl"]


def test_files_of_a_run_that_was_killed_before_it_was_settled_are_known_and_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = OutputTree(tmp_path)
    settle(tree, bundle("one"))
    monkeypatch.setattr(Replacing, "delete", _interrupted)
    with pytest.raises(KeyboardInterrupt):
        settle(tree, bundle("one", path="prod-a/vision/other.yaml"))
    monkeypatch.undo()

    settle(tree, bundle("one", path="prod-a/vision/third.yaml"))

    assert files(tmp_path) == ["prod-a/vision/inventory.jsonl", "prod-a/vision/third.yaml"]


def _interrupted(self: Replacing, path: str) -> None:
    raise KeyboardInterrupt


def test_a_second_compile_of_the_same_tree_waits_for_nobody(tmp_path: Path) -> None:
    with (
        OutputTree(tmp_path).locked(),
        pytest.raises(TenantryError, match="another compile"),
        OutputTree(tmp_path).locked(),
    ):
        pass


def test_runs_that_only_look_do_not_wait_for_each_other(tmp_path: Path) -> None:
    with OutputTree(tmp_path).locked(to_read=True), OutputTree(tmp_path).locked(to_read=True):
        pass


def test_a_look_at_a_tree_that_is_not_there_makes_none(tmp_path: Path) -> None:
    with OutputTree(tmp_path / "output").locked(to_read=True):
        pass

    assert not (tmp_path / "output").exists()


def test_a_folder_that_was_made_for_nothing_goes_again(tmp_path: Path) -> None:
    with OutputTree(tmp_path / "output").locked():
        assert (tmp_path / "output").is_dir()

    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("to_read", [False, True])
def test_a_file_where_the_tree_belongs_is_named(tmp_path: Path, to_read: bool) -> None:
    root = tmp_path / "output"
    root.write_text("mine")

    with pytest.raises(TenantryError, match="output cannot be used"), OutputTree(root).locked(to_read=to_read):
        pass


def test_a_link_to_nothing_where_the_tree_belongs_is_named(tmp_path: Path) -> None:
    root = tmp_path / "output"
    root.symlink_to("nowhere")

    with pytest.raises(TenantryError, match="output cannot be used"), OutputTree(root).locked():
        pass


def test_a_folder_where_a_file_of_ours_was_is_named(tmp_path: Path) -> None:
    tree = OutputTree(tmp_path)
    settle(tree, bundle("one"))
    (tmp_path / "prod-a" / "vision" / "devices.yaml").unlink()
    (tmp_path / "prod-a" / "vision" / "devices.yaml").mkdir()

    with pytest.raises(TenantryError, match=r"/vision/devices\.yaml is a folder"):
        settle(tree, bundle("one"))


@pytest.mark.parametrize(
    "path",
    [
        "../victim.txt",
        "prod-a/vision/../../../victim.txt",
        "/etc/victim.txt",
        "victim.txt",
        "prod-a/vision/deep/victim.txt",
        "prod-a/nlp/victim.txt",
        "lab-b/vision/victim.txt",
        "prod-a/_install/victim.txt",
        "argocd/prod-a/nlp.yaml",
        "argocd/lab-b/vision.yaml",
        "prod-a/vision/",
        "prod-a/vision/..",
    ],
)
@pytest.mark.parametrize("as_what", ["file", "leaving"])
def test_an_inventory_that_claims_a_file_that_cannot_be_its_own_is_refused(
    tmp_path: Path, path: str, as_what: str
) -> None:
    tree = OutputTree(tmp_path)
    settle(tree, bundle("one"))
    inventory = tmp_path / "prod-a" / "vision" / "inventory.jsonl"
    claim = f'{{"file":"{path}","digest":"x"}}' if as_what == "file" else f'{{"leaving":"{path}"}}'
    inventory.write_text(f"{inventory.read_text()}{claim}\n")

    with pytest.raises(TenantryError, match=r"vision/inventory\.jsonl was edited.*not its own"):
        tree.inventories()


@pytest.mark.parametrize(
    ("folder", "path"),
    [
        ("prod-a/vision", "argocd/prod-a/vision.yaml"),
        ("prod-a/_platform", "prod-a/_install/kueue.yaml"),
        ("prod-a/_platform", "argocd/prod-a/_platform.yaml"),
        ("argocd/_fleet", "argocd/_install/root.yaml"),
    ],
)
def test_an_inventory_may_claim_what_stands_beside_its_folder(tmp_path: Path, folder: str, path: str) -> None:
    tree = OutputTree(tmp_path)
    settle(tree, bundle("one", folder=folder, path=path))

    assert list(tree.inventories()[folder].paths()) == [path]


def test_a_folder_in_the_place_of_a_file_is_named_before_anything_is_written(tmp_path: Path) -> None:
    (tmp_path / "prod-a" / "vision" / "devices.yaml").mkdir(parents=True)

    with pytest.raises(TenantryError, match=r"devices\.yaml is a folder"):
        settle(OutputTree(tmp_path), bundle("one"))

    assert files(tmp_path) == []


def test_an_inventory_of_another_encoding_is_named_in_our_words(tmp_path: Path) -> None:
    (tmp_path / "prod-a" / "vision").mkdir(parents=True)
    (tmp_path / "prod-a" / "vision" / "inventory.jsonl").write_bytes(b"\xff\xfe")

    with pytest.raises(TenantryError, match="it is not UTF-8"):
        OutputTree(tmp_path).inventories()


@pytest.mark.parametrize("out", ["clusters", "tenants/vision/output", "output/../clusters"])
def test_output_does_not_go_among_the_specs(tmp_path: Path, out: str) -> None:
    with pytest.raises(TenantryError, match="lies among the specs"):
        OutputTree.of(Workspace(tmp_path), tmp_path / out)


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    tree = OutputTree(tmp_path)
    settle(tree, bundle("one"))
    manifests, inventory = (tmp_path / "prod-a" / "vision" / name for name in ("devices.yaml", "inventory.jsonl"))
    manifests.unlink()
    os.mkfifo(manifests)

    settle(tree, bundle("one"))

    assert manifests.is_file()
    inventory.unlink()
    os.mkfifo(inventory)
    with pytest.raises(TenantryError, match="line 1 is not an inventory record"):
        tree.inventories()


def test_nothing_is_deleted_through_a_link(tmp_path: Path) -> None:
    tree = OutputTree(tmp_path / "output")
    settle(tree, bundle("one", path="argocd/prod-a/vision.yaml"))
    elsewhere = (tmp_path / "output" / "argocd" / "prod-a").rename(tmp_path / "elsewhere")
    (tmp_path / "output" / "argocd" / "prod-a").symlink_to(elsewhere)

    with pytest.raises(TenantryError, match="prod-a is a link"):
        settle(tree)

    assert files(elsewhere) == ["vision.yaml"]


def test_a_link_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    tree = OutputTree(tmp_path / "output")
    settle(tree, bundle("one", path="argocd/prod-a/vision.yaml"))
    elsewhere = (tmp_path / "output" / "argocd" / "prod-a").rename(tmp_path / "elsewhere")
    (tmp_path / "output" / "argocd" / "prod-a").symlink_to(elsewhere)
    before = (tmp_path / "output" / "prod-a" / "vision" / "inventory.jsonl").read_bytes()

    with pytest.raises(TenantryError, match="prod-a is a link"):
        settle(tree, bundle("two", path="argocd/prod-a/vision.yaml"))

    assert (tmp_path / "output" / "prod-a" / "vision" / "inventory.jsonl").read_bytes() == before


def test_an_inventory_that_was_edited_is_named(tmp_path: Path) -> None:
    tree = OutputTree(tmp_path)
    settle(tree, bundle("one"))
    inventory = tmp_path / "prod-a" / "vision" / "inventory.jsonl"
    inventory.write_text("<<<<<<< HEAD\n" + inventory.read_text())

    with pytest.raises(TenantryError, match=r"vision/inventory\.jsonl was edited"):
        tree.inventories()
