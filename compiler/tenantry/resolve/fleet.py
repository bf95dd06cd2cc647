"""Fleet-wide documents resolved: the fleet, its priorities, classes, profiles, policies and addons.

Pure. Names that refer to nothing are reported by the directory, and what needs them is left out.
"""

from typing import TypeVar

from tenantry import model
from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Path, Spot, Where
from tenantry.diagnostics.codes.references import TN302, TN306, TN307
from tenantry.model.subject import Member as WrittenMember
from tenantry.model.subject import Subject as WrittenSubject
from tenantry.names import ClassName, PriorityName, ProfileName
from tenantry.program import (
    Addon,
    ArgoInstallation,
    Egress,
    Example,
    Fleet,
    IsolationProfile,
    Member,
    Policy,
    Priority,
    Sourced,
    Subject,
    Variable,
    Waiver,
    WorkloadClass,
)
from tenantry.quantity import Quantity
from tenantry.resolve.directory import Directory, by_kind, listed

D = TypeVar("D", bound=model.AnyDocument)


def the_only(directory: Directory, kind: type[D]) -> D | None:
    """The one document of a kind of which a fleet has exactly one; reports none and each further one."""
    documents = list(directory.of(kind))
    name = kind.__name__
    if not documents:
        if not any(ref.kind == name for ref in directory.broken):
            directory.found.append(
                Diagnostic(
                    TN306,
                    f"there is no {name} in this workspace",
                    Spot("clusters", 1, 1),
                    help=f"write one below clusters/; `tenantry init` in an empty folder shows a {name}",
                )
            )
        return None
    first = min(documents, key=lambda document: directory.places[document.ref])
    for document in documents:
        if document is not first:
            directory.found.append(
                Diagnostic(
                    TN307,
                    f"a fleet has one {name}; `{document.ref.name}` is a second one",
                    Where(document.ref, ("metadata", "name")),
                    notes=(Note(f"`{first.ref.name}` is the first", Where(first.ref, ("metadata", "name"))),),
                    help="merge the two documents",
                )
            )
    return first


def resolve_fleet(directory: Directory, ladder: dict[PriorityName, Priority]) -> Fleet | None:
    """The fleet, or None where there is none that can be used."""
    document = the_only(directory, model.Fleet)
    if document is None:
        return None
    spec, ref = document.spec, document.ref
    has_profile = directory.knows(
        DocumentRef("IsolationProfile", spec.defaults.isolation), ref, ("spec", "defaults", "isolation")
    )
    has_priority = knows_priority(directory, ladder, spec.defaults.priority, ref, ("spec", "defaults", "priority"))
    if not (has_profile and has_priority):
        return None
    return Fleet(
        ref=ref,
        name=ref.name,
        domain=spec.domain,
        repository_url=spec.repository.url,
        revision=spec.repository.revision,
        argocd=ArgoInstallation(spec.argocd.version, spec.argocd.namespace, spec.argocd.configuration),
        as_of=spec.as_of,
        currency=spec.currency,
        owners=subjects(spec, spec.owners),
        capacity_managers=subjects(spec, spec.capacity_managers),
        group_prefix=spec.group_prefix,
        user_prefix=spec.user_prefix,
        protected_namespaces=tuple(sorted(spec.protected_namespaces)),
        default_priority=spec.defaults.priority,
        default_isolation=spec.defaults.isolation,
    )


def subject(fleet: model.FleetSpec, written: WrittenSubject) -> Subject:
    """Who is meant, as the API server will see the name."""
    if written.group is not None:
        return Subject("Group", fleet.group_prefix + written.group)
    return Subject("User", fleet.user_prefix + (written.user or ""))


def subjects(fleet: model.FleetSpec, written: tuple[WrittenSubject, ...]) -> tuple[Subject, ...]:
    """Several subjects, in the order written."""
    return tuple(subject(fleet, one) for one in written)


def members(
    directory: Directory, fleet: model.FleetSpec, written: tuple[WrittenMember, ...], owner: DocumentRef
) -> tuple[Member, ...]:
    """Members whose role exists, in the order written."""
    return tuple(
        Member(subject(fleet, member), member.role, Where(owner, ("spec", "members", index)))
        for index, member in enumerate(written)
        if directory.knows(DocumentRef("RoleProfile", member.role), owner, ("spec", "members", index, "role"))
    )


def resolve_ladder(directory: Directory, fleet: model.FleetSpec | None) -> dict[PriorityName, Priority]:
    """The priorities by name, from the highest value down; empty where there is no usable ladder."""
    document = the_only(directory, model.PriorityLadder)
    if document is None:
        return {}
    found = {
        step.name: Priority(
            name=step.name,
            value=step.value,
            description=step.description,
            approvers=subjects(fleet, step.approved_by) if fleet else (),
            where=Where(document.ref, ("spec", "priorities", index)),
        )
        for index, step in enumerate(document.spec.priorities)
    }
    return dict(sorted(found.items(), key=lambda item: (-item[1].value, item[0])))


def knows_priority(
    directory: Directory, ladder: dict[PriorityName, Priority], name: str, owner: DocumentRef, path: Path
) -> bool:
    """Whether the ladder has a priority; reports it where there is a ladder that does not."""
    if name in ladder:
        return True
    if ladder:
        directory.found.append(
            Diagnostic(
                TN302,
                f"priority `{name}` is not defined",
                Where(owner, path),
                help=f"the ladder has {', '.join(f'`{step}`' for step in ladder)}",
            )
        )
    return False


