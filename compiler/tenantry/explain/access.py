"""Why somebody has no queue in a pool, in the words of the specs.

Pure. Only words: whether there is a queue is read from manifests, and this finds a reason for its absence.
"""

from collections.abc import Iterator

from tenantry.names import PoolName, TenantName
from tenantry.program import Pool, Program, Project, Tenant


def why_not(program: Program, pool_name: str, tenant_name: str, project: Project | None) -> str:
    """The first reason that applies, as a sentence without a full stop."""
    pool, tenant = program.pools[PoolName(pool_name)], program.tenants[TenantName(tenant_name)]
    return next(_reasons(program, pool, tenant, project), "no line leads there")


def _reasons(program: Program, pool: Pool, tenant: Tenant, project: Project | None) -> Iterator[str]:
    family = (tenant.name, *tenant.ancestors)
    if pool.dedicated_to is not None and pool.dedicated_to not in family:
        yield f"the pool is dedicated to {pool.dedicated_to}"
    if tenant.clusters is not None and pool.cluster not in tenant.clusters.value:
        yield f"`clusters` of {tenant.name} leaves {pool.cluster} out"
    profile = program.profiles[tenant.isolation.value]
    if pool.profiles and profile.name not in pool.profiles:
        yield f"the pool admits the profiles {', '.join(pool.profiles)}, and {tenant.name} is under {profile.name}"
    if profile.nodes == "dedicated" and pool.dedicated_to is None:
        yield f"{tenant.name} is under profile {profile.name}, which asks for dedicated nodes"
    if pool.accelerator and pool.accelerator.sharing and not profile.shared_accelerators:
        yield f"{tenant.name} is under profile {profile.name}, which refuses shared accelerators"
    has_line = any(
        line.pool == pool.name and line.owner.kind == "Tenant" and line.owner.name in family for line in program.lines
    )
    if not has_line and pool.dedicated_to is None:
        yield f"neither {tenant.name} nor a tenant above it has a line for the pool"
    if project is None:
        return
    served = [name for name in project.classes if name in pool.classes]
    if not served:
        yield f"the pool serves {', '.join(pool.classes)}, and the project's classes are {', '.join(project.classes)}"
    elif not any(program.classes[name].borrows for name in served):
        yield f"class {served[0]} never borrows, so it runs only on a class line, and the project has none here"
