"""Who is asked for each field of each kind: a table that a new field fails until somebody decided."""

from typing import Any, Final, NamedTuple

import pytest
from pydantic import BaseModel

from tenantry.model import KINDS
from tenantry.model.project import ProjectQuotaLine
from tenantry.model.tenant import QuotaLine
from tenantry.model.workload import Priority
from tenantry.plan.approvals import compare_written, needs
from tenantry.plan.quota import NOTHING
from tenantry.plan.written import written
from tests.support.programs import Trees, program_of, small_trees

_LEFT_OUT: Final = object()
_FLEET: Final = frozenset({"owns the fleet"})
_CAPACITY: Final = frozenset({"manages capacity"})
_VISION: Final = frozenset({"owns vision"})
_NOBODY: Final[frozenset[str]] = frozenset()


class _Case(NamedTuple):
    """A field with another value than the small fleet's, and who is asked for that."""

    value: Any
    asked: frozenset[str]


_OF_SHAPE: Final = {"cpu": 100, "memory": "1Ti", "ephemeralStorage": "20Ti"}
_EGRESS: Final = [{"to": "10.20.8.0/24", "ports": ["443/TCP"], "reason": "more"}]
_NAMED: Final[dict[str, tuple[str, str]]] = {
    "Fleet": ("", "example"),
    "Cluster": ("", "prod-a"),
    "Pool": ("", "h100-train"),
    "WorkloadClass": ("", "training"),
    "PriorityLadder": ("", "standard"),
    "IsolationProfile": ("", "baseline"),
    "RoleProfile": ("", "developer"),
    "Policy": ("", "named"),
    "Addon": ("", "notes"),
    "Tenant": ("", "vision"),
    "Project": ("vision", "detection"),
    "Grant": ("vision", "cvpr-deadline"),
    "Link": ("vision", "features"),
}

_BY_FLEET: Final[dict[str, dict[str, Any]]] = {
    "Fleet": {
        "domain": "other.example.com",
        "repository": {"url": "https://git.example.com/other.git"},
        "argocd": {"version": "3.3", "configuration": "helmValues"},
        "asOf": "2026-12-01",
        "currency": "USD",
        "owners": [{"group": "others"}],
        "capacityManagers": [{"group": "others"}],
        "groupPrefix": "sso:",
        "userPrefix": "sso:",
        "protectedNamespaces": ["kube-system"],
        "defaults": {"isolation": "baseline", "priority": "normal", "costCenter": "Z-1"},
    },
    "Cluster": {
        "kubernetes": "1.35",
        "kueue": {"version": "0.18", "configuration": "helmValues"},
        "argocd": {"server": "https://other.example.com:6443", "user": "system:serviceaccount:kube-system:argocd"},
        "sharedNodes": 3,
        "network": {
            "pods": ["10.64.0.0/12"],
            "services": ["10.96.0.0/16"],
            "nodes": ["10.10.0.0/22"],
            "dns": {"service": "10.96.0.11"},
            "cni": "cilium",
        },
        "storageClasses": {"fast": "other", "shared": "cephfs"},
    },
    "Pool": {
        "cluster": "prod-b",
        "nodes": 17,
        "node": _OF_SHAPE,
        "systemReserved": {"cpu": 9},
        "accelerator": {"vendor": "nvidia", "model": "H200", "perNode": 8},
        "labels": {"example.com/kind": "train"},
        "taints": [{"key": "example.com/kind", "value": "train"}],
        "topology": ["kubernetes.io/hostname"],
        "classes": ["training", "development"],
        "spares": {"units": 4, "reason": "fewer"},
        "price": 2.70,
        "dedicatedTo": "search",
        "profiles": ["baseline"],
    },
    "WorkloadClass": {
        "queueing": "StrictFIFO",
        "borrows": False,
        "withinClusterQueue": "Never",
        "defaultPriority": "high",
        "maxRunTime": "8d",
        "sharedAccelerators": False,
    },
    "PriorityLadder": {
        "priorities": [{"name": name, "value": 7} for name in ("urgent", "high", "normal", "scavenger")]
    },
    "IsolationProfile": {
        "podSecurity": "privileged",
        "nodes": "dedicated",
        "sharedAccelerators": False,
        "network": {"talksWithin": "project", "egressByProjects": {"within": ["10.20.0.0/16"]}},
        "images": ["registry.example.com/"],
        "services": ["ClusterIP"],
        "podDefaults": {"cpu": 2, "memory": "4Gi"},
        "unqueued": {"cpu": 32, "memory": "64Gi"},
        "counts": {"pods": 600},
    },
    "RoleProfile": {"extends": _LEFT_OUT, "rules": [{"verbs": ["get"], "resources": ["pods"]}]},
    "Policy": {
        "description": "another",
        "scope": "change",
        "match": {"kinds": ["Project"]},
        "variables": [{"name": "one", "expression": "1"}],
        "expression": "false",
        "message": "another",
        "messageExpression": "'another'",
        "severity": "warning",
        "examples": {"mustPass": [{"subject": {"a": 1}}], "mustFail": [{"subject": {"a": 2}}]},
        "waivers": [{"subject": "Tenant vision", "until": "2027-01-01", "reason": "a while"}],
    },
    "Addon": {"for": "project", "tenants": ["vision"], "clusters": ["prod-a"], "template": "kind: ConfigMap"},
}

