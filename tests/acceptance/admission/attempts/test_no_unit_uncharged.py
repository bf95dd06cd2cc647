"""What is accepted and still leads nowhere: no unit is used that is not charged.

Each scene is looked at until it rests. At no look do more units run than Kueue charges (it charges before it starts),
except where a rule's bound is the point; then the numbers say so.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.attempts.creations import FINETUNE, MIG, PRETRAIN, SLICES, TRAIN
from tests.acceptance.admission.attempts.first import FRAUD, INFERENCE
from tests.acceptance.admission.attempts.scene import WORKLOADS, Scene
from tests.plane.api import JSON_PATCH, Object
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for, wait_until_steady
from tests.plane.workloads import GPU, container, job, pod, replicated

pytestmark = [pytest.mark.xdist_group("admission"), pytest.mark.usefixtures("given_rights")]

GROUP, SIZE = "kueue.x-k8s.io/pod-group-name", "kueue.x-k8s.io/pod-group-total-count"
ROLE = "kueue.x-k8s.io/role-hash"
FAST = "kueue.x-k8s.io/pod-group-fast-admission"
QUIET, LONGEST = 2.0, 30.0


@dataclass(frozen=True)
class Units:
    """Units of one resource in a namespace: of running pods, and reserved by Kueue."""

    running: int
    charged: int


@pytest.fixture
def member(example_plane: Plane, members: dict[str, Project]) -> Iterator[Scene]:
    """A developer of nlp-pretrain."""
    yield from _scene(example_plane, members, PRETRAIN, "developer")


@pytest.fixture
def tuner(example_plane: Plane, members: dict[str, Project]) -> Iterator[Scene]:
    """A developer of nlp-finetune, where slices are."""
    yield from _scene(example_plane, members, FINETUNE, "developer")


@pytest.fixture
def banker(example_plane: Plane, members: dict[str, Project]) -> Iterator[Scene]:
    """An operator of finance-fraud, which may serve."""
    yield from _scene(example_plane, members, FRAUD, "operator")


def test_two_sizes_under_one_forged_role_are_charged_truly(member: Scene) -> None:
    member.make(grouped("attempt-forged-1", "attempt-forged", 1, 2, **{ROLE: "same"}))
    member.make(grouped("attempt-forged-8", "attempt-forged", 8, 2, **{ROLE: "same"}))
    comes_to(member, Units(9, 9))


def test_two_sizes_whose_roles_collide_in_kueues_hash_are_charged_truly(member: Scene) -> None:
    small, large = colliding()
    member.make(grouped("attempt-alike-1", "attempt-alike", small, 2))
    member.make(grouped("attempt-alike-8", "attempt-alike", large, 2))
    comes_to(member, Units(9, 9))


def test_a_group_that_asks_to_be_admitted_early_is_refused(member: Scene) -> None:
    early = grouped("attempt-fast-1", "attempt-fast", 1, 2, **{FAST: "true", ROLE: "same"})
    assert "denied request: TN822: " in member.actor.create(early).message


def test_a_group_that_waits_for_all_of_it_lets_nothing_larger_in(member: Scene) -> None:
    member.make(grouped("attempt-whole-1", "attempt-whole", 1, 2, **{ROLE: "same"}))
    comes_to(member, Units(0, 0))
    member.make(grouped("attempt-whole-2", "attempt-whole", 1, 2, **{ROLE: "same"}))
    comes_to(member, Units(2, 2))
    member.make(grouped("attempt-whole-8", "attempt-whole", 8, 2, **{ROLE: "same"}))
    comes_to(member, Units(2, 2))


def test_a_larger_pod_does_not_take_the_place_of_a_smaller_one_in_a_group(member: Scene) -> None:
    first = member.make(grouped("attempt-place-1", "attempt-place", 1, 1, **{ROLE: "same"}))
    wait_for(lambda: units(member).running == 1, "the first of the group runs")
    member.make(grouped("attempt-place-8", "attempt-place", 8, 1, **{ROLE: "same"}))
    member.actor.delete(first).must()
    rest = at_rest(member)
    assert rest.running <= rest.charged


@pytest.mark.parametrize("whose", ["another-jobs", "nobodys"])
@pytest.mark.parametrize("what", ["job", "pod", "pod-group", "deployment"])
def test_work_with_a_workload_made_before_is_refused(member: Scene, what: str, whose: str) -> None:
    tiny = member.running(job(PRETRAIN, f"attempt-tiny-{what}-{whose}", container(1), queue=TRAIN))
    [workload] = [item for item in workloads(member) if tiny["metadata"]["name"] in item["metadata"]["name"]]
    name = workload["metadata"]["name"] if whose == "another-jobs" else "no-such-workload"
    prebuilt = {"kueue.x-k8s.io/prebuilt-workload-name": name}
    large = f"attempt-large-{what}-{whose}"
    actor = member if what != "deployment" else _as(member, "admin")
    match what:
        case "job":
            item = job(PRETRAIN, large, container(8), queue=TRAIN, labels=prebuilt)
        case "pod":
            item = pod(PRETRAIN, large, container(8), queue=TRAIN, labels=prebuilt)
        case "pod-group":
            item = pod(
                PRETRAIN, large, container(8), queue=TRAIN, labels={**prebuilt, GROUP: name}, annotations={SIZE: "1"}
            )
        case _:
            item = replicated("Deployment", PRETRAIN, large, container(8), queue=TRAIN, labels=prebuilt)
            item["spec"]["template"]["metadata"]["labels"].update(prebuilt)
    assert "denied request: TN822: " in actor.actor.create(item).message
    comes_to(member, Units(1, 1))


def test_a_statefulset_scaled_behind_kueues_back_runs_no_more_than_is_charged(banker: Scene) -> None:
    image = "registry.example.com/approved/work:1"
    item = banker.running(
        replicated("StatefulSet", FRAUD, "attempt-scaled", container(1, image=image), queue=INFERENCE)
    )
    refused = banker.actor.patch(item, {"spec": {"replicas": 4}}, subresource="scale")
    assert "denied request: TN816: " in refused.message
    comes_to(banker, Units(1, 1))


def test_a_statefulset_that_claims_another_framework_runs_no_more_than_is_charged(banker: Scene) -> None:
    image = "registry.example.com/approved/work:1"
    item = replicated("StatefulSet", FRAUD, "attempt-claimed", container(1, image=image), queue=INFERENCE)
    banker.running(item)
    parent = "/spec/template/metadata/annotations/kueue.x-k8s.io~1pod-suspending-parent"
    change = [
        {"op": "replace", "path": parent, "value": "leaderworkerset.x-k8s.io/leaderworkerset"},
        {"op": "replace", "path": "/spec/template/spec/containers/0/resources", "value": container(4)["resources"]},
    ]
    refused = banker.actor.patch(item, change, content_type=JSON_PATCH)
    assert "denied request: TN822: " in refused.message
    comes_to(banker, Units(1, 1))


def test_a_gate_written_by_hand_is_no_proof_that_kueue_holds_a_pod(member: Scene) -> None:
    gates = [{"name": "kueue.x-k8s.io/admission"}]
    parent = {"kueue.x-k8s.io/pod-suspending-parent": "deployment"}
    for item in (
        pod(PRETRAIN, "attempt-own-gate", container(1), schedulingGates=gates),
        pod(PRETRAIN, "attempt-own-parent", container(1), annotations=parent),
    ):
        assert "denied request: TN801: " in member.actor.create(item).message


def test_a_job_created_unsuspended_waits_like_any_other(member: Scene) -> None:
    item = member.make(job(PRETRAIN, "attempt-eager", container(4), queue=TRAIN, job_spec={"suspend": False}))
    wait_for(lambda: units(member).charged, "Kueue charges the Job")
    comes_to(member, Units(4, 4))
    assert item["metadata"]["name"] in workloads(member)[0]["metadata"]["name"]


def test_a_running_job_that_is_stopped_to_be_widened_comes_back_as_it_was(member: Scene) -> None:
    item = job(PRETRAIN, "attempt-wider", container(1), queue=TRAIN)
    del item["spec"]["completions"]
    member.running(item)
    refused = member.actor.patch(item, {"spec": {"suspend": True, "parallelism": 8}})
    assert "denied request: TN816: " in refused.message
    member.actor.patch(item, {"spec": {"suspend": True}}).must()
    comes_to(member, Units(1, 1))


def test_an_elastic_job_grows_only_as_far_as_it_is_charged_and_its_gates_stay(tuner: Scene) -> None:
    elastic = {"kueue.x-k8s.io/elastic-job": "true"}
    item = job(FINETUNE, "attempt-elastic", container(1, resource=MIG), queue=SLICES, annotations=elastic)
    del item["spec"]["completions"]
    tuner.running(item)
    tuner.actor.patch(item, {"spec": {"parallelism": 200}}).must()
    held = wait_for(
        lambda: [one for one in tuner.pods_of(item) if one["spec"].get("schedulingGates")], "further pods are gated"
    )
    change = [{"op": "remove", "path": "/spec/schedulingGates"}]
    refused = tuner.actor.patch(held[0], change, content_type=JSON_PATCH)
    assert "denied request: TN811: " in refused.message
    rest = at_rest(tuner, MIG)
    assert rest.running <= rest.charged


def test_a_gate_of_elastic_jobs_in_another_job_stops_it_for_good(tuner: Scene) -> None:
    gates = [{"name": "kueue.x-k8s.io/elastic-job"}]
    item = job(FINETUNE, "attempt-gated", container(1, resource=MIG), queue=SLICES, schedulingGates=gates)
    del item["spec"]["completions"]
    tuner.make(item)
    wait_for(lambda: tuner.pods_of(item), "the Job has pods")
    tuner.actor.patch(item, {"spec": {"parallelism": 3}}).must()
    assert at_rest(tuner, MIG).running == 0


def test_an_orphaned_statefulset_stays_charged(banker: Scene) -> None:
    image = "registry.example.com/approved/work:1"
    item = banker.running(
        replicated("StatefulSet", FRAUD, "attempt-orphan", container(1, image=image), queue=INFERENCE)
    )
    banker.actor.delete(item, propagation="Orphan").must()
    banker.made.extend(banker.pods_of(item))
    comes_to(banker, Units(1, 1))


@pytest.mark.parametrize("kind", ["Deployment", "StatefulSet"])
def test_what_a_finalizer_keeps_stays_charged(banker: Scene, kind: str) -> None:
    image = "registry.example.com/approved/work:1"
    item = replicated(kind, FRAUD, f"attempt-kept-{kind.lower()}", container(1, image=image), queue=INFERENCE)
    item["metadata"]["finalizers"] = ["example.com/hold"]
    banker.running(item)
    banker.actor.delete(item).must()
    comes_to(banker, Units(1, 1))


def grouped(name: str, group: str, of: int | Object, size: int, **annotations: str) -> Object:
    """A pod of a group, by its units or by its container."""
    body = container(of) if isinstance(of, int) else of
    labels, more = {GROUP: group}, {SIZE: str(size), **annotations}
    return pod(PRETRAIN, name, body, queue=TRAIN, labels=labels, annotations=more)


def units(scene: Scene, resource: str = GPU) -> Units:
    """What runs, and what is charged, in the scene's namespace."""
    pods = scene.api.list("v1", "Pod", scene.namespace)
    return Units(
        sum(_asked(one, resource) for one in pods if one["status"].get("phase") == "Running"),
        sum(_reserved(one, resource) for one in workloads(scene)),
    )


