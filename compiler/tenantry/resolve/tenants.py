"""Tenants and projects resolved by the law of inheritance: the nearest that says something wins.

Pure. Isolation, priorities, cost centre and labels come down from the fleet through every parent; labels merge by
key. Quota numbers, members and clusters do not. The stricter state of a tenant and of all above it holds.
"""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from tenantry import model
from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Where
from tenantry.diagnostics.codes.references import TN304, TN308
from tenantry.names import ClusterName, PriorityName, ProjectName, TenantName, namespace_name
from tenantry.program import (
    BUILT_IN,
    STATES,
    Fleet,
    Priority,
    Project,
    ServiceAccount,
    Sourced,
    State,
    Tenant,
    Volume,
)
from tenantry.resolve.directory import Directory, by_kind, listed
from tenantry.resolve.fleet import egress_rules, knows_priority, members, subjects

T = TypeVar("T")

MAX_ANCESTORS: Final = 16
"""Tenants above one another: far more than organisations have, and short of Python's own limits."""


def resolve_tenants(
    directory: Directory, fleet: Fleet, written_fleet: model.Fleet, ladder: dict[PriorityName, Priority]
) -> dict[TenantName, Tenant]:
    """Every tenant whose line of parents is whole, by name."""
    documents = {TenantName(document.ref.name): document for document in directory.of(model.Tenant)}
    chains = _chains(directory, documents)
    children: dict[TenantName, list[TenantName]] = {name: [] for name in chains}
    for name, chain in chains.items():
        if chain:
            children[chain[0]].append(name)
    projects: dict[str, list[ProjectName]] = {}
    for project in directory.of(model.Project):
        projects.setdefault(project.ref.tenant, []).append(ProjectName(project.ref.name))
    profile_names = {
        name: directory.knows(DocumentRef("IsolationProfile", profile), documents[name].ref, ("spec", "isolation"))
        for name in chains
        if (profile := documents[name].spec.isolation) is not None
    }
    priorities = {name: _own_priorities(directory, ladder, documents[name]) for name in chains}
    tenants = {}
    for name, chain in chains.items():
        line = [documents[name], *(documents[ancestor] for ancestor in chain)]
        document = line[0]
        spec, ref = document.spec, document.ref
        tenants[name] = Tenant(
            ref=ref,
            name=name,
            display_name=spec.display_name,
            ancestors=chain,
            children=tuple(children[name]),
            projects=tuple(projects.get(name, ())),
            owners=subjects(written_fleet.spec, spec.owners),
            members=members(directory, written_fleet.spec, spec.members, ref),
            cost_center=_nearest(
                line,
                "costCenter",
                lambda one: one.spec.cost_center,
                Sourced(
                    written_fleet.spec.defaults.cost_center or "",
                    Where(fleet.ref, ("spec", "defaults", "costCenter"))
                    if written_fleet.spec.defaults.cost_center
                    else BUILT_IN,
                ),
            ),
            isolation=_nearest(
                line,
                "isolation",
                # An unknown one reads as the default, but stays where it was written: what follows is said there.
                lambda one: (
                    one.spec.isolation if profile_names.get(TenantName(one.ref.name), True) else fleet.default_isolation
                ),
                Sourced(fleet.default_isolation, Where(fleet.ref, ("spec", "defaults", "isolation"))),
            ),
            priorities=_nearest(
                line,
                "priorities",
                lambda one: priorities[TenantName(one.ref.name)],
                Sourced((fleet.default_priority,), Where(fleet.ref, ("spec", "defaults", "priority"))),
            ),
            labels=_labels(line, written_fleet),
            clusters=_clusters(directory, document),
            state=_strictest(line),
        )
    return tenants


def _chains(
    directory: Directory, documents: dict[TenantName, model.Tenant]
) -> dict[TenantName, tuple[TenantName, ...]]:
    """The ancestors of every tenant, nearest first. Left out: who is in or below a cycle, nested too deeply, or of an
    unknown parent."""
    known: dict[TenantName, tuple[TenantName, ...] | None] = {}
    for start in documents:
        trail: list[TenantName] = []
        name: TenantName | None = start
        while name is not None and name not in known:
            if name in trail:
                _report_cycle(directory, documents, trail[trail.index(name) :])
                known.update(dict.fromkeys(trail))
                break
            trail.append(name)
            document = documents[name]
            parent = document.spec.parent
            if parent is not None and not directory.knows(
                DocumentRef("Tenant", parent), document.ref, ("spec", "parent")
            ):
                known.update(dict.fromkeys(trail))
                break
            name = parent
        else:
            above: tuple[TenantName, ...] | None = () if name is None else _with(name, known[name])
            for one in reversed(trail):
                if above is not None and len(above) > MAX_ANCESTORS:
                    directory.found.append(_too_deep(documents[one].ref, above))
                    above = None
                known[one] = above
                above = _with(one, above)
    return {name: known_chain for name in documents if (known_chain := known[name]) is not None}


def _with(name: TenantName, above: tuple[TenantName, ...] | None) -> tuple[TenantName, ...] | None:
    return None if above is None else (name, *above)


