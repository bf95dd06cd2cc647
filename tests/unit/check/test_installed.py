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
