"""Grants that give nothing, to nobody, or too late. That a grant is more than a pool has left is in `ledger`."""

from collections.abc import Iterator
from enum import Enum, auto

from tenantry.check.registry import check
from tenantry.check.trouble import (
    Trouble,
    access_trouble,
    class_lines,
    classes_without_line,
    owner,
    tenant_line,
    trouble,
    unfit_classes,
)
from tenantry.check.words import units
from tenantry.diagnostics import Diagnostic, Note, Where
from tenantry.diagnostics.codes.quota import TN420, TN421, TN422, TN423, TN424, TN425, TN426, TN427
from tenantry.program import Grant, Program, TreeNode


class Fault(Enum):
    """What is wrong with a grant, in the order in which it counts."""

    REVERSED = auto()
    ENDED = auto()
    NOTHING = auto()
    CLASS_ALONE = auto()
    SAID_ELSEWHERE = auto()
    HOLDER = auto()
    NO_LINE = auto()
    NO_QUEUE = auto()


def fault(program: Program, grant: Grant) -> Fault | None:
    """The first thing that is wrong with a grant, if anything."""
    if grant.last_day < grant.first_day:
        return Fault.REVERSED
    if grant.last_day < program.day:
        return Fault.ENDED
    if grant.units == 0:
        return Fault.NOTHING
    if grant.workload_class and not grant.project:
        return Fault.CLASS_ALONE
    return _access_fault(program, grant)


def _access_fault(program: Program, grant: Grant) -> Fault | None:
    tenant, pool = program.tenants[grant.tenant], program.pools[grant.pool]
    own = tenant_line(program, grant.tenant, pool)
    found = access_trouble(program, tenant, pool, of_tenant=not grant.project)
    if found is Trouble.HOLDER:
        foreign = any(line.pool == pool.name and trouble(program, line) is Trouble.DEDICATED for line in program.lines)
        return Fault.SAID_ELSEWHERE if foreign else Fault.HOLDER
    if found is Trouble.SHUT_OUT or (own is not None and trouble(program, own) is not None):
        return Fault.SAID_ELSEWHERE
    if found is not None or grant.tenant not in program.trees[grant.pool].tenants:
        return Fault.SAID_ELSEWHERE if _has_troubled_line(program, grant) else Fault.NO_LINE
    if not grant.project:
        return None
    node = target(program, grant)
    if node is not None and (node.children or grant.workload_class):
        return None
    project = program.projects[grant.tenant, grant.project]
    wanted = (grant.workload_class,) if grant.workload_class else project.classes
    said_elsewhere = (
        any(name in wanted for name in unfit_classes(program, pool))
        or classes_without_line(program, project, class_lines(program))
        or _has_troubled_line(program, grant)
    )
    return Fault.SAID_ELSEWHERE if said_elsewhere else Fault.NO_QUEUE


def _has_troubled_line(program: Program, grant: Grant) -> bool:
    """Whether a line of the tenant, or of a project of it, has a message already."""
    return any(
        owner(program, line).name == grant.tenant and trouble(program, line) is not None for line in program.lines
    )


def target(program: Program, grant: Grant) -> TreeNode | None:
    """The node of today's tree that a grant gives to."""
    node = program.trees[grant.pool].tenants.get(grant.tenant)
    if node is None or not grant.project:
        return node
    project = next((child for child in node.children if child.project == grant.project), None)
    if project is None or not grant.workload_class:
        return project
    return next((queue for queue in project.children if queue.workload_class == grant.workload_class), None)


def _at(grant: Grant, field: str) -> Where:
    return Where(grant.ref, ("spec", field))


@check(TN420, Grant)
def a_grant_is_reversed(program: Program, grant: Grant) -> Iterator[Diagnostic]:
    """`until` before `from`."""
    if fault(program, grant) is Fault.REVERSED:
        yield Diagnostic(
            TN420,
            f"this grant ends on {grant.last_day}, before it begins on {grant.first_day}",
            _at(grant, "until"),
            help="write the later day as `until`; a grant of one day begins and ends on it",
        )


@check(TN421, Grant)
def a_grant_gives_nothing(program: Program, grant: Grant) -> Iterator[Diagnostic]:
    """Zero units."""
    if fault(program, grant) is Fault.NOTHING:
        yield Diagnostic(
            TN421,
            f"this grant gives 0 units of {grant.pool}",
            _at(grant, "units"),
            help="write how many units it gives, or remove the document",
        )


@check(TN422, Grant)
def a_grant_has_ended(program: Program, grant: Grant) -> Iterator[Diagnostic]:
    """Its last day is past."""
    if fault(program, grant) is Fault.ENDED:
        yield Diagnostic(
            TN422,
            f"this grant of {units(grant.units, grant.pool)} ended on {grant.last_day}",
            _at(grant, "until"),
            help="remove the document; git keeps it",
        )


@check(TN423, Grant)
def a_grant_names_a_class_without_project(program: Program, grant: Grant) -> Iterator[Diagnostic]:
    """Classes queue inside projects; a tenant has none of its own."""
    if fault(program, grant) is Fault.CLASS_ALONE:
        having = [
            one.name
            for one in program.projects.values()
            if one.tenant == grant.tenant and grant.workload_class in one.classes
        ]
        such = f" ({', '.join(having)})" if having else ""
        yield Diagnostic(
            TN423,
            f"this grant is for class `{grant.workload_class}`, but for no project",
            _at(grant, "class"),
            help=f"name the `project` whose work it is for{such}, or remove `class`",
        )


