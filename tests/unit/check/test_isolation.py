"""Isolation profiles, dedicated nodes, shared accelerators."""

from typing import Any

import pytest

from tenantry.check.isolation import CHECKS
from tests.support.programs import Trees, small_trees
from tests.unit.check.judging import changed, codes


@pytest.mark.parametrize(
    ("prefix", "is_open"),
    [
        ("registry.example.com/team", True),
        ("registry.example.com", True),
        ("registry.example.com/team/app:v1", True),
        ("registry.example.com/team/", False),
        ("registry.example.com/team/app:", False),
        ("registry.example.com/team/app@", False),
        ("registry.example.com/team/app@sha256:" + "a1" * 32, False),
        ("registry.example.com/team/app@sha256:a1", True),
    ],
)
def test_an_image_prefix_may_not_end_inside_a_name(prefix: str, is_open: bool) -> None:
    trees = changed("IsolationProfile", "strict", images=[prefix])

    assert codes(CHECKS, trees) == (["TN483"] if is_open else [])


def test_privileged_pods_belong_on_dedicated_nodes() -> None:
    assert codes(CHECKS, changed("IsolationProfile", "strict", podSecurity="privileged")) == []
    assert codes(CHECKS, changed("IsolationProfile", "baseline", podSecurity="privileged")) == ["TN484"]


def test_a_service_type_that_is_allowed_and_counted_0_is_warned() -> None:
    counts = {"services.loadbalancers": 0, "services.nodeports": 0}

    assert codes(CHECKS, changed("IsolationProfile", "baseline", counts=counts)) == ["TN485"]
    assert codes(CHECKS, changed("IsolationProfile", "strict", counts=counts)) == []


@pytest.mark.parametrize("unqueued", [{"cpu": 1, "memory": 0}, {"cpu": 0, "memory": "1Gi"}])
def test_pods_without_a_queue_get_nothing_on_dedicated_nodes(unqueued: dict[str, object]) -> None:
    assert codes(CHECKS, changed("IsolationProfile", "strict", unqueued=unqueued)) == ["TN487"]


def audit(**spec: object) -> Trees:
    trees = small_trees()
    trees["Tenant", "", "audit"] = {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Tenant",
        "metadata": {"name": "audit"},
        "spec": {"displayName": "Audit", "owners": [{"group": "audit"}], "isolation": "strict", **spec},
    }
    trees["Project", "audit", "records"] = {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Project",
        "metadata": {"tenant": "audit", "name": "records"},
        "spec": {"classes": ["training"]},
    }
    return trees


def test_namespaces_under_dedicated_nodes_need_a_dedicated_pool() -> None:
    assert codes(CHECKS, audit(clusters=["prod-a"])) == ["TN486"]


def test_a_tenant_below_the_holder_of_a_pool_has_nodes() -> None:
    assert codes(CHECKS, audit(clusters=["prod-a"], parent="finance")) == []


def test_a_retired_tenant_needs_no_nodes() -> None:
    assert codes(CHECKS, audit(clusters=["prod-a"], state="retired")) == []


def sliced(sharing: dict[str, object], **spec: object) -> Trees:
    trees = changed("Pool", "h100-slices", **spec)
    pool: Any = trees["Pool", "", "h100-slices"]["spec"]
    pool["accelerator"]["sharing"] = sharing
    return trees


@pytest.mark.parametrize("way", ["timeSlicing", "mps"])
def test_sharing_without_isolation_wants_the_profiles_named(way: str) -> None:
    sharing: dict[str, object] = {way: {"replicas": 4}}

    assert codes(CHECKS, sliced(sharing)) == ["TN473"]
    assert codes(CHECKS, sliced(sharing, profiles=["baseline"])) == []
    assert codes(CHECKS, sliced(sharing, dedicatedTo="vision")) == []