def _too_deep(ref: DocumentRef, above: tuple[TenantName, ...]) -> Diagnostic:
    return Diagnostic(
        TN308,
        f"tenant `{ref.name}` has {len(above)} tenants above it; at most {MAX_ANCESTORS} are served",
        Where(ref, ("spec", "parent")),
        notes=(Note(f"from the nearest on: {', '.join(above[:3])}, ..., {above[-1]}"),),
        help="name a parent that stands higher up",
    )


def _report_cycle(directory: Directory, documents: dict[TenantName, model.Tenant], cycle: list[TenantName]) -> None:
    start = cycle.index(min(cycle))
    ordered = cycle[start:] + cycle[:start]
    first, *others = ordered
    directory.found.append(
        Diagnostic(
            TN304,
            f"tenant `{first}` is its own ancestor: {' -> '.join([*ordered, first])}",
            Where(documents[first].ref, ("spec", "parent")),
            notes=tuple(
                Note(
                    f"`{name}` has parent `{documents[name].spec.parent}`",
                    Where(documents[name].ref, ("spec", "parent")),
                )
                for name in others
            ),
            help="remove `parent` from the one that stands at the top",
        )
    )


def _nearest(
    line: Iterable[model.Tenant], field: str, read: Callable[[model.Tenant], T | None], default: Sourced[T]
) -> Sourced[T]:
    """The value of the nearest tenant in `line` that has one, with those it overrides; else the default."""
    said = [(value, Where(document.ref, ("spec", field))) for document in line if (value := read(document)) is not None]
    said.append((default.value, default.where))
    (value, where), *overrode = said
    return Sourced(value, where, tuple(overrode))


def _labels(line: list[model.Tenant], written_fleet: model.Fleet) -> tuple[tuple[str, Sourced[str]], ...]:
    said: dict[str, list[tuple[str, Where]]] = {}
    for document in line:
        for key, value in document.spec.labels.items():
            said.setdefault(key, []).append((value, Where(document.ref, ("spec", "labels", key))))
    for key, value in written_fleet.spec.defaults.labels.items():
        said.setdefault(key, []).append((value, Where(written_fleet.ref, ("spec", "defaults", "labels", key))))
    return tuple((key, Sourced(values[0][0], values[0][1], tuple(values[1:]))) for key, values in sorted(said.items()))


def _own_priorities(
    directory: Directory, ladder: dict[PriorityName, Priority], document: model.Tenant
) -> tuple[PriorityName, ...] | None:
    written = document.spec.priorities
    if written is None:
        return None
    return tuple(
        name
        for index, name in enumerate(written)
        if knows_priority(directory, ladder, name, document.ref, ("spec", "priorities", index))
    )


def _clusters(directory: Directory, document: model.Tenant) -> Sourced[tuple[ClusterName, ...]] | None:
    written = document.spec.clusters
    if written is None:
        return None
    path = ("spec", "clusters")
    names = listed(directory, document.ref, path, written, by_kind("Cluster"))
    return Sourced(tuple(ClusterName(name) for name in names), Where(document.ref, path))


def stricter(first: Sourced[State], second: Sourced[State]) -> Sourced[State]:
    """The stricter of two states; the first where they are equal."""
    strict, lax = sorted((first, second), key=lambda state: STATES.index(state.value), reverse=True)
    return Sourced(strict.value, strict.where, (*strict.overrode, (lax.value, lax.where)))


def _strictest(line: list[model.Tenant]) -> Sourced[State]:
    states = [Sourced(document.spec.state, Where(document.ref, ("spec", "state"))) for document in line]
    found = states[0]
    for state in states[1:]:
        found = stricter(found, state)
    return found


def resolve_projects(
    directory: Directory, written_fleet: model.Fleet, tenants: dict[TenantName, Tenant]
) -> dict[tuple[TenantName, ProjectName], Project]:
    """Every project whose tenant is defined, by tenant and name."""
    projects = {}
    for document in directory.of(model.Project):
        spec, ref = document.spec, document.ref
        tenant = tenants.get(document.metadata.tenant)
        if tenant is None:
            directory.knows(DocumentRef("Tenant", ref.tenant), ref, ("metadata", "tenant"))
            continue
        name = ProjectName(ref.name)
        projects[tenant.name, name] = Project(
            ref=ref,
            tenant=tenant.name,
            name=name,
            namespace=namespace_name(tenant.name, name),
            display_name=spec.display_name or name,
            classes=listed(directory, ref, ("spec", "classes"), spec.classes, by_kind("WorkloadClass")),
            members=(*tenant.members, *members(directory, written_fleet.spec, spec.members, ref)),
            volumes=tuple(
                Volume(
                    volume.name,
                    volume.storage,
                    volume.size,
                    volume.access,
                    volume.cluster or "",
                    Where(ref, ("spec", "volumes", index)),
                )
                for index, volume in enumerate(spec.volumes)
                if volume.cluster is None
                or directory.knows(DocumentRef("Cluster", volume.cluster), ref, ("spec", "volumes", index, "cluster"))
            ),
            storage=tuple(sorted(spec.storage.items())),
            egress=egress_rules(spec.egress, ref, ("spec", "egress")),
            service_accounts=tuple(ServiceAccount(one.name, one.token) for one in spec.service_accounts),
            state=stricter(Sourced(spec.state, Where(ref, ("spec", "state"))), tenant.state),
        )
    return dict(sorted(projects.items()))
