"""Pods that share a group, and sets whose pods Kueue lets go: whatever joins or leaves, what runs is charged.

Such scenes ran units uncharged before there was a rule; the rules change what their author wrote, and refuse nothing.
"""

from collections.abc import Iterator
from itertools import count

import pytest

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.attempts.creations import FOREIGN, PRETRAIN, TRAIN
from tests.acceptance.admission.attempts.every import APPROVED
from tests.acceptance.admission.attempts.groups_and_sets import GROUP, RANKING, SIZE
from tests.acceptance.admission.attempts.later import FRAUD
from tests.acceptance.admission.attempts.scene import WORKLOADS, Scene
from tests.acceptance.admission.attempts.test_no_unit_uncharged import Units, at_rest, comes_to, units
from tests.plane.api import Object
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for, wait_until_steady
from tests.plane.workloads import GPU, container, pod, replicated

pytestmark = [pytest.mark.xdist_group("admission"), pytest.mark.usefixtures("given_rights")]

RUN_TIME = "kueue.x-k8s.io/max-exec-time-seconds"
CPU_QUEUE = "inference.cpu-finance"


@pytest.fixture
def member(example_plane: Plane, members: dict[str, Project]) -> Iterator[Scene]:
    """A developer of nlp-pretrain."""
    yield from _scene(example_plane, members, PRETRAIN, "developer")


@pytest.fixture
def server(example_plane: Plane, members: dict[str, Project]) -> Iterator[Scene]:
    """An operator of search-ranking, who serves."""
    yield from _scene(example_plane, members, RANKING, "operator")


@pytest.fixture
def banker(example_plane: Plane, members: dict[str, Project]) -> Iterator[Scene]:
    """An operator of finance-fraud, which has nodes of its own."""
    yield from _scene(example_plane, members, FRAUD, "operator")


def test_a_pod_that_states_a_smaller_group_is_in_another_one(member: Scene) -> None:
    """Kueue takes a group for ended when as many of its pods have ended as any one of them says there are."""
    ended = member.make(_of("attempt-count-1", "attempt-count", 1, 2))
    member.make(_of("attempt-count-8", "attempt-count", 8, 2))
    comes_to(member, Units(9, 9))
    late = member.make(_of("attempt-count-2", "attempt-count", 2, 1))
    comes_to(member, Units(11, 11))
    member.api.patch(ended, {"status": {"phase": "Succeeded"}}, subresource="status").must()
    _poke(member, late)
    wait_for(lambda: units(member).running == 10, "one pod has ended")
    rest = at_rest(member)
    assert rest.running <= rest.charged


def test_a_pod_that_states_another_run_time_is_in_another_group(member: Scene) -> None:
    """Kueue deletes the Workload of a group whose run time differs from what any one of its pods says."""
    member.make(_of("attempt-time-8", "attempt-time", 8, 1))
    comes_to(member, Units(8, 8))
    late = member.make(_of("attempt-time-1", "attempt-time", 1, 1, seconds="60"))
    _poke(member, late)
    comes_to(member, Units(9, 9))


def test_a_pod_of_another_shape_waits_beside_a_group_that_is_whole(member: Scene) -> None:
    member.make(_of("attempt-shape-8", "attempt-shape", 8, 1))
    comes_to(member, Units(8, 8))
    late = member.make(_of("attempt-shape-1", "attempt-shape", 1, 1, **{"kueue.x-k8s.io/retriable-in-group": "false"}))
    _poke(member, late)
    comes_to(member, Units(8, 8))


@pytest.mark.parametrize("part", ["labels", "annotations"])
def test_the_name_of_a_group_says_what_its_pods_agree_upon_and_may_be_given_again(member: Scene, part: str) -> None:
    more = {"labels": {}, "annotations": {SIZE: "1"}}
    more[part][GROUP] = "attempt-named"
    item = pod(PRETRAIN, f"attempt-named-{part}", container(1), queue=TRAIN, **more)  # type: ignore[arg-type]
    member.made.append(item)
    member.actor.apply(item, manager="attempt").must()
    comes_to(member, Units(1, 1))
    member.actor.apply(item, manager="attempt").must()
    stored = member.api.get(item).must()
    assert stored["metadata"][part][GROUP] == f"attempt-named.{TRAIN}.1.604800s"


