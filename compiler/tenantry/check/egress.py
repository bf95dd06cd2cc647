"""Checks on ways out of the cluster: within what the profile allows, and never back into the cluster.

Pure. A way out that is wider than a range of the cluster is fine: that range is left out of it when it is compiled.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tenantry.check.addresses import LINK_LOCAL, inside, overlap, strictly_inside
from tenantry.check.registry import check
from tenantry.check.trouble import isolation_in_doubt
from tenantry.diagnostics import Diagnostic, Note, Path, Where
from tenantry.diagnostics.codes.isolation import TN460, TN461, TN462, TN463
from tenantry.program import Cluster, Egress, IsolationProfile, Program, Project


@check(TN460, subject=Program)
def exception_outside(program: Program, _: Program) -> Iterator[Diagnostic]:
    """An `except` that is not strictly inside its `to`. Source: the API server refuses such an ipBlock."""
    for way in _all_ways_out(program):
        for index, excepted in enumerate(way.excepting):
            if not strictly_inside(excepted, way.to):
                same = excepted == way.to
                yield Diagnostic(
                    TN460,
                    f"exception {excepted} is {'all of' if same else 'not inside'} {way.to}",
                    _below(way, "except", index),
                    notes=(Note(f"the range is {way.to}", _below(way, "to")),),
                    help="remove the whole rule" if same else f"remove it, or write a range inside {way.to}",
                )


@check(TN461, subject=Program)
def egress_beyond_profile(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A range that the profile does not let projects add."""
    found = [
        (project, way)
        for project in program.projects.values()
        for way in project.egress
        if not _is_allowed(way, _profile(program, project)) and not _met(way, program, nodes=True)
    ]
    in_doubt = isolation_in_doubt(program) if found else frozenset()
    for project, way in found:
        if program.tenants[project.tenant].isolation.where in in_doubt:
            continue
        profile = _profile(program, project)
        within = profile.egress_by_projects_within
        yield Diagnostic(
            TN461,
            f"project {project.tenant}/{project.name} may not add a way out to {way.to}",
            _below(way, "to"),
            notes=(
                Note(
                    f"isolation `{profile.name}` lets projects add {_listed(within) if within else 'none'}",
                    Where(profile.ref, ("spec", "network", "egressByProjects")),
                ),
            ),
            help=f"write a range inside {_listed(within, 'or')}, or ask the fleet's owners to widen the profile"
            if within
            else "ask the fleet's owners for it: `egressByProjects` of the profile says where projects may add, "
            "its own `egress` holds for all of them",
        )


@check(TN462, subject=Program)
def egress_into_cluster(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A way out to pods, services, nodes or node metadata. A profile may lead to nodes where it names the ports."""
    verdicts: dict[tuple[str, bool], _Met | None] = {}
    owners: tuple[IsolationProfile | Project, ...] = (*program.profiles.values(), *program.projects.values())
    for owner in owners:
        for way in owner.egress:
            asked = way.to, isinstance(owner, Project) or not way.ports
            if asked not in verdicts:
                verdicts[asked] = _met(way, program, nodes=asked[1])
            met = verdicts[asked]
            if met is not None:
                yield _into_cluster(way, met)


@check(TN463, subject=Project)
def egress_undoes_exception(program: Program, project: Project) -> Iterator[Diagnostic]:
    """A project's range that reaches what its profile excepts from ranges that projects may open: permissions add up,
    so the exception is void. An exception as wide as such a range is what projects are meant to open."""
    for way in project.egress:
        profile = _profile(program, project)
        opened = _opened_exception(way, profile)
        if opened is None or not _is_allowed(way, profile) or _met(way, program, nodes=True):
            continue
        theirs, index = opened
        excepted = theirs.excepting[index]
        yield Diagnostic(
            TN463,
            f"{project.tenant}/{project.name} opens {way.to}, and isolation `{profile.name}` excepts {excepted}",
            _below(way, "to"),
            notes=(Note(f"excepted from {theirs.to}", _below(theirs, "except", index)),),
            help=f"write `except: [{excepted}]` here, because permissions add up"
            if strictly_inside(excepted, way.to)
            else "remove it, or ask the fleet's owners to drop the exception: permissions add up, so both cannot hold",
        )


class _Met(NamedTuple):
    """What a way out leads into: `cluster` is None for addresses of a node's own metadata."""

    cluster: Cluster | None
    kind: str
    range: str
    path: Path


def _profile(program: Program, project: Project) -> IsolationProfile:
    return program.profiles[program.tenants[project.tenant].isolation.value]


def _is_allowed(way: Egress, profile: IsolationProfile) -> bool:
    return any(inside(way.to, one) for one in profile.egress_by_projects_within)


def _opened_exception(way: Egress, profile: IsolationProfile) -> tuple[Egress, int] | None:
    """The profile's rule and the index of its first narrow exception that `way` reaches; None for none."""
    within = profile.egress_by_projects_within
    for theirs in profile.egress:
        for index, excepted in enumerate(theirs.excepting):
            narrow = any(strictly_inside(excepted, one) for one in within)
            if narrow and overlap(way.to, excepted) and not any(inside(excepted, own) for own in way.excepting):
                return theirs, index
    return None


def _all_ways_out(program: Program) -> Iterator[Egress]:
    owners: tuple[IsolationProfile | Project, ...] = (*program.profiles.values(), *program.projects.values())
    for owner in owners:
        yield from owner.egress


def _met(way: Egress, program: Program, *, nodes: bool) -> _Met | None:
    """What of the fleet's clusters `way` leads into, if anything; nodes count only where asked for."""
    for text in LINK_LOCAL:
        if inside(way.to, text):
            return _Met(None, "", text, ())
    for cluster in program.clusters.values():
        network = cluster.network
        ranges = (("pods", network.pods), ("services", network.services), ("nodes", network.nodes if nodes else ()))
        for kind, texts in ranges:
            for index, text in enumerate(texts):
                if inside(way.to, text):
                    return _Met(cluster, kind, text, ("spec", "network", kind, index))
    return None


_INSTEAD = {
    "pods": "pods of other projects are reached by a Link",
    "services": "services of other projects are reached by a Link to the pods behind them",
    "nodes": "nodes answer for every tenant on them; the fleet's owners may open single ports in a profile",
}


def _into_cluster(way: Egress, met: _Met) -> Diagnostic:
    if met.cluster is None:
        return Diagnostic(
            TN462,
            f"{way.to} is inside {met.range}, where a node's own keys are given out",
            _below(way, "to"),
            help="remove it; NodeLocal DNS is let through by `network.dns.nodeLocal` of the cluster",
        )
    return Diagnostic(
        TN462,
        f"{way.to} leads to {met.kind} of cluster {met.cluster.name}, not out of it",
        _below(way, "to"),
        notes=(Note(f"its {met.kind} are {met.range}", Where(met.cluster.ref, met.path)),),
        help=f"remove it: {_INSTEAD[met.kind]}",
    )


def _below(way: Egress, *path: str | int) -> Where:
    return Where(way.where.document, (*way.where.path, *path))


def _listed(ranges: tuple[str, ...], word: str = "and") -> str:
    return ranges[0] if len(ranges) == 1 else f"{', '.join(ranges[:-1])} {word} {ranges[-1]}"


CHECKS = (exception_outside, egress_beyond_profile, egress_into_cluster, egress_undoes_exception)
