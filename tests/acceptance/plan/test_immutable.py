"""Fields that a plan calls unchangeable against the real API server, with Kueue's own rules: the two agree on each."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from tenantry.plan.immutable import frozen_fields
from tests.plane.api import Answer, Api, Object
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for

pytestmark = pytest.mark.xdist_group("plane")

_NAMESPACE = "frozen"
_NAME = "frozen-probe"
_KUEUE = "kueue.x-k8s.io/v1beta2"


def _object(api_version: str, kind: str, *, namespaced: bool = False, **parts: Any) -> Object:
    metadata = {"name": _NAME, **({"namespace": _NAMESPACE} if namespaced else {})}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **parts}


_TOLERATION = {"key": "frozen", "operator": "Equal", "value": "a", "effect": "NoSchedule"}
_PLAIN = _object(_KUEUE, "ResourceFlavor", spec={"nodeLabels": {"frozen": "a"}, "tolerations": [_TOLERATION]})
_PLACED = {**_PLAIN, "spec": {**_PLAIN["spec"], "topologyName": "frozen-levels"}}
_TOPOLOGY = _object(_KUEUE, "Topology", spec={"levels": [{"nodeLabel": "frozen/rack"}]})
_CLAIM = _object(
    "v1",
    "PersistentVolumeClaim",
    namespaced=True,
    spec={
        "accessModes": ["ReadWriteMany"],
        "resources": {"requests": {"storage": "2Gi"}},
        "storageClassName": "frozen-large",
        "volumeMode": "Filesystem",
    },
)
_VOLUME: Object = {
    "apiVersion": "v1",
    "kind": "PersistentVolume",
    "metadata": {"name": "frozen-volume"},
    "spec": {
        "accessModes": ["ReadWriteMany"],
        "capacity": {"storage": "2Gi"},
        "storageClassName": "frozen-large",
        "persistentVolumeReclaimPolicy": "Retain",
        "hostPath": {"path": "/nowhere"},
        "claimRef": {"namespace": _NAMESPACE, "name": _NAME},
    },
}
_ROLE = {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "view"}
_PORTS = [{"port": 80, "protocol": "TCP", "targetPort": 80}]

CASES: dict[str, tuple[Object, tuple[str, ...], Any]] = {
    "a flavor without topology takes labels": (_PLAIN, ("spec", "nodeLabels"), {"frozen": "b"}),
    "a flavor without topology takes tolerations": (_PLAIN, ("spec", "tolerations"), []),
    "a flavor without topology takes one": (_PLAIN, ("spec", "topologyName"), "frozen-levels"),
    "labels of a flavor with topology": (_PLACED, ("spec", "nodeLabels"), {"frozen": "b"}),
    "tolerations of a flavor with topology": (_PLACED, ("spec", "tolerations"), [{**_TOLERATION, "value": "b"}]),
    "topology of a flavor": (_PLACED, ("spec", "topologyName"), "others"),
    "taints of a flavor with topology": (
        _PLACED,
        ("spec", "nodeTaints"),
        [{"key": "frozen", "value": "a", "effect": "NoSchedule"}],
    ),
    "levels of a topology": (_TOPOLOGY, ("spec", "levels"), [{"nodeLabel": "frozen/block"}]),
    "queue behind a queue": (
        _object(_KUEUE, "LocalQueue", namespaced=True, spec={"clusterQueue": "a", "stopPolicy": "None"}),
        ("spec", "clusterQueue"),
        "b",
    ),
    "stop of a queue": (
        _object(_KUEUE, "LocalQueue", namespaced=True, spec={"clusterQueue": "a", "stopPolicy": "None"}),
        ("spec", "stopPolicy"),
        "Hold",
    ),
    "value of a workload priority": (_object(_KUEUE, "WorkloadPriorityClass", value=10), ("value",), 20),
    "value of a priority": (_object("scheduling.k8s.io/v1", "PriorityClass", value=10), ("value",), 20),
    "preemption of a priority": (
        _object("scheduling.k8s.io/v1", "PriorityClass", value=10, preemptionPolicy="Never"),
        ("preemptionPolicy",),
        "PreemptLowerPriority",
    ),
    "description of a priority": (
        _object("scheduling.k8s.io/v1", "PriorityClass", value=10, description="a"),
        ("description",),
        "b",
    ),
    "class of a claim": (_CLAIM, ("spec", "storageClassName"), "other"),
    "access of a claim": (_CLAIM, ("spec", "accessModes"), ["ReadWriteOnce"]),
    "a claim that shrinks": (_CLAIM, ("spec", "resources", "requests", "storage"), "1Gi"),
    "a claim that grows": (_CLAIM, ("spec", "resources", "requests", "storage"), "3Gi"),
    "role of a binding": (
        _object("rbac.authorization.k8s.io/v1", "RoleBinding", namespaced=True, roleRef=_ROLE),
        ("roleRef", "name"),
        "edit",
    ),
    "subjects of a binding": (
        _object("rbac.authorization.k8s.io/v1", "RoleBinding", namespaced=True, roleRef=_ROLE),
        ("subjects",),
        [{"apiGroup": "rbac.authorization.k8s.io", "kind": "Group", "name": "a"}],
    ),
    "address of a service": (
        _object("v1", "Service", namespaced=True, spec={"ports": _PORTS, "clusterIP": "None"}),
        ("spec", "clusterIP"),
        "10.96.200.200",
    ),
    "ports of a service": (
        _object("v1", "Service", namespaced=True, spec={"ports": _PORTS, "clusterIP": "None"}),
        ("spec", "ports"),
        [{"port": 81, "protocol": "TCP", "targetPort": 80}],
    ),
    "data of a closed map": (
        _object("v1", "ConfigMap", namespaced=True, data={"a": "1"}, immutable=True),
        ("data",),
        {"a": "2"},
    ),
    "data of a map": (_object("v1", "ConfigMap", namespaced=True, data={"a": "1"}), ("data",), {"a": "2"}),
    "hard bounds of a quota": (
        _object("v1", "ResourceQuota", namespaced=True, spec={"hard": {"pods": "1"}}),
        ("spec", "hard"),
        {"pods": "2"},
    ),
}


@pytest.fixture(scope="module")
def scratch(example_plane: Plane) -> Iterator[Api]:
    """A namespace, a topology and a storage class that allows expansion; all of them go again."""
    api = example_plane.api
    large = _object("storage.k8s.io/v1", "StorageClass", provisioner="example.com/none", allowVolumeExpansion=True)
    large["metadata"] = {"name": "frozen-large"}
    levels = copy.deepcopy(_TOPOLOGY)
    levels["metadata"] = {"name": "frozen-levels"}
    space = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": _NAMESPACE}}
    made = [space, large, levels, _VOLUME]
    for item in made:
        api.create(item).must()
    yield api
    for item in reversed(made):
        api.delete(item).must()


@pytest.mark.parametrize("name", CASES)
def test_the_server_refuses_what_a_plan_calls_unchangeable_and_nothing_else(name: str, scratch: Api) -> None:
    item, path, value = CASES[name]
    created = scratch.create(item).must()
    try:
        if item["kind"] == "PersistentVolumeClaim":
            _bind(scratch, item)
        live, changed, answer = _tried(scratch, item, path, value)
        while answer.status == 409:  # a controller wrote its status meanwhile
            live, changed, answer = _tried(scratch, item, path, value)
        frozen = list(frozen_fields(item["kind"], live, changed))
        assert answer.ok == (not frozen), (answer.status, answer.message, frozen)
        assert answer.ok or answer.status in (403, 422)
    finally:
        scratch.delete(created).must()
        wait_for(lambda: scratch.get(item).status == 404, "the probe to go")
        if item["kind"] == "PersistentVolumeClaim":
            _free(scratch)


def _tried(api: Api, item: Object, path: tuple[str, ...], value: Any) -> tuple[Object, Object, Answer]:
    """The object as it is, as it would be with the value, and what the server says to that."""
    live = api.get(item).must()
    changed = copy.deepcopy(live)
    inner = changed
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return live, changed, api.replace(changed, dry_run=True)


def _bind(api: Api, claim: Object) -> None:
    """Waits for a claim to be bound, as all are that hold data: before, a server takes no other size at all."""
    wait_for(lambda: api.get(claim).body["status"].get("phase") == "Bound", "the claim to be bound")


def _free(api: Api) -> None:
    """Lets the volume go to the next claim of the same name."""
    reference = {"spec": {"claimRef": {"uid": None, "resourceVersion": None}}}
    api.patch(_VOLUME, reference).must()
    wait_for(lambda: api.get(_VOLUME).body["status"].get("phase") == "Available", "the volume to be free")
