"""The documents that have no page of their own: each with its values, their lines, and who uses it.

Pure. Which document is asked about is decided elsewhere.
"""

from collections.abc import Callable, Iterator
from typing import Final, Literal

from tenantry.answers.places import Place
from tenantry.diagnostics import DocumentRef
from tenantry.explain.chain import NOTHING, Resolved, listed, own, resolved
from tenantry.explain.effects import Use, grant_effects, link_effects, link_halves, ports_in_words
from tenantry.explain.fields import Fields
from tenantry.explain.view import View
from tenantry.names import ClassName, ProfileName, RoleName
from tenantry.program import Grant, Link, Member, Priority, Program, Project
from tenantry.records import record

DocumentKind = Literal["class", "profile", "role", "addon", "ladder", "fleet", "grant", "link"]

DOCUMENT_KINDS: Final[dict[DocumentKind, str]] = {
    "class": "WorkloadClass",
    "profile": "IsolationProfile",
    "role": "RoleProfile",
    "addon": "Addon",
    "ladder": "PriorityLadder",
    "fleet": "Fleet",
    "grant": "Grant",
    "link": "Link",
}
"""What people call these documents, and the `kind` that stands in them."""


@record
class DocumentAnswer:
    """A document. `effects` are sentences on what it changes, for a grant or a link; `used_by` who names it."""

    kind: DocumentKind
    document: str
    name: str
    place: Place | None
    effects: tuple[str, ...]
    values: tuple[Resolved, ...]
    used_by: tuple[Use, ...]


def explain_document(view: View, kind: DocumentKind, name: str) -> DocumentAnswer:
    """The document of a kind; `name` is `tenant/name` for a grant or a link."""
    ref, effects, values, uses = _PARTS[kind](view, name)
    return DocumentAnswer(
        kind=kind,
        document=str(ref),
        name=name,
        place=view.places.document(ref),
        effects=tuple(effects),
        values=tuple(values),
        used_by=tuple(uses),
    )


def grant_called(program: Program, name: str) -> Grant:
    """The grant `tenant/name`; raises StopIteration where there is none."""
    return next(grant for grant in program.grants if f"{grant.tenant}/{grant.ref.name}" == name)


def link_called(program: Program, name: str) -> Link:
    """The link `tenant/name`; raises StopIteration where there is none."""
    return next(link for link in program.links if f"{link.tenant}/{link.name}" == name)


def ladder_of(step: Priority) -> str:
    """The name of the PriorityLadder that a step stands in."""
    document = step.where.document
    return document.name if isinstance(document, DocumentRef) else ""


_Parts = tuple[DocumentRef, Iterator[str], Iterator[Resolved], Iterator[Use]]


def _class(view: View, name: str) -> _Parts:
    one = view.program.classes[ClassName(name)]
    fields = Fields(one.ref, view.places)

    def values() -> Iterator[Resolved]:
        yield fields.of("queueing", one.queueing)
        yield fields.of("borrows", one.borrows)
        yield fields.of("withinClusterQueue", one.within_cluster_queue)
        yield resolved("defaultPriority", one.default_priority, view.places)
        yield fields.of("maxRunTime", _duration(one.max_run_time_seconds))
        yield fields.of("sharedAccelerators", one.shared_accelerators)

    def uses() -> Iterator[Use]:
        for project in _projects(view.program):
            if one.name in project.classes:
                yield Use(f"project {project.tenant}/{project.name}", Fields(project.ref, view.places).line("classes"))
        for pool in view.program.pools.values():
            if one.name in pool.classes:
                yield Use(f"pool {pool.name}", Fields(pool.ref, view.places).line("classes"))

    return one.ref, iter(()), values(), uses()


def _profile(view: View, name: str) -> _Parts:
    one = view.program.profiles[ProfileName(name)]
    fields = Fields(one.ref, view.places)

    def values() -> Iterator[Resolved]:
        yield fields.of("podSecurity", one.pod_security)
        yield fields.of("nodes", one.nodes)
        yield fields.of("sharedAccelerators", one.shared_accelerators)
        yield fields.of("network.talksWithin", one.talks_within)
        yield fields.of("network.links", one.links)
        for way in one.egress:
            without = f" but {', '.join(way.excepting)}" if way.excepting else ""
            text = f"{way.to}{without}, {ports_in_words(way.ports)}: {way.reason}"
            yield own("network.egress", text, way.where, view.places)
        yield fields.of("network.egressByProjects", listed(one.egress_by_projects_within))
        yield fields.of("images", listed(one.images) if one.images else "any")
        yield fields.of("services", listed(one.services))
        yield fields.of("podDefaults", f"cpu {one.pod_default_cpu}, memory {one.pod_default_memory}")
        yield fields.of("unqueued", f"cpu {one.unqueued_cpu}, memory {one.unqueued_memory}")
        yield fields.of("counts", listed(tuple(f"{key} {count}" for key, count in one.counts)))

    def uses() -> Iterator[Use]:
        for tenant in view.program.tenants.values():
            if tenant.isolation.value == one.name:
                yield Use(f"tenant {tenant.name}", view.places.of(tenant.isolation.where))
        for pool in view.program.pools.values():
            if one.name in pool.profiles:
                yield Use(f"pool {pool.name}", Fields(pool.ref, view.places).line("profiles"))

    return one.ref, iter(()), values(), uses()


