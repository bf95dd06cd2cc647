"""Retiring a project, a tenant and a class of a project while work runs there, by the steps of docs/rollout.md.

Each asks for every confirmation that the page names, nothing hangs, and no volume is lost.
"""

import shutil

import pytest

from tests.acceptance.argocd.fleet import ROOT, Fleet, at_rest, operation_message, tenant_application
from tests.acceptance.argocd.work import (
    bind_volume,
    cluster_queue_key,
    namespace_key,
    phase,
    run_job,
    running_pods,
)
from tests.plane.api import Object
from tests.plane.argocd import application_key
from tests.plane.waiting import wait_for
from tests.support.workspaces import edit

pytestmark = [pytest.mark.xdist_group("argocd"), pytest.mark.side_by_side]

SLICE = "nvidia.com/mig-1g.10gb"


def test_a_project_goes_while_another_of_its_tenant_is_held(fleet: Fleet) -> None:
    """nlp/pretrain goes; nlp/finetune is held all the time, which keeps nothing from being removed."""
    name, namespace = tenant_application("nlp"), "nlp-pretrain"
    projects = fleet.workspace / "tenants" / "nlp" / "projects.yaml"
    volumes = [bind_volume(fleet, namespace, claim) for claim in ("corpus", "checkpoints")]
    run_job(fleet, namespace, "training.h100-train", claim="corpus")
    with fleet.change("Drain pretrain, hold finetune") as commits:
        edit(projects, "  displayName: Foundation models\n", "  displayName: Foundation models\n  state: draining\n")
        edit(projects, "  classes: [training, development]\n", "  classes: [training, development]\n  state: held\n")
    fleet.wait_settled(name, commit=commits[0])
    wait_for(lambda: running_pods(fleet, namespace) == 0, "nothing runs any more", seconds=120)
    with fleet.change("Retire pretrain") as commits:
        edit(projects, "  state: draining\n", "  state: retired\n")
    fleet.wait_settled(name, commit=commits[0])
    with fleet.change("Remove pretrain", "--allow-deletes", "100"):
        text = projects.read_text(encoding="utf-8")
        projects.write_text(text[text.index("---\n") + 4 :], encoding="utf-8")
    assert fleet.wait_asks(name)
    fleet.approve(name)
    fleet.wait_gone(namespace_key(namespace), cluster_queue_key("h100-train.nlp.pretrain.training"))
    fleet.wait_settled(name)
    assert [phase(fleet, volume) for volume in volumes] == ["Released", "Released"]
    assert _stopped(fleet, "nlp-finetune") == {"Hold"}, "the sibling was not held, so nothing is shown"


def test_a_tenant_goes(fleet: Fleet) -> None:
    """education goes, with a course running and its material on a volume."""
    name, namespaces = tenant_application("education"), ("education-courses", "education-theses")
    folder = fleet.workspace / "tenants" / "education"
    volume = bind_volume(fleet, "education-courses", "material")
    run_job(fleet, "education-courses", "development.h100-slices", resource=SLICE, claim="material")
    with fleet.change("Drain education") as commits:
        edit(folder / "tenant.yaml", "  costCenter: E-400\n", "  costCenter: E-400\n  state: draining\n")
    fleet.wait_settled(name, commit=commits[0])
    wait_for(lambda: running_pods(fleet, "education-courses") == 0, "nothing runs any more", seconds=120)
    with fleet.change("Retire education") as commits:
        edit(folder / "tenant.yaml", "  state: draining\n", "  state: retired\n")
        (folder / "grants.yaml").unlink()
    fleet.wait_settled(name, commit=commits[0])
    cluster_scoped = [item for item in fleet.compiled("prod-a/education") if "namespace" not in item["metadata"]]
    with fleet.root, fleet.change("Remove education", "--allow-deletes", "100"):
        shutil.rmtree(folder)
    with fleet.root:
        assert fleet.wait_asks(ROOT) == "Waiting for pruning confirmation of argoproj.io/v1alpha1/Application/" + name
        assert all(fleet.api.get(item).ok for item in cluster_scoped), "gone before anybody was asked"
        fleet.approve(ROOT)
        fleet.wait_until(name, lambda item: "deletionTimestamp" in item["metadata"], "being deleted")
        assert all(fleet.api.get(item).ok for item in cluster_scoped), "gone before its own confirmation"
        fleet.approve(name)
        fleet.wait_gone(application_key(name), *cluster_scoped, *(namespace_key(item) for item in namespaces))
        fleet.wait_gone({**application_key(name), "kind": "AppProject"})
        fleet.wait_until(ROOT, at_rest, "at rest")
    assert phase(fleet, volume) == "Released"


def test_a_class_of_a_project_goes(fleet: Fleet) -> None:
    """vision/detection gives up its class development, with a notebook running."""
    name, namespace = tenant_application("vision"), "vision-detection"
    projects = fleet.workspace / "tenants" / "vision" / "projects.yaml"
    line = "  - {pool: h100-slices, class: development, state: draining}\n"
    ours = cluster_queue_key("h100-slices.vision.detection.development")
    run_job(fleet, namespace, "development.h100-slices", resource=SLICE)
    text = projects.read_text(encoding="utf-8")
    quota = next(row for row in text.splitlines(keepends=True) if row.startswith("  - {pool: h100-train"))
    with fleet.change("Drain development") as commits:
        edit(projects, quota, quota + line)
    fleet.wait_settled(name, commit=commits[0])
    wait_for(lambda: running_pods(fleet, namespace) == 0, "nothing runs any more", seconds=120)
    with fleet.change("Remove development"):
        edit(projects, line, "")
        edit(projects, "[training, development]", "[training]")
    assert fleet.wait_asks(name)
    assert fleet.api.get(ours).ok, "gone before anybody was asked"
    fleet.approve(name)
    fleet.wait_gone(ours)
    fleet.wait_settled(name)
    assert not operation_message(fleet.application(name)).startswith("Waiting")


def _stopped(fleet: Fleet, namespace: str) -> set[str]:
    queues: list[Object] = fleet.api.list("kueue.x-k8s.io/v1beta2", "LocalQueue", namespace)
    return {item["spec"]["stopPolicy"] for item in queues}
