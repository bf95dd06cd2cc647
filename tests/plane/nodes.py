"""Nodes shaped after the pools of a cluster's specs, read as YAML by code of the tests' own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.plane.api import Api, Object, is_true
from tests.plane.waiting import wait_for
from tests.support.documents import documents_below

_NODES_PER_RACK, _NODES_PER_BLOCK = 4, 8


def pool_nodes(workspace: Path, cluster: str) -> list[Object]:
    """A Node for every node of every pool of a cluster, then its shared nodes, which belong to no pool."""
    documents = documents_below(workspace / "clusters")
    domain = next(item["spec"]["domain"] for item in documents if item["kind"] == "Fleet")
    found = next(item for item in documents if item["kind"] == "Cluster" and item["metadata"]["name"] == cluster)
    nodes: list[Object] = []
    for pool in documents:
        if pool["kind"] == "Pool" and pool["spec"]["cluster"] == cluster:
            nodes += _nodes_of(pool, domain)
    shared = {"cpu": "64", "memory": "256Gi", "ephemeral-storage": "1Ti", "pods": "250"}
    nodes += [node(f"shared-{index}", {}, shared) for index in range(found["spec"].get("sharedNodes", 1))]
    return nodes


def node(name: str, labels: dict[str, str], capacity: dict[str, str], taints: list[Object] | None = None) -> Object:
    """A Node with this capacity, all of it allocatable."""
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": {"kubernetes.io/hostname": name, **labels}},
        "spec": {"taints": taints or []},
        "status": {"capacity": capacity, "allocatable": capacity},
    }


def add_nodes(api: Api, nodes: list[Object]) -> None:
    """Creates nodes and waits until all are ready; something (kwok) has to say that they are."""
    for item in nodes:
        api.create({key: value for key, value in item.items() if key != "status"}).must()
        api.patch(item, {"status": item["status"]}, subresource="status").must()
        # The server taints every new node as not ready; the controller that would untaint it is off.
        api.patch(item, {"spec": {"taints": item["spec"]["taints"]}}).must()
    wait_for(lambda: all(is_true(item, "Ready") for item in api.list("v1", "Node")), "all nodes are ready", seconds=60)


def _nodes_of(pool: Object, domain: str) -> Iterator[Object]:
    name, spec = pool["metadata"]["name"], pool["spec"]
    labels = spec.get("labels") or {f"{domain}/pool": name}
    taints = spec.get("taints") or [{"key": f"{domain}/pool", "value": name, "effect": "NoSchedule"}]
    levels = [level for level in spec.get("topology", []) if level != "kubernetes.io/hostname"]
    for index in range(spec["nodes"]):
        places = {
            level: f"{name}-{index // (_NODES_PER_BLOCK if depth == 0 else _NODES_PER_RACK)}"
            for depth, level in enumerate(levels)
        }
        yield node(f"{name}-{index}", {**labels, **places}, _capacity(spec), taints)


def _capacity(spec: dict[str, Any]) -> dict[str, str]:
    shape = spec["node"]
    capacity = {
        "cpu": str(shape["cpu"]),
        "memory": str(shape["memory"]),
        "ephemeral-storage": str(shape.get("ephemeralStorage", "1Ti")),
        "pods": "250",
        **{name: str(count) for name, count in shape.get("devices", {}).items()},
    }
    accelerator = spec.get("accelerator")
    if accelerator:
        resource, units = _units(accelerator)
        capacity[resource] = str(units)
    return capacity


def _units(accelerator: dict[str, Any]) -> tuple[str, int]:
    """Resource name and units of a node: whole accelerators, MIG slices, or replicas of time-slicing and MPS."""
    vendor = {"nvidia": "nvidia.com/gpu", "amd": "amd.com/gpu", "intel": "gpu.intel.com/xe"}[accelerator["vendor"]]
    resource = accelerator.get("resource", vendor)
    whole = accelerator["perNode"]
    sharing = accelerator.get("sharing") or {}
    if "mig" in sharing:
        profile = sharing["mig"]
        return accelerator.get("resource", f"nvidia.com/mig-{profile['profile']}"), whole * profile["perAccelerator"]
    for kind in ("timeSlicing", "mps"):
        if kind in sharing:
            return resource, whole * sharing[kind]["replicas"]
    return resource, whole
