"""What happens to a removal that nobody retired: the compiler refuses it; forced past it, Argo CD asks first.

And what a broken repository removes: nothing that matters, without a question.
"""

import re
import shutil
from pathlib import Path

import pytest
import yaml

from tests.acceptance.argocd.fleet import ROOT, Fleet, at_rest, operation_message, settled, tenant_application
from tests.acceptance.argocd.repository import CLUSTER, add_tenant
from tests.plane.api import Object, named
from tests.support.documents import read_documents
from tests.support.workspaces import REPOSITORY, edit, run, tree_of

pytestmark = [pytest.mark.xdist_group("argocd"), pytest.mark.side_by_side]

# What goes without a question closes something, or is as easily made again. docs/rollout.md says so.
UNASKED = {"RoleBinding", "ServiceAccount", "PodDisruptionBudget", "PrometheusRule"}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        pytest.param("tenants/genomics", "TN477", id="a-tenant"),
        pytest.param("tenants/portal/projects.yaml", "TN476", id="a-project"),
    ],
)
def test_the_compiler_stops_a_removal_that_was_not_retired(fleet: Fleet, path: str, code: str) -> None:
    with fleet.turn:
        before = tree_of(fleet.workspace / "output")
        place, aside = fleet.workspace / path, fleet.workspace.parent / "aside"
        shutil.move(place, aside)
        try:
            finished = run("compile", "--allow-deletes", "1000", folder=fleet.workspace)
        finally:
            shutil.move(aside, place)
        assert finished.returncode == 1
        assert f"error[{code}]" in finished.stderr
        assert tree_of(fleet.workspace / "output") == before


def test_a_forced_removal_of_a_project_waits_and_a_new_tenant_comes_up_meanwhile(fleet: Fleet) -> None:
    """meridian's project vanishes from the repository; nothing of it goes, and nobody else is held up."""
    name, namespace = tenant_application("meridian"), "meridian-simulation"
    items = [item for item in fleet.compiled(f"{CLUSTER}/meridian") if _belongs(item, namespace)]
    assert len(items) > 10
    with fleet.damage(f"{CLUSTER}/meridian"):
        with fleet.forced_change("Lose a project"):
            for path in sorted(_folder(fleet, "meridian").glob("*.yaml")):
                kept = [item for item in read_documents([path]) if not _belongs(item, namespace)]
                path.write_text(yaml.safe_dump_all(kept, sort_keys=False), encoding="utf-8")
        assert fleet.wait_asks(name)
        fleet.wait_health_in_root(name, "Progressing")
        with fleet.root:
            with fleet.change("A new tenant"):
                add_tenant(fleet.workspace, "newcomer")
            fleet.wait_settled(tenant_application("newcomer"))
        assert "Waiting for pruning confirmation" in operation_message(fleet.application(name))
        assert _missing(fleet, items) == []
    _stop_once_whole(fleet, name)
    fleet.wait_settled(name)
    assert _missing(fleet, items) == []


def test_a_forced_removal_of_a_tenant_waits(fleet: Fleet) -> None:
    """finance's Application vanishes from the repository; root asks, and nothing of the tenant goes."""
    name, file = tenant_application("finance"), f"argocd/{CLUSTER}/finance.yaml"
    items = fleet.compiled(f"{CLUSTER}/finance")
    question = f"Waiting for pruning confirmation of argoproj.io/v1alpha1/Application/{name}"
    with fleet.root:
        try:
            with fleet.damage(file):
                with fleet.forced_change("Lose a tenant"):
                    (fleet.repository.folder / "output" / file).unlink()
                assert fleet.wait_asks(ROOT) == question
                assert "deletionTimestamp" not in fleet.application(name)["metadata"]
                assert _missing(fleet, items) == []
        finally:
            _stop_once_whole(fleet, ROOT)  # others may wait meanwhile, so it need not get Healthy
    assert _missing(fleet, items) == []


def test_a_tenant_that_waits_holds_up_nobody(fleet: Fleet) -> None:
    """A missing flavor makes speech Degraded; climate is held and its claim is not bound; another's change comes."""
    name = tenant_application("speech")
    [claim] = fleet.api.list("v1", "PersistentVolumeClaim", "climate-forecast")
    assert claim["status"]["phase"] == "Pending"
    assert fleet.api.list("kueue.x-k8s.io/v1beta2", "LocalQueue", "climate-forecast")[0]["spec"]["stopPolicy"] == "Hold"
    quota = _folder(fleet, "speech") / "quota.yaml"
    with fleet.damage(f"{CLUSTER}/speech"):
        with fleet.forced_change("Lose a flavor"):
            text = quota.read_text(encoding="utf-8")
            assert "- name: h100-infer\n" in text
            quota.write_text(text.replace("- name: h100-infer\n", "- name: gone\n"), encoding="utf-8")
        fleet.wait_until(name, lambda item: item["status"]["health"]["status"] == "Degraded", "Degraded")
        fleet.wait_health_in_root(name, "Degraded")
        fleet.wait_health_in_root(tenant_application("climate"), "Healthy")
        with fleet.change("Change another tenant") as commits:
            edit(fleet.workspace / "tenants" / "bystander" / "tenant.yaml", "borrow: 16", "borrow: 17")
        fleet.wait_settled(tenant_application("bystander"), commit=commits[0])
        assert not settled(fleet.application(name))
    fleet.wait_settled(name)