@check(TN424, Grant)
def a_grant_reaches_no_queue(program: Program, grant: Grant) -> Iterator[Diagnostic]:
    """The project has no queue in the pool for the work that the grant is for."""
    if fault(program, grant) is not Fault.NO_QUEUE:
        return
    project, pool = program.projects[grant.tenant, grant.project], program.pools[grant.pool]
    name = grant.workload_class
    classes = ", ".join(f"`{one}`" for one in project.classes)
    owner = f"{grant.tenant}/{grant.project}"
    notes: tuple[Note, ...]
    served = Note(f"{pool.name} serves {', '.join(f'`{one}`' for one in pool.classes)}", _pool_classes(program, grant))
    listed = Note(f"{owner} has {classes}", Where(project.ref, ("spec", "classes")))
    if name and name not in project.classes:
        said, notes, way = f"{owner} has no class `{name}`", (listed,), "name one of its classes"
    elif name and name in pool.classes:
        said, notes = f"class `{name}` never borrows, and {owner} has no class line for it in {pool.name}", (served,)
        way = f"write `- {{pool: {pool.name}, class: {name}}}` in its quota first"
    elif any(one in pool.classes for one in project.classes) and not name:
        never = next(one for one in project.classes if one in pool.classes)
        said = f"class `{never}` never borrows, and {owner} has no class line for it in {pool.name}"
        notes, way = (served,), f"write `- {{pool: {pool.name}, class: {never}}}` in its quota first"
    else:
        what = f"class `{name}`" if name else f"the classes of {owner}"
        said, notes = f"{pool.name} does not serve {what}", (served, listed)
        way = "name a pool that does"
    yield Diagnostic(
        TN424,
        f"this grant reaches no queue: {said}",
        _at(grant, "class" if name else "project"),
        notes=notes,
        help=f"{way}, or remove the document",
    )


def _pool_classes(program: Program, grant: Grant) -> Where:
    return Where(program.pools[grant.pool].ref, ("spec", "classes"))


@check(TN425, Grant)
def a_grant_is_for_a_pool_without_line(program: Program, grant: Grant) -> Iterator[Diagnostic]:
    """A pool that the tenant may not use, or for a project's grant one in which the tenant has no line."""
    if fault(program, grant) is not Fault.NO_LINE:
        return
    pool = program.pools[grant.pool]
    tenant = program.tenants[grant.tenant]
    found = access_trouble(program, tenant, pool, of_tenant=not grant.project)
    notes: tuple[Note, ...] = ()
    way = f"write `- {{pool: {grant.pool}}}` in the quota of {grant.tenant} first, or name another pool"
    if found is Trouble.DEDICATED:
        said = f"{grant.pool} is dedicated to {pool.dedicated_to}"
        notes, way = (Note("dedicated here", Where(pool.ref, ("spec", "dedicatedTo"))),), "name another pool"
    elif found is Trouble.PROFILE:
        said = f"isolation profile `{tenant.isolation.value}` does not fit {grant.pool}"
        notes, way = (Note(f"{grant.tenant} is under it", tenant.isolation.where),), "name a pool that fits"
    elif found is Trouble.CLUSTER and tenant.clusters is not None:
        said = f"the `clusters` of {grant.tenant} leaves {pool.cluster} out"
        notes = (Note("left out here", tenant.clusters.where),)
        way = f"add `{pool.cluster}` there, or name another pool"
    else:
        said = f"{grant.tenant} has no line for {grant.pool}"
    yield Diagnostic(TN425, f"this grant has nothing to add to: {said}", _at(grant, "pool"), notes=notes, help=way)


@check(TN426, Grant)
def a_grant_gives_the_holder_its_own(program: Program, grant: Grant) -> Iterator[Diagnostic]:
    """A grant to the tenant that holds the pool whole."""
    if fault(program, grant) is Fault.HOLDER:
        pool = program.pools[grant.pool]
        yield Diagnostic(
            TN426,
            f"{grant.tenant} holds {grant.pool} whole, so there is nothing to grant it",
            _at(grant, "pool"),
            notes=(Note(f"{grant.pool} is dedicated to it", Where(pool.ref, ("spec", "dedicatedTo"))),),
            help="name the `project` that gets the units out of the tenant's own, or remove the document",
        )


@check(TN427, Grant)
def a_grant_goes_to_what_ends(program: Program, grant: Grant) -> Iterator[Diagnostic]:
    """A tenant, project or line that is draining or retired: nothing runs there that could use the units."""
    if fault(program, grant) is not None:
        return
    node = target(program, grant)
    if node is not None and node.state in ("draining", "retired"):
        whom = "/".join(part for part in (grant.tenant, grant.project) if part)
        yield Diagnostic(
            TN427,
            f"this grant gives {units(grant.units, grant.pool)} to {whom}, which is {node.state} there",
            _at(grant, "units"),
            notes=_stopped(program, grant, node),
            help="remove the document, or end the state",
        )


def _stopped(program: Program, grant: Grant, node: TreeNode) -> tuple[Note, ...]:
    """Where the state was written: at the tenant or project, or on a line on the way."""
    owners = [program.tenants[grant.tenant].state]
    if grant.project:
        owners.append(program.projects[grant.tenant, grant.project].state)
    for state in owners:
        if state.value == node.state:
            return (Note(f"{node.state} here", state.where),)
    lines = (step.line for step in (program.trees[grant.pool].tenants[grant.tenant], node))
    return tuple(
        Note(f"{node.state} here", Where(line.where.document, (*line.where.path, "state")))
        for line in lines
        if line is not None and line.state == node.state
    )[:1]


CHECKS = (
    a_grant_is_reversed,
    a_grant_gives_nothing,
    a_grant_has_ended,
    a_grant_names_a_class_without_project,
    a_grant_reaches_no_queue,
    a_grant_is_for_a_pool_without_line,
    a_grant_gives_the_holder_its_own,
    a_grant_goes_to_what_ends,
)
