"""From 1.36 on: what is missing is filled in, what is forged is taken off."""

from typing import Any

import pytest

from tenantry.admission.mutations import mutating_policies
from tests.unit.admission.asking import (
    CORES,
    DOMAIN,
    FACTS,
    KUEUE,
    STATEFULSET_CONTROLLER,
    TRAIN,
    ask,
    asking,
    deployment,
    job,
    mutation,
    pod,
    pod_spec,
    queue_labels,
    words,
)

GPU = pod_spec(asking("1"))
PRIORITY = {
    "op": "add",
    "path": "/metadata/labels/kueue.x-k8s.io~1priority-class",
    "value": "normal",
}
RUN_TIME = {
    "op": "add",
    "path": "/metadata/labels/kueue.x-k8s.io~1max-exec-time-seconds",
    "value": "604800",
}


def bare(make: Any = job, **labels: str) -> dict[str, Any]:
    body: dict[str, Any] = make(GPU, TRAIN)
    body["metadata"]["labels"] = queue_labels(TRAIN, **{"priority": "", "seconds": "", **labels})
    return body


def test_a_cluster_before_1_36_has_no_mutating_policy() -> None:
    assert mutating_policies(words(mutates=False)) == ()


@pytest.mark.parametrize(("policy", "make"), [("defaults-jobs", job), ("defaults-pods", pod)])
def test_work_without_priority_and_run_time_gets_those_of_its_class(policy: str, make: Any) -> None:
    assert mutation(policy).patches(ask(bare(make))) == [PRIORITY, RUN_TIME]


def test_what_is_stated_stays() -> None:
    assert mutation("defaults-jobs").patches(ask(bare(priority="high"))) == [RUN_TIME]
    assert mutation("defaults-jobs").patches(ask(bare(priority="high", seconds="60"))) == []
    by_class = job(pod_spec(asking("1"), priorityClassName="high"), TRAIN)
    by_class["metadata"]["labels"] = queue_labels(TRAIN, priority="", seconds="60")
    assert mutation("defaults-jobs").patches(ask(by_class)) == []


def test_work_without_a_queue_is_left_alone() -> None:
    assert mutation("defaults-jobs").patches(ask(job(pod_spec()))) == []
    assert mutation("defaults-jobs").patches(ask(bare(), username=KUEUE)) == []
    assert mutation("defaults-jobs").patches(ask(job(pod_spec(), "training.gone", suspend=True))) == []


def test_a_template_gets_both_where_its_pods_will_bear_them() -> None:
    body = deployment(GPU, TRAIN)
    body["spec"]["template"]["metadata"]["labels"] = {"app": "w1"}

    patches = mutation("defaults-deployments").patches(ask(body))

    assert [patch["path"] for patch in patches] == [
        "/spec/template/metadata/labels/kueue.x-k8s.io~1priority-class",
        "/spec/template/metadata/labels/kueue.x-k8s.io~1max-exec-time-seconds",
    ]


def test_a_statefulset_gets_the_priority_itself_because_kueue_reads_neither_label_in_its_template() -> None:
    body = deployment(GPU, TRAIN, kind="StatefulSet")
    body["metadata"]["labels"] = queue_labels(TRAIN, priority="", seconds="")

    assert mutation("defaults-statefulsets").patches(ask(body)) == [PRIORITY]
    body["metadata"]["labels"] = queue_labels(TRAIN, priority="high", seconds="")
    assert mutation("defaults-statefulsets").patches(ask(body)) == []


def test_a_rewrite_that_drops_the_labels_gets_them_back_and_an_old_object_stays_as_it_is() -> None:
    whole = job(GPU, TRAIN)

    assert mutation("defaults-jobs").patches(ask(bare(), whole)) == [PRIORITY, RUN_TIME]
    assert mutation("defaults-jobs").patches(ask(bare(), bare())) == []


def role(spec: Any, queue: str = TRAIN, **metadata: Any) -> str:
    group = {"kueue.x-k8s.io/pod-group-total-count": "2", "kueue.x-k8s.io/role-hash": "abc"}
    body = pod(spec, queue, labels={"kueue.x-k8s.io/pod-group-name": "g"}, annotations=group)
    [patch] = mutation("role-hash").patches(ask(body, **metadata))
    assert (patch["op"], patch["path"]) == ("add", "/metadata/annotations/kueue.x-k8s.io~1role-hash")
    return str(patch["value"])


def test_the_role_of_a_pod_in_a_group_says_what_it_asks_for() -> None:
    assert role(pod_spec(asking("1"))) == "u1-c1000-m4294967296-d0-d0"
    assert role(pod_spec(asking("1", **{"rdma/hca": "2"}))) == "u1-c1000-m4294967296-d0-d2"
    assert role(pod_spec(asking(cpu="2500m")), CORES) == "u2-c2500-m4294967296-d0-d0"
    two = pod_spec(asking("1"), asking("2", cpu="3", name="other"))
    assert role(two) == "u3-c4000-m8589934592-d0-d0"


