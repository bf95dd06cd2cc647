"""Checks on links: who may hold one, between whom, and whether it is in force.

Pure. Of a link with several troubles only the first is said, in the order of the checks below.
"""

from collections.abc import Iterable, Iterator

from tenantry.check.causes import by_cause
from tenantry.check.registry import check
from tenantry.check.trouble import isolation_in_doubt
from tenantry.diagnostics import Diagnostic, Note, Where
from tenantry.diagnostics.codes.isolation import TN450, TN451, TN452, TN453, TN454, TN455
from tenantry.names import ClusterName, ProfileName, ProjectName, TenantName
from tenantry.program import Link, Port, Program, Sourced

_End = tuple[TenantName, ProjectName]


@check(TN450, subject=Link)
def link_of_others(_: Program, link: Link) -> Iterator[Diagnostic]:
    """A link that connects two projects of other tenants."""
    if not _is_own(link):
        yield Diagnostic(
            TN450,
            f"link {link.tenant}/{link.name} connects {_shown(link.source)} with {_shown(link.destination)}: "
            f"neither is a project of {link.tenant}",
            Where(link.ref, ("spec", "from")),
            help=f"a link is held by the tenants at its ends: {link.source[0]} and {link.destination[0]} write it, "
            "each in its own folder",
        )


@check(TN451, subject=Link)
def link_to_itself(_: Program, link: Link) -> Iterator[Diagnostic]:
    """A link whose two ends are one project."""
    if _is_own(link) and link.source == link.destination:
        yield Diagnostic(
            TN451,
            f"link {link.tenant}/{link.name} leads from {_shown(link.source)} to itself",
            Where(link.ref, ("spec", "to")),
            help="remove it: pods of one project always reach each other",
        )