_BY_TENANT: Final[dict[str, dict[str, _Case]]] = {
    "Addon": {"description": _Case("says nothing to a cluster", _NOBODY)},
    "Tenant": {
        "displayName": _Case("Seeing", _VISION),
        "parent": _Case("search", frozenset({"owns research", "owns search", "owns vision", "search gives"})),
        "owners": _Case([{"user": "mallory"}], _VISION),
        "members": _Case([], _VISION),
        "costCenter": _Case("R-120", _VISION | _FLEET),
        "isolation": _Case("open", _FLEET),
        "quota": _Case([], frozenset({"research gives", "manages capacity"})),
        "priorities": _Case(["urgent", "high"], frozenset({"owns the fleet", "approves priority urgent"})),
        "clusters": _Case(["prod-a"], _FLEET),
        "labels": _Case({"team": "eyes"}, _VISION),
        "state": _Case("held", _VISION),
    },
    "Project": {
        "displayName": _Case("Finding", _VISION),
        "classes": _Case(["training"], _VISION),
        "quota": _Case([], frozenset({"vision gives"})),
        "members": _Case([{"user": "ada", "role": "viewer"}], _VISION),
        "volumes": _Case([], _VISION),
        "storage": _Case({"shared": "50Ti"}, _VISION),
        "egress": _Case(_EGRESS, _VISION),
        "serviceAccounts": _Case([{"name": "trainer", "token": True}], _VISION),
        "state": _Case("draining", _VISION),
    },
    "Grant": {
        "pool": _Case("h100-slices", _CAPACITY | {"vision loses"}),
        "units": _Case(15, _CAPACITY | {"vision loses"}),
        "from": _Case("2026-12-02", _CAPACITY | {"vision loses"}),
        "until": _Case("2026-12-06", _CAPACITY),
        "reason": _Case("another", _CAPACITY),
        "ticket": _Case(_LEFT_OUT, _CAPACITY),
        "project": _Case("detection", _CAPACITY | {"vision loses"}),
        "class": _Case("training", _CAPACITY | {"vision loses"}),
    },
    "Link": {
        "from": _Case("vision/serving", _VISION | {"owns search"}),
        "to": _Case("nlp/pretraining", _VISION | {"owns search", "owns nlp"}),
        "ports": _Case(["8081/TCP"], _VISION | {"owns search"}),
    },
}

_CASES: Final = {
    **{(kind, field): _Case(value, _FLEET) for kind, cases in _BY_FLEET.items() for field, value in cases.items()},
    **{(kind, field): case for kind, cases in _BY_TENANT.items() for field, case in cases.items()},
}