def test_pods_whose_init_containers_ask_for_more_at_another_time_play_other_roles() -> None:
    first, side = asking("4", name="first"), {**asking("4", name="side"), "restartPolicy": "Always"}

    assert role(pod_spec(asking("1"), initContainers=[first, side])).startswith("u1-i4-s4-")
    assert role(pod_spec(asking("1"), initContainers=[side, first])).startswith("u1-s4-i4-")


def test_the_role_of_a_statefulsets_pods_is_kueues_to_know() -> None:
    labels = {"kueue.x-k8s.io/pod-group-name": "g"}
    annotations = {"kueue.x-k8s.io/pod-group-total-count": "2"}
    of_set = pod(GPU, TRAIN, labels=labels, annotations=annotations)
    forged = pod(GPU, TRAIN, labels=labels, annotations={**annotations, "kueue.x-k8s.io/role-hash": "abc"})

    assert mutation("role-hash").patches(ask(of_set, username=STATEFULSET_CONTROLLER)) == []
    assert [one["op"] for one in mutation("role-hash").patches(ask(forged, username=STATEFULSET_CONTROLLER))] == [
        "remove"
    ]


def test_a_forged_role_hash_is_taken_off() -> None:
    forged = pod(GPU, TRAIN, annotations={"kueue.x-k8s.io/role-hash": "abc", "note": "x"})

    assert mutation("role-hash").patches(ask(forged)) == [
        {"op": "remove", "path": "/metadata/annotations/kueue.x-k8s.io~1role-hash"}
    ]
    assert mutation("role-hash").patches(ask(pod(GPU, TRAIN))) == []
    assert mutation("role-hash").patches(ask(forged, username=KUEUE)) == []


K = "kueue.x-k8s.io"


def group(name: str, part: str = "labels", **labels: str) -> dict[str, Any]:
    metadata: dict[str, Any] = {"labels": labels, "annotations": {f"{K}/pod-group-total-count": "2"}}
    metadata[part][f"{K}/pod-group-name"] = name
    return pod(GPU, TRAIN, **metadata)


@pytest.mark.parametrize("part", ["labels", "annotations"])
def test_the_name_of_a_group_gets_what_its_pods_agree_upon(part: str) -> None:
    path = f"/metadata/{part}/{K}~1pod-group-name"

    assert mutation("groups").patches(ask(group("g", part))) == [
        {"op": "replace", "path": path, "value": f"g.{TRAIN}.2.3600s"}
    ]
    assert mutation("groups").patches(ask(group(f"g.{TRAIN}.2.3600s", part))) == []


def test_a_group_that_states_no_run_time_gets_that_of_its_class() -> None:
    silent = group("g")
    del silent["metadata"]["labels"][f"{K}/max-exec-time-seconds"]
    [patch] = mutation("groups").patches(ask(silent))

    assert patch["value"] == f"g.{TRAIN}.2.604800s"


def test_the_same_file_again_gives_the_same_group_and_names_that_are_there_stay() -> None:
    made, other = group(f"g.{TRAIN}.2.3600s"), group("h")

    assert [one["value"] for one in mutation("groups").patches(ask(group("g"), made))] == [f"g.{TRAIN}.2.3600s"]
    assert mutation("groups").patches(ask(other, made)) == []
    assert mutation("groups").patches(ask(group("g"), group("g"))) == []
    assert mutation("groups").patches(ask(group("g"), username=KUEUE)) == []
    assert mutation("groups").patches(ask(pod(GPU, TRAIN))) == []
    assert mutation("groups").patches(ask(group("g" * 40))) == []


def test_a_statefulset_that_may_run_nowhere_else_selects_the_nodes_of_its_queue() -> None:
    queue = FACTS.queues[0]._replace(node_labels=((f"{DOMAIN}/pool", "h100-train"),))
    facts = FACTS._replace(nodes="dedicated", queues=(queue,))
    path = "/spec/template/spec/nodeSelector"
    whole = {"op": "add", "path": path, "value": {}}
    label = {"op": "add", "path": f"{path}/{DOMAIN.replace('/', '~1')}~1pool", "value": "h100-train"}

    def served(**spec: Any) -> dict[str, Any]:
        return deployment({**GPU, **spec}, TRAIN, kind="StatefulSet")

    there = served(nodeSelector={f"{DOMAIN}/pool": "h100-train"})
    fill = mutation("defaults-statefulsets")
    assert fill.patches(ask(served(), facts=facts)) == [whole, label]
    assert fill.patches(ask(served(nodeSelector={"rack": "r1"}), facts=facts)) == [label]
    assert fill.patches(ask(there, facts=facts)) == []
    assert fill.patches(ask(served(), there, facts=facts)) == [whole, label]
    assert fill.patches(ask(served(), served(), facts=facts)) == []
    assert fill.patches(ask(served(), facts=facts._replace(nodes="shared"))) == []
