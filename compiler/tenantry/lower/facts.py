"""What inventories remember for the next compile: promises, states, queues, and what Kueue cannot change on a pool.

Pure. `facts_of_*` and `before_from` are each other's inverse.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.program import (
    Before,
    Cluster,
    LineBefore,
    LineKey,
    Placement,
    PoolBefore,
    Program,
    QueueKey,
    QuotaLine,
)


def facts_of_placement(program: Program, placement: Placement, lines: Iterable[QuotaLine]) -> Iterator[Body]:
    """Facts of a tenant on a cluster; `lines` are those of the tenant and its projects for pools of the cluster."""
    tenant = program.tenants[placement.tenant]
    yield {"state": list(tenant.ref), "is": tenant.state.value}
    for project in placement.projects:
        resolved = program.projects[placement.tenant, project.project]
        yield {"state": list(resolved.ref), "is": resolved.state.value}
        for queue in project.queues:
            yield {"queue": [*resolved.ref, queue.pool, queue.workload_class], "is": queue.state}
    for pool in placement.pools:
        node = program.trees[pool].tenants[placement.tenant]
        yield {"kept": node.name, "units": node.nominal}
    for line in lines:
        yield {
            "line": [*line.owner, line.pool, line.workload_class],
            "guaranteed": line.guaranteed,
            "is": line.state,
        }


def facts_of_cluster(program: Program, cluster: Cluster) -> Iterator[Body]:
    """Facts of a cluster's pools."""
    for name in cluster.pools:
        pool = program.pools[name]
        yield {"kept": program.trees[name].root.name, "units": program.trees[name].root.nominal}
        yield {
            "pool": name,
            "labels": [list(label) for label in pool.labels],
            "taints": [list(taint) for taint in pool.taints],
            "topology": list(pool.topology),
        }


def before_from(facts: Iterable[Body]) -> Before:
    """What inventories say was true. Raises KeyError, TypeError or ValueError for facts of no known form."""
    before = Before()
    for fact in facts:
        _remember(before, fact)
    return before


def _remember(before: Before, fact: dict[str, Any]) -> None:
    if "state" in fact:
        before.states[DocumentRef(*fact["state"])] = fact["is"]
    elif "queue" in fact:
        *ref, pool, workload_class = fact["queue"]
        before.queues[QueueKey(DocumentRef(*ref), pool, workload_class)] = fact["is"]
    elif "line" in fact:
        *ref, pool, workload_class = fact["line"]
        before.lines[LineKey(DocumentRef(*ref), pool, workload_class)] = LineBefore(fact["guaranteed"], fact["is"])
    elif "kept" in fact:
        before.kept[fact["kept"]] = fact["units"]
    else:
        before.pools[fact["pool"]] = PoolBefore(
            labels=tuple((key, value) for key, value in fact["labels"]),
            taints=tuple((key, value, effect) for key, value, effect in fact["taints"]),
            topology=tuple(fact["topology"]),
        )
