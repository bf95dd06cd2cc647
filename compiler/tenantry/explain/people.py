"""Tenants and projects: every resolved value with its chain, who is in them, and what they have in each pool.

Pure. Numbers come from manifests.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tenantry.answers.places import Place, Places
from tenantry.cohorts import Numbers
from tenantry.diagnostics import Where
from tenantry.effect.numbers import may_borrow, numbers_of
from tenantry.explain.chain import NOTHING, Resolved, listed, own, resolved
from tenantry.explain.effects import link_effects, ports_in_words
from tenantry.explain.quota import QUEUE_LABEL, node_of
from tenantry.explain.view import View
from tenantry.names import ProjectName, TenantName
from tenantry.program import Member, Project, ProjectPlacement, State, Subject, Tenant
from tenantry.records import record


class PoolLine(NamedTuple):
    """What a tenant or project has in a pool, and by what: a line of its own (at `place`), lines of its classes alone
    (the first at `place`, others at `further`), the whole pool that is dedicated to it, or only what others share.

    `borrows` is False for a project whose classes there all never borrow: only `guaranteed` holds then.
    """

    pool: str
    cluster: str
    numbers: Numbers
    state: State
    by: Literal["line", "class line", "dedication", "sharing"]
    place: Place | None
    further: tuple[Place, ...]
    borrows: bool


class Membership(NamedTuple):
    """Who holds which role, and the line that says so."""

    who: str
    role: str
    place: Place | None


class QueueAt(NamedTuple):
    """A queue of a project: the label's value that leads to it, and what stops it (`None`: nothing)."""

    label: str
    value: str
    pool: str
    workload_class: str
    cluster_queue: str
    stop_policy: str


class LinkAt(NamedTuple):
    """A link in force, as the project sees it."""

    name: str
    direction: str
    peer: str
    ports: tuple[str, ...]
    place: Place | None


@record
class NamespaceAt:
    """A project on a cluster."""

    cluster: str
    namespace: str
    queues: tuple[QueueAt, ...]
    links: tuple[LinkAt, ...]


@record
class TenantAnswer:
    """A tenant as resolved. `ancestors` from the parent outwards."""

    kind: Literal["tenant"]
    name: str
    place: Place | None
    ancestors: tuple[str, ...]
    children: tuple[str, ...]
    projects: tuple[str, ...]
    owners: tuple[str, ...]
    members: tuple[Membership, ...]
    values: tuple[Resolved, ...]
    clusters: tuple[str, ...]
    pools: tuple[PoolLine, ...]


@record
class ProjectAnswer:
    """A project as resolved; its tenant's members are among its own. Links not in force are named apart."""

    kind: Literal["project"]
    name: str
    place: Place | None
    tenant: str
    members: tuple[Membership, ...]
    values: tuple[Resolved, ...]
    pools: tuple[PoolLine, ...]
    namespaces: tuple[NamespaceAt, ...]
    links_not_in_force: tuple[str, ...]


def explain_tenant(view: View, name: str) -> TenantAnswer:
    """Everything about a tenant."""
    program, places = view.program, view.places
    tenant = program.tenants[TenantName(name)]
    return TenantAnswer(
        kind="tenant",
        name=tenant.name,
        place=places.document(tenant.ref),
        ancestors=tenant.ancestors,
        children=tenant.children,
        projects=tuple(f"{tenant.name}/{project}" for project in tenant.projects),
        owners=tuple(map(_who, tenant.owners)),
        members=_memberships(tenant.members, places),
        values=tuple(_tenant_values(view, tenant)),
        clusters=tuple(one.cluster for one in program.placements if one.tenant == tenant.name),
        pools=tuple(_pools(view, tenant.name, "")),
    )


def explain_project(view: View, name: str) -> ProjectAnswer:
    """Everything about a project; `name` is `tenant/project`."""
    program, places = view.program, view.places
    tenant, _, own_name = name.partition("/")
    project = program.projects[TenantName(tenant), ProjectName(own_name)]
    return ProjectAnswer(
        kind="project",
        name=name,
        place=places.document(project.ref),
        tenant=tenant,
        members=_memberships(project.members, places),
        values=tuple(_project_values(view, project)),
        pools=tuple(_pools(view, tenant, own_name)),
        namespaces=tuple(
            _namespace(view, placement.cluster, at)
            for placement in program.placements
            if placement.tenant == tenant
            for at in placement.projects
            if at.project == own_name
        ),
        links_not_in_force=tuple(_links_apart(view, project)),
    )