@pytest.mark.parametrize("part", ["labels", "annotations"])
def test_a_pod_that_calls_its_group_like_a_sets_workload_is_in_another_group(server: Scene, part: str) -> None:
    """Kueue declares the Workload of a set finished where a pod of its group is of another shape."""
    item = server.running(replicated("StatefulSet", RANKING, "attempt-s0", container(1), queue=FOREIGN))
    [workload] = server.api.list(WORKLOADS, "Workload", RANKING)
    more: dict[str, dict[str, str]] = {"labels": {}, "annotations": {SIZE: "1"}}
    more[part][GROUP] = workload["metadata"]["name"]
    server.make(pod(RANKING, f"attempt-like-{part}", container(2), queue=FOREIGN, **more))  # type: ignore[arg-type]
    comes_to(server, Units(1, 1))
    _poke(server, item)
    comes_to(server, Units(1, 1))


def test_a_set_that_numbers_its_pods_anew_runs_no_more_than_is_charged(server: Scene) -> None:
    item = server.running(replicated("StatefulSet", RANKING, "attempt-numbers", container(1), queue=FOREIGN))
    server.actor.patch(item, {"spec": {"ordinals": {"start": 1}}}).must()
    wait_for(lambda: any(one["metadata"]["name"].endswith("-1") for one in server.pods_of(item)), "there is a new pod")
    comes_to(server, Units(1, 1))


def test_a_set_that_is_given_up_gives_its_units_back_with_its_pods(server: Scene) -> None:
    item = server.running(replicated("StatefulSet", RANKING, "attempt-none", container(1), queue=FOREIGN))
    server.actor.patch(item, {"spec": {"replicas": 0}}, subresource="scale").must()
    comes_to(server, Units(0, 0))


def test_what_kueue_lets_go_in_a_rollout_of_a_dedicated_tenant_runs_on_no_shared_node(banker: Scene) -> None:
    """The set asks for more than there is, and its last revision is let go without having been admitted."""
    main = container(cpu="40", memory="100Gi", image=APPROVED)
    item = replicated("StatefulSet", FRAUD, "attempt-rollout", main, queue=CPU_QUEUE, replicas=4)
    item["spec"]["updateStrategy"] = {"type": "RollingUpdate", "rollingUpdate": {"partition": 4}}
    item["spec"]["podManagementPolicy"] = "Parallel"
    banker.make(item)
    wait_for(lambda: len(banker.pods_of(item)) == 4, "the pods wait")
    revisions = count()

    def let_go() -> bool:
        template = {"metadata": {"labels": {"revision": str(next(revisions))}}}
        banker.actor.patch(item, {"spec": {"template": template}}).must()
        return any(not one["spec"].get("schedulingGates") for one in banker.pods_of(item))

    wait_for(let_go, "Kueue lets a pod of the last revision go", pause_seconds=0.3)
    places: set[str] = set()

    def seen() -> int:
        places.update(one["spec"]["nodeName"] for one in banker.pods_of(item) if "nodeName" in one["spec"])
        return len(places)

    assert wait_until_steady(seen, quiet_seconds=3, seconds=30) == 0, places


def _of(name: str, group: str, of: int, size: int, *, seconds: str = "", **annotations: str) -> Object:
    labels = {GROUP: group, **({RUN_TIME: seconds} if seconds else {})}
    return pod(PRETRAIN, name, container(of), queue=TRAIN, labels=labels, annotations={SIZE: str(size), **annotations})


def _poke(scene: Scene, item: Object) -> None:
    """Makes Kueue look at a pod's group a few times: of which pod it asks what the group is, is not always the same."""
    for number in range(10):
        scene.actor.patch(item, {"metadata": {"labels": {"poke": str(number)}}}).must()
        wait_until_steady(lambda: units(scene), quiet_seconds=0.2, seconds=10)


def _scene(plane: Plane, members: dict[str, Project], namespace: str, who: str) -> Iterator[Scene]:
    scene = Scene(plane, members, who, namespace)
    wait_for(lambda: units(scene, GPU) == Units(0, 0), f"nothing runs in {namespace}")
    yield scene
    scene.clear()
