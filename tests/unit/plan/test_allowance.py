"""Rights as people read them, and which of them are privileged."""

import pytest

from tenantry.effect.rights import Right
from tenantry.plan.access_words import in_words
from tenantry.plan.allowance import Allowance, allowances, is_privileged

_RBAC = "rbac.authorization.k8s.io"


@pytest.mark.parametrize(
    "right",
    [
        *(Right(verb, "", "secrets") for verb in ("get", "list", "watch")),
        *(Right("create", "", f"pods/{name}") for name in ("exec", "attach", "portforward", "proxy")),
        Right("get", "", "pods/exec"),
        Right("update", "", "pods/ephemeralcontainers"),
        Right("create", "", "services/proxy"),
        Right("create", "", "serviceaccounts/token"),
        Right("escalate", _RBAC, "roles"),
        Right("bind", _RBAC, "clusterroles"),
        Right("impersonate", "", "users"),
        Right("impersonate:user-info", "authentication.k8s.io", "users"),
        Right("create", _RBAC, "rolebindings"),
        Right("patch", _RBAC, "roles"),
        Right("patch", "", "namespaces"),
        Right("create", "", "nodes"),
        Right("*", "batch", "jobs"),
        Right("get", "*", "jobs"),
        Right("get", "batch", "*"),
        Right("get", "", "*/log"),
    ],
)
def test_what_leads_further_than_it_says_is_privileged(right: Right) -> None:
    assert is_privileged(right)


@pytest.mark.parametrize(
    "right",
    [
        Right("create", "", "pods"),
        Right("get", "", "pods/log"),
        Right("delete", "", "secrets"),
        Right("get", "example.com", "secrets"),
        Right("create", "example.com", "pods/exec"),
        Right("get", _RBAC, "rolebindings"),
        Right("get", "", "namespaces"),
        Right("list", "", "nodes"),
        Right("get", "", "serviceaccounts"),
    ],
)
def test_what_ends_where_it_says_is_not(right: Right) -> None:
    assert not is_privileged(right)


def test_verbs_are_told_by_resources_and_privileged_ones_first() -> None:
    reads = [Right(verb, group, name) for verb in ("get", "list", "watch") for group, name in _NAMES]
    rights = [
        *reads,
        *(Right(verb, "batch", "jobs") for verb in ("create", "update", "patch", "delete")),
        Right("create", "", "pods"),
        Right("delete", "", "pods"),
        Right("create", "", "pods/exec"),
    ]
    found = allowances(rights)
    assert found == (
        Allowance(("create",), ("pods/exec",), privileged=True),
        Allowance(("get", "list", "watch", "create", "delete"), ("pods",), privileged=False),
        Allowance(("get", "list", "watch", "create", "update", "patch", "delete"), ("jobs.batch",), privileged=False),
        Allowance(("get", "list", "watch"), ("deployments.apps/scale",), privileged=False),
    )
    assert in_words(found, marked=True) == (
        "**create pods/exec**; read, create, delete pods; read and write jobs.batch; read deployments.apps/scale"
    )


_NAMES = (("", "pods"), ("batch", "jobs"), ("apps", "deployments/scale"))


def test_one_resource_can_be_told_twice_where_only_some_verbs_are_privileged() -> None:
    rights = [Right(verb, "", "secrets") for verb in ("get", "list", "watch", "create", "deletecollection")]
    assert in_words(allowances(rights)) == "read secrets; create, deletecollection secrets"


def test_many_resources_are_counted_but_never_privileged_ones() -> None:
    rights = [Right("create", "", f"pods/{name}") for name in ("exec", "attach", "portforward")]
    rights += [Right("get", "", name) for name in ("a", "b", "c")]
    assert in_words(allowances(rights), most=2) == "create pods/attach, pods/exec, pods/portforward; get 3 resources"
    assert in_words(allowances(rights), most=3).endswith("get a, b, c")
