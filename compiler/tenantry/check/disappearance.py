"""Checks on what is gone since the last compile: nothing goes before it was drained or retired.

Pure. The past is what the committed inventories say. Work of a queue that vanishes can no longer be taken back, so it
would hold other tenants' guarantees for as long as it runs. Of a tenant, project, pool and queue that go together only
the outermost is said, at the nearest document that is still there.
"""

from collections.abc import Iterator

from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Where
from tenantry.diagnostics.codes.isolation import TN476, TN477, TN478
from tenantry.names import PoolName, ProjectName, TenantName
from tenantry.program import Program, QueueKey

_DRAINED = ("draining", "retired")


@check(TN477, subject=Program)
def tenant_disappears(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A tenant that is gone and was not retired."""
    for ref, state in program.before.states.items():
        if ref.kind == "Tenant" and TenantName(ref.name) not in program.tenants and state != "retired":
            projects = sorted(
                one.name for one in program.before.states if one.kind == "Project" and one.tenant == ref.name
            )
            yield Diagnostic(
                TN477,
                f"tenant {ref.name} is gone, and was {state} when it was last compiled",
                Where(program.fleet.ref, ("metadata", "name")),
                notes=(Note(f"its projects: {', '.join(projects)}"),) if projects else (),
                help=f"restore tenants/{ref.name}/ and write `state: retired` in the spec of Tenant {ref.name}; once "
                "that is compiled and committed, a commit of its own may remove it",
            )


@check(TN476, subject=Program)
def project_disappears(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A project that is gone, of a tenant that is there, and that was not retired."""
    for ref, state in program.before.states.items():
        if ref.kind != "Project" or state == "retired" or TenantName(ref.tenant) not in program.tenants:
            continue
        if (TenantName(ref.tenant), ProjectName(ref.name)) not in program.projects:
            classes = sorted({key.workload_class for key in program.before.queues if key.project == ref})
            spec = f"`{{classes: [{', '.join(classes)}], state: retired}}`" if classes else "`{state: retired}`"
            yield Diagnostic(
                TN476,
                f"project {ref.tenant}/{ref.name} is gone, and was {state} when it was last compiled",
                Where(DocumentRef("Tenant", ref.tenant), ("metadata", "name")),
                help=f"restore Project {ref.tenant}/{ref.name} below tenants/{ref.tenant}/ with spec {spec}; once that "
                "is compiled and committed, a commit of its own may remove it",
            )


@check(TN478, subject=Program)
def pool_disappears(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Pools that are gone while queues in them were not drained; a cluster goes with all of its pools."""
    before = program.before
    stranded = _stranded(program)
    if not stranded:
        return
    pools = sorted({key.pool for key in stranded})
    holders = sorted(
        {
            key.owner.name
            for key in before.lines
            if key.pool in pools and key.owner.kind == "Tenant" and TenantName(key.owner.name) in program.tenants
        }
    )
    whose = f"the lines of {', '.join(holders)}" if holders else "the lines of the projects in it"
    subject = f"pool {pools[0]} is" if len(pools) == 1 else f"pools {', '.join(pools)} are"
    were = "1 queue was" if len(stranded) == 1 else f"{len(stranded)} queues were"
    yield Diagnostic(
        TN478,
        f"{subject} gone, and {were} not drained there when last compiled",
        Where(program.fleet.ref, ("metadata", "name")),
        notes=(Note(_queues(stranded)),),
        help=f"restore Pool {', '.join(pools)} with its lines, and write `state: draining` in {whose}; once that is "
        "compiled and committed, a commit of its own may remove them",
    )


def stranded_projects(program: Program) -> frozenset[DocumentRef]:
    """Projects with queues that went with their pool and were not drained."""
    return frozenset(key.project for key in _stranded(program))


def _stranded(program: Program) -> list[QueueKey]:
    before = program.before
    gone = {name for name in before.pools if PoolName(name) not in program.pools}
    return sorted(key for key, state in before.queues.items() if key.pool in gone and state not in _DRAINED)


def _queues(keys: list[QueueKey]) -> str:
    """The first few queues by project and class."""
    shown = [f"{key.project.tenant}/{key.project.name} {key.workload_class}" for key in keys]
    more = f" and {len(shown) - 5} more" if len(shown) > 5 else ""
    return f"queues of {', '.join(shown[:5])}{more}"


CHECKS = (tenant_disappears, project_disappears, pool_disappears)
