"""Priority and run time are what the class promises and the tenant may use."""

import copy
from typing import Any

import pytest

from tests.unit.admission.asking import (
    CORES,
    FACTS,
    SLICES,
    TRAIN,
    asking,
    codes,
    deployment,
    job,
    message,
    pod,
    pod_spec,
    queue_labels,
)

GPU = pod_spec(asking("1"))
UNBOUNDED = pod_spec(asking())


def queued(queue: str = TRAIN, **labels: str) -> dict[str, Any]:
    body = job(GPU, queue)
    body["metadata"]["labels"] = queue_labels(queue, **labels)
    return body


def queued_pod(**labels: str) -> dict[str, Any]:
    body = pod(GPU, TRAIN)
    body["metadata"]["labels"] = queue_labels(TRAIN, **labels)
    return body


@pytest.mark.parametrize("priority", ["urgent", "system-node-critical"])
def test_a_priority_that_is_not_the_tenants_is_refused(priority: str) -> None:
    assert codes("jobs", queued(priority=priority)) == ["TN850"]
    assert codes("jobs", job(pod_spec(priorityClassName=priority))) == ["TN850"]
    assert codes("pods", pod(pod_spec(priorityClassName=priority))) == ["TN850"]
    assert codes("pods", queued_pod(priority=priority)) == ["TN850"]
    in_template = deployment(GPU, TRAIN, labels={"kueue.x-k8s.io/priority-class": priority})
    assert codes("deployments", in_template) == ["TN850"]
    assert codes("daemonsets", deployment(pod_spec(priorityClassName=priority), kind="DaemonSet")) == ["TN850"]


def test_priorities_of_the_tenant_and_the_default_of_the_class_pass() -> None:
    narrow = FACTS._replace(priorities=("scavenger",))

    assert codes("jobs", queued(priority="high")) == []
    assert codes("pods", pod(pod_spec(priorityClassName="high"))) == []
    assert codes("jobs", queued(priority="normal"), facts=narrow) == []
    assert codes("jobs", queued(priority="high"), facts=narrow) == ["TN850"]


def test_a_priority_that_was_withdrawn_stays_where_it_is_and_changes_only_inside_the_list() -> None:
    urgent = queued(priority="urgent")

    assert codes("jobs", {**urgent, "spec": {**urgent["spec"], "suspend": True}}, urgent) == []
    assert codes("jobs", queued(priority="high"), urgent) == []
    assert codes("jobs", urgent, queued(priority="high")) == ["TN850"]
    old = deployment(pod_spec(priorityClassName="urgent"))
    assert codes("deployments", deployment(pod_spec(priorityClassName="urgent"), labels={"a": "b"}), old) == []


@pytest.mark.parametrize("mutates", [True, False])
def test_queued_work_states_its_priority(mutates: bool) -> None:
    assert codes("jobs", queued(priority=""), mutates=mutates) == ["TN851"]
    assert codes("pods", queued_pod(priority=""), mutates=mutates) == ["TN851"]
    assert codes("jobs", queued(priority=""), queued(priority=""), mutates=mutates) == []
    assert codes("jobs", queued(priority=""), queued(priority="high"), mutates=mutates) == ["TN851"]
    by_class = job(pod_spec(asking("1"), priorityClassName="high"), TRAIN)
    assert codes("jobs", by_class, mutates=mutates) == []


@pytest.mark.parametrize("mutates", [True, False])
def test_work_of_a_bounded_class_states_its_run_time(mutates: bool) -> None:
    assert codes("jobs", queued(seconds=""), mutates=mutates) == ["TN852"]
    assert codes("pods", queued_pod(seconds=""), mutates=mutates) == ["TN852"]
    assert codes("jobs", queued(seconds=""), queued(seconds=""), mutates=mutates) == []
    unbounded = job(pod_spec(asking()), "training.cpu")
    unbounded["metadata"]["labels"].pop("kueue.x-k8s.io/max-exec-time-seconds")
    assert codes("jobs", unbounded, mutates=mutates) == []


