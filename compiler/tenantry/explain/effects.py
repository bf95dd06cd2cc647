"""What a grant or a link changes, in sentences without a full stop.

Pure.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tenantry.answers.places import Place
from tenantry.explain.promises import called
from tenantry.explain.view import View
from tenantry.names import TenantName
from tenantry.program import Grant, Link, PoolTree, Port, Program, TreeNode


class Use(NamedTuple):
    """Who uses a document, and the line that says so."""

    who: str
    place: Place | None


def grant_effects(view: View, grant: Grant) -> Iterator[str]:
    """Whether it is in force, then whose guarantee it raises, from the receiver outwards, and what pays.

    A grant to come is counted on its first day, with every other grant of that day.
    """
    program = view.program
    if grant.last_day < program.day:
        yield f"over since the end of {grant.last_day}"
        return
    comes = grant.first_day > program.day
    yield f"begins on {grant.first_day}" if comes else f"in force until the end of {grant.last_day}"
    tree = program.trees[grant.pool]
    if comes:
        days = (one for one in program.later_trees if (one.pool, one.day) == (grant.pool, grant.first_day))
        tree = next(days, tree)
    then = "then " if comes else ""
    nodes = list(_receiver_and_above(program, tree, grant))
    # Nothing is guaranteed to the retired, and so nothing to anybody above by them.
    reaches = bool(nodes) and nodes[0].state != "retired"
    raised = [node for node in nodes if reaches and not _has_whole_pool(program, node, grant)]
    for node in raised:
        without = node.guaranteed - grant.units
        yield f"{then}{called(node)} has {node.guaranteed} guaranteed units of {grant.pool}, {without} without it"
    if raised:
        yield f"they come from what {grant.pool} has unallocated"
    else:
        yield "it raises nothing: who receives it is retired, or has the whole pool already"


def link_effects(program: Program, link: Link) -> Iterator[str]:
    """Whether it is in force, for which ports, and why."""
    if link.source[0] == link.destination[0]:
        yield f"in force for {ports_in_words(link.ports)}: both ends are of {link.tenant}"
        return
    other = _other_tenant(link)
    halves = tuple(link_halves(program, link))
    names = " and ".join(half.name for half in halves)
    if link.shared_ports:
        verb = "holds" if len(halves) == 1 else "has"
        yield f"in force for {ports_in_words(link.shared_ports)}: {other} {verb} {names} with the same ends"
    elif halves:
        offered = ports_in_words(tuple(port for half in halves for port in half.ports))
        yield f"not in force: {names} of {other} lists {offered}, and none of {ports_in_words(link.ports)}"
    else:
        source, destination = "/".join(link.source), "/".join(link.destination)
        yield f"not in force: {other} holds no link from {source} to {destination}"


def link_halves(program: Program, link: Link) -> Iterator[Link]:
    """The other tenant's links with the same ends; none for a link inside a tenant."""
    other = _other_tenant(link)
    for one in program.links:
        same_ends = (one.source, one.destination) == (link.source, link.destination)
        if same_ends and one.tenant == other and other != link.tenant:
            yield one


def ports_in_words(ports: Sequence[Port]) -> str:
    """`443/TCP, 8080/TCP`; none listed = every port."""
    return ", ".join(map(str, ports)) or "every port"


def _other_tenant(link: Link) -> TenantName:
    return link.destination[0] if link.tenant == link.source[0] else link.source[0]


def _receiver_and_above(program: Program, tree: PoolTree, grant: Grant) -> Iterator[TreeNode]:
    tenant = tree.tenants.get(grant.tenant)
    if tenant is None:
        return
    project = next((one for one in tenant.children if one.level == "project" and one.project == grant.project), None)
    if project is not None and grant.project:
        yield from (one for one in project.children if grant.workload_class and _is_queue_of(one, grant))
        yield project
    yield tenant
    for name in program.tenants[grant.tenant].ancestors:
        if name in tree.tenants:
            yield tree.tenants[name]


def _is_queue_of(node: TreeNode, grant: Grant) -> bool:
    return node.level == "queue" and node.workload_class == grant.workload_class


def _has_whole_pool(program: Program, node: TreeNode, grant: Grant) -> bool:
    """A dedicated pool is guaranteed to its tenant as a whole, unless a line says less."""
    return node.level == "tenant" and node.line is None and program.pools[grant.pool].dedicated_to == node.tenant
