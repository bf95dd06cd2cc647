"""Work belongs to nothing that it was not made of: neither to a Workload that is there, nor to a group of others."""

from typing import Any

import pytest

from tests.unit.admission.asking import (
    CORES,
    JOB_CONTROLLER,
    KUEUE,
    STATEFULSET_CONTROLLER,
    TRAIN,
    asking,
    codes,
    cronjob,
    deployment,
    job,
    message,
    pod,
    pod_spec,
)

GPU = pod_spec(asking("1"))
K = "kueue.x-k8s.io/"
GROUP, SIZE, PREBUILT, PARENT = (
    f"{K}{word}"
    for word in ("pod-group-name", "pod-group-total-count", "prebuilt-workload-name", "pod-suspending-parent")
)
REPLICASET_CONTROLLER = "system:serviceaccount:kube-system:replicaset-controller"
TEMPLATES = pytest.mark.parametrize(
    ("policy", "kind"),
    [("deployments", "Deployment"), ("statefulsets", "StatefulSet"), ("replicas", "ReplicaSet")],
)


def member(
    group: str, size: str = "2", *, queue: str = TRAIN, part: str = "labels", **annotations: str
) -> dict[str, Any]:
    metadata: dict[str, Any] = {"labels": {}, "annotations": {SIZE: size, **annotations}}
    metadata[part][GROUP] = group
    return pod(GPU, queue, **metadata)


@pytest.mark.parametrize("part", ["labels", "annotations"])
def test_the_name_of_a_group_ends_in_what_its_pods_agree_upon(part: str) -> None:
    end = f".{TRAIN}.2.3600s"

    assert codes("pods", member(f"mine{end}", part=part)) == []
    assert codes("pods", member(f"job-mine-1ac53{end}", part=part)) == []
    for other in (
        "mine",
        "statefulset-s0-1ac53",
        "mine.2",
        f"mine.{TRAIN}.2",
        f"mine.{TRAIN}.3.3600s",
        f"mine.{TRAIN}.2.60s",
    ):
        assert codes("pods", member(other, part=part)) == ["TN822"]
    assert message("pods", member("mine", part=part)) == (
        f"TN822: the name of a pod group ends in its queue, its size and its longest run time, here {end}, which are "
        "added to it; all together it has 63 letters at most, so give it a shorter name"
    )


def test_a_group_of_a_class_without_a_longest_run_time_says_none() -> None:
    endless = pod(pod_spec(asking()), labels={f"{K}queue-name": CORES, f"{K}priority-class": "normal"})
    endless["spec"]["schedulingGates"] = [{"name": f"{K}admission"}]
    endless["metadata"]["annotations"] = {SIZE: "2"}
    endless["metadata"]["labels"][GROUP] = f"mine.{CORES}.2"

    assert codes("pods", endless) == []


def test_a_pod_of_a_group_has_a_queue() -> None:
    body = pod(pod_spec(), labels={GROUP: "g"}, annotations={SIZE: "1"})

    assert codes("pods", body)[0] == "TN822"


@pytest.mark.parametrize(
    "word", ["pod-group-fast-admission", "pod-group-serving", "workload", "job-uid", "what-comes-next"]
)
def test_a_pod_bears_only_the_words_of_its_author(word: str) -> None:
    assert codes("pods", pod(GPU, TRAIN, annotations={f"{K}{word}": "true"})) == ["TN822"]
    assert codes("pods", pod(GPU, TRAIN, labels={f"{K}{word}": "true"})) == ["TN822"]
    assert message("pods", pod(GPU, TRAIN, annotations={f"{K}{word}": "true"})) == (
        f"TN822: Kueue writes these itself; leave out: {K}{word}"
    )
    assert codes("pods", pod(GPU, TRAIN, annotations={f"{K}{word}": "true"}), username=JOB_CONTROLLER) == []


@pytest.mark.parametrize("word", ["podset-required-topology", "podset-preferred-topology", "podset-slice-size"])
def test_where_pods_are_placed_is_their_authors_to_say(word: str) -> None:
    assert codes("pods", pod(GPU, TRAIN, annotations={f"{K}{word}": "x"})) == []
    assert codes("jobs", job(GPU, TRAIN, template_metadata={"annotations": {f"{K}{word}": "x"}})) == []
    assert codes("deployments", deployment(GPU, TRAIN, annotations={f"{K}{word}": "x"})) == []


