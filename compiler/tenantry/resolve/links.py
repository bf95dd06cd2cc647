"""Links resolved: which are in force, and for which ports.

Pure. Between tenants a link is in force where both hold one with the same ends, for the ports both list; inside a
tenant one suffices.
"""

from collections.abc import Iterable

from tenantry import model
from tenantry.diagnostics import DocumentRef
from tenantry.names import TenantName
from tenantry.program import Link, Port, Tenant
from tenantry.resolve.directory import Directory
from tenantry.resolve.trees import ProjectKey

Ends = tuple[model.ProjectEnd, model.ProjectEnd]


def resolve_links(
    directory: Directory, tenants: dict[TenantName, Tenant], projects: Iterable[ProjectKey]
) -> tuple[Link, ...]:
    """Every link whose tenant and ends are defined. `ports` are as written; `shared_ports` what is in force."""
    known_projects = set(projects)
    written: list[model.Link] = []
    for document in directory.of(model.Link):
        ref, spec = document.ref, document.spec
        if document.metadata.tenant not in tenants:
            directory.knows(DocumentRef("Tenant", ref.tenant), ref, ("metadata", "tenant"))
            continue
        ends = [
            directory.knows(DocumentRef("Project", end.project, end.tenant), ref, ("spec", name))
            and (end.tenant, end.project) in known_projects
            for name, end in (("from", spec.from_), ("to", spec.to))
        ]
        if all(ends):
            written.append(document)
    by_ends: dict[Ends, list[model.Link]] = {}
    for document in written:
        by_ends.setdefault((document.spec.from_, document.spec.to), []).append(document)
    return tuple(_link(document, by_ends[document.spec.from_, document.spec.to]) for document in written)


def _link(document: model.Link, same_ends: Iterable[model.Link]) -> Link:
    """A link with the ports in force; `same_ends` are all links between its ends in its direction."""
    spec = document.spec
    tenant = document.metadata.tenant
    if spec.from_.tenant == spec.to.tenant:
        shared = spec.ports
    else:
        other_tenant = spec.to.tenant if tenant == spec.from_.tenant else spec.from_.tenant
        offered = [port for other in same_ends if other.metadata.tenant == other_tenant for port in other.spec.ports]
        shared = tuple(both for port in spec.ports for offer in offered if (both := overlap(port, offer)) is not None)
    return Link(
        ref=document.ref,
        tenant=tenant,
        name=document.ref.name,
        source=(spec.from_.tenant, spec.from_.project),
        destination=(spec.to.tenant, spec.to.project),
        ports=spec.ports,
        shared_ports=tuple(sorted(set(shared))),
    )


def overlap(one: Port, other: Port) -> Port | None:
    """The ports that both hold; None where they share none or differ in protocol."""
    first, last = max(one.first, other.first), min(one.last, other.last)
    return Port(first, last, one.protocol) if one.protocol == other.protocol and first <= last else None
