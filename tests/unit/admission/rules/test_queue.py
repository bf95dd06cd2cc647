"""Who asks for accelerators goes through a queue; everything else runs without one."""

import pytest

from tenantry.admission.annotations import NamespaceFacts
from tests.unit.admission.asking import (
    CORES,
    DOMAIN,
    FACTS,
    JOB_CONTROLLER,
    SLICES,
    STATEFULSET_CONTROLLER,
    TRAIN,
    asking,
    codes,
    container,
    cronjob,
    deployment,
    job,
    message,
    pod,
    pod_spec,
)

GPU = pod_spec(asking("1"))
SLICE = pod_spec(asking(**{"nvidia.com/mig-1g.10gb": "1"}))
CPU = pod_spec(asking())
DEDICATED = FACTS._replace(nodes="dedicated")
NO_SHARED_NODES = FACTS._replace(nodes="none")
RETIRED = FACTS._replace(state="retired")


@pytest.mark.parametrize(
    ("policy", "body"),
    [
        ("pods", pod(GPU)),
        ("pods", pod(pod_spec(asking(), initContainers=[asking("1", name="warm")]))),
        ("pods", pod(pod_spec(container(resources={"limits": {"amd.com/gpu": "8"}})))),
        ("pods", pod(pod_spec(container(resources={"limits": {"nvidia.com/gpu.shared": "1"}})))),
        ("pods", pod(pod_spec(container(resources={"limits": {"deviceclass.resource.kubernetes.io/gpu": "1"}})))),
        ("jobs", job(GPU)),
        ("cronjobs", cronjob(GPU)),
        ("deployments", deployment(GPU)),
        ("statefulsets", deployment(GPU, kind="StatefulSet")),
        ("replicas", deployment(GPU, kind="ReplicaSet")),
        ("replicas", deployment(GPU, kind="ReplicationController")),
    ],
)
def test_accelerators_without_a_queue_are_refused(policy: str, body: dict) -> None:
    assert codes(policy, body) == ["TN801"]


@pytest.mark.parametrize(
    ("policy", "body"),
    [
        ("pods", pod(GPU, TRAIN)),
        ("pods", pod(CPU)),
        ("pods", pod(pod_spec(container(resources={"limits": {"nvidia.com/gpu": "0", "cpu": "1"}})))),
        ("jobs", job(GPU, TRAIN)),
        ("jobs", job(SLICE, SLICES)),
        ("jobs", job(CPU)),
        ("cronjobs", cronjob(GPU, TRAIN)),
        ("cronjobs", cronjob(CPU)),
        ("deployments", deployment(GPU, TRAIN)),
        ("deployments", deployment(CPU)),
        ("statefulsets", deployment(CPU, CORES, kind="StatefulSet")),
        ("replicas", deployment(GPU, TRAIN, kind="ReplicaSet")),
        ("replicas", deployment(CPU, kind="ReplicationController")),
        ("daemonsets", deployment(CPU, kind="DaemonSet")),
    ],
)
@pytest.mark.parametrize("mutates", [True, False])
def test_honest_work_passes(policy: str, body: dict, mutates: bool) -> None:
    assert codes(policy, body, mutates=mutates) == []


def test_the_pods_of_a_job_were_judged_at_their_job() -> None:
    assert codes("pods", pod(GPU), username=JOB_CONTROLLER) == []


def test_a_statefulset_pod_has_its_gate_before_its_queue_label() -> None:
    body = pod({**GPU, "schedulingGates": [{"name": "kueue.x-k8s.io/admission"}]})

    assert codes("pods", body, username=STATEFULSET_CONTROLLER) == []
    assert codes("pods", body) == ["TN801"]


def test_the_refusal_names_the_queues_and_the_place_of_the_label() -> None:
    assert message("pods", pod(GPU)) == (
        "TN801: Pod asks for accelerators without a queue; set the label kueue.x-k8s.io/queue-name to one of: "
        "training.h100-train, development.h100-slices, training.cpu"
    )
    assert "kueue.x-k8s.io/queue-name in spec.jobTemplate.metadata to one of" in message("cronjobs", cronjob(GPU))


def test_a_job_that_was_changed_to_ask_for_accelerators_is_refused_and_an_old_one_lives_on() -> None:
    assert codes("jobs", job(GPU), job(CPU)) == ["TN801"]
    assert codes("jobs", job(GPU, metadata={"annotations": {"a": "b"}}), job(GPU)) == []


