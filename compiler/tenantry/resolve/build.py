"""From documents to the resolved program.

Pure. What is broken is reported once and left out; the program is None only where nothing can be said at all,
because there is no usable Fleet. `damaged` names the documents whose consequences should stay silent.
"""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from tenantry import model
from tenantry.diagnostics import Diagnostic, DocumentRef, FilePlace, Where
from tenantry.diagnostics.model import Severity
from tenantry.names import ClassName, ProfileName
from tenantry.program import Before, Grant, Pool, PoolTree, Program
from tenantry.resolve.clusters import resolve_clusters, resolve_pools
from tenantry.resolve.directory import Directory, Placed
from tenantry.resolve.fleet import (
    resolve_addon,
    resolve_class,
    resolve_fleet,
    resolve_ladder,
    resolve_policy,
    resolve_profile,
)
from tenantry.resolve.links import resolve_links
from tenantry.resolve.ownership import check_ownership
from tenantry.resolve.placements import PlacementBuilder
from tenantry.resolve.promises import resolve_grants, resolve_lines
from tenantry.resolve.roles import resolve_roles
from tenantry.resolve.tenants import resolve_projects, resolve_tenants
from tenantry.resolve.trees import TreeBuilder, promises_by_pool


class Resolution(NamedTuple):
    """The program, what is wrong with names and places, and the documents that something is wrong with."""

    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    damaged: frozenset[DocumentRef]


def resolve(
    placed: Iterable[Placed], broken: Iterable[DocumentRef], before: Before, *, as_of: date | None = None
) -> Resolution:
    """Resolves all documents of a workspace.

    `broken` are documents that did not load; `before` is what the committed inventories say; `as_of` replaces the
    fleet's own date, for questions only.
    """
    directory = Directory(placed, broken)
    check_ownership(directory)
    program = _program(directory, before, as_of)
    return Resolution(program, tuple(directory.found), _damaged(directory, program))


def _program(directory: Directory, before: Before, as_of: date | None) -> Program | None:
    written_fleet = next(directory.of(model.Fleet), None)
    ladder = resolve_ladder(directory, written_fleet.spec if written_fleet else None)
    fleet = resolve_fleet(directory, ladder)
    if fleet is None or written_fleet is None:
        return None
    day = as_of or fleet.as_of
    profiles = {ProfileName(one.ref.name): resolve_profile(one) for one in directory.of(model.IsolationProfile)}
    classes = {
        ClassName(one.ref.name): resolve_class(directory, fleet, ladder, one)
        for one in directory.of(model.WorkloadClass)
    }
    pools = resolve_pools(directory, fleet)
    clusters = resolve_clusters(directory, fleet, pools)
    roles = resolve_roles(directory)
    tenants = resolve_tenants(directory, fleet, written_fleet, ladder)
    projects = resolve_projects(directory, written_fleet, tenants)
    lines = resolve_lines(directory, pools, tenants, projects)
    grants = resolve_grants(directory, pools, tenants, projects)
    builder = TreeBuilder(tenants, projects, classes, profiles, promises_by_pool(lines, grants))
    trees = {name: builder.build(pool, day) for name, pool in pools.items()}
    links = resolve_links(directory, tenants, projects)
    placements = PlacementBuilder(clusters, pools, profiles, tenants, projects, trees, links).build()
    return Program(
        fleet=fleet,
        day=day,
        priorities=ladder,
        classes=classes,
        profiles=profiles,
        roles=roles,
        policies=tuple(resolve_policy(one) for one in directory.of(model.Policy)),
        addons=tuple(resolve_addon(directory, one) for one in directory.of(model.Addon)),
        clusters=clusters,
        pools=pools,
        tenants=tenants,
        projects=projects,
        lines=lines,
        grants=grants,
        links=links,
        trees=trees,
        later_trees=_later_trees(builder, pools.values(), grants, day),
        placements=placements,
        before=before,
    )


def _later_trees(
    builder: TreeBuilder, pools: Iterable[Pool], grants: tuple[Grant, ...], day: date
) -> tuple[PoolTree, ...]:
    """A tree per pool and later day on which one of its grants begins, by pool and day."""
    return tuple(
        builder.build(pool, begin)
        for pool in pools
        for begin in sorted({grant.first_day for grant in grants if grant.pool == pool.name and grant.first_day > day})
    )


def _damaged(directory: Directory, program: Program | None) -> frozenset[DocumentRef]:
    """What something is wrong with, and the tenants and projects that were left out for what is wrong above them."""
    by_place: dict[FilePlace, DocumentRef] = {place: ref for ref, place in directory.places.items()}
    damaged = {*directory.broken, *directory.misplaced}
    for diagnostic in directory.found:
        if diagnostic.severity is Severity.ERROR and isinstance(diagnostic.where, Where):
            document = diagnostic.where.document
            if isinstance(document, FilePlace):
                if document in by_place:
                    damaged.add(by_place[document])
            else:
                damaged.add(document)
    if program is not None:
        present = {tenant.ref for tenant in program.tenants.values()}
        present.update(project.ref for project in program.projects.values())
        damaged.update(ref for ref in directory.places if ref.kind in ("Tenant", "Project") and ref not in present)
    return frozenset(damaged)
