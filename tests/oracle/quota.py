"""The quota trees of a cluster, read from its compiled YAML, and the numbers that their definitions give.

Nothing of the compiler is imported: the definitions of docs/quota.md are written out again here, over the
objects that Kueue gets. The queue or cohort that a node was compiled from is known by its labels alone.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.support.documents import documents_below

Amount = int | float | Fraction
"""Units: a whole number, infinity where there is no limit, and a Fraction for a weight like a half."""

_SUFFIXES = {
    "": Fraction(1),
    "m": Fraction(1, 1000),
    "k": Fraction(10**3),
    "M": Fraction(10**6),
    "G": Fraction(10**9),
    "T": Fraction(10**12),
    "Ki": Fraction(2**10),
    "Mi": Fraction(2**20),
    "Gi": Fraction(2**30),
    "Ti": Fraction(2**40),
}


@dataclass(eq=False)
class Node:
    """A Cohort or ClusterQueue as its YAML has it; without a limit, infinity."""

    kind: str
    name: str
    parent: str
    labels: dict[str, str]
    nominal: Amount = 0
    borrow: Amount = math.inf
    lend: Amount = math.inf
    weight: Amount = 1
    resource: str = ""
    """What a unit is to Kueue, such as nvidia.com/gpu; known of nodes that name it."""
    flavor: str = ""
    spec: dict[str, Any] = field(default_factory=dict, repr=False)
    children: list["Node"] = field(default_factory=list, repr=False)
    above: "Node | None" = field(default=None, repr=False)

    def walk(self) -> Iterator["Node"]:
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def path(self) -> list["Node"]:
        """The nodes from the root down to this one."""
        return [*(self.above.path() if self.above else []), self]

    @property
    def queues(self) -> list["Node"]:
        """The ClusterQueues at or below this node."""
        return [node for node in self.walk() if node.kind == "ClusterQueue"]

    @property
    def never_borrows(self) -> bool:
        """Whether this is a queue of a class that never borrows."""
        return self.kind == "ClusterQueue" and self.borrow == 0

    @property
    def siblings(self) -> list["Node"]:
        """The other nodes below the same parent."""
        return [node for node in self.above.children if node is not self] if self.above else []

    @cached_property
    def guaranteed(self) -> Amount:
        """G: what comes back on demand; all that this node and those below it hold."""
        return sum(node.nominal for node in self.walk())

    @cached_property
    def lendable(self) -> Amount:
        """The most that this node lets out at once while everything below it is idle."""
        return min(self.lend, self.nominal + sum(child.lendable for child in self.children))

    @cached_property
    def beyond(self) -> Amount:
        """X: the most this node gets beyond its guarantee while all others idle."""
        if self.above is None:
            return 0
        siblings = sum(node.lendable for node in self.siblings)
        return min(self.borrow, self.above.nominal + siblings + self.above.beyond)

    @cached_property
    def reach(self) -> Amount:
        """The most this node gets while all others idle."""
        return self.guaranteed + self.beyond

    @cached_property
    def kept_above(self) -> Amount:
        """K: units that ancestors keep and this node may take; a tenant's contested part."""
        if self.above is None:
            return 0
        return min(self.borrow, self.above.nominal + self.above.kept_above)

    def tenant_numbers(self) -> dict[str, Amount]:
        """What `tenantry explain` has to say of a tenant whose Cohort this is."""
        return {
            "guaranteed": self.guaranteed,
            "shared": self.nominal,
            "contested": self.kept_above,
            "reach": self.reach,
        }

    def project_numbers(self) -> dict[str, Amount]:
        """What `tenantry explain` has to say of a project whose Cohort this is."""
        tenant = self.above
        assert tenant is not None, f"{self.name} stands below no tenant"
        shared = min(self.borrow, tenant.nominal)
        contested = min(self.borrow - shared, tenant.kept_above)
        return {"guaranteed": self.guaranteed, "shared": shared, "contested": contested, "reach": self.reach}


def read_nodes(folder: Path) -> dict[str, Node]:
    """All Cohorts and ClusterQueues compiled into a cluster's folder, by name, each hung below its parent.

    A root is a node without a parent; it is named like its pool.
    """
    found = (node_of(item) for item in documents_below(folder) if item.get("kind") in ("Cohort", "ClusterQueue"))
    nodes = {node.name: node for node in found}
    for node in nodes.values():
        if node.parent:
            node.above = nodes[node.parent]
            node.above.children.append(node)
    return nodes


def node_of(item: dict[str, Any]) -> Node:
    """A Cohort or ClusterQueue object as a node that hangs nowhere yet."""
    spec = item["spec"]
    parent = spec.get("parentName" if item["kind"] == "Cohort" else "cohortName", "")
    node = Node(item["kind"], item["metadata"]["name"], parent, item["metadata"].get("labels", {}), spec=spec)
    node.weight = number(spec.get("fairSharing", {}).get("weight", 1))
    for group in spec.get("resourceGroups", []):
        [flavor] = group["flavors"]
        unit = flavor["resources"][0]
        node.flavor, node.resource = flavor["name"], unit["name"]
        node.nominal = number(unit["nominalQuota"])
        node.borrow = number(unit["borrowingLimit"]) if "borrowingLimit" in unit else math.inf
        node.lend = number(unit["lendingLimit"]) if "lendingLimit" in unit else math.inf
    return node


def owner(node: Node, domain: str) -> tuple[str, str]:
    """Tenant and project of a node by its labels; empty where it has none."""
    return node.labels.get(f"{domain}/tenant", ""), node.labels.get(f"{domain}/project", "")


def specs(workspace: Path, kind: str) -> dict[str, dict[str, Any]]:
    """Fleet-owned specs of a kind by name."""
    found = (item for item in documents_below(workspace / "clusters") if item["kind"] == kind)
    return {item["metadata"]["name"]: item["spec"] for item in found}


def units_for_sale(pool: dict[str, Any]) -> int:
    """nodes x units per node - spares; a pool without accelerators is sold by the core."""
    accelerator = pool.get("accelerator")
    if accelerator is None:
        system = pool.get("systemReserved", {}).get("cpu", 0)
        per_node = int(number(pool["node"]["cpu"]) - number(system))
    else:
        sharing = accelerator.get("sharing", {})
        parts = sharing.get("mig", {}).get("perAccelerator") or next(
            (part["replicas"] for part in sharing.values() if "replicas" in part), 1
        )
        per_node = accelerator["perNode"] * parts
    units: int = pool["nodes"] * per_node - pool.get("spares", {}).get("units", 0)
    return units


def number(text: str | int) -> int | Fraction:
    """A quantity as a number: 2k, 1984Gi, 500m."""
    digits = str(text).rstrip("mkMGTi")
    value = Fraction(digits) * _SUFFIXES[str(text)[len(digits) :]]
    return value.numerator if value.denominator == 1 else value
