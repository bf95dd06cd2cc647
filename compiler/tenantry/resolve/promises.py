"""Quota lines and grants as written, with the place of each.

Pure. A line or grant for a pool, class or project that is not defined is reported and left out; so is a second line
for the same pool and class in one document.
"""

from collections.abc import Iterator, Sequence

from tenantry import model
from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Path, Where
from tenantry.diagnostics.codes.references import TN313
from tenantry.model.tenant import QuotaLine as WrittenLine
from tenantry.names import ClassName, PoolName, ProjectName, TenantName
from tenantry.program import Grant, Pool, Project, QuotaLine, Tenant
from tenantry.quantity import Amount
from tenantry.resolve.directory import Directory
from tenantry.resolve.trees import ProjectKey


def resolve_lines(
    directory: Directory,
    pools: dict[PoolName, Pool],
    tenants: dict[TenantName, Tenant],
    projects: dict[ProjectKey, Project],
) -> tuple[QuotaLine, ...]:
    """Every usable line of every usable tenant and project, by document and place."""
    found: list[QuotaLine] = []
    for tenant in directory.of(model.Tenant):
        if TenantName(tenant.ref.name) in tenants:
            found.extend(_lines(directory, pools, tenant.ref, [(line, "") for line in tenant.spec.quota]))
    for project in directory.of(model.Project):
        if (project.metadata.tenant, ProjectName(project.ref.name)) in projects:
            written = [(line, line.class_ or "") for line in project.spec.quota]
            found.extend(_lines(directory, pools, project.ref, written))
    return tuple(found)


def _lines(
    directory: Directory, pools: dict[PoolName, Pool], owner: DocumentRef, written: Sequence[tuple[WrittenLine, str]]
) -> Iterator[QuotaLine]:
    first: dict[tuple[str, str], Where] = {}
    for index, (line, class_name) in enumerate(written):
        path: Path = ("spec", "quota", index)
        where = Where(owner, path)
        known = directory.knows(DocumentRef("Pool", line.pool), owner, (*path, "pool")) and line.pool in pools
        if class_name:
            known &= directory.knows(DocumentRef("WorkloadClass", class_name), owner, (*path, "class"))
        if not known:
            continue
        about = (line.pool, class_name)
        if about in first:
            directory.found.append(_repeated(line.pool, class_name, where, first[about]))
            continue
        first[about] = where
        yield QuotaLine(
            owner=owner,
            where=where,
            pool=line.pool,
            workload_class=ClassName(class_name),
            guaranteed=0 if line.state == "retired" else line.guaranteed,
            borrow=_limit(line.borrow),
            lend=_limit(line.lend),
            weight=line.weight,
            state=line.state,
        )


def _repeated(pool: str, class_name: str, where: Where, first: Where) -> Diagnostic:
    about = f"`{pool}` and class `{class_name}`" if class_name else f"`{pool}`"
    return Diagnostic(
        TN313,
        f"a second quota line for {about} in one document",
        where._replace(path=(*where.path, "pool")),
        notes=(Note("the first line", first._replace(path=(*first.path, "pool"))),),
        help="make one line of the two; guaranteed numbers add up",
    )


def _limit(units: int | None) -> Amount:
    return Amount.UNLIMITED if units is None else Amount.of(units)


def resolve_grants(
    directory: Directory,
    pools: dict[PoolName, Pool],
    tenants: dict[TenantName, Tenant],
    projects: dict[ProjectKey, Project],
) -> tuple[Grant, ...]:
    """Every grant whose tenant, pool, project and class are defined; ended ones too."""
    found = []
    for document in directory.of(model.Grant):
        spec, ref = document.spec, document.ref
        tenant = document.metadata.tenant
        if tenant not in tenants:
            directory.knows(DocumentRef("Tenant", tenant), ref, ("metadata", "tenant"))
            continue
        known = directory.knows(DocumentRef("Pool", spec.pool), ref, ("spec", "pool")) and spec.pool in pools
        if spec.project is not None:
            known &= directory.knows(DocumentRef("Project", spec.project, tenant), ref, ("spec", "project"))
            known = known and (tenant, spec.project) in projects
        if spec.class_ is not None:
            known &= directory.knows(DocumentRef("WorkloadClass", spec.class_), ref, ("spec", "class"))
        if known:
            found.append(
                Grant(
                    ref=ref,
                    tenant=tenant,
                    project=spec.project or ProjectName(""),
                    workload_class=spec.class_ or ClassName(""),
                    pool=spec.pool,
                    units=spec.units,
                    first_day=spec.from_,
                    last_day=spec.until,
                    reason=spec.reason,
                    ticket=spec.ticket or "",
                )
            )
    return tuple(found)
