"""Checks on links: who may hold one, between whom, and whether it is in force.

Pure. Of a link with several troubles only the first is said, in the order of the checks below.
"""

from collections.abc import Iterable, Iterator

from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, Note, Where
from tenantry.diagnostics.codes.isolation import TN450, TN451, TN452, TN453, TN454, TN455
from tenantry.names import ClusterName, ProjectName, TenantName
from tenantry.program import Link, Port, Program

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


@check(TN452, subject=Link)
def link_forbidden(program: Program, link: Link) -> Iterator[Diagnostic]:
    """A link with an end whose isolation profile says `links: false`."""
    if not _is_own(link) or link.source == link.destination:
        return
    for end, field in ((link.source, "from"), (link.destination, "to")):
        isolation = program.tenants[end[0]].isolation
        profile = program.profiles[isolation.value]
        if not profile.links:
            yield Diagnostic(
                TN452,
                f"{_shown(end)} is under isolation `{profile.name}`, which forbids links",
                Where(link.ref, ("spec", field)),
                notes=(
                    Note(f"{end[0]} has isolation `{profile.name}`", isolation.where),
                    Note("links are forbidden here", Where(profile.ref, ("spec", "network", "links"))),
                ),
                help=f"remove the link; the fleet's owners decide on the isolation of {end[0]}",
            )
            return


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
