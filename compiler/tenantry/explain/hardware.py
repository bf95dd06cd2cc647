"""Pools, accelerator models and clusters: what is for sale, who has it, what it costs.

Pure. Numbers come from manifests; prices, owners and hardware from the program.
"""

from collections.abc import Iterator
from datetime import date
from typing import Literal, NamedTuple

from tenantry.answers.places import Place
from tenantry.cohorts import Numbers, guaranteed
from tenantry.diagnostics import Where
from tenantry.effect.forest import Node
from tenantry.effect.numbers import may_borrow, numbers_of, numbers_of_class
from tenantry.explain.doubts import disagreements
from tenantry.explain.promises import ComingGrant, Ledger, called
from tenantry.explain.unit import Price, Unit
from tenantry.explain.view import View
from tenantry.names import ClusterName, PoolName
from tenantry.program import Pool, State, TreeNode
from tenantry.quantity import Amount
from tenantry.records import record


class TreeLine(NamedTuple):
    """A node of a pool's tree. `keeps` is its nominal quota; `numbers` as people see them, for the root None.

    `borrows` is False for a queue of a class that never borrows and for a project with only such queues: of their
    numbers only `guaranteed` holds.
    """

    depth: int
    level: str
    name: str
    called: str
    keeps: int
    borrow: Amount
    lend: Amount
    weight: int
    numbers: dict[str, int] | None
    borrows: bool
    state: State
    place: Place | None


@record
class PoolAnswer:
    """A pool. `for_sale` = nodes x units_per_node - spare_units = promised + unallocated."""

    kind: Literal["pool"]
    name: str
    cluster: str
    day: date
    place: Place | None
    nodes: int
    nodes_place: Place | None
    units_per_node: int
    spare_units: int
    spares_place: Place | None
    for_sale: int
    promised: int
    unallocated: int
    unit: Unit
    model: str
    price: Price
    classes: tuple[str, ...]
    profiles: tuple[str, ...]
    dedicated_to: str
    may_use: tuple[str, ...]
    tree: tuple[TreeLine, ...]
    grants_to_come: tuple[ComingGrant, ...]
    doubts: tuple[str, ...]


class Sold(NamedTuple):
    """A pool in an overview; units of the pool."""

    pool: str
    cluster: str
    resource: str
    for_sale: int
    promised: int
    unallocated: int
    price: Price
    dedicated_to: str
    place: Place | None


@record
class ModelAnswer:
    """An accelerator model over all clusters; `accelerators` are whole devices, units may be parts of one."""

    kind: Literal["model"]
    name: str
    accelerators: int
    pools: tuple[Sold, ...]


class TenantAt(NamedTuple):
    """A tenant on a cluster, with its namespaces there."""

    tenant: str
    namespaces: tuple[str, ...]


@record
class ClusterAnswer:
    """A cluster: versions, pools, who is on it."""

    kind: Literal["cluster"]
    name: str
    place: Place | None
    labels: dict[str, str]
    kubernetes: str
    kueue: str
    argocd_server: str
    shared_nodes: int
    storage_classes: dict[str, str]
    pools: tuple[Sold, ...]
    tenants: tuple[TenantAt, ...]


def explain_pool(view: View, name: str) -> PoolAnswer:
    """Everything about a pool."""
    program, places = view.program, view.places
    pool = program.pools[PoolName(name)]
    tree = program.trees[pool.name]
    forest = view.forest(pool.cluster)
    root = forest.path(tree.root.name)[0]
    ledger = Ledger(program, pool, places)
    return PoolAnswer(
        kind="pool",
        name=pool.name,
        cluster=pool.cluster,
        day=program.day,
        place=places.document(pool.ref),
        nodes=pool.nodes,
        nodes_place=places.of(pool.nodes_where),
        units_per_node=pool.units_per_node,
        spare_units=pool.spare_units,
        spares_place=places.of(Where(pool.ref, ("spec", "spares"))) if pool.spare_units else None,
        for_sale=guaranteed(root),
        promised=guaranteed(root) - root.nominal,
        unallocated=root.nominal,
        unit=Unit.of(pool),
        model=pool.accelerator.model if pool.accelerator else "",
        price=Price.of(pool, program.fleet.currency),
        classes=pool.classes,
        profiles=pool.profiles,
        dedicated_to=pool.dedicated_to or "",
        may_use=tuple(sorted(called(node) for node in tree.root.walk() if node.level == "project" and node.children)),
        tree=tuple(_lines(view, pool, tree.root, 0)),
        grants_to_come=ledger.coming(tree.root),
        doubts=tuple(disagreements(tree, forest)),
    )


def explain_model(view: View, name: str) -> ModelAnswer:
    """A model in every pool of every cluster that has it."""
    pools = [
        pool for pool in view.program.pools.values() if pool.accelerator is not None and pool.accelerator.model == name
    ]
    return ModelAnswer(
        kind="model",
        name=name,
        accelerators=sum(pool.nodes * pool.accelerator.per_node for pool in pools if pool.accelerator),
        pools=tuple(_sold(view, pool) for pool in pools),
    )


def explain_cluster(view: View, name: str) -> ClusterAnswer:
    """Everything about a cluster."""
    program = view.program
    cluster = program.clusters[ClusterName(name)]
    return ClusterAnswer(
        kind="cluster",
        name=cluster.name,
        place=view.places.document(cluster.ref),
        labels=dict(cluster.labels),
        kubernetes=cluster.kubernetes,
        kueue=cluster.kueue.version,
        argocd_server=cluster.argocd_server,
        shared_nodes=cluster.shared_nodes,
        storage_classes=dict(cluster.storage_classes),
        pools=tuple(_sold(view, program.pools[pool]) for pool in cluster.pools),
        tenants=tuple(
            TenantAt(placement.tenant, tuple(at.namespace for at in placement.projects))
            for placement in program.placements
            if placement.cluster == cluster.name
        ),
    )


def _lines(view: View, pool: Pool, node: TreeNode, depth: int) -> Iterator[TreeLine]:
    path = view.forest(pool.cluster).path(node.name)
    made = path[-1]
    yield TreeLine(
        depth=depth,
        level=node.level,
        name=node.name,
        called=called(node),
        keeps=made.nominal,
        borrow=made.borrow,
        lend=made.lend,
        weight=made.weight,
        numbers=_numbers(view, pool, node, path),
        borrows=may_borrow(view.program, node),
        state=node.state,
        place=view.places.of(node.line.where) if node.line else None,
    )
    for child in node.children:
        yield from _lines(view, pool, child, depth + 1)


def _numbers(view: View, pool: Pool, node: TreeNode, path: tuple[Node, ...]) -> dict[str, int] | None:
    if node.level == "root":
        return None
    if node.level == "queue":
        return numbers_of_class(path, borrows=may_borrow(view.program, node))
    numbers: Numbers = numbers_of(view.forest(pool.cluster), node)
    return numbers._asdict()


def _sold(view: View, pool: Pool) -> Sold:
    root = view.forest(pool.cluster).path(view.program.trees[pool.name].root.name)[0]
    sold = guaranteed(root)
    return Sold(
        pool=pool.name,
        cluster=pool.cluster,
        resource=pool.resource,
        for_sale=sold,
        promised=sold - root.nominal,
        unallocated=root.nominal,
        price=Price.of(pool, view.program.fleet.currency),
        dedicated_to=pool.dedicated_to or "",
        place=view.places.document(pool.ref),
    )
