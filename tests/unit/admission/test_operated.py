"""Operators' own kinds: judged as a whole, and their pods and Jobs when their operator makes them."""

from functools import cache
from typing import Any

import pytest

from tenantry.admission.policies import admission_policies
from tests.support.cel_oracle import PolicyOracle
from tests.unit.admission.asking import DOMAIN, TRAIN, ask, asking, job, meta, pod, pod_spec, queue_labels, words

OPERATOR = "system:serviceaccount:jobset-system:jobset-controller-manager"
ADMITTED = {"kueue.x-k8s.io/local-queue-name": TRAIN}
OF_POOL = {"key": f"{DOMAIN}/pool", "operator": "Equal", "value": "h100-train", "effect": "NoSchedule"}
INJECTED = {"nodeSelector": {f"{DOMAIN}/pool": "h100-train"}, "tolerations": [OF_POOL]}
OWNER = {"apiVersion": "ray.io/v1", "kind": "RayCluster", "name": "w1", "uid": "1", "controller": True}
GPU = pod_spec(asking("1"))
RUNS = {**GPU, **INJECTED}


@cache
def _policies() -> dict[str, PolicyOracle]:
    found = admission_policies(words(mutates=True, operators=(OPERATOR,)))
    return {one.name.removeprefix("tenantry."): PolicyOracle(one.spec) for one in found}


def codes(name: str, *bodies: Any, **more: Any) -> list[str]:
    return _policies()[name].codes(ask(*bodies, **more))


def whole(queue: str = TRAIN, *, suspend: bool = True, replicas: int = 2, **labels: str) -> dict[str, Any]:
    """A JobSet as the rules meet it: suspended by Kueue when it names a queue."""
    metadata = meta({**queue_labels(queue), **labels})
    return {
        "kind": "JobSet",
        "metadata": metadata,
        "spec": {"suspend": suspend, "replicatedJobs": [{"replicas": replicas}]},
    }


def child_pod(spec: dict[str, Any] = RUNS, labels: dict[str, str] | None = None) -> dict[str, Any]:
    return pod(spec, labels=ADMITTED if labels is None else labels, ownerReferences=[OWNER])


def child_job(spec: dict[str, Any] = RUNS, labels: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    made = {"labels": ADMITTED if labels is None else labels}
    return job(spec, template_metadata=made, **{"suspend": False, **more})


def test_has_no_policies_where_there_are_no_operators() -> None:
    names = {one.name for one in admission_policies(words(mutates=True))}
    assert not {name for name in names if "operated" in name}


def test_lets_an_operator_make_what_kueue_admitted() -> None:
    assert not codes("operated-pods", child_pod(), username=OPERATOR)
    assert not codes("operated-jobs", child_job(), username=OPERATOR)


def test_lets_an_operator_make_jobs_ahead_and_start_them_once_they_are_admitted() -> None:
    ahead = child_job(GPU, {}, suspend=True)
    assert not codes("operated-jobs", ahead, username=OPERATOR)
    assert not codes("operated-jobs", child_job(), ahead, username=OPERATOR)
    assert codes("operated-jobs", child_job(GPU, {}), ahead, username=OPERATOR) == ["TN801"]


@pytest.mark.parametrize(
    ("spec", "labels", "code"),
    [
        (RUNS, {}, "TN801"),
        (RUNS, {"kueue.x-k8s.io/local-queue-name": "training.b200"}, "TN802"),
        (pod_spec(asking(), **INJECTED), ADMITTED, "TN804"),
        (pod_spec(asking("1", cpu="24"), **INJECTED), ADMITTED, "TN806"),
        ({**RUNS, "tolerations": [{"operator": "Exists"}]}, ADMITTED, "TN830"),
        ({**RUNS, "nodeSelector": {f"{DOMAIN}/pool": "b200"}}, ADMITTED, "TN831"),
        ({**RUNS, "hostNetwork": True}, ADMITTED, "TN840"),
    ],
    ids=["not admitted", "foreign queue", "no unit", "more CPU", "toleration", "foreign pool", "host"],
)
def test_judges_what_an_operator_makes(spec: dict[str, Any], labels: dict[str, str], code: str) -> None:
    assert codes("operated-pods", child_pod(spec, labels), username=OPERATOR) == [code]
    assert codes("operated-jobs", child_job(spec, labels), username=OPERATOR) == [code]


def test_judges_operators_by_their_own_policies_alone() -> None:
    assert not codes("pods", child_pod(), username=OPERATOR)
    assert codes("operated-pods", child_pod(GPU, {}), username="oidc:somebody") == []
    assert codes("pods", child_pod(), username="oidc:somebody") == ["TN801", "TN830", "TN822"]


@pytest.mark.parametrize(
    ("body", "old", "code"),
    [
        (whole(""), None, "TN801"),
        (whole("training.b200"), None, "TN802"),
        (whole(suspend=False), None, "TN814"),
        (whole(suspend=False), whole(), "TN814"),
        (whole(""), whole(), "TN815"),
        (whole(suspend=False, replicas=3), whole(suspend=False), "TN816"),
        (whole(replicas=3), whole(), "TN816"),
        (whole(replicas=3), whole(suspend=False), "TN816"),
        (whole(), whole(replicas=3), "TN816"),
        (whole() | {"metadata": meta(queue_labels(TRAIN, priority=""))}, None, "TN851"),
        (whole() | {"metadata": meta(queue_labels(TRAIN, seconds=""))}, None, "TN852"),
        (whole() | {"metadata": meta(queue_labels(TRAIN, priority="urgent"))}, None, "TN850"),
    ],
    ids=[
        "no queue",
        "foreign queue",
        "not held",
        "by hand",
        "queue lost",
        "grows",
        "grows waiting",
        "grows stopped",
        "shrinks",
        "priority",
        "run time",
        "urgent",
    ],
)
def test_judges_an_operators_kind_as_a_whole(body: dict[str, Any], old: dict[str, Any] | None, code: str) -> None:
    assert code in codes("operated", body, old)


def test_lets_an_operators_kind_pass_that_kueue_holds_and_be_stopped() -> None:
    assert not codes("operated", whole())
    assert not codes("operated", whole(replicas=3), whole(replicas=3))
    assert not codes("operated", whole(suspend=True), whole(suspend=False))


def test_keeps_what_an_operator_made_from_others() -> None:
    relabelled = child_pod(RUNS, {**ADMITTED, "ray.io/cluster": "other"})
    assert codes("pods", relabelled, child_pod()) == ["TN813"]
    assert codes("jobs", child_job(parallelism=7), child_job(parallelism=1)) == ["TN816"]