@pytest.mark.parametrize(("policy", "make"), [("pods", pod), ("jobs", job), ("deployments", deployment)])
def test_a_queue_that_the_namespace_does_not_offer_is_refused(policy: str, make) -> None:
    assert codes(policy, make(GPU, "training.h200"), mutates=True) == ["TN802"]
    assert codes(policy, make(GPU, "default")) == ["TN802"]
    assert codes(policy, make(GPU, "training.h200"), make(GPU, "training.h200")) == []


def test_a_daemonset_asks_for_no_accelerators() -> None:
    assert codes("daemonsets", deployment(GPU, kind="DaemonSet")) == ["TN803"]
    assert codes("daemonsets", deployment(SLICE, kind="DaemonSet"), deployment(CPU, kind="DaemonSet")) == ["TN803"]
    assert codes("daemonsets", deployment(GPU, kind="DaemonSet"), deployment(GPU, kind="DaemonSet")) == []


@pytest.mark.parametrize(("policy", "make"), [("pods", pod), ("jobs", job), ("daemonsets", deployment)])
def test_resource_claims_are_refused(policy: str, make) -> None:
    claiming = pod_spec(resourceClaims=[{"name": "gpu", "resourceClaimName": "mine"}])

    assert codes(policy, make(claiming)) == ["TN807"]
    assert codes(policy, make(claiming), make(claiming)) == []


@pytest.mark.parametrize(
    ("policy", "make"), [("pods", pod), ("jobs", job), ("cronjobs", cronjob), ("deployments", deployment)]
)
@pytest.mark.parametrize("facts", [DEDICATED, NO_SHARED_NODES])
def test_off_shared_nodes_everything_needs_a_queue(policy: str, make, facts: NamespaceFacts) -> None:
    assert codes(policy, make(CPU), facts=facts) == ["TN808"]
    assert codes(policy, make(GPU, TRAIN), facts=facts) == []
    assert codes(policy, make(CPU), make(CPU), facts=facts) == []


def test_on_dedicated_nodes_a_statefulset_selects_the_nodes_of_its_queue() -> None:
    labels = ((f"{DOMAIN}/pool", "h100-train"),)
    endless = FACTS.queues[0]._replace(max_run_time_seconds=0, node_labels=labels)
    facts = DEDICATED._replace(queues=(endless,))

    def served(**selector: str) -> dict:
        return deployment(pod_spec(asking("1"), nodeSelector=selector), TRAIN, kind="StatefulSet")

    there = served(**{f"{DOMAIN}/pool": "h100-train"})
    assert codes("statefulsets", there, facts=facts) == []
    assert codes("statefulsets", served(rack="r1"), facts=facts) == ["TN808"]
    assert codes("statefulsets", served(rack="r1"), there, facts=facts) == ["TN808"]
    assert codes("statefulsets", served(rack="r1"), served(rack="r1"), facts=facts) == []
    assert codes("statefulsets", served(rack="r1"), facts=facts._replace(nodes="shared")) == []
    assert message("statefulsets", served(), facts=facts).endswith(
        f"set spec.template.spec.nodeSelector to {DOMAIN}/pool: h100-train"
    )


def test_the_refusal_says_why_nothing_runs_outside_a_queue() -> None:
    assert message("pods", pod(CPU), facts=DEDICATED).startswith(
        "TN808: namespace vision-detection runs on dedicated nodes only, so every pod needs a queue; set the label"
    )
    assert message("pods", pod(CPU), facts=NO_SHARED_NODES).startswith(
        "TN808: this cluster has no nodes outside its pools, so every pod needs a queue; set the label"
    )


def test_on_dedicated_nodes_a_daemonset_is_refused_and_the_pods_of_a_queued_job_run() -> None:
    assert codes("daemonsets", deployment(CPU, kind="DaemonSet"), facts=DEDICATED) == ["TN808"]
    assert codes("pods", pod(CPU), facts=DEDICATED, username=JOB_CONTROLLER) == []


@pytest.mark.parametrize(
    ("policy", "make"), [("pods", pod), ("jobs", job), ("cronjobs", cronjob), ("daemonsets", deployment)]
)
def test_a_retired_namespace_starts_nothing_and_changes_what_is_there(policy: str, make) -> None:
    assert codes(policy, make(CPU), facts=RETIRED) == ["TN800"]
    assert codes(policy, make(CPU), make(CPU), facts=RETIRED) == []
    assert codes(policy, make(CPU), facts=FACTS._replace(state="draining")) == []


def test_a_retired_namespace_gets_no_pods_of_old_jobs_either() -> None:
    assert codes("pods", pod(CPU), facts=RETIRED, username=JOB_CONTROLLER) == ["TN800"]
