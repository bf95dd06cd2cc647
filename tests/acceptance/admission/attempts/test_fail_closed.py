"""Where Kueue's webhooks are gone or do not answer, nothing starts that Kueue does not hold: on a plane of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.admission.actors import projects
from tests.acceptance.admission.attempts.creations import PRETRAIN, TRAIN
from tests.acceptance.admission.attempts.first import FRAUD, INFERENCE
from tests.acceptance.admission.attempts.scene import copied
from tests.acceptance.admission.attempts.test_refused import codes
from tests.plane.api import Api, Object
from tests.plane.plane import Plane, start_plane
from tests.plane.processes import Processes
from tests.plane.waiting import wait_for
from tests.plane.workloads import QUEUE, container, job, pod, replicated

pytestmark = pytest.mark.xdist_group("admission")

MUTATING: Object = {
    "apiVersion": "admissionregistration.k8s.io/v1",
    "kind": "MutatingWebhookConfiguration",
    "metadata": {"name": "kueue-mutating-webhook-configuration"},
}


@pytest.fixture(scope="module")
def plane(built_plane: None, example_workspace: Path) -> Iterator[Plane]:
    """A plane without nodes: what is refused needs none. Its Kueue is stopped by the last test."""
    with Processes() as processes:
        started = start_plane(processes, example_workspace, "prod-a", pods_run=False)
        started.apply_compiled()
        yield started


@pytest.fixture
def without_webhooks(plane: Plane) -> Iterator[None]:
    """Kueue's mutating webhooks are gone for one test."""
    there = plane.api.get(MUTATING).must()
    plane.api.delete(MUTATING).must()
    yield
    plane.api.create(copied(there)).must()


def test_without_kueues_webhooks_queued_work_is_refused_and_what_was_made_before_makes_no_pods(
    plane: Plane, without_webhooks: None
) -> None:
    lead = projects(plane.output, "prod-a")[PRETRAIN].acting_as(plane.api, "admin")
    banker = projects(plane.output, "prod-a")[FRAUD].acting_as(plane.api, "admin")
    unheld = pod(PRETRAIN, "attempt-pod", container(1), queue=TRAIN)
    wait_for(lambda: "TN810" in lead.create(unheld, dry_run=True).message, "the webhooks are gone")

    image = "registry.example.com/approved/work:1"
    assert _refused(lead, unheld) == ["TN810"]
    assert _refused(lead, pod(PRETRAIN, "attempt-bare", container(1))) == ["TN801"]
    assert _refused(lead, job(PRETRAIN, "attempt-job", container(1), queue=TRAIN)) == ["TN814"]
    eager = job(PRETRAIN, "attempt-eager", container(1), queue=TRAIN, job_spec={"suspend": False})
    assert _refused(lead, eager) == ["TN814"]
    assert _refused(lead, replicated("Deployment", PRETRAIN, "attempt-d", container(1), queue=TRAIN)) == ["TN810"]
    served = replicated("StatefulSet", FRAUD, "attempt-s", container(1, image=image), queue=INFERENCE)
    assert _refused(banker, served) == ["TN810"]
    group = {"kueue.x-k8s.io/pod-group-name": "attempt"}
    member = pod(PRETRAIN, "attempt-g", container(1), queue=TRAIN, labels=group)
    assert _refused(lead, member) == ["TN810"]

    # As Kueue would have made it before its webhooks went; a forged one is no better.
    before = replicated("Deployment", PRETRAIN, "attempt-before", container(1), queue=TRAIN, replicas=0)
    before["spec"]["template"]["metadata"].update(
        labels={"app": "attempt-before", QUEUE: TRAIN},
        annotations={"kueue.x-k8s.io/pod-suspending-parent": "deployment"},
    )
    lead.create(before).must()
    lead.patch(before, {"spec": {"replicas": 2}}, subresource="scale").must()
    assert _refusal_of_pods(plane, "ReplicaSet") == "TN810"
    assert not plane.api.list("v1", "Pod", PRETRAIN)
    lead.delete(before, propagation="Foreground").must()
    wait_for(lambda: plane.api.get(before).status == 404, "the Deployment is gone")


def test_while_kueue_does_not_answer_no_work_is_taken(plane: Plane) -> None:
    lead = projects(plane.output, "prod-a")[PRETRAIN].acting_as(plane.api, "admin")
    plane.kubernetes.processes.stop("kueue")

    for subject, item in (
        ("job", job(PRETRAIN, "attempt-job", container(1), queue=TRAIN)),
        ("pod", pod(PRETRAIN, "attempt-pod", container(1), queue=TRAIN)),
        ("pod", pod(PRETRAIN, "attempt-bare", container(1))),
        ("deployment", replicated("Deployment", PRETRAIN, "attempt-d", container(1), queue=TRAIN)),
    ):
        answer = lead.create(item)
        assert answer.status == 500
        assert f'failed calling webhook "m{subject}.kb.io"' in answer.message
    assert not plane.api.list("v1", "Pod", PRETRAIN)


def _refused(api: Api, item: Object) -> list[str]:
    return codes(api.create(item))


def _refusal_of_pods(plane: Plane, kind: str) -> str:
    """The code in the event that tells why a controller could not create its pods."""

    def told() -> list[str]:
        events = plane.api.list("v1", "Event", PRETRAIN)
        return [
            event["message"].split("denied request: ")[1][:5]
            for event in events
            if event["involvedObject"]["kind"] == kind and "denied request: " in event["message"]
        ]

    return wait_for(told, f"a {kind} makes no pods")[0]
