"""Fields that cannot be changed on an object that exists."""

from typing import Any

import pytest

from tenantry.plan.immutable import frozen_fields

_TREE = {"levels": [{"nodeLabel": "example.com/rack"}]}


def _claim(**spec: Any) -> dict[str, Any]:
    whole = {"accessModes": ["ReadWriteMany"], "storageClassName": "cephfs", "volumeMode": "Filesystem", **spec}
    return {"spec": {"resources": {"requests": {"storage": whole.pop("size", "2Ti")}}, **whole}}


def _flavor(topology: str = "h100", **spec: Any) -> dict[str, Any]:
    named = {"topologyName": topology} if topology else {}
    return {"spec": {"nodeLabels": {"pool": "h100"}, "tolerations": [{"key": "pool"}], **named, **spec}}


REFUSED: list[tuple[str, dict[str, Any], dict[str, Any], list[tuple[str, str, str]]]] = [
    (
        "ResourceFlavor",
        _flavor(),
        _flavor(nodeLabels={"pool": "h200"}),
        [("spec.nodeLabels", "{pool: h100}", "{pool: h200}")],
    ),
    (
        "ResourceFlavor",
        _flavor(),
        _flavor(tolerations=[]),
        [("spec.tolerations", "[{key: pool}]", "[]")],
    ),
    ("ResourceFlavor", _flavor(), _flavor(""), [("spec.topologyName", "h100", "nothing")]),
    (
        "Topology",
        {"spec": _TREE},
        {"spec": {"levels": [{"nodeLabel": "kubernetes.io/hostname"}]}},
        [("spec.levels", "[{nodeLabel: example.com/rack}]", "[{nodeLabel: kubernetes.io/hostname}]")],
    ),
    (
        "LocalQueue",
        {"spec": {"clusterQueue": "a.b.c.d", "stopPolicy": "None"}},
        {"spec": {"clusterQueue": "a.b.c.e", "stopPolicy": "Hold"}},
        [("spec.clusterQueue", "a.b.c.d", "a.b.c.e")],
    ),
    ("PriorityClass", {"value": 10}, {"value": 20}, [("value", "10", "20")]),
    (
        "PriorityClass",
        {"value": 10, "preemptionPolicy": "Never"},
        {"value": 10, "preemptionPolicy": "PreemptLowerPriority"},
        [("preemptionPolicy", "Never", "PreemptLowerPriority")],
    ),
    (
        "PersistentVolumeClaim",
        _claim(),
        _claim(storageClassName="local"),
        [("spec.storageClassName", "cephfs", "local")],
    ),
    (
        "PersistentVolumeClaim",
        _claim(),
        _claim(accessModes=["ReadWriteOnce"]),
        [("spec.accessModes", "[ReadWriteMany]", "[ReadWriteOnce]")],
    ),
    (
        "PersistentVolumeClaim",
        _claim(size="2Ti"),
        _claim(size="1Ti"),
        [("spec.resources.requests.storage", "2Ti", "1Ti")],
    ),
    (
        "RoleBinding",
        {"roleRef": {"kind": "ClusterRole", "name": "viewer"}},
        {"roleRef": {"kind": "ClusterRole", "name": "admin"}},
        [("roleRef", "{kind: ClusterRole, name: viewer}", "{kind: ClusterRole, name: admin}")],
    ),
    ("Service", {"spec": {}}, {"spec": {"clusterIP": "None"}}, [("spec.clusterIP", "nothing", "None")]),
    (
        "ConfigMap",
        {"immutable": True, "data": {"a": "1"}},
        {"data": {"a": "1"}},
        [("immutable", "true", "nothing")],
    ),
]

TAKEN: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    # Kueue freezes a flavor by its topology alone, and lets a plain one get a topology.
    ("ResourceFlavor", _flavor(""), _flavor("", nodeLabels={"pool": "h200"})),
    ("ResourceFlavor", _flavor(""), _flavor("h100")),
    ("ResourceFlavor", _flavor(), _flavor(nodeTaints=[{"key": "x"}])),
    ("WorkloadPriorityClass", {"value": 10}, {"value": 20}),
    ("PersistentVolumeClaim", _claim(size="2Ti"), _claim(size="3Ti")),
    ("PersistentVolumeClaim", _claim(size="2Ti"), _claim(size="2048Gi")),
    ("LocalQueue", {"spec": {"clusterQueue": "a", "stopPolicy": "None"}}, {"spec": {"clusterQueue": "a"}}),
    ("RoleBinding", {"roleRef": {"name": "viewer"}, "subjects": []}, {"roleRef": {"name": "viewer"}, "subjects": [1]}),
    ("ConfigMap", {"data": {"a": "1"}}, {"data": {"a": "2"}}),
    ("ConfigMap", {"data": {"a": "1"}}, {"immutable": True, "data": {"a": "2"}}),
    ("ClusterQueue", {"spec": {"cohortName": "a"}}, {"spec": {"cohortName": "b"}}),
    ("PriorityClass", {"value": 10, "description": "a"}, {"value": 10, "description": "b"}),
]


@pytest.mark.parametrize(("kind", "before", "after", "fields"), REFUSED)
def test_what_a_cluster_refuses_to_change_is_named_with_a_way_round(
    kind: str, before: dict[str, Any], after: dict[str, Any], fields: list[tuple[str, str, str]]
) -> None:
    found = list(frozen_fields(kind, before, after))
    assert [(one.field, one.before, one.after) for one in found] == fields
    assert all(one.steps for one in found)


@pytest.mark.parametrize(("kind", "before", "after"), TAKEN)
def test_what_a_cluster_takes_is_no_matter(kind: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    assert list(frozen_fields(kind, before, after)) == []
