"""Priorities: who may use which, and names and values that cannot be."""

from collections.abc import Iterator

from tenantry.check.causes import by_cause
from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Where
from tenantry.diagnostics.codes.quota import TN445, TN446, TN447
from tenantry.program import Program, Project, Tenant, WorkloadClass

_RESERVED = "system-"
"""Source: Kubernetes refuses a PriorityClass whose name begins so."""


Lacking = tuple[WorkloadClass, Project]


@check(TN445, Program)
def tenants_may_not_use_the_default(program: Program, _: Program) -> Iterator[Diagnostic]:
    """The default priority of a class is not among those of tenants whose projects list the class."""
    for cause, group in by_cause(_lacking(program), lambda one: _causes(program, one)):
        one = group[0][0]
        if cause is None or cause[0] == "tenant":
            yield _lacked_by_tenant(program, group)
            continue
        default = one.default_priority
        yield Diagnostic(
            TN445,
            f"class `{one.name}` has default priority `{default.value}`, which {len(group)} tenants with such work"
            " may not use",
            default.where,
            notes=tuple(
                Note(f"{each.tenant} may use {_names(program.tenants[each.tenant])}", _place(program, each))
                for _, each in group
            ),
            help="choose a default that they all may use, or allow it to them",
        )


def _lacking(program: Program) -> list[Lacking]:
    """Classes and tenants that may not use their default, each tenant by the first project that lists the class."""
    found: dict[tuple[str, str], Lacking] = {}
    for project in program.projects.values():
        allowed = program.tenants[project.tenant].priorities.value
        for name in project.classes:
            one = program.classes.get(name)
            if one is not None and one.default_priority.value not in allowed:
                found.setdefault((project.tenant, name), (one, project))
    if not found:
        return []
    # Where a tenant has no queue for a class, something else is wrong first, and no default applies.
    queued = {
        (placement.tenant, queue.workload_class)
        for placement in program.placements
        for project in placement.projects
        for queue in project.queues
    }
    return [lacking for key, lacking in found.items() if key in queued]


def _causes(program: Program, lacking: Lacking) -> tuple[tuple[str, object], ...]:
    one, project = lacking
    where = program.tenants[project.tenant].priorities.where
    by_class, by_default = ("class", one.name), ("default", one.default_priority.where)
    if isinstance(where.document, DocumentRef) and where.document.kind == "Tenant":
        return ("tenant", where), by_class, by_default
    return ("tenant", project.tenant), by_class, by_default


def _lacked_by_tenant(program: Program, group: list[Lacking]) -> Diagnostic:
    one, project = group[0]
    tenant = program.tenants[project.tenant]
    wanted = list(dict.fromkeys(one.default_priority.value for one, _ in group))
    entries = [
        Note(
            f"{each.tenant}/{each.name} lists `{one.name}`, whose default is `{one.default_priority.value}`",
            Where(each.ref, ("spec", "classes", each.classes.index(one.name))),
        )
        for one, each in group
    ]
    names = ", ".join(f"`{name}`" for name in wanted)
    said = (
        f"work of class `{one.name}` has priority {names} unless it names one, and {tenant.name} may not use that"
        if len(group) == 1
        else f"work of {len(group)} classes has priority {names} unless it names one, which may not be used here"
    )
    where = tenant.priorities.where
    if isinstance(where.document, DocumentRef) and where.document.kind == "Tenant":
        help = f"add {names} here, or remove the class from the project"
        return Diagnostic(TN445, said, where, notes=tuple(entries), help=help)
    return Diagnostic(
        TN445,
        said,
        entries[0].where or where,
        notes=(
            Note(f"{tenant.name} may use {_names(tenant)}", where),
            Note(f"`{wanted[0]}` is the default here", one.default_priority.where),
        ),
        help=f"write `priorities: [{', '.join((*wanted, *tenant.priorities.value))}]` in {tenant.ref},"
        " or remove the class",
    )


def _names(tenant: Tenant) -> str:
    return ", ".join(f"`{name}`" for name in tenant.priorities.value)


def _place(program: Program, project: Project) -> Where:
    return program.tenants[project.tenant].priorities.where


@check(TN446, Program)
def a_priority_has_a_reserved_name(program: Program, _: Program) -> Iterator[Diagnostic]:
    """`system-` is kept by Kubernetes."""
    for step in program.priorities.values():
        if step.name.startswith(_RESERVED):
            yield Diagnostic(
                TN446,
                f"priority `{step.name}` cannot be: Kubernetes keeps names that begin with `{_RESERVED}`",
                Where(step.where.document, (*step.where.path, "name")),
                help="give it another name",
            )


@check(TN447, Program)
def two_priorities_are_equal(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Two steps of the ladder with one value: neither goes before the other."""
    first: dict[int, str] = {}
    for step in sorted(program.priorities.values(), key=lambda step: step.where.path):
        if step.value not in first:
            first[step.value] = step.name
            continue
        other = next(one for one in program.priorities.values() if one.name == first[step.value])
        yield Diagnostic(
            TN447,
            f"priorities `{step.name}` and `{other.name}` are both {step.value}: neither goes first",
            _value(step.where),
            notes=(Note(f"`{other.name}` is here", _value(other.where)),),
            help="give one of them another value, or keep one name",
        )


def _value(where: Where) -> Where:
    document = where.document
    assert isinstance(document, DocumentRef)
    return Where(document, (*where.path, "value"))


CHECKS = (
    tenants_may_not_use_the_default,
    a_priority_has_a_reserved_name,
    two_priorities_are_equal,
)