@pytest.mark.parametrize("damage", ["empty-folder", "no-folder", "broken-file"])
def test_a_damaged_folder_removes_nothing(fleet: Fleet, damage: str) -> None:
    tenant, expected = {
        "empty-folder": ("portal", "auto-sync will wipe out all resources"),
        "no-folder": ("finance", "app path does not exist"),
        "broken-file": ("research", "Failed to unmarshal"),
    }[damage]
    name, folder = tenant_application(tenant), _folder(fleet, tenant)
    items = fleet.compiled(f"{CLUSTER}/{tenant}")
    with fleet.damage(f"{CLUSTER}/{tenant}"):
        with fleet.forced_change(f"Damage {tenant}"):
            if damage == "broken-file":
                quota = folder / "quota.yaml"
                quota.write_text("<<<<<<< HEAD\n" + quota.read_text(encoding="utf-8"), encoding="utf-8")
            else:
                shutil.rmtree(folder)
            if damage == "empty-folder":
                folder.mkdir()
                (folder / "README.md").write_text("nothing yet\n", encoding="utf-8")
        fleet.wait_until(name, lambda item: expected in str(item["status"].get("conditions", "")), f"saying {expected}")
        assert _missing(fleet, items) == []
    fleet.wait_settled(name)
    assert _missing(fleet, items) == []


# Two rounds of one commit each: which file is lost in the folder of whom.
LOST_FILES = (
    {"genomics": "namespaces.yaml", "climate": "network.yaml", "search": "quota.yaml", "robotics": "access.yaml"},
    {"genomics": "scheduling.yaml", "climate": "storage.yaml", "search": "addons.yaml"},
)


def test_a_partial_render_removes_nothing_that_matters_unasked(fleet: Fleet) -> None:
    """One file is missing in each of several folders. Whatever goes without a question is of a kind that may."""
    gone: dict[str, set[str]] = {}
    for files in LOST_FILES:
        with fleet.damage(*(f"{CLUSTER}/{tenant}" for tenant in files)):
            lost = {tenant: read_documents([_folder(fleet, tenant) / file]) for tenant, file in files.items()}
            with fleet.forced_change("Lose a file of everybody"):
                for tenant, file in files.items():
                    (_folder(fleet, tenant) / file).unlink()
                    # As compile does. A file that is only removed can pass unseen: git may call it renamed.
                    with (_folder(fleet, tenant) / "inventory.jsonl").open("a", encoding="utf-8") as inventory:
                        inventory.write("\n")
            for tenant, items in lost.items():
                if {item["kind"] for item in items} <= UNASKED:
                    fleet.wait_settled(tenant_application(tenant))
                else:
                    fleet.wait_asks(tenant_application(tenant))
                gone[files[tenant]] = {words.split()[0] for words in _missing(fleet, items)}
        for tenant in files:
            _stop_once_whole(fleet, tenant_application(tenant))
            fleet.wait_settled(tenant_application(tenant))
        assert [name for items in lost.values() for name in _missing(fleet, items)] == []
    assert {file for file, kinds in gone.items() if kinds} == {"access.yaml", "addons.yaml"}


def test_the_docs_list_what_goes_without_a_question(fleet: Fleet) -> None:
    text = (REPOSITORY / "docs" / "rollout.md").read_text(encoding="utf-8")
    sentence = next(row for row in text.split("\n\n") if row.startswith("Without a question go"))
    assert set(re.findall(r"`(\w+)`", sentence)) >= UNASKED


def _belongs(item: Object, namespace: str) -> bool:
    """Whether an object is of one project's namespace, or is its Namespace or one of its queues."""
    tenant, project = namespace.split("-")
    return (
        item["metadata"].get("namespace") == namespace
        or f".{tenant}.{project}" in item["metadata"]["name"]
        or (item["kind"] == "Namespace" and item["metadata"]["name"] == namespace)
    )


def _missing(fleet: Fleet, items: list[Object]) -> list[str]:
    return [
        named(item)
        for item in items
        if not (answer := fleet.api.get(item)).ok or "deletionTimestamp" in answer.body["metadata"]
    ]


def _stop_once_whole(fleet: Fleet, name: str) -> None:
    """The way back that docs/rollout.md has: git is right again, and then a question that is still open is stopped."""
    fleet.wait_until(name, lambda item: item["status"]["sync"]["status"] == "Synced", "Synced")
    if "Waiting for pruning confirmation" in operation_message(fleet.application(name)):
        fleet.stop(name)
    fleet.wait_until(name, at_rest, "at rest")


def _folder(fleet: Fleet, tenant: str) -> Path:
    return fleet.repository.folder / "output" / CLUSTER / tenant