def _tenant_values(view: View, tenant: Tenant) -> Iterator[Resolved]:
    places, ref = view.places, tenant.ref
    yield own("displayName", tenant.display_name, Where(ref, ("spec", "displayName")), places)
    yield own("parent", tenant.ancestors[0] if tenant.ancestors else NOTHING, Where(ref, ("spec", "parent")), places)
    yield from _inherited(tenant, places)
    if tenant.clusters is None:
        yield own("clusters", "wherever it may use a pool", Where(ref, ("spec", "clusters")), places)
    else:
        yield resolved("clusters", tenant.clusters, places, listed)
    yield resolved("state", tenant.state, places)


def _inherited(tenant: Tenant, places: Places) -> Iterator[Resolved]:
    yield resolved("isolation", tenant.isolation, places)
    yield resolved("priorities", tenant.priorities, places, listed)
    yield resolved("costCenter", tenant.cost_center, places, lambda value: value or NOTHING)
    for key, label in tenant.labels:
        yield resolved(f"labels.{key}", label, places)


def _project_values(view: View, project: Project) -> Iterator[Resolved]:
    places, ref = view.places, project.ref

    def written(field: str, value: object) -> Resolved:
        return own(field, value, Where(ref, ("spec", field)), places)

    yield written("displayName", project.display_name)
    yield written("classes", listed(project.classes))
    yield resolved("state", project.state, places)
    yield from _inherited(view.program.tenants[project.tenant], places)
    for volume in project.volumes:
        claim = f"{volume.size} {volume.storage_class}, {volume.access}"
        yield own(f"volumes.{volume.name}", claim, volume.where, places)
    for name, size in project.storage:
        yield own(f"storage.{name}", size, Where(ref, ("spec", "storage", name)), places)
    for way in project.egress:
        yield own("egress", f"{way.to} {ports_in_words(way.ports)}: {way.reason}", way.where, places)
    if project.service_accounts:
        names = listed(tuple(account.name for account in project.service_accounts))
        yield written("serviceAccounts", names)


def _memberships(members: tuple[Member, ...], places: Places) -> tuple[Membership, ...]:
    return tuple(Membership(_who(member.subject), member.role, places.of(member.where)) for member in members)


def _who(subject: Subject) -> str:
    return f"{subject.kind.lower()} {subject.name}"


def _pools(view: View, tenant: str, project: str) -> Iterator[PoolLine]:
    for pool in view.program.pools.values():
        node = node_of(view.program, pool.name, tenant, project)
        if node is not None:
            dedicated = pool.dedicated_to == tenant and not project
            of_classes = [child.line for child in node.children if child.level == "queue" and child.line]
            lines = [node.line] if node.line else of_classes
            written = [place for line in lines if (place := view.places.of(line.where))]
            yield PoolLine(
                pool=pool.name,
                cluster=pool.cluster,
                numbers=numbers_of(view.forest(pool.cluster), node),
                state=node.state,
                by="line" if node.line else "class line" if lines else "dedication" if dedicated else "sharing",
                place=written[0] if written else None,
                further=tuple(written[1:]),
                borrows=may_borrow(view.program, node),
            )


def _namespace(view: View, cluster: str, at: ProjectPlacement) -> NamespaceAt:
    local = view.forest(cluster).local_queues
    return NamespaceAt(
        cluster=cluster,
        namespace=at.namespace,
        queues=tuple(
            QueueAt(
                QUEUE_LABEL,
                local[queue.cluster_queue].meta.name,
                queue.pool,
                queue.workload_class,
                queue.cluster_queue,
                local[queue.cluster_queue].stop_policy,
            )
            for queue in at.queues
            if queue.cluster_queue in local
        ),
        links=tuple(
            LinkAt(
                rule.name,
                "from" if rule.direction == "ingress" else "to",
                rule.peer_project,
                tuple(map(str, rule.ports)),
                view.places.document(rule.source),
            )
            for rule in at.links
        ),
    )


def _links_apart(view: View, project: Project) -> Iterator[str]:
    """Links of the project that no namespace has a rule for, with the reason."""
    key = (project.tenant, project.name)
    for link in view.program.links:
        if key in (link.source, link.destination) and link.tenant == project.tenant and not link.shared_ports:
            source, destination = "/".join(link.source), "/".join(link.destination)
            why = ", ".join(link_effects(view.program, link))
            yield f"{link.name} ({view.places.document(link.ref)}): from {source} to {destination}; {why}"
