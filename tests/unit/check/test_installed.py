"""Versions and the set-up of Kueue."""

from typing import Any

import pytest

from tenantry.check.installed import CHECKS
from tenantry.versions import ARGOCD, KUBERNETES, KUEUE
from tests.support.programs import Trees, small_trees
from tests.unit.check.judging import changed, codes, found


def kueue(**facts: object) -> Trees:
    trees = small_trees()
    spec: Any = trees["Cluster", "", "prod-a"]["spec"]
    spec["kueue"].update(facts)
    return trees


@pytest.mark.parametrize("version", KUBERNETES.served)
def test_every_served_version_of_kubernetes_is_fine(version: str) -> None:
    assert codes(CHECKS, changed("Cluster", "prod-a", kubernetes=version)) == []


@pytest.mark.parametrize("version", ["1.32", "1.37", "2.0"])
def test_another_version_of_kubernetes_is_refused_by_name(version: str) -> None:
    (one,) = found(CHECKS, changed("Cluster", "prod-a", kubernetes=version))

    assert (one.code.code, one.message) == ("TN465", f"Kubernetes {version} is not served")
    assert all(served in one.help for served in KUBERNETES.served)


def test_versions_of_kueue_and_argo_cd_are_asked_too() -> None:
    assert codes(CHECKS, kueue(version=KUEUE.newest)) == []
    assert codes(CHECKS, kueue(version="0.16")) == ["TN465"]
    assert codes(CHECKS, changed("Fleet", "example", argocd={"version": ARGOCD.oldest})) == []
    assert codes(CHECKS, changed("Fleet", "example", argocd={"version": "2.14"})) == ["TN465"]


def test_a_kueue_without_fair_sharing_is_refused_with_the_lines_to_set() -> None:
    (one,) = found(CHECKS, kueue(fairSharing=False))

    assert one.code.code == "TN466"
    assert "preemptionStrategies: [LessThanOrEqualToFinalShare, LessThanInitialShare]" in one.help


def test_missing_integrations_are_named_and_others_kept() -> None:
    (one,) = found(CHECKS, kueue(integrations=["rayjob", "job", "pod"]))

    assert one.code.code == "TN467"
    assert one.message.endswith("deployment and statefulset")
    assert "[job, pod, deployment, statefulset, rayjob]" in one.help


NEEDED = ["job", "pod", "deployment", "statefulset"]
JOBSET = "system:serviceaccount:jobset-system:jobset-controller-manager"
RAY = "system:serviceaccount:ray:kuberay-operator"


@pytest.mark.parametrize(
    ("integrations", "operators", "unnamed"),
    [
        pytest.param(["jobset"], [], "jobset", id="nobody"),
        pytest.param(["jobset", "rayjob", "raycluster"], [JOBSET], "rayjob and raycluster", id="one-of-two"),
        pytest.param(["mpijob"], ["system:serviceaccount:jobset:anything"], "mpijob", id="anothers"),
        pytest.param(["mpijob", "trainjob"], ["me"], "mpijob and trainjob", id="one-renamed-for-two"),
    ],
)
def test_work_whose_operator_is_not_named_is_warned_of(
    integrations: list[str], operators: list[str], unnamed: str
) -> None:
    (one,) = found(
        CHECKS, kueue(integrations=[*NEEDED, *integrations], **({"operators": operators} if operators else {}))
    )

    assert one.code.code == "TN469"
    assert f"queues {unnamed}, whose" in one.message


@pytest.mark.parametrize(
    ("integrations", "operators"),
    [
        pytest.param([], [], id="none-needed"),
        pytest.param(["jobset", "rayservice", "rayjob"], [JOBSET, RAY], id="all-named"),
        pytest.param(["jobset", "mpijob"], [JOBSET, "system:serviceaccount:ml:work"], id="one-renamed"),
        pytest.param(["leaderworkerset"], [], id="makes-statefulsets"),
        pytest.param(["tfjob", "mpijob"], ["system:serviceaccount:kubeflow:training-operator"], id="one-for-several"),
    ],
)
def test_an_operator_that_is_named_or_may_be_renamed_is_not_asked_for(
    integrations: list[str], operators: list[str]
) -> None:
    assert (
        codes(CHECKS, kueue(integrations=[*NEEDED, *integrations], **({"operators": operators} if operators else {})))
        == []
    )


def test_where_the_list_lacks_what_is_needed_only_that_is_said() -> None:
    assert codes(CHECKS, kueue(integrations=["job", "jobset"])) == ["TN467"]
