"""What everybody can count on in each pool, before and after.

Pure. Numbers come from the manifests of both sides; which of them are lasting, who holds what in which state and who
lends comes from the program. Units are those of the pool.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tenantry.cohorts import Numbers, Standing, guaranteed, standings
from tenantry.effect.forest import Forest, Node
from tenantry.names import PoolName
from tenantry.plan.side import Side
from tenantry.program import Pool, State, TreeNode
from tenantry.quantity import Amount
from tenantry.records import record

Level = Literal["tenant", "project", "class"]


class Holding(NamedTuple):
    """What a tenant, a project or a class of a project has in a pool.

    `granted` are units of `guaranteed` that grants in force give, and that end with them; `kept` is what it keeps
    itself for all below it to share, `kept_by_grant` what of that grants give. A class that never borrows has only
    `guaranteed`: nothing shared or contested, and no further reach.
    """

    guaranteed: int
    granted: int
    shared: int
    contested: int
    reach: int
    kept: int
    kept_by_grant: int
    borrow: Amount
    lend: Amount
    weight: int
    state: State

    @property
    def lasting(self) -> int:
        return self.guaranteed - self.granted


class Holder(NamedTuple):
    """Who holds: a tenant; with `project` one of its projects; with `workload_class` one class of that."""

    tenant: str
    project: str = ""
    workload_class: str = ""

    @property
    def level(self) -> Level:
        return "class" if self.workload_class else "project" if self.project else "tenant"

    def __str__(self) -> str:
        """`vision`, `vision/detection`, `class training of vision/detection`."""
        name = f"{self.tenant}/{self.project}" if self.project else self.tenant
        return f"class {self.workload_class} of {name}" if self.workload_class else name


class Ledger(NamedTuple):
    """A pool as a whole: what it holds and what of it is promised to tenants; the rest is unallocated."""

    cluster: str
    nodes: int
    for_sale: int
    spares: int
    guaranteed: int

    @property
    def unallocated(self) -> int:
        return self.for_sale - self.guaranteed


class QuotaChange(NamedTuple):
    """What somebody has in a pool on either side; None where that side gives no place there."""

    pool: str
    holder: Holder
    before: Holding | None
    after: Holding | None

    @property
    def gained(self) -> int:
        """Guaranteed units more than before; negative where there are fewer."""
        return (self.after.guaranteed if self.after else 0) - (self.before.guaranteed if self.before else 0)


class PoolChange(NamedTuple):
    """A pool's ledger on either side; None where that side has no such pool."""

    pool: str
    before: Ledger | None
    after: Ledger | None


@record
class Quota:
    """Every difference in what people can count on: pools by name, holders from the root of each tree down."""

    holders: tuple[QuotaChange, ...]
    pools: tuple[PoolChange, ...]


NOTHING = Quota((), ())
"""Where there is nothing to compare with."""

Holdings = dict[str, dict[Holder, Holding]]
"""By pool everybody who holds something there, parents first."""


def compare_quota(before: Side | None, after: Side) -> tuple[Quota, Holdings, Holdings]:
    """Every holder and every pool that has other numbers than before, and all holdings of both sides.

    `before` is None where nothing was.
    """
    old = _Reader(before) if before else None
    new = _Reader(after)
    had, has = old.holdings() if old else {}, new.holdings()
    holders: list[QuotaChange] = []
    pools: list[PoolChange] = []
    for name in sorted(had.keys() | has.keys()):
        was, now = had.get(name, {}), has.get(name, {})
        holders += [
            QuotaChange(name, holder, was.get(holder), now.get(holder))
            for holder in dict.fromkeys((*now, *was))
            if was.get(holder) != now.get(holder)
        ]
        pool = PoolChange(name, old.ledger(PoolName(name)) if old else None, new.ledger(PoolName(name)))
        if pool.before != pool.after:
            pools.append(pool)
    return Quota(tuple(holders), tuple(pools)), had, has


class _Reader:
    """The holdings of one side, pool by pool."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._forests: dict[str, Forest] = {}

    def holdings(self) -> Holdings:
        return {name: self._of(name) for name in self._side.program.trees}

    def _of(self, name: PoolName) -> dict[Holder, Holding]:
        tree = self._side.program.trees[name]
        pool = self._side.program.pools[name]
        meant = {node.name: node for node in tree.root.walk()}
        root = self._forest(pool.cluster).path(tree.root.name)[0]
        found: dict[Holder, Holding] = {}
        above: dict[str, _Place] = {}
        for node, standing in standings(root, lambda one: one.children):
            known = meant[node.name]
            parent = above.get(node.name)
            numbers = _numbers(known, node, standing, parent) if parent else Numbers(node.nominal, 0, 0, node.nominal)
            for child in node.children:
                above[child.name] = _Place(node, standing, numbers)
            if parent:
                holder = Holder(known.tenant, known.project, known.workload_class)
                found[holder] = self._holding(pool, known, node, numbers)
        return found

    def ledger(self, name: PoolName) -> Ledger | None:
        pool = self._side.program.pools.get(name)
        if pool is None:
            return None
        root = self._forest(pool.cluster).path(self._side.program.trees[name].root.name)[0]
        return _ledger(pool, root)

    def _forest(self, cluster: str) -> Forest:
        if cluster not in self._forests:
            self._forests[cluster] = self._side.forest(cluster)
        return self._forests[cluster]

    def _holding(self, pool: Pool, meant: TreeNode, node: Node, numbers: Numbers) -> Holding:
        if meant.level == "queue" and not self._side.program.classes[meant.workload_class].borrows:
            numbers = Numbers(numbers.guaranteed, 0, 0, numbers.guaranteed)
        # Who holds a pool has it whole; grants only move units below.
        holds = meant.level == "tenant" and pool.dedicated_to == meant.tenant
        granted = 0 if holds else granted_units(meant)
        here = 0 if holds or meant.state == "retired" else sum(grant.units for grant in meant.grants)
        return Holding(
            *(numbers.guaranteed, granted, numbers.shared, numbers.contested, numbers.reach, node.nominal, here),
            *(node.borrow, node.lend, node.weight, meant.state),
        )


class _Place(NamedTuple):
    """What stands above a node."""

    node: Node
    standing: Standing
    numbers: Numbers


def _numbers(meant: TreeNode, node: Node, standing: Standing, above: _Place) -> Numbers:
    reach = standing.guaranteed + standing.beyond.value
    if meant.level == "tenant":
        return Numbers(standing.guaranteed, node.nominal, standing.contested.value, reach)
    # A project shares what its tenant keeps; a queue what its project keeps, and what that shares.
    around = above.node.nominal + (above.numbers.shared if meant.level == "queue" else 0)
    beyond = Amount.of(above.numbers.contested) if meant.level == "queue" else above.standing.contested
    shared = min(node.borrow, Amount.of(around))
    contested = min(node.borrow - shared.value, beyond)
    return Numbers(standing.guaranteed, shared.value, contested.value, reach)


def granted_units(node: TreeNode) -> int:
    """Units of a node's guarantee that come from grants in force to it or below it."""
    return sum(_granted(node))


def _granted(node: TreeNode) -> Iterator[int]:
    if node.state != "retired":
        yield from (grant.units for grant in node.grants)
        for child in node.children:
            yield from _granted(child)


def _ledger(pool: Pool, root: Node) -> Ledger:
    promised = sum(map(guaranteed, root.children))
    return Ledger(pool.cluster, pool.nodes, pool.for_sale, pool.spare_units, promised)