def test_a_parent_is_written_by_the_controller_that_is_one() -> None:
    of_set = pod(GPU, TRAIN, annotations={PARENT: "statefulset"})
    of_deployment = pod(GPU, TRAIN, annotations={PARENT: "deployment"})

    assert codes("pods", of_set) == ["TN822"]
    assert codes("pods", of_set, username=STATEFULSET_CONTROLLER) == []
    assert codes("pods", of_set, username=REPLICASET_CONTROLLER) == ["TN822"]
    assert codes("pods", of_deployment, username=REPLICASET_CONTROLLER) == []
    assert codes("pods", of_deployment) == ["TN822"]


@TEMPLATES
@pytest.mark.parametrize("word", [GROUP, SIZE, PREBUILT, f"{K}role-hash", f"{K}workload"])
def test_a_template_bears_no_word_of_groups(policy: str, kind: str, word: str) -> None:
    labelled, noted = (
        deployment(pod_spec(), kind=kind, labels={word: "x"}),
        deployment(pod_spec(), kind=kind, annotations={word: "x"}),
    )

    for body in (labelled, noted):
        assert codes(policy, body) == ["TN822"]
        assert codes(policy, body, body) == []
        assert codes(policy, body, deployment(pod_spec(), kind=kind)) == ["TN822"]
        assert codes(policy, body, username=KUEUE) == []


@TEMPLATES
def test_a_template_names_no_other_parent(policy: str, kind: str) -> None:
    other = deployment(pod_spec(), kind=kind, annotations={PARENT: "leaderworkerset.x-k8s.io/leaderworkerset"})
    own = deployment(
        pod_spec(), kind=kind, annotations={PARENT: "statefulset" if kind == "StatefulSet" else "deployment"}
    )

    assert codes(policy, other) == ["TN822"]
    assert codes(policy, other, own) == ["TN822"]
    assert codes(policy, own) == []


def test_the_refusal_leaves_out_what_kueue_wrote_itself() -> None:
    body = deployment(GPU, TRAIN, labels={GROUP: "x"})

    assert message("deployments", body) == f"TN822: Kueue writes these itself; leave out: {GROUP}"


def test_the_pods_of_a_job_are_in_no_other_queue_than_the_job() -> None:
    def labelled(queue: str) -> dict[str, Any]:
        return {"labels": {f"{K}queue-name": queue}}

    assert codes("jobs", job(pod_spec(), template_metadata=labelled(TRAIN))) == ["TN822"]
    assert codes("jobs", job(GPU, TRAIN, template_metadata=labelled(CORES))) == ["TN822"]
    assert codes("jobs", job(GPU, TRAIN, template_metadata=labelled(TRAIN))) == []
    nightly = cronjob(pod_spec())
    nightly["spec"]["jobTemplate"]["spec"]["template"]["metadata"] = labelled(TRAIN)
    assert codes("cronjobs", nightly) == ["TN822"]


def named(body: dict[str, Any], *path: str, part: str) -> dict[str, Any]:
    metadata = body
    for key in (*path, "metadata"):
        metadata = metadata[key]
    metadata.setdefault(part, {})[PREBUILT] = "g"
    return body


@pytest.mark.parametrize("part", ["labels", "annotations"])
def test_nothing_names_a_workload_that_is_there(part: str) -> None:
    assert codes("pods", named(pod(GPU, TRAIN), part=part))[0] == "TN822"
    assert codes("jobs", named(job(GPU, TRAIN), part=part)) == ["TN822"]
    assert codes("jobs", named(job(GPU, TRAIN), part=part), job(GPU, TRAIN)) == ["TN822"]
    assert codes("jobs", named(job(GPU, TRAIN), part=part), named(job(GPU, TRAIN), part=part)) == []
    assert codes("cronjobs", named(cronjob(GPU, TRAIN), "spec", "jobTemplate", part=part)) == ["TN822"]
    assert codes("deployments", named(deployment(GPU, TRAIN), part=part)) == ["TN822"]
