"""Operators' own kinds in a cluster that lists their integrations: taken as written, admitted, charged by the unit.

The operators of JobSet and MPIJob run; for KubeRay's, a test makes the pods as its account. What an account makes that
is no operator the cluster names is refused, like all work beside the queue.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.admission.actors import Project, projects
from tests.acceptance.admission.honest.additions import without_kueue
from tests.acceptance.admission.honest.controllers import RAY, start_operators, user_names
from tests.acceptance.admission.honest.operators import (
    CRDS,
    INTEGRATIONS,
    KINDS,
    LABELS,
    POOL,
    RESOURCES,
    Kind,
    children,
)
from tests.acceptance.admission.honest.scene import eventually
from tests.plane.api import Object
from tests.plane.manifests import apply_all, compiled_objects
from tests.plane.plane import CRDS as ALWAYS
from tests.plane.plane import Plane, start_plane
from tests.plane.processes import Processes
from tests.plane.readback import differences, without_server_parts
from tests.plane.waiting import wait_for
from tests.plane.workloads import GPU, pod
from tests.support.workspaces import copy_example, edit, run

pytestmark = pytest.mark.xdist_group("operators")

_NAMESPACE = "vision-detection"
_PARTS = ("_platform", "research", "vision")
_ANSWERED = "{verbs: [create], resources: [pods/exec, pods/portforward]}"


@pytest.fixture(scope="module")
def plane(built_plane: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    """The example's production cluster with these integrations, and developers who may make their kinds."""
    workspace = _workspace(tmp_path_factory.mktemp("operators"))
    with Processes() as processes:
        started = start_plane(processes, workspace, "prod-a", crds=(*ALWAYS, *CRDS))
        wanted = [f"prod-a/{part}" for part in _PARTS]
        apply_all(started.argocd, compiled_objects(started.output, *wanted))
        probe: Object = pod(_NAMESPACE, "probe", nodeName="shared-0")
        wait_for(lambda: "TN833" in started.api.create(probe, dry_run=True).message, "policies bite", seconds=60)
        start_operators(started.kubernetes)
        yield started


def _workspace(folder: Path) -> Path:
    workspace = copy_example(folder)
    listed = ", ".join(("job", "pod", "deployment", "statefulset", *INTEGRATIONS))
    timeout = "    podsReadyTimeout: 30m"
    named = f"    integrations: [{listed}]\n    operators: {json.dumps(user_names())}\n"
    edit(workspace / "clusters/prod-a/cluster.yaml", timeout, named + timeout)
    rights = f"{{verbs: [get, list, watch, create, update, patch, delete], resources: [{', '.join(RESOURCES)}]}}"
    edit(workspace / "clusters/roles.yaml", _ANSWERED, f"{_ANSWERED}\n  - {rights}")
    compiled = run("compile", folder=workspace)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
    return workspace


@pytest.fixture(scope="module")
def project(plane: Plane) -> Project:
    """Who makes the work."""
    return projects(plane.output, plane.cluster)[_NAMESPACE]


@pytest.fixture
def kind(request: pytest.FixtureRequest, plane: Plane, project: Project) -> Iterator[Kind]:
    """An object of the kind, not yet made; it is deleted afterwards."""
    made = KINDS[request.param](project, f"honest-{request.param.lower()}")
    yield made
    plane.api.delete(made.item)
    eventually(lambda: not _workloads(plane, made.item) and not _pods(plane, made), "nothing is left")


@pytest.mark.parametrize("kind", KINDS, indirect=True)
def test_is_taken_as_written_admitted_and_charged_by_unit(kind: Kind, plane: Plane, project: Project) -> None:
    plain = plane.api.create(without_kueue(kind.item, "default"), dry_run=True).must()
    stored = project.acting_as(plane.api, "developer").create(kind.item)
    assert not stored.warnings
    live = without_server_parts(stored.must())
    assert not list(differences(_without_empty(_expected(kind, plain)), _without_empty(live)))
    admitted = _admitted(plane, kind)
    [workload] = _workloads(plane, kind.item)
    admission = workload["status"]["admission"]
    assert admission["clusterQueue"] == f"{POOL}.vision.detection.training"
    for resource in (GPU, "rdma/hca"):
        charged = [int(part["resourceUsage"][resource]) for part in admission["podSetAssignments"]]
        assert sum(charged) == kind.units
    assert workload["spec"]["maximumExecutionTimeSeconds"] == 86400
    if kind.item["kind"].startswith("Ray"):
        operator = plane.api.as_service_account(*RAY)
        for child in [*children(admitted), _second(children(admitted)[-1])]:
            operator.create(child).must()
    try:
        eventually(lambda: _running(plane, kind) == kind.units, f"{kind.units} pods run on {POOL}")
    except AssertionError as late:
        raise AssertionError(f"{late}: {_states(plane, kind)}") from None
    assert not _refusals(plane, kind)
    templates = [child["spec"].get("template", child) for child in children(admitted)]
    assert {one["metadata"]["labels"]["kueue.x-k8s.io/local-queue-name"] for one in templates} == {f"training.{POOL}"}
    assert all(one["spec"]["nodeSelector"] == {"tenants.example.com/pool": POOL} for one in templates)