def at_rest(scene: Scene, resource: str = GPU) -> Units:
    """What the scene comes to, after a time in which Kueue and the controllers did what they do."""
    return wait_until_steady(lambda: units(scene, resource), quiet_seconds=QUIET, seconds=LONGEST)


def comes_to(scene: Scene, expected: Units) -> None:
    """The scene comes to these units, and stays with them."""
    wait_for(lambda: units(scene) == expected, f"the scene comes to {expected}")
    assert at_rest(scene) == expected


def workloads(scene: Scene) -> list[Object]:
    return scene.api.list(WORKLOADS, "Workload", scene.namespace)


def colliding() -> tuple[Object, Object]:
    """A container of 1 GPU and one of 8 between which Kueue's hash of a pod's role does not tell; found in seconds."""
    assert _role(1, 2154, 1033) == _role(8, 6012, 1028)
    return container(1, cpu="2154m", memory="1033Mi"), container(8, cpu="6012m", memory="1028Mi")


_TOLERATED = [
    {"key": f"node.kubernetes.io/{key}", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}
    for key in ("not-ready", "unreachable")
]


def _role(gpus: int, cpu: int, memory: int) -> str:
    """Kueue's own role of a pod with one container: the first 32 bits of a hash over what decides its admission."""
    requests = {"cpu": f"{cpu}m", "memory": f"{memory}Mi", GPU: str(gpus)}
    spec = {
        "affinity": None,
        "containers": [{"ports": None, "resources": {"requests": requests}}],
        "initContainers": None,
        "nodeSelector": None,
        "overhead": None,
        "priority": 0,
        "resourceClaims": None,
        "runtimeClassName": None,
        "tolerations": _TOLERATED,
        "topologySpreadConstraints": None,
    }
    return hashlib.sha256(json.dumps({"spec": spec}, separators=(",", ":")).encode()).hexdigest()[:8]


def _asked(item: Object, resource: str) -> int:
    return sum(int(one["resources"].get("limits", {}).get(resource, 0)) for one in item["spec"]["containers"])


def _reserved(workload: Object, resource: str) -> int:
    status = workload.get("status", {})
    conditions = {row["type"]: row["status"] for row in status.get("conditions", [])}
    if conditions.get("QuotaReserved") != "True" or conditions.get("Finished") == "True":
        return 0
    rows = status["admission"]["podSetAssignments"]
    return sum(int(row.get("resourceUsage", {}).get(resource, 0)) for row in rows)


def _as(scene: Scene, who: str) -> Scene:
    return Scene(scene.plane, scene.projects, who, scene.namespace, scene.made)


def _scene(plane: Plane, members: dict[str, Project], namespace: str, who: str) -> Iterator[Scene]:
    scene = Scene(plane, members, who, namespace)
    for resource in (GPU, MIG):
        wait_for(lambda resource=resource: units(scene, resource) == Units(0, 0), f"nothing runs in {namespace}")
    yield scene
    scene.clear()
