"""What is wrong with a quota line: the first of the things that can be, so that a line has one message.

Pure. The checks ask here, each for its own trouble, and stay silent where another one has spoken.
"""

from enum import Enum, auto

from tenantry.diagnostics import DocumentRef, Where
from tenantry.names import ClassName, ClusterName, ProjectName, TenantName
from tenantry.program import LineKey, Pool, Program, Project, QuotaLine, Tenant
from tenantry.resolve.access import cluster_allowed, is_shared, profile_fits


class Trouble(Enum):
    """Why a line cannot be. In the order in which they count."""

    HOLDER = auto()
    """A line of the tenant that the pool is dedicated to."""
    DEDICATED = auto()
    """The pool is dedicated to somebody else."""
    SHUT_OUT = auto()
    """The pool itself is at fault, or its holder may not use it: said there."""
    PROFILE = auto()
    """The tenant's isolation profile and the pool do not fit."""
    CLUSTER = auto()
    """The tenant's `clusters` leaves the pool's cluster out."""
    NO_TENANT_LINE = auto()
    """A project's line where its tenant has none."""
    CLASS = auto()
    """A class that the project does not list."""
    SERVED = auto()
    """The pool serves not that class, or none of the project's."""


def trouble(program: Program, line: QuotaLine) -> Trouble | None:
    """What is wrong with a line, if anything."""
    pool = program.pools[line.pool]
    found = access_trouble(program, owner(program, line), pool, of_tenant=line.owner.kind == "Tenant")
    if found is not None or line.owner.kind == "Tenant":
        return found
    classes = project(program, line).classes
    if line.workload_class and line.workload_class not in classes:
        return Trouble.CLASS
    wanted = (line.workload_class,) if line.workload_class else classes
    return None if any(name in pool.classes for name in wanted) else Trouble.SERVED


def access_trouble(program: Program, tenant: Tenant, pool: Pool, *, of_tenant: bool) -> Trouble | None:
    """What stands between a tenant, or with `of_tenant` False one of its projects, and a promise in a pool."""
    holder = pool.dedicated_to
    if holder is not None and holder != tenant.name and holder not in tenant.ancestors:
        return Trouble.DEDICATED
    if holder == tenant.name and of_tenant:
        return Trouble.HOLDER
    profile = program.profiles[tenant.isolation.value]
    fits, allowed = profile_fits(profile, pool), cluster_allowed(tenant, pool.cluster)
    if not fits or not allowed:
        if holder == tenant.name or (not fits and profile.name in pool.profiles):
            return Trouble.SHUT_OUT
        return Trouble.CLUSTER if fits else Trouble.PROFILE
    if not of_tenant and holder != tenant.name and tenant_line(program, tenant.name, pool) is None:
        return Trouble.NO_TENANT_LINE
    return None


def isolation_in_doubt(program: Program) -> frozenset[Where]:
    """Places that set the isolation of tenants with lines which stood before and which it excludes now: those lines
    have a message, and what else does not fit that isolation needs none."""
    before = program.before.lines
    return frozenset(
        owner(program, line).isolation.where
        for line in program.lines
        if (not before or LineKey(line.owner, line.pool, line.workload_class) in before)
        and trouble(program, line) is Trouble.PROFILE
    )


def owner(program: Program, line: QuotaLine) -> Tenant:
    """The tenant whose document, or whose project's document, a line stands in."""
    return program.tenants[TenantName(line.owner.tenant or line.owner.name)]


def project(program: Program, line: QuotaLine) -> Project:
    """The project that a project's line is of."""
    return program.projects[TenantName(line.owner.tenant), ProjectName(line.owner.name)]


def tenant_line(program: Program, tenant: TenantName, pool: Pool) -> QuotaLine | None:
    """A tenant's own line for a pool."""
    node = program.trees[pool.name].tenants.get(tenant)
    if node is not None:
        return node.line
    # Who may not use the pool is not in its tree, but may have a line all the same.
    ref = program.tenants[tenant].ref
    return next((line for line in program.lines if line.owner == ref and line.pool == pool.name), None)


ClassLines = frozenset[tuple[DocumentRef, ClassName]]


def class_lines(program: Program) -> ClassLines:
    """Which documents have a class line for which class, in any pool."""
    return frozenset((line.owner, line.workload_class) for line in program.lines if line.workload_class)


def classes_without_line(program: Program, one: Project, held: ClassLines) -> list[ClassName]:
    """Never-borrowing classes of a project for which it has no class line anywhere."""
    return [
        name
        for name in one.classes
        if name in program.classes and not program.classes[name].borrows and (one.ref, name) not in held
    ]


def unfit_classes(program: Program, pool: Pool) -> list[ClassName]:
    """Classes that a pool lists and that may not run on its shared accelerators."""
    if not is_shared(pool):
        return []
    return [name for name in pool.classes if name in program.classes and not program.classes[name].shared_accelerators]


def on_cluster(program: Program, cluster: ClusterName) -> list[Pool]:
    """Pools of a cluster, by name."""
    return [program.pools[name] for name in program.clusters[cluster].pools]
