"""Cohort: the levels of a pool's quota tree above the queues.

Pure. The root `<pool>` is the platform's; a tenant's and its projects' Cohorts are the tenant's.
A Cohort rations the pool's unit only. CPU and the like stand in the queues below it: a Cohort's quota adds to
theirs, and each of them has the whole pool already.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.kinds.resourcegroup import (
    KUEUE_API,
    Ration,
    decode_groups,
    decode_weight,
    encode_groups,
    encode_weight,
)
from tenantry.names import TenantName
from tenantry.program import Cluster, Placement, Pool, PoolTree, Program, TreeNode
from tenantry.quantity import Amount
from tenantry.records import record

_KIND: Final = "Cohort"
_UNCOMPARED: Final = 1


@record
class Cohort:
    """A level of a tree. No `ration`: it keeps and limits nothing.

    `parent` is empty for a root, whose weight is 1: nothing compares it.
    """

    meta: Meta
    parent: str
    weight: int
    ration: Ration | None


def encode(cohort: Cohort) -> Body:
    """The body. A Cohort without ration has no `resourceGroups`.

    Kueue reads a missing quota as 0 and a missing limit as none (`updateCohortResourceNode` in its
    `pkg/cache/scheduler/resource_node.go`; seen: children act as if directly below its parent). A written 0
    would say nothing more, and in many files.
    """
    spec: Body = {}
    if cohort.parent:
        spec["parentName"] = cohort.parent
        spec["fairSharing"] = encode_weight(cohort.weight)
    if cohort.ration is not None:
        spec["resourceGroups"] = encode_groups(cohort.ration)
    body = envelope(KUEUE_API, _KIND, cohort.meta)
    body["spec"] = spec
    return body


def decode(body: Body) -> Cohort:
    """The inverse of `encode`. Raises `ValueError` for groups that are not ours."""
    spec = body["spec"]
    return Cohort(
        meta=decode_meta(body),
        parent=spec.get("parentName", ""),
        weight=decode_weight(spec["fairSharing"]) if "fairSharing" in spec else _UNCOMPARED,
        ration=decode_groups(spec["resourceGroups"])[0] if "resourceGroups" in spec else None,
    )


def of_cluster(program: Program, cluster: Cluster) -> Iterator[tuple[Cohort, DocumentRef]]:
    """The root of every pool's tree; it keeps what is promised to nobody, and says so also when that is 0.

    Without limits: Kueue refuses them on a Cohort that has no parent.
    """
    for pool_name in cluster.pools:
        pool, root = program.pools[pool_name], program.trees[pool_name].root
        meta = owned_meta(program, name=root.name, source=pool.ref, wave=Wave.ROOT_COHORT)
        kept = Ration(pool.name, pool.resource, root.nominal, Amount.UNLIMITED, Amount.UNLIMITED)
        yield Cohort(meta=meta, parent="", weight=_UNCOMPARED, ration=kept), pool.ref


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[Cohort, DocumentRef]]:
    """The tenant's own Cohort and those of its projects in every pool's tree that it is in."""
    tenant = program.tenants[placement.tenant]
    for pool_name in placement.pools:
        pool, tree = program.pools[pool_name], program.trees[pool_name]
        node = tree.tenants[tenant.name]
        yield _below(program, pool, _parent_name(tree, tenant.ancestors), node, tenant.ref), tenant.ref
        for child in node.children:
            if child.level == "project":
                source = program.projects[(child.tenant, child.project)].ref
                yield _below(program, pool, node.name, child, source), source


def _below(program: Program, pool: Pool, parent: str, node: TreeNode, source: DocumentRef) -> Cohort:
    ration = Ration(pool.name, pool.resource, node.nominal, node.borrow, node.lend)
    meta = owned_meta(
        program, name=node.name, source=source, wave=Wave.QUEUES, tenant=node.tenant, project=node.project
    )
    return Cohort(meta=meta, parent=parent, weight=node.weight, ration=None if ration.says_nothing else ration)


def _parent_name(tree: PoolTree, ancestors: tuple[TenantName, ...]) -> str:
    """The Cohort of the nearest ancestor that is in the tree, else the root."""
    for ancestor in ancestors:
        if ancestor in tree.tenants:
            return tree.tenants[ancestor].name
    return tree.root.name


KIND = Kind(
    api_version=KUEUE_API,
    kind=_KIND,
    topic="quota",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
    of_cluster=of_cluster,
)