def resolve_class(
    directory: Directory, fleet: Fleet, ladder: dict[PriorityName, Priority], document: model.WorkloadClass
) -> WorkloadClass:
    """A workload class with its default priority: its own, else the fleet's."""
    spec, ref = document.spec, document.ref
    default = Sourced(fleet.default_priority, Where(fleet.ref, ("spec", "defaults", "priority")))
    own = spec.default_priority
    if own is not None and knows_priority(directory, ladder, own, ref, ("spec", "defaultPriority")):
        default = Sourced(own, Where(ref, ("spec", "defaultPriority")), ((default.value, default.where),))
    return WorkloadClass(
        ref=ref,
        name=ClassName(ref.name),
        queueing=spec.queueing,
        borrows=spec.borrows,
        within_cluster_queue=spec.within_cluster_queue or ("LowerPriority" if spec.borrows else "Never"),
        default_priority=default,
        max_run_time_seconds=spec.max_run_time.seconds if spec.max_run_time else 0,
        shared_accelerators=spec.shared_accelerators,
    )


def egress_rules(written: tuple[model.EgressRule, ...], owner: DocumentRef, path: Path) -> tuple[Egress, ...]:
    """Ways out, in the order written."""
    return tuple(
        Egress(
            to=str(rule.to),
            excepting=tuple(str(part) for part in rule.except_),
            ports=rule.ports,
            reason=rule.reason,
            where=Where(owner, (*path, index)),
        )
        for index, rule in enumerate(written)
    )


def resolve_profile(document: model.IsolationProfile) -> IsolationProfile:
    """An isolation profile, complete."""
    spec, ref = document.spec, document.ref
    by_projects = spec.network.egress_by_projects
    counts = spec.counts
    aliases = {name: field.alias or name for name, field in type(counts).model_fields.items()}
    nothing = Quantity.of_units(0)
    return IsolationProfile(
        ref=ref,
        name=ProfileName(ref.name),
        pod_security=spec.pod_security,
        nodes=spec.nodes,
        shared_accelerators=spec.shared_accelerators,
        talks_within=spec.network.talks_within,
        links=spec.network.links,
        egress=egress_rules(spec.network.egress, ref, ("spec", "network", "egress")),
        egress_by_projects_within=tuple(str(cidr) for cidr in by_projects.within) if by_projects else (),
        images=tuple(spec.images),
        services=tuple(spec.services),
        pod_default_cpu=spec.pod_defaults.cpu if spec.pod_defaults else nothing,
        pod_default_memory=spec.pod_defaults.memory if spec.pod_defaults else nothing,
        unqueued_cpu=spec.unqueued.cpu,
        unqueued_memory=spec.unqueued.memory,
        counts=tuple(sorted((_quota_key(aliases[name]), getattr(counts, name)) for name in aliases)),
    )


def _quota_key(resource: str) -> str:
    """The ResourceQuota key of a counted resource. Source: kinds outside the core group count as `count/<r>.<g>`."""
    return f"count/{resource}" if "." in resource and not resource.startswith("services.") else resource


def resolve_policy(document: model.Policy) -> Policy:
    """A policy as written; its expressions are checked elsewhere."""
    spec, ref = document.spec, document.ref
    return Policy(
        ref=ref,
        name=ref.name,
        description=spec.description,
        scope=spec.scope,
        severity=spec.severity,
        kinds=tuple(spec.match.kinds),
        resources=tuple(spec.match.resources),
        operations=tuple(spec.match.operations),
        variables=tuple(
            Variable(one.name, one.expression, Where(ref, ("spec", "variables", index, "expression")))
            for index, one in enumerate(spec.variables)
        ),
        expression=spec.expression,
        expression_where=Where(ref, ("spec", "expression")),
        message=spec.message,
        message_expression=spec.message_expression or "",
        examples=(
            *_examples(ref, spec.examples.must_pass, "mustPass"),
            *_examples(ref, spec.examples.must_fail, "mustFail"),
        ),
        waivers=tuple(Waiver(waiver.subject, waiver.until, waiver.reason) for waiver in spec.waivers),
    )


def _examples(ref: DocumentRef, written: tuple[model.PolicyExample, ...], field: str) -> tuple[Example, ...]:
    return tuple(
        Example(
            must_pass=field == "mustPass",
            name=example.name or str(index + 1),
            inputs=example.model_dump(by_alias=True, exclude_none=True, exclude={"name"}),
            where=Where(ref, ("spec", "examples", field, index)),
        )
        for index, example in enumerate(written)
    )


def resolve_addon(directory: Directory, document: model.Addon) -> Addon:
    """An addon; names of tenants and clusters that are not defined are reported and left out."""
    spec, ref = document.spec, document.ref
    tenants = listed(directory, ref, ("spec", "tenants"), spec.tenants or (), by_kind("Tenant"))
    clusters = listed(directory, ref, ("spec", "clusters"), spec.clusters or (), by_kind("Cluster"))
    return Addon(
        ref=ref,
        name=ref.name,
        per=spec.for_,
        tenants=tenants,
        clusters=clusters,
        template=spec.template,
        where=Where(ref, ("spec", "template")),
    )