_LINE: Final = {"guaranteed": 20, "borrow": 30, "lend": 3, "weight": 3, "state": "held"}
"""Fields of a quota line, each with another value; `pool` and `class` say which line it is."""

_STEP: Final = {"value": 5, "approvedBy": [{"group": "vision-leads"}], "description": "another"}
"""Fields of a priority; `name` says which it is."""


def _fleet() -> Trees:
    """The small fleet with one document of every kind, and a second of what a field may name."""
    trees = small_trees()
    frame = {"apiVersion": "tenantry.dev/v1alpha1"}
    examples = {"mustPass": [{"subject": {}}], "mustFail": [{"subject": {"no": 1}}]}
    rule = {"scope": "program", "match": {"kinds": ["Tenant"]}, "expression": "true", "examples": examples}
    specs = {
        ("Policy", "named"): {"description": "one", "message": "one", **rule},
        ("Addon", "notes"): {"description": "one", "for": "tenant", "template": "kind: Service"},
        ("Cluster", "prod-b"): trees["Cluster", "", "prod-a"]["spec"],
        ("IsolationProfile", "open"): trees["IsolationProfile", "", "baseline"]["spec"],
    }
    for (kind, name), spec in specs.items():
        trees[kind, "", name] = {**frame, "kind": kind, "metadata": {"name": name}, "spec": spec}
    trees["Grant", "vision", "cvpr-deadline"]["spec"]["from"] = "2026-12-01"
    return trees


def _asked(before: Trees, after: Trees) -> set[str]:
    old, new = program_of(before), program_of(after)
    asked = needs(old, new, compare_written(written(old), written(new)), NOTHING, ())
    return {role for need in asked for role in need.role.split(", ")}


def _keys(model: type[BaseModel]) -> set[str]:
    return {str(field.alias) for field in model.model_fields.values()}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_field_of_a_kind_is_decided(kind: str) -> None:
    spec = KINDS[kind].model_fields["spec"].annotation
    assert isinstance(spec, type)
    assert issubclass(spec, BaseModel)
    assert _keys(spec) == {field for of, field in _CASES if of == kind}


def test_every_field_of_a_line_and_of_a_priority_is_decided() -> None:
    assert _keys(QuotaLine) == _LINE.keys() | {"pool"}
    assert _keys(ProjectQuotaLine) == _LINE.keys() | {"pool", "class"}
    assert _keys(Priority) == _STEP.keys() | {"name"}


@pytest.mark.parametrize(("kind", "field"), sorted(_CASES))
def test_a_field_asks_those_who_decide_on_it(kind: str, field: str) -> None:
    before, after = _fleet(), _fleet()
    case = _CASES[kind, field]
    if (kind, field) == ("Grant", "class"):
        for side in (before, after):
            side["Grant", "vision", "cvpr-deadline"]["spec"]["project"] = "detection"
    spec = after[(kind, *_NAMED[kind])]["spec"]
    if case.value is _LEFT_OUT:
        del spec[field]
    else:
        spec[field] = case.value
    asked = _asked(before, after)
    if case.asked == _FLEET:
        assert asked >= case.asked
    else:
        assert asked == case.asked


@pytest.mark.parametrize("field", sorted(_LINE))
def test_a_field_of_a_line_asks_who_gives(field: str) -> None:
    before, after = _fleet(), _fleet()
    after["Tenant", "", "vision"]["spec"]["quota"][0][field] = _LINE[field]
    assert _asked(before, after) == {"research gives"}
    after = _fleet()
    after["Project", "vision", "detection"]["spec"]["quota"][0][field] = _LINE[field]
    assert _asked(before, after) == {"vision gives"}


@pytest.mark.parametrize("field", sorted(_STEP))
def test_a_field_of_a_priority_asks_the_fleet_owners(field: str) -> None:
    before, after = _fleet(), _fleet()
    after["PriorityLadder", "", "standard"]["spec"]["priorities"][0][field] = _STEP[field]
    assert _asked(before, after) == _FLEET
