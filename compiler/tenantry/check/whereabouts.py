"""Projects that end up on no cluster: no pool that their tenant may use serves their work."""

from collections.abc import Iterator

from tenantry.check.disappearance import stranded_projects
from tenantry.check.registry import check
from tenantry.check.trouble import class_lines, classes_without_line, owner, trouble, unfit_classes
from tenantry.diagnostics import Diagnostic, Note, Where
from tenantry.diagnostics.codes.quota import TN442
from tenantry.names import PoolName, TenantName
from tenantry.program import Program, Project, Tenant
from tenantry.resolve.access import cluster_allowed, profile_fits


@check(TN442, Program)
def projects_are_on_no_cluster(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A project without queue, on no cluster of its tenant's `clusters`, where no other message says why."""
    placed = {(placement.tenant, one.project) for placement in program.placements for one in placement.projects}
    lost = [one for key, one in program.projects.items() if key not in placed]
    if not lost:
        return
    explained = _Explained(program)
    by_tenant: dict[TenantName, list[Project]] = {}
    for one in lost:
        if not explained.covers(one):
            by_tenant.setdefault(one.tenant, []).append(one)
    for name, projects in by_tenant.items():
        tenant = program.tenants[name]
        usable = [pool for pool, tree in program.trees.items() if _has_access(program, tenant, pool)]
        if usable:
            for one in projects:
                yield _unserved(program, one, usable)
        else:
            yield _without_pools(program, tenant, projects)


class _Explained:
    """What other checks say already: made once, and only where a project is lost."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._class_lines = class_lines(program)
        self._stranded = stranded_projects(program)
        self._tenants: set[TenantName] = set()
        self._pools: set[PoolName] = {pool.name for pool in program.pools.values() if unfit_classes(program, pool)}
        for line in program.lines:
            if trouble(program, line) is not None:
                self._tenants.add(owner(program, line).name)
                self._pools.add(line.pool)
        for pool in program.pools.values():
            # The holder may not use its pool, or a profile that is admitted never fits.
            holder = program.tenants.get(pool.dedicated_to) if pool.dedicated_to is not None else None
            if holder is not None and not _has_access(program, holder, pool.name):
                self._tenants.add(holder.name)

    def covers(self, one: Project) -> bool:
        program, tenant = self._program, self._program.tenants[one.tenant]
        if one.ref in self._stranded or classes_without_line(program, one, self._class_lines):
            return True
        if not self._tenants.isdisjoint((tenant.name, *tenant.ancestors)):
            return True
        return any(_has_access(program, tenant, pool) for pool in self._pools)


def _has_access(program: Program, tenant: Tenant, pool: PoolName) -> bool:
    """Whether a tenant may use a pool itself, not only pass it on to those below."""
    node = program.trees[pool].tenants.get(tenant.name)
    if node is None:
        return False
    one = program.pools[pool]
    fits = cluster_allowed(tenant, one.cluster) and profile_fits(program.profiles[tenant.isolation.value], one)
    if not fits:
        return False
    own = node.line is not None if one.dedicated_to is None else one.dedicated_to == tenant.name
    return own or (bool(tenant.ancestors) and _has_access(program, program.tenants[tenant.ancestors[0]], pool))


def _unserved(program: Program, one: Project, usable: list[PoolName]) -> Diagnostic:
    listed = ", ".join(f"`{name}`" for name in one.classes)
    profile = program.profiles[program.tenants[one.tenant].isolation.value]
    serving = [
        pool.name
        for pool in program.pools.values()
        if set(one.classes) & set(pool.classes) and pool.dedicated_to is None and profile_fits(profile, pool)
    ]
    return Diagnostic(
        TN442,
        f"{one.tenant}/{one.name} would be on no cluster: no pool that {one.tenant} may use serves {listed}",
        Where(one.ref, ("spec", "classes")),
        notes=tuple(
            Note(
                f"{pool} serves {', '.join(f'`{name}`' for name in program.pools[pool].classes)}",
                Where(program.pools[pool].ref, ("spec", "classes")),
            )
            for pool in usable
        ),
        help=f"list a class that one of them serves, or ask for a line in {' or '.join(serving)}"
        if serving
        else "list a class that one of them serves",
    )


def _without_pools(program: Program, tenant: Tenant, projects: list[Project]) -> Diagnostic:
    names = ", ".join(f"{one.tenant}/{one.name}" for one in projects)
    wanted = {name for one in projects for name in one.classes}
    serving = [
        pool.name
        for pool in program.pools.values()
        if wanted & set(pool.classes)
        and pool.dedicated_to is None
        and profile_fits(program.profiles[tenant.isolation.value], pool)
    ]
    notes = [Note(f"{one.tenant}/{one.name} is here", Where(one.ref, ("metadata", "name"))) for one in projects]
    notes.append(Note(f"{tenant.name} is under isolation profile `{tenant.isolation.value}`", tenant.isolation.where))
    if serving:
        way = f"write a line such as `- {{pool: {serving[0]}, guaranteed: 1}}` in the quota of {tenant.name}"
    else:
        way = f"no pool fits {tenant.name} and serves such work: dedicate one to it, or change its profile"
    return Diagnostic(
        TN442,
        f"{names} would be on no cluster: {tenant.name} may use no pool",
        Where(tenant.ref, ("metadata", "name")),
        notes=tuple(notes),
        help=f"{way}, or name clusters in its `clusters`",
    )


CHECKS = (projects_are_on_no_cluster,)
