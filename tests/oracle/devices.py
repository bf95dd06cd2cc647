"""How the nodes of a pool have to be, read from specs alone: their labels and taints, and what each offers."""

import re
from dataclasses import dataclass
from typing import Any

from tests.oracle.quota import number
from tests.oracle.specs import Specs

_USUAL = {"nvidia": "nvidia.com/gpu", "amd": "amd.com/gpu", "intel": "gpu.intel.com/i915"}
_MIG_LABEL, _PLUGIN_LABEL = "nvidia.com/mig.config", "nvidia.com/device-plugin.config"

Taints = frozenset[tuple[str, str, str]]
"""Key, value and effect of each."""


@dataclass(frozen=True)
class Nodes:
    """The nodes of one pool. `slices` is the profile and the number of slices of every accelerator."""

    pool: str
    count: int
    labels: dict[str, str]
    taints: Taints
    topology: list[str]
    resource: str
    offers: dict[str, int]
    for_sale: int
    accelerator: dict[str, Any]
    """As the spec has it; empty for a pool of cores."""
    slices: tuple[str, int] | None
    plugin: bool
    """Whether NVIDIA's device plugin needs an entry for it."""

    @property
    def setting(self) -> str:
        """What its device settings are called: two names of pools are those that nodes without a label look for."""
        return f"{self.pool}.pool" if self.pool in ("default", "all-disabled") else self.pool

    @property
    def by_nvidia(self) -> bool:
        """Whether NVIDIA's device plugin is what advertises its accelerators."""
        return bool(self.accelerator.get("vendor") == "nvidia")

    @property
    def mig_strategy(self) -> str:
        """How the device plugin names slices: all alike as whole accelerators, or by profile; empty without slices."""
        if self.slices is None:
            return ""
        return "single" if self.resource == _USUAL["nvidia"] else "mixed"

    @property
    def gibibytes(self) -> int:
        """Memory of an accelerator, by what the spec or else the model says; 0 where neither does."""
        if "memory" in self.accelerator:
            return int(number(self.accelerator["memory"]) / 2**30)
        named = re.search(r"(\d+)GB$", self.accelerator["model"])
        return int(named[1]) if named else 0


def nodes_of(specs: Specs, cluster: str) -> dict[str, Nodes]:
    """The nodes of every pool of a cluster, by the pool's name."""
    domain = specs.fleet["domain"]
    pools = {name: pool for name, pool in specs.of("Pool").items() if pool["cluster"] == cluster}
    return {name: _nodes(name, pool, f"{domain}/pool") for name, pool in pools.items()}


def _nodes(name: str, pool: dict[str, Any], own: str) -> Nodes:
    accelerator = pool.get("accelerator", {})
    sharing = accelerator.get("sharing", {}) if accelerator.get("vendor") == "nvidia" else {}
    slices = None
    if "mig" in sharing:
        slices = (sharing["mig"]["profile"].replace(".me", "+me"), sharing["mig"]["perAccelerator"])
    plugin = "timeSlicing" in sharing or "mps" in sharing
    taints = pool.get("taints") or [{"key": own, "value": name}]
    resource, units = _unit(pool, slices)
    nodes = Nodes(
        pool=name,
        count=pool["nodes"],
        labels=dict(pool.get("labels") or {own: name}),
        taints=frozenset((one["key"], one.get("value", ""), one.get("effect", "NoSchedule")) for one in taints),
        topology=pool.get("topology", []),
        resource=resource,
        offers={**pool["node"].get("devices", {}), resource: units},
        for_sale=pool["nodes"] * units - pool.get("spares", {}).get("units", 0),
        accelerator=accelerator,
        slices=slices,
        plugin=plugin,
    )
    if slices:
        nodes.labels[_MIG_LABEL] = nodes.setting
    if plugin:
        nodes.labels[_PLUGIN_LABEL] = nodes.setting
    return nodes


def _unit(pool: dict[str, Any], slices: tuple[str, int] | None) -> tuple[str, int]:
    """The resource that a pool sells, and how many of it a node has."""
    accelerator = pool.get("accelerator")
    if accelerator is None:
        return "cpu", int(number(pool["node"]["cpu"]) - number(pool.get("systemReserved", {}).get("cpu", 0)))
    resource = accelerator.get("resource") or _USUAL[accelerator["vendor"]]
    if slices and "resource" not in accelerator:
        # With media extensions too: the device plugin takes the first profile that the name begins with.
        resource = "nvidia.com/mig-" + slices[0].removesuffix("+me")
    ways = list(accelerator.get("sharing", {}).values())
    parts = ways[0].get("perAccelerator") or ways[0]["replicas"] if ways else 1
    return resource, accelerator["perNode"] * parts