@pytest.mark.parametrize("kind", KINDS, indirect=True)
def test_refuses_children_from_an_account_that_is_no_operator_of_the_cluster(
    kind: Kind, plane: Plane, project: Project
) -> None:
    project.acting_as(plane.api, "developer").create(kind.item).must()
    account = plane.api.acting_as("system:serviceaccount:operators:manager", "system:masters")
    for child in children(_admitted(plane, kind)):
        answer = account.create(child, dry_run=True)
        assert answer.status == 422
        assert f"TN801: {child['kind']} asks for accelerators without a queue" in answer.message


@pytest.mark.parametrize("kind", KINDS, indirect=True)
def test_goes_with_all_its_pods_and_its_charge(kind: Kind, plane: Plane, project: Project) -> None:
    person = project.acting_as(plane.api, "developer")
    person.create(kind.item).must()
    _admitted(plane, kind)
    refused = person.delete(kind.item, propagation="Orphan")
    assert "TN818" in refused.message
    person.delete(kind.item, propagation="Foreground").must()
    eventually(lambda: not _workloads(plane, kind.item) and not _pods(plane, kind), "nothing is left")


def _second(worker: Object) -> Object:
    """A worker like this one, with the next number."""
    name = worker["metadata"]["name"].removesuffix("0") + "1"
    return {**worker, "metadata": {**worker["metadata"], "name": name}}


def _pods(plane: Plane, kind: Kind) -> list[Object]:
    name = kind.item["metadata"]["name"]
    return [one for one in plane.api.list("v1", "Pod", _NAMESPACE) if one["metadata"]["name"].startswith(f"{name}-")]


def _running(plane: Plane, kind: Kind) -> int:
    """Pods of the work that run on nodes of the pool."""
    return sum(
        one["status"].get("phase") == "Running" and one["spec"].get("nodeName", "").startswith(f"{POOL}-")
        for one in _pods(plane, kind)
    )


def _states(plane: Plane, kind: Kind) -> list[str]:
    """Every pod with its phase, its gates, and what the scheduler says of it."""
    return [
        f"{one['metadata']['name']} {one['status'].get('phase')} {one['spec'].get('schedulingGates', [])} "
        f"{[row.get('message') for row in one['status'].get('conditions', []) if row['type'] == 'PodScheduled']}"
        for one in _pods(plane, kind)
    ]


def _refusals(plane: Plane, kind: Kind) -> list[str]:
    name = kind.item["metadata"]["name"]
    return [
        str(event.get("message"))
        for event in plane.api.list("v1", "Event", _NAMESPACE)
        if event["involvedObject"].get("name", "").startswith(name) and "TN8" in str(event.get("message"))
    ]


def _expected(kind: Kind, plain: Object) -> Object:
    """What the server makes of the object alone, with Kueue's hold on it."""
    expected = without_server_parts(deepcopy(plain))
    expected["metadata"].update(namespace=_NAMESPACE, labels=LABELS)
    place = expected
    for part in kind.suspend[:-1]:
        place = place[part]
    place[kind.suspend[-1]] = True
    if plain["kind"] == "MPIJob":
        # The launcher is the first of the workers, so their ranks begin after it.
        template = expected["spec"]["mpiReplicaSpecs"]["Worker"]["template"]
        template["metadata"] = {"annotations": {"kueue.x-k8s.io/pod-index-offset": "1"}}
    return expected


def _without_empty(tree: Any) -> Any:
    """Without empty mappings: Kueue reads the object into its types and writes them with all their parts."""
    if isinstance(tree, dict):
        kept = {key: _without_empty(value) for key, value in tree.items()}
        return {key: value for key, value in kept.items() if value != {}}
    return [_without_empty(value) for value in tree] if isinstance(tree, list) else tree


def _admitted(plane: Plane, kind: Kind) -> Object:
    """The object once Kueue has let it go."""

    def held() -> bool:
        place = plane.api.get(kind.item).must()
        for part in kind.suspend:
            place = place.get(part, {})
        return bool(place)

    wait_for(
        lambda: any(one.get("status", {}).get("admission") for one in _workloads(plane, kind.item)) and not held(),
        "Kueue admits it",
        seconds=60,
    )
    return plane.api.get(kind.item).must()


def _workloads(plane: Plane, item: Object) -> list[Object]:
    found = plane.api.list("kueue.x-k8s.io/v1beta2", "Workload", item["metadata"]["namespace"])
    name = item["metadata"]["name"]
    return [one for one in found if name in {row["name"] for row in one["metadata"].get("ownerReferences", [])}]