def test_before_1_36_templates_state_both_because_nothing_fills_them_in() -> None:
    bare = deployment(GPU, TRAIN)
    bare["spec"]["template"]["metadata"]["labels"] = {"app": "w1"}

    assert codes("deployments", bare, mutates=False) == ["TN851", "TN852"]
    assert codes("deployments", bare, mutates=True) == []
    assert codes("replicas", deployment(GPU, TRAIN, kind="ReplicaSet"), mutates=False) == []


@pytest.mark.parametrize("mutates", [True, False])
def test_a_statefulset_states_its_priority_itself(mutates: bool) -> None:
    bare = deployment(UNBOUNDED, CORES, kind="StatefulSet")
    bare["metadata"]["labels"] = queue_labels(CORES, priority="", seconds="")
    stated = deployment(UNBOUNDED, CORES, kind="StatefulSet")

    assert codes("statefulsets", bare, mutates=mutates) == ["TN851"]
    assert codes("statefulsets", stated, mutates=mutates) == []
    assert codes("statefulsets", bare, bare, mutates=mutates) == []


@pytest.mark.parametrize("mutates", [True, False])
def test_a_statefulset_does_not_come_into_a_bounded_class_because_kueue_never_ends_one(mutates: bool) -> None:
    bounded = deployment(GPU, TRAIN, kind="StatefulSet")

    assert codes("statefulsets", bounded, mutates=mutates) == ["TN852"]
    bare = copy.deepcopy(bounded)
    bare["metadata"]["labels"].pop("kueue.x-k8s.io/priority-class")
    # The API server says the first alone, and a priority would not help here.
    assert codes("statefulsets", bare, mutates=mutates) == ["TN852", "TN851"]
    assert codes("statefulsets", bounded, bounded, mutates=mutates) == []
    assert "TN852" in codes("statefulsets", bounded, deployment(GPU, kind="StatefulSet"), mutates=mutates)
    assert message("statefulsets", bounded) == (
        "TN852: work in queue training.h100-train ends after 604800 s, and Kueue never ends a StatefulSet; use a Job "
        "or a Deployment, or a queue of a class without a longest run time"
    )


def test_the_refusal_names_the_label_and_a_value() -> None:
    assert message("jobs", queued(priority="")) == (
        "TN851: Job in queue training.h100-train states no priority; set the label kueue.x-k8s.io/priority-class, "
        "usually to: normal"
    )
    bare = deployment(GPU, TRAIN)
    bare["spec"]["template"]["metadata"]["labels"].pop("kueue.x-k8s.io/max-exec-time-seconds")
    assert message("deployments", bare, mutates=False) == (
        "TN852: Deployment in queue training.h100-train states no longest run time; set the label "
        "kueue.x-k8s.io/max-exec-time-seconds of the pod template to 604800 or less"
    )


@pytest.mark.parametrize("seconds", ["604801", "0", "1h", "-5", "99999999999"])
def test_a_run_time_beyond_the_class_is_refused(seconds: str) -> None:
    assert codes("jobs", queued(seconds=seconds)) == ["TN853"]
    assert codes("pods", queued_pod(seconds=seconds)) == ["TN853"]


@pytest.mark.parametrize("seconds", ["604800", "1"])
def test_a_run_time_within_the_class_passes(seconds: str) -> None:
    assert codes("jobs", queued(seconds=seconds)) == []


def test_a_run_time_that_was_there_before_passes_in_its_queue() -> None:
    assert codes("jobs", queued(seconds="700000"), queued(seconds="700000")) == []
    assert codes("jobs", queued(seconds="604800"), queued(seconds="700000")) == []


def test_a_class_of_another_queue_counts_only_there() -> None:
    slice_ = job(pod_spec(asking(**{"nvidia.com/mig-1g.10gb": "1"})), SLICES)
    slice_["metadata"]["labels"]["kueue.x-k8s.io/max-exec-time-seconds"] = "43201"

    assert codes("jobs", slice_) == ["TN853"]
    assert "TN853" in codes("jobs", queued(SLICES, seconds="604800"), queued(TRAIN, seconds="604800"))