@check(TN452, subject=Program)
def link_forbidden(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A link with an end whose isolation profile says `links: false`. Of several connections the isolation is to
    blame: of one tenant, or what its profile says."""
    found = [
        (link, field)
        for link in program.links
        if _is_own(link) and link.source != link.destination and (field := _forbidding(program, link))
    ]
    in_doubt = isolation_in_doubt(program) if found else frozenset()
    found = [one for one in found if _isolation(program, *one).where not in in_doubt]
    for cause, group in by_cause(found, lambda one: _causes(program, *one)):
        if cause is not None and len({(link.source, link.destination) for link, _ in group}) > 1:
            yield _forbidden_by(program, cause, group)
        else:
            yield from (_forbidden(program, *one) for one in group)


def _forbidding(program: Program, link: Link) -> str:
    """The field with the first end that may have no links; empty where both may."""
    return next(
        (field for field in ("from", "to") if not program.profiles[_isolation(program, link, field).value].links), ""
    )


def _isolation(program: Program, link: Link, field: str) -> Sourced[ProfileName]:
    return program.tenants[_end(link, field)[0]].isolation


def _end(link: Link, field: str) -> _End:
    return link.source if field == "from" else link.destination


def _causes(program: Program, link: Link, field: str) -> tuple[Where, ...]:
    """Where a tenant has its isolation from, and what the profile says; the fleet's default is the last to change."""
    isolation = _isolation(program, link, field)
    says = Where(program.profiles[isolation.value].ref, ("spec", "network", "links"))
    own = isolation.where
    return (says, own) if own.document == program.fleet.ref else (own, says)


def _forbidden(program: Program, link: Link, field: str) -> Diagnostic:
    end, isolation = _end(link, field), _isolation(program, link, field)
    profile = program.profiles[isolation.value]
    return Diagnostic(
        TN452,
        f"{_shown(end)} is under isolation `{profile.name}`, which forbids links",
        Where(link.ref, ("spec", field)),
        notes=(
            Note(f"{end[0]} has isolation `{profile.name}`", isolation.where),
            Note("links are forbidden here", Where(profile.ref, ("spec", "network", "links"))),
        ),
        help=f"remove the link; the fleet's owners decide on the isolation of {end[0]}",
    )


def _forbidden_by(program: Program, cause: Where, group: list[tuple[Link, str]]) -> Diagnostic:
    name = _isolation(program, *group[0]).value
    return Diagnostic(
        TN452,
        f"isolation `{name}` forbids links, and {len(group)} are written",
        cause,
        notes=tuple(
            Note(
                f"link {link.tenant}/{link.name}: {_shown(_end(link, field))} is under it",
                Where(link.ref, ("spec", field)),
            )
            for link, field in group
        ),
        help="choose an isolation that allows links, or remove those links first",
    )


@check(TN453, subject=Program)
def link_one_sided(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A link between tenants that only one of them holds."""
    held = _held_by_ends(program)
    for link in program.links:
        if _may_be_in_force(program, link) and not held.get((_other_tenant(link), link.source, link.destination)):
            other = _other_tenant(link)
            ports = ", ".join(map(str, link.ports))
            yield Diagnostic(
                TN453,
                f"link {link.tenant}/{link.name} is not in force: {other} holds none with the same ends",
                Where(link.ref, ("metadata", "name")),
                help=f"{other} writes a Link with metadata {{tenant: {other}, name: {link.name}}} and spec "
                f"{{from: {_shown(link.source)}, to: {_shown(link.destination)}, ports: [{ports}]}}",
            )


@check(TN454, subject=Program)
def link_ports_one_sided(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A link that both tenants hold, with ports that only this one lists."""
    held = _held_by_ends(program)
    for link in program.links:
        others = held.get((_other_tenant(link), link.source, link.destination))
        if not others or not _may_be_in_force(program, link):
            continue
        idle = [index for index, port in enumerate(link.ports) if not _covered(port, link.shared_ports)]
        if idle:
            other = others[0]
            ports = ", ".join(str(link.ports[index]) for index in idle)
            yield Diagnostic(
                TN454,
                f"link {link.tenant}/{link.name} lists {ports}, which {other.tenant} does not: not in force",
                Where(link.ref, ("spec", "ports", idle[0])),
                notes=(
                    Note(
                        f"{other.tenant} lists {', '.join(map(str, other.ports))}", Where(other.ref, ("spec", "ports"))
                    ),
                ),
                help=f"{other.tenant} adds {ports}, or remove it here",
            )


@check(TN455, subject=Program)
def link_never_meets(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A link in force whose two projects are on no cluster together. Said to the tenant that connects."""
    clusters = _clusters_by_project(program)
    for link in program.links:
        in_force = link.shared_ports and _may_link(program, link)
        if not in_force or link.tenant != link.source[0]:
            continue
        source, destination = clusters.get(link.source, set()), clusters.get(link.destination, set())
        if source and destination and not source & destination:
            yield Diagnostic(
                TN455,
                f"link {link.tenant}/{link.name} has no effect: its projects are on no cluster together",
                Where(link.ref, ("spec", "to")),
                notes=(
                    Note(f"{_shown(link.source)} is on {_listed(source)}"),
                    Note(f"{_shown(link.destination)} is on {_listed(destination)}"),
                ),
                help="a link joins projects of one cluster; remove it, or let the two meet on one",
            )


def _is_own(link: Link) -> bool:
    return link.tenant in (link.source[0], link.destination[0])


def _may_link(program: Program, link: Link) -> bool:
    """Whether nothing about the link itself is wrong."""
    ends = (link.source, link.destination)
    return (
        _is_own(link)
        and link.source != link.destination
        and all(program.profiles[program.tenants[tenant].isolation.value].links for tenant, _ in ends)
    )


def _may_be_in_force(program: Program, link: Link) -> bool:
    """Whether it needs the other tenant's consent, and nothing about it is wrong."""
    return link.source[0] != link.destination[0] and _may_link(program, link)


def _other_tenant(link: Link) -> TenantName:
    return link.destination[0] if link.tenant == link.source[0] else link.source[0]


def _held_by_ends(program: Program) -> dict[tuple[TenantName, _End, _End], list[Link]]:
    held: dict[tuple[TenantName, _End, _End], list[Link]] = {}
    for link in program.links:
        held.setdefault((link.tenant, link.source, link.destination), []).append(link)
    return held


def _clusters_by_project(program: Program) -> dict[_End, set[ClusterName]]:
    found: dict[_End, set[ClusterName]] = {}
    for placement in program.placements:
        for project in placement.projects:
            found.setdefault((placement.tenant, project.project), set()).add(placement.cluster)
    return found


def _covered(port: Port, ranges: Iterable[Port]) -> bool:
    """Whether every port of `port` lies in one of the ranges, which may adjoin."""
    missing = port.first
    for one in sorted(ranges):
        if one.protocol == port.protocol and one.first <= missing:
            missing = max(missing, one.last + 1)
    return missing > port.last


def _shown(end: _End) -> str:
    return f"{end[0]}/{end[1]}"


def _listed(clusters: Iterable[ClusterName]) -> str:
    return ", ".join(sorted(clusters))


CHECKS = (
    link_of_others,
    link_to_itself,
    link_forbidden,
    link_one_sided,
    link_ports_one_sided,
    link_never_meets,
)
