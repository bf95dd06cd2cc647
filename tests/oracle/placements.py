"""In which namespaces a fleet's projects live, worked out from the specs alone.

Nothing of the compiler is imported: the rules are written out again from docs/concepts.md. A project has a namespace on
every cluster where it may use a pool that serves one of its classes, and on every cluster that its tenant names.
"""

from tests.oracle.specs import Specs
from tests.support.documents import Document


def namespaces(specs: Specs, cluster: str) -> dict[str, str]:
    """Namespaces of all projects on a cluster, each with its project `tenant/name`."""
    pools = {name: pool for name, pool in specs.of("Pool").items() if pool["cluster"] == cluster}
    found = {}
    for project in specs.of("Project"):
        tenant = project.partition("/")[0]
        named = cluster in (specs.of("Tenant")[tenant].get("clusters") or ())
        if named or any(has_queue(specs, project, name) for name in pools):
            found[project.replace("/", "-")] = project
    return found


def has_queue(specs: Specs, project: str, pool_name: str) -> bool:
    """Whether one of the project's classes runs in the pool."""
    pool, spec = specs.of("Pool")[pool_name], specs.of("Project")[project]
    if not may_use(specs, project.partition("/")[0], pool_name):
        return False
    lines = {line.get("class") for line in spec.get("quota") or () if line["pool"] == pool_name}
    for name in set(spec["classes"]) & set(pool["classes"]):
        kind = specs.of("WorkloadClass")[name]
        whole = kind.get("sharedAccelerators", True) or not is_shared(pool)
        if whole and (kind.get("borrows", True) or name in lines):
            return True
    return False


def may_use(specs: Specs, tenant: str, pool_name: str) -> bool:
    """Whether a tenant may use a pool: by its line, by the tenant above, or because it or that one holds it."""
    pool, spec = specs.of("Pool")[pool_name], specs.of("Tenant")[tenant]
    if not profile_fits(specs, tenant, pool) or pool["cluster"] not in (spec.get("clusters") or [pool["cluster"]]):
        return False
    if spec.get("parent") and may_use(specs, spec["parent"], pool_name):
        return True
    if pool.get("dedicatedTo"):
        return bool(pool["dedicatedTo"] == tenant)
    return any(line["pool"] == pool_name for line in spec.get("quota") or ())


def profile_fits(specs: Specs, tenant: str, pool: Document) -> bool:
    """Whether tenants under this one's isolation profile may be on the pool's nodes."""
    name = specs.profile_of(tenant)
    profile = specs.of("IsolationProfile")[name]
    return (
        name in (pool.get("profiles") or [name])
        and (profile.get("nodes", "shared") == "shared" or bool(pool.get("dedicatedTo")))
        and (profile.get("sharedAccelerators", True) or not is_shared(pool))
    )


def is_shared(pool: Document) -> bool:
    """Whether the pool sells parts of accelerators."""
    return bool((pool.get("accelerator") or {}).get("sharing"))
