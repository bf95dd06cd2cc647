"""The quota tree of a pool: what each level was promised, and what it keeps.

Plain frozen data. Units are the pool's own: accelerators, slices or cores.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from tenantry.diagnostics import DocumentRef, Where
from tenantry.names import ClassName, PoolName, ProjectName, TenantName
from tenantry.program.tenancy import State
from tenantry.quantity import Amount
from tenantry.records import record

Level = Literal["root", "tenant", "project", "queue"]


@record
class QuotaLine:
    """A promise as written; `where` is the line. `workload_class` is empty for a plain line."""

    owner: DocumentRef
    where: Where
    pool: PoolName
    workload_class: ClassName
    guaranteed: int
    borrow: Amount
    lend: Amount
    weight: int
    state: State


@record
class Grant:
    """Extra units from the start of `first_day` to the end of `last_day`, UTC. Empty project or class: not narrowed."""

    ref: DocumentRef
    tenant: TenantName
    project: ProjectName
    workload_class: ClassName
    pool: PoolName
    units: int
    first_day: date
    last_day: date
    reason: str
    ticket: str

    def in_force(self, day: date) -> bool:
        return self.first_day <= day <= self.last_day


@record
class TreeNode:
    """A Cohort (root, tenant, project) or a ClusterQueue (queue) of a pool's tree.

    guaranteed = nominal + what the children are guaranteed; nominal is negative where more is promised than there is.
    `line` is None where no line was written; `grants` are those in force given to exactly this node.
    """

    level: Level
    name: str
    tenant: TenantName
    project: ProjectName
    workload_class: ClassName
    line: QuotaLine | None
    grants: tuple[Grant, ...]
    guaranteed: int
    nominal: int
    borrow: Amount
    lend: Amount
    weight: int
    state: State
    children: tuple["TreeNode", ...]

    def walk(self) -> Iterator["TreeNode"]:
        """This node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class PoolTree:
    """The tree of one pool on one day."""

    pool: PoolName
    day: date
    root: TreeNode
    tenants: dict[TenantName, TreeNode] = field(init=False, repr=False, compare=False)
    """Every tenant's own node, parents first: found in one step. Follows from `root`."""

    def __post_init__(self) -> None:
        tenants: dict[TenantName, TreeNode] = {}
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.level == "tenant":
                tenants[node.tenant] = node
            waiting.extend(child for child in reversed(node.children) if child.level == "tenant")
        object.__setattr__(self, "tenants", tenants)