def _role(view: View, name: str) -> _Parts:
    one = view.program.roles[RoleName(name)]

    def values() -> Iterator[Resolved]:
        for rule in one.rules:
            of_group = f" of {rule.api_group}" if rule.api_group else ""
            text = f"{', '.join(rule.verbs)}: {', '.join(rule.resources)}{of_group}"
            yield own("may", text, rule.where, view.places)

    def uses() -> Iterator[Use]:
        for tenant in view.program.tenants.values():
            yield from _holders(view, one.name, str(tenant.name), tenant.ref, tenant.members)
        for project in _projects(view.program):
            yield from _holders(view, one.name, f"{project.tenant}/{project.name}", project.ref, project.members)

    return one.ref, iter(()), values(), uses()


def _projects(program: Program) -> list[Project]:
    return [program.projects[key] for key in sorted(program.projects)]


def _holders(view: View, role: RoleName, of: str, ref: DocumentRef, members: tuple[Member, ...]) -> Iterator[Use]:
    """Members that the document itself names: a project also has those of its tenant."""
    for member in members:
        if member.role == role and member.where.document == ref:
            yield Use(f"{member.subject.kind.lower()} {member.subject.name} in {of}", view.places.of(member.where))


def _addon(view: View, name: str) -> _Parts:
    one = next(addon for addon in view.program.addons if addon.name == name)
    fields = Fields(one.ref, view.places)

    def values() -> Iterator[Resolved]:
        yield fields.of("for", one.per)
        yield fields.of("tenants", listed(one.tenants) if one.tenants else "all")
        yield fields.of("clusters", listed(one.clusters) if one.clusters else "all")
        yield fields.of("template", f"{len(one.template.splitlines())} lines")

    return one.ref, iter(()), values(), iter(())


def _ladder(view: View, name: str) -> _Parts:
    steps = view.program.priorities.values()

    def values() -> Iterator[Resolved]:
        for step in sorted(steps, key=lambda one: -one.value):
            yield own(f"priorities.{step.name}", str(step.value), step.where, view.places)

    def uses() -> Iterator[Use]:
        for tenant in view.program.tenants.values():
            allowed = listed(tenant.priorities.value)
            yield Use(f"tenant {tenant.name}: {allowed}", view.places.of(tenant.priorities.where))

    return DocumentRef("PriorityLadder", name), iter(()), values(), uses()


def _fleet(view: View, _: str) -> _Parts:
    one = view.program.fleet
    fields = Fields(one.ref, view.places)

    def values() -> Iterator[Resolved]:
        yield fields.of("domain", one.domain)
        yield fields.of("repository.url", one.repository_url)
        yield fields.of("repository.revision", one.revision)
        yield fields.of("argocd.version", one.argocd.version)
        yield fields.of("argocd.namespace", one.argocd.namespace)
        yield fields.of("argocd.configuration", one.argocd.configuration)
        yield fields.of("asOf", one.as_of)
        yield fields.of("currency", one.currency)
        yield fields.of("owners", listed(tuple(subject.name for subject in one.owners)))
        yield fields.of("capacityManagers", listed(tuple(subject.name for subject in one.capacity_managers)))
        yield fields.of("protectedNamespaces", listed(one.protected_namespaces))
        yield fields.of("defaults.isolation", one.default_isolation)
        yield fields.of("defaults.priority", one.default_priority)

    return one.ref, iter(()), values(), iter(())


def _grant(view: View, name: str) -> _Parts:
    one = grant_called(view.program, name)
    fields = Fields(one.ref, view.places)

    def values() -> Iterator[Resolved]:
        yield fields.of("pool", one.pool)
        if one.project:
            yield fields.of("project", one.project)
        if one.workload_class:
            yield fields.of("class", one.workload_class)
        yield fields.of("units", one.units)
        yield fields.of("from", one.first_day)
        yield fields.of("until", one.last_day)
        yield fields.of("reason", one.reason)
        yield fields.of("ticket", one.ticket or NOTHING)

    return one.ref, grant_effects(view, one), values(), iter(())


def _link(view: View, name: str) -> _Parts:
    one = link_called(view.program, name)
    fields = Fields(one.ref, view.places)

    def values() -> Iterator[Resolved]:
        yield fields.of("from", "/".join(one.source))
        yield fields.of("to", "/".join(one.destination))
        yield fields.of("ports", ports_in_words(one.ports))

    halves = (Use(str(half.ref), view.places.document(half.ref)) for half in link_halves(view.program, one))
    return one.ref, link_effects(view.program, one), values(), halves


def _duration(seconds: int) -> str:
    """`7d`, `12h`: the largest unit that divides it."""
    if not seconds:
        return "no bound"
    return next(f"{seconds // size}{unit}" for unit, size in _UNITS if seconds % size == 0)


_UNITS: Final = (("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1))

_PARTS: Final[dict[DocumentKind, Callable[[View, str], _Parts]]] = {
    "class": _class,
    "profile": _profile,
    "role": _role,
    "addon": _addon,
    "ladder": _ladder,
    "fleet": _fleet,
    "grant": _grant,
    "link": _link,
}
