"""The lines of the specs that an object's values came from, per kind of object.

Pure. What every object of a kind shares is not repeated here; a kind without an entry has only the document that made
it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from tenantry.answers.places import Place
from tenantry.diagnostics import DocumentRef, Where
from tenantry.explain.promises import Ledger
from tenantry.explain.view import View
from tenantry.ir import Manifest
from tenantry.kinds.base import decode_meta
from tenantry.kinds.clusterrole import role_name
from tenantry.names import ClusterName, PoolName, PriorityName, ProjectName, TenantName
from tenantry.program import IsolationProfile, Pool, Project, Sourced, Tenant

T = TypeVar("T")


class OriginLine(NamedTuple):
    """A value that went into an object, and its line."""

    what: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class _Made:
    """An object with what the program knows of its owner; `tenant` and `project` None where it has none."""

    view: View
    area: str
    manifest: Manifest
    tenant: Tenant | None
    project: Project | None

    @property
    def profile(self) -> IsolationProfile | None:
        return self.view.program.profiles[self.tenant.isolation.value] if self.tenant else None

    def line(self, what: str, where: Where) -> OriginLine:
        """A value with its line; for one that nobody wrote, that it is the default."""
        places = self.view.places
        return OriginLine(what, places.of(where)) if places.is_written(where) else OriginLine(f"{what} (default)", None)

    def field(self, what: str, ref: DocumentRef, *path: str) -> OriginLine:
        return self.line(what, Where(ref, ("spec", *path)))

    def sourced(self, what: str, value: Sourced[T]) -> OriginLine:
        return self.line(f"{what} {value.value}", value.where)


def origins(view: View, area: str, manifest: Manifest) -> Iterator[OriginLine]:
    """Lines behind the values of an object of the first folder `area`, in no particular order but a fixed one."""
    labels = dict(decode_meta(manifest.body).labels)
    tenant = view.program.tenants.get(TenantName(labels.get(view.program.fleet.key("tenant"), "")))
    name = ProjectName(labels.get(view.program.fleet.key("project"), ""))
    project = view.program.projects.get((tenant.name, name)) if tenant else None
    of_kind = _BY_KIND.get(manifest.key.kind)
    if of_kind is not None:
        yield from of_kind(_Made(view, area, manifest, tenant, project))


def _quota(made: _Made) -> Iterator[OriginLine]:
    """A Cohort or ClusterQueue: the promises behind its numbers, or for a root the nodes and spares."""
    program = made.view.program
    pool, node = next(
        (pool, node)
        for pool in program.pools.values()
        if pool.cluster == made.area
        for node in program.trees[pool.name].root.walk()
        if node.name == made.manifest.key.name
    )
    if node.level == "root":
        yield made.line(f"{pool.nodes} nodes of {pool.units_per_node} units", pool.nodes_where)
        if pool.spare_units:
            yield made.field(f"{pool.spare_units} spare units", pool.ref, "spares")
        return
    ledger = Ledger(program, pool, made.view.places)
    parts = ledger.kept(node) if node.level == "tenant" else ledger.own(node)
    for part in parts:
        yield OriginLine(f"{part.units} {part.what}", part.place)
    for limit in (ledger.borrow_limit(node), ledger.lend_limit(node)):
        if limit is not None:
            yield OriginLine(f"{limit.units} {limit.what}", limit.place)
    if node.line is not None:
        yield made.line(f"weight {node.weight}", node.line.where._replace(path=(*node.line.where.path, "weight")))
    if node.level == "queue" and made.project is not None:
        workload_class = program.classes[node.workload_class]
        yield made.field(f"class {workload_class.name}", made.project.ref, "classes")
        yield made.field(f"queueing {workload_class.queueing}", workload_class.ref, "queueing")
        yield made.field(f"borrows {workload_class.borrows}".lower(), workload_class.ref, "borrows")
        preemption = f"preemption inside the queue {workload_class.within_cluster_queue}"
        yield made.field(preemption, workload_class.ref, "withinClusterQueue")


def _local_queue(made: _Made) -> Iterator[OriginLine]:
    workload_class, _, pool = made.manifest.key.name.partition(".")
    if made.project is None or PoolName(pool) not in made.view.program.pools:
        return
    yield made.field(f"class {workload_class}", made.project.ref, "classes")
    yield made.field(f"served by {pool}", made.view.program.pools[PoolName(pool)].ref, "classes")
    yield made.sourced("state", made.project.state)
    for line in made.view.program.lines:
        owners = (made.project.ref, made.tenant.ref if made.tenant else None)
        if line.pool == pool and line.owner in owners and line.workload_class in ("", workload_class):
            yield made.line(f"line of {line.owner}, {line.state}", line.where)


def _namespace(made: _Made) -> Iterator[OriginLine]:
    if made.tenant is None or made.project is None or made.profile is None:
        return
    yield made.sourced("isolation profile", made.tenant.isolation)
    yield made.field(f"pod security {made.profile.pod_security}", made.profile.ref, "podSecurity")
    yield made.line(f"priorities {', '.join(made.tenant.priorities.value)}", made.tenant.priorities.where)
    yield made.field(f"classes {', '.join(made.project.classes)}", made.project.ref, "classes")
    yield made.sourced("state", made.project.state)
    for key, label in made.tenant.labels:
        yield made.sourced(f"label {key}", label)


def _network_policy(made: _Made) -> Iterator[OriginLine]:
    name = made.manifest.key.name
    cluster = made.view.program.clusters[ClusterName(made.area)]
    if made.tenant is None or made.project is None or made.profile is None:
        return
    if name.startswith("link-"):
        yield from _link(made, made.project, name.removeprefix("link-"))
        return
    if name == "egress-project":
        for way in made.project.egress:
            yield made.line(f"to {way.to}: {way.reason}", way.where)
    elif name == "egress-profile":
        yield made.sourced("isolation profile", made.tenant.isolation)
        for way in made.profile.egress:
            yield made.line(f"to {way.to}: {way.reason}", way.where)
    elif name == "same-tenant":
        yield made.sourced("isolation profile", made.tenant.isolation)
        yield made.field("talksWithin tenant", made.profile.ref, "network", "talksWithin")
    elif name in _CLUSTER_FIELDS:
        what, *path = _CLUSTER_FIELDS[name]
        yield made.field(what, cluster.ref, "network", *path)


_CLUSTER_FIELDS: Final = {
    "dns": ("addresses of DNS", "dns"),
    "ingress": ("ingress namespaces", "ingressNamespaces"),
    "monitoring": ("monitoring namespaces", "monitoringNamespaces"),
}


def _link(made: _Made, project: Project, name: str) -> Iterator[OriginLine]:
    links = made.view.program.links
    own = [link for link in links if link.tenant == project.tenant and link.name == name]
    ends = {(link.source, link.destination) for link in own}
    for link in links:
        if (link.source, link.destination) in ends and (link in own or link.tenant != project.tenant):
            ports = ", ".join(map(str, link.ports))
            yield made.field(f"ports {ports} of {link.ref}", link.ref, "ports")


def _resource_quota(made: _Made) -> Iterator[OriginLine]:
    if made.project is None or made.profile is None or made.tenant is None:
        return
    yield made.sourced("isolation profile", made.tenant.isolation)
    yield made.field("object counts", made.profile.ref, "counts")
    yield made.field("CPU and memory without a queue", made.profile.ref, "unqueued")
    for name, size in made.project.storage:
        yield made.field(f"storage {name} {size}", made.project.ref, "storage", name)
    for volume in made.project.volumes:
        yield made.line(f"volume {volume.name} {volume.size}", volume.where)
    for pool in _pools_of(made):
        yield made.line(f"twice the {pool.for_sale} units for sale of {pool.name}", pool.nodes_where)


def _pools_of(made: _Made) -> Iterator[Pool]:
    program = made.view.program
    for placement in program.placements:
        if placement.cluster == made.area and made.project is not None and placement.tenant == made.project.tenant:
            for at in placement.projects:
                if at.project == made.project.name:
                    yield from (program.pools[name] for name in at.pools)


def _limit_range(made: _Made) -> Iterator[OriginLine]:
    if made.profile is not None and made.tenant is not None:
        yield made.sourced("isolation profile", made.tenant.isolation)
        yield made.field("defaults of pods", made.profile.ref, "podDefaults")


def _role_binding(made: _Made) -> Iterator[OriginLine]:
    if made.project is None:
        return
    subjects = {(subject["kind"], subject["name"]) for subject in made.manifest.body.get("subjects", ())}
    role = made.manifest.body["roleRef"]["name"]
    for member in made.project.members:
        if tuple(member.subject) in subjects and role == role_name(member.role):
            yield made.line(f"{member.subject.name} as {member.role}", member.where)


def _claim(made: _Made) -> Iterator[OriginLine]:
    if made.project is None:
        return
    cluster = made.view.program.clusters[ClusterName(made.area)]
    for volume in made.project.volumes:
        if volume.name == made.manifest.key.name:
            yield made.line(f"{volume.size} {volume.storage_class}, {volume.access}", volume.where)
            yield made.field(
                f"storage class behind {volume.storage_class}", cluster.ref, "storageClasses", volume.storage_class
            )


def _flavor(made: _Made) -> Iterator[OriginLine]:
    pool = made.view.program.pools.get(PoolName(made.manifest.key.name))
    if pool is not None:
        yield made.field(f"labels {_shown(f'{key}={value}' for key, value in pool.labels)}", pool.ref, "labels")
        yield made.field(f"taints {_shown(taint.key for taint in pool.taints)}", pool.ref, "taints")
        yield made.field(f"topology {_shown(pool.topology)}", pool.ref, "topology")


def _priority(made: _Made) -> Iterator[OriginLine]:
    priority = made.view.program.priorities.get(PriorityName(made.manifest.key.name))
    if priority is not None:
        yield made.line(f"value {priority.value}", priority.where)


def _shown(values: Iterable[str]) -> str:
    return ", ".join(values) or "none"


_BY_KIND: Final[dict[str, Callable[[_Made], Iterator[OriginLine]]]] = {
    "Cohort": _quota,
    "ClusterQueue": _quota,
    "LocalQueue": _local_queue,
    "Namespace": _namespace,
    "NetworkPolicy": _network_policy,
    "ResourceQuota": _resource_quota,
    "LimitRange": _limit_range,
    "RoleBinding": _role_binding,
    "PersistentVolumeClaim": _claim,
    "ResourceFlavor": _flavor,
    "Topology": _flavor,
    "PriorityClass": _priority,
    "WorkloadPriorityClass": _priority,
}
