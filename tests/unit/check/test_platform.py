"""The platform's own namespaces."""

from typing import Any

from tenantry.check.platform import CHECKS
from tests.support.programs import small_trees
from tests.unit.check.judging import changed, codes, found


def test_what_is_not_protected_is_named_in_one_message() -> None:
    (one,) = found(CHECKS, changed("Fleet", "example", protectedNamespaces=["kube-system"]))

    assert one.message == "argocd and kueue-system are not among the protected namespaces"


def test_a_kueue_in_another_namespace_is_asked_for() -> None:
    trees = small_trees()
    spec: Any = trees["Cluster", "", "prod-a"]["spec"]
    spec["kueue"]["namespace"] = "queues"

    assert codes(CHECKS, trees) == ["TN497"]
