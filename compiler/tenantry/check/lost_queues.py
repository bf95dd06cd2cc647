"""Check on single queues that are gone since the last compile, told at what took them away.

Pure. A queue goes when its class, its line or the access to its pool goes. Queues that go for one reason are one
mistake. Where a line is left that no longer fits, the checks on lines speak.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Where
from tenantry.diagnostics.codes.isolation import TN475
from tenantry.names import ClassName, PoolName, ProjectName, TenantName
from tenantry.program import LineKey, Pool, Program, Project, QueueKey, Tenant
from tenantry.resolve.access import class_fits, cluster_allowed, profile_fits

_DRAINED = ("draining", "retired")


class _Cause(NamedTuple):
    """What took a queue away: where, what to write back there (may be empty), and the line to drain it, and where."""

    where: Where
    undo: str
    line: str
    place: str


@check(TN475, subject=Program)
def queue_disappears(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Queues that are gone from projects and pools that are there, and that were not drained."""
    there = _queues(program) if program.before.queues else set()
    missing = [key for key, state in program.before.queues.items() if key not in there and state not in _DRAINED]
    finder = _Finder(program)
    lost: dict[Where, list[tuple[QueueKey, _Cause]]] = {}
    for key in sorted(missing):
        project = program.projects.get((TenantName(key.project.tenant), ProjectName(key.project.name)))
        pool = program.pools.get(PoolName(key.pool))
        if project is None or pool is None:
            continue
        cause = finder.cause(project, pool, ClassName(key.workload_class))
        if cause is not None:
            lost.setdefault(cause.where, []).append((key, cause))
    for where, queues in lost.items():
        first = queues[0][0]
        way_out = _way_out([cause for _, cause in queues])
        yield Diagnostic(
            TN475,
            f"{_named(first)} is gone, and was {program.before.queues[first]} when it was last compiled",
            where,
            notes=tuple(Note(f"so is {_named(key)}") for key, _ in queues[1:]),
            help=f"{way_out}; once that is compiled and committed, a commit of its own may remove it",
        )


def _way_out(causes: list[_Cause]) -> str:
    """What to write instead: of several causes at one place each line once."""
    undo = f"{causes[0].undo}, and " if causes[0].undo else ""
    lines = " and ".join(f"`{line}`" for line in dict.fromkeys(cause.line for cause in causes))
    places = " and ".join(dict.fromkeys(cause.place for cause in causes))
    return f"{undo}write {lines} {places}"


class _Finder:
    """Finds why queues of one program are gone."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._lines = {LineKey(line.owner, line.pool, line.workload_class) for line in program.lines}
        self._owners = {(line.owner, line.pool) for line in program.lines}

    def cause(self, project: Project, pool: Pool, name: ClassName) -> _Cause | None:
        """Why `project` has no queue for the class in `pool` any more; None where another check says it."""
        tenant = self._program.tenants[project.tenant]
        workload_class = self._program.classes.get(name)
        if not self._has_access(tenant, pool):
            if {(project.ref, pool.name), (tenant.ref, pool.name)} & self._owners:
                return None
            return self._no_access(tenant, pool)
        if workload_class is None or not class_fits(workload_class, pool):
            if LineKey(project.ref, pool.name, name) in self._lines:
                return None
            return _Cause(
                Where(pool.ref, ("spec", "classes")),
                f"let pool {pool.name} serve `{name}` again",
                self._line_before(project.ref, pool, name),
                f"in {project.tenant}/{project.name}",
            )
        line = self._line_before(project.ref, pool, name)
        if name not in project.classes:
            place = f"in `quota`{self._needs_line(tenant, pool)}"
            return _Cause(Where(project.ref, ("spec", "classes")), f"write `{name}` back here", line, place)
        return _Cause(Where(project.ref, ("spec", "quota")), "", line, "here")

    def _has_access(self, tenant: Tenant, pool: Pool) -> bool:
        return tenant.name in self._program.trees[pool.name].tenants and self._fits(tenant, pool)

    def _fits(self, tenant: Tenant, pool: Pool) -> bool:
        profile = self._program.profiles[tenant.isolation.value]
        return cluster_allowed(tenant, pool.cluster) and profile_fits(profile, pool)

    def _no_access(self, tenant: Tenant, pool: Pool) -> _Cause:
        """The first thing, from the tenant outwards, that ends its access."""
        line_of = [tenant, *(self._program.tenants[name] for name in tenant.ancestors)]
        for one in line_of:
            drain, place = f"- {{pool: {pool.name}, state: draining}}", f"in the quota of Tenant {one.name}"
            if one.clusters is not None and not cluster_allowed(one, pool.cluster):
                return _Cause(one.clusters.where, f"write {pool.cluster} back here", drain, place)
            if not profile_fits(self._program.profiles[one.isolation.value], pool):
                undo = f"go back to the isolation of before, because pool {pool.name} does not take this one"
                return _Cause(one.isolation.where, undo, drain, place)
            had_line = LineKey(one.ref, pool.name, "") in self._program.before.lines
            if had_line and (one.ref, pool.name) not in self._owners:
                return _Cause(Where(one.ref, ("spec", "quota")), "", self._line_before(one.ref, pool, ""), "here")
        drain, place = f"- {{pool: {pool.name}, state: draining}}", f"in the quota of Tenant {tenant.name}"
        if pool.dedicated_to is not None:
            where = Where(pool.ref, ("spec", "dedicatedTo"))
            return _Cause(where, "let the pool be as it was before", drain, place)
        return _Cause(Where(tenant.ref, ("spec", "parent")), "write the parent of before here", drain, place)

    def _line_before(self, owner: DocumentRef, pool: Pool, name: str) -> str:
        """The line to write so that the queue drains: with what it was guaranteed."""
        before = self._program.before.lines.get(LineKey(owner, pool.name, name))
        guaranteed = f", guaranteed: {before.guaranteed}" if before else ""
        of_class = f", class: {name}" if name else ""
        return f"- {{pool: {pool.name}{of_class}{guaranteed}, state: draining}}"

    def _needs_line(self, tenant: Tenant, pool: Pool) -> str:
        """What the tenant must have before its project may have a line."""
        if (tenant.ref, pool.name) in self._owners or pool.dedicated_to == tenant.name:
            return ""
        return f" (and `- {{pool: {pool.name}}}` in Tenant {tenant.name}, which a line of its project needs)"


def _queues(program: Program) -> set[QueueKey]:
    return {
        QueueKey(DocumentRef("Project", at.project, placement.tenant), queue.pool, queue.workload_class)
        for placement in program.placements
        for at in placement.projects
        for queue in at.queues
    }


def _named(key: QueueKey) -> str:
    return f"queue {key.workload_class}.{key.pool} of {key.project.tenant}/{key.project.name}"


CHECKS = (queue_disappears,)
