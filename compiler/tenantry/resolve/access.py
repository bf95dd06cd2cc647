"""Who may use which pool: by a line of its own or of a tenant above it, or because the pool is dedicated to it.

Pure. Inherited access ends silently where the isolation profile or the cluster list does not fit; a line that does
not fit is a matter for the checks, which ask the same questions.
"""

from collections.abc import Mapping

from tenantry.names import ClassName, ClusterName, ProfileName, TenantName
from tenantry.program import IsolationProfile, Pool, Project, QuotaLine, Tenant, WorkloadClass


def profile_fits(profile: IsolationProfile, pool: Pool) -> bool:
    """Whether tenants under `profile` may be on the nodes of `pool` at all."""
    return (
        (not pool.profiles or profile.name in pool.profiles)
        and (profile.nodes == "shared" or pool.dedicated_to is not None)
        and (profile.shared_accelerators or not is_shared(pool))
    )


def is_shared(pool: Pool) -> bool:
    """Whether its accelerators are sliced or shared in time."""
    return pool.accelerator is not None and pool.accelerator.sharing is not None


def class_fits(workload_class: WorkloadClass, pool: Pool) -> bool:
    """Whether `pool` serves the class."""
    return workload_class.name in pool.classes and (workload_class.shared_accelerators or not is_shared(pool))


def cluster_allowed(tenant: Tenant, cluster: ClusterName) -> bool:
    """Whether the tenant's own list of clusters, where it has one, names the cluster."""
    return tenant.clusters is None or cluster in tenant.clusters.value


def tenants_with_access(
    pool: Pool,
    tenants: Mapping[TenantName, Tenant],
    profiles: dict[ProfileName, IsolationProfile],
    lines: dict[TenantName, QuotaLine],
) -> set[TenantName]:
    """Tenants that may use `pool`; `lines` are the tenants' own lines for it."""
    waiting = [pool.dedicated_to] if pool.dedicated_to is not None else list(lines)
    found: set[TenantName] = set()
    while waiting:
        name = waiting.pop()
        tenant = tenants.get(name)
        if tenant is None or name in found:
            continue
        if cluster_allowed(tenant, pool.cluster) and profile_fits(profiles[tenant.isolation.value], pool):
            found.add(name)
            waiting.extend(tenant.children)
    return found


def queue_classes(
    project: Project,
    pool: Pool,
    classes: dict[ClassName, WorkloadClass],
    lines: dict[ClassName, QuotaLine],
) -> tuple[ClassName, ...]:
    """Classes of `project` that get a queue in `pool`: it serves them, and those that never borrow have a line.

    `lines` are the project's lines for the pool by class; the plain line has the empty class. Sorted.
    """
    return tuple(
        sorted(
            name
            for name in set(project.classes)
            if name in classes and class_fits(classes[name], pool) and (classes[name].borrows or name in lines)
        )
    )
