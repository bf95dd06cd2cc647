"""What inventories remember for the next compile: promises, states, queues, and what Kueue cannot change on a pool.

Pure. `facts_of_*` and `before_from` are each other's inverse.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.program import (
    STATES,
    Before,
    Cluster,
    LineBefore,
    LineKey,
    Placement,
    PoolBefore,
    Program,
    QueueKey,
    QuotaLine,
    State,
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
    for line in sorted(lines, key=lambda line: (line.owner, line.pool, line.workload_class)):
        yield {
            "line": [*line.owner, line.pool, line.workload_class],
            "guaranteed": line.guaranteed,
            "is": line.state,
        }


def facts_of_cluster(program: Program, cluster: Cluster) -> Iterator[Body]:
    """Facts of a cluster's pools, and the domain that its labels stand below."""
    yield {"domain": program.fleet.domain}
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
    known = list(facts)
    before = Before(domain=_domain(known))
    for fact in known:
        _remember(before, fact)
    return before


def _domain(facts: Iterable[Body]) -> str:
    """The domain that the labels stand below, which every cluster's facts name; empty where nothing was compiled."""
    for fact in facts:
        if "domain" in fact:
            (domain,) = _texts([fact["domain"]], 1)
            return domain
    return ""


def _remember(before: Before, fact: dict[str, Any]) -> None:
    if "state" in fact:
        before.states[DocumentRef(*_texts(fact["state"], 3))] = _state(fact["is"])
    elif "queue" in fact:
        *ref, pool, workload_class = _texts(fact["queue"], 5)
        before.queues[QueueKey(DocumentRef(*ref), pool, workload_class)] = _state(fact["is"])
    elif "line" in fact:
        *ref, pool, workload_class = _texts(fact["line"], 5)
        line = LineBefore(_units(fact["guaranteed"]), _state(fact["is"]))
        before.lines[LineKey(DocumentRef(*ref), pool, workload_class)] = line
    elif "kept" in fact:
        (name,) = _texts([fact["kept"]], 1)
        before.kept[name] = _units(fact["units"])
    elif "domain" not in fact:
        (name,) = _texts([fact["pool"]], 1)
        before.pools[name] = PoolBefore(
            labels=tuple((key, value) for key, value in (_texts(label, 2) for label in fact["labels"])),
            taints=tuple((key, value, effect) for key, value, effect in (_texts(taint, 3) for taint in fact["taints"])),
            topology=_texts(fact["topology"], len(fact["topology"])),
        )


def _texts(value: object, count: int) -> tuple[str, ...]:
    """A list of so many texts. People edit inventories by hand, and merges tear them: nothing is taken on trust."""
    if not isinstance(value, list) or len(value) != count or not all(isinstance(one, str) for one in value):
        raise ValueError(f"`{value}` is no list of {count} texts")
    return tuple(value)


def _units(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"`{value}` is no number of units")
    return value


def _state(value: object) -> State:
    for state in STATES:
        if value == state:
            return state
    raise ValueError(f"`{value}` is no state")
