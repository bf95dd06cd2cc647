"""Roles and members."""

import pytest

from tenantry.check.roles import CHECKS
from tests.support.programs import Trees
from tests.unit.check.judging import changed, codes, found

WRITES = ["create", "update", "patch", "delete", "deletecollection"]


def role(verbs: list[str], *resources: str) -> Trees:
    return changed("RoleProfile", "developer", rules=[{"verbs": verbs, "resources": list(resources)}])


@pytest.mark.parametrize("verb", WRITES)
@pytest.mark.parametrize(
    "resource",
    [
        "localqueues.kueue.x-k8s.io",
        "workloads.kueue.x-k8s.io",
        "resourcequotas",
        "limitranges",
        "networkpolicies.networking.k8s.io",
        "roles.rbac.authorization.k8s.io",
        "rolebindings.rbac.authorization.k8s.io",
        "namespaces",
        "endpointslices.discovery.k8s.io",
        "jobs.batch/status",
        "pods/status",
        "workloads.kueue.x-k8s.io/status",
        "pods/binding",
        "bindings",
        "pods/resize",
        "pods/ephemeralcontainers",
        "serviceaccounts/token",
    ],
)
def test_no_role_writes_what_keeps_tenants_apart(verb: str, resource: str) -> None:
    assert codes(CHECKS, role([verb], resource)) == ["TN480"]


@pytest.mark.parametrize(
    "resource", ["localqueues.kueue.x-k8s.io", "resourcequotas", "namespaces", "jobs.batch/status"]
)
def test_what_keeps_tenants_apart_may_be_read(resource: str) -> None:
    assert codes(CHECKS, role(["get", "list", "watch"], resource)) == []


@pytest.mark.parametrize(
    "resource", ["secrets", "pods/exec", "pods/attach", "jobs.batch", "serviceaccounts", "roles.example.com"]
)
def test_a_role_may_give_what_it_says(resource: str) -> None:
    assert codes(CHECKS, role(["get", *WRITES], resource)) == []


def test_a_rule_is_judged_once_and_where_it_is_written() -> None:
    trees = changed("RoleProfile", "viewer", rules=[{"verbs": ["create", "get"], "resources": ["limitranges", "pods"]}])

    (one,) = found(CHECKS, trees)

    assert one.where.document.name == "viewer"  # type: ignore[union-attr]
    assert "lets members create limitranges" in one.message


@pytest.mark.parametrize(
    "resource", ["nodes", "nodes/proxy", "clusterqueues.kueue.x-k8s.io", "storageclasses.storage.k8s.io"]
)
def test_resources_of_the_whole_cluster_grant_nothing(resource: str) -> None:
    (one,) = found(CHECKS, role(["get"], resource, "pods"))

    assert (one.code.code, one.severity.value) == ("TN481", "warning")
    assert resource in one.message


def test_a_member_named_twice_is_warned_at_the_second_place() -> None:
    ada = {"user": "ada@example.com", "role": "viewer"}

    twice = found(CHECKS, changed("Tenant", "search", members=[ada, ada]))
    again = found(CHECKS, changed("Project", "ranking", "search", members=[ada]))

    assert [one.where.path for one in twice] == [("spec", "members", 1)]  # type: ignore[union-attr]
    assert [one.where.document.kind for one in again] == ["Project"]  # type: ignore[union-attr]


def test_a_member_with_two_roles_is_fine() -> None:
    members = [{"user": "ada@example.com", "role": "viewer"}, {"user": "ada@example.com", "role": "developer"}]

    assert codes(CHECKS, changed("Tenant", "search", members=members)) == []
