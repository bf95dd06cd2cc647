"""Checks on roles and members: what no member may have, what grants nothing, and who is named twice.

Pure. A rule is judged where it is written, not in every role that extends it.
"""

from collections.abc import Iterable, Iterator

from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Where
from tenantry.diagnostics.codes.isolation import TN480, TN481, TN482
from tenantry.names import RoleName
from tenantry.program import Member, Program, RoleProfile, RoleRule, Subject

_READS = frozenset({"get", "list", "watch"})

_OWNED_BY_TENANTRY = {
    ("kueue.x-k8s.io", "localqueues"): "a queue of one's own reaches any quota that lets the namespace in",
    ("kueue.x-k8s.io", "workloads"): "who writes one admits work beyond the quota",
    ("", "resourcequotas"): "it bounds the namespace",
    ("", "limitranges"): "it bounds the pods of the namespace",
    ("networking.k8s.io", "networkpolicies"): "one more of them opens what isolation closes",
    ("", "namespaces"): "its labels and annotations say what the tenant may do",
    ("rbac.authorization.k8s.io", "roles"): "it hands out rights",
    ("rbac.authorization.k8s.io", "rolebindings"): "it hands out rights",
    ("", "endpoints"): "it sends a service's traffic anywhere",
    ("discovery.k8s.io", "endpointslices"): "it sends a service's traffic anywhere",
}
"""What members may read and never write, and why. Source: queues, workloads and `/status` were given to a tenant on a
real control plane, and quota was gone; the others are known ways out of a namespace."""

_BOUND_OR_GATED = {
    "pods/binding": "it puts a pod on any node, around Kueue",
    "bindings": "it puts a pod on any node, around Kueue",
    "pods/resize": "it makes a running pod larger than what was admitted",
    "pods/ephemeralcontainers": "checks of service accounts and secrets pass over such containers",
    "serviceaccounts/token": "it lets anyone act as every service account of the namespace",
}

_CLUSTER_SCOPED = {
    "": {"nodes", "persistentvolumes", "componentstatuses"},
    "admissionregistration.k8s.io": {
        "validatingwebhookconfigurations",
        "mutatingwebhookconfigurations",
        "validatingadmissionpolicies",
        "validatingadmissionpolicybindings",
        "mutatingadmissionpolicies",
        "mutatingadmissionpolicybindings",
    },
    "apiextensions.k8s.io": {"customresourcedefinitions"},
    "apiregistration.k8s.io": {"apiservices"},
    "certificates.k8s.io": {"certificatesigningrequests", "clustertrustbundles"},
    "kueue.x-k8s.io": {
        "clusterqueues",
        "cohorts",
        "resourceflavors",
        "topologies",
        "workloadpriorityclasses",
        "admissionchecks",
    },
    "node.k8s.io": {"runtimeclasses"},
    "rbac.authorization.k8s.io": {"clusterroles", "clusterrolebindings"},
    "resource.k8s.io": {"deviceclasses", "resourceslices"},
    "scheduling.k8s.io": {"priorityclasses"},
    "storage.k8s.io": {"storageclasses", "volumeattachments", "csidrivers", "csinodes"},
}


@check(TN480, subject=RoleProfile)
def role_breaks_isolation(_: Program, role: RoleProfile) -> Iterator[Diagnostic]:
    """Rights with which a member gets around quota or isolation. One message for each rule and resource."""
    for rule in _own(role):
        for resource in rule.resources:
            reason = _danger(rule, resource)
            if reason:
                verbs = ", ".join(verb for verb in rule.verbs if verb not in _READS)
                yield Diagnostic(
                    TN480,
                    f"role {role.name} lets members {verbs} {_written(rule, resource)}: {reason}",
                    Where(role.ref, (*rule.where.path, "resources")),
                    help=f"remove `{_written(rule, resource)}` from this rule"
                    + ("" if "/" in resource or resource == "bindings" else "; members may get, list and watch it"),
                )


@check(TN481, subject=RoleProfile)
def role_grants_nothing(_: Program, role: RoleProfile) -> Iterator[Diagnostic]:
    """Resources of the whole cluster: roles are bound in namespaces, so such a rule gives nothing."""
    for rule in _own(role):
        idle = [one for one in rule.resources if one.partition("/")[0] in _CLUSTER_SCOPED.get(rule.api_group, ())]
        if idle:
            yield Diagnostic(
                TN481,
                f"role {role.name} grants nothing with {', '.join(_written(rule, one) for one in idle)}: "
                "that belongs to no namespace",
                Where(role.ref, (*rule.where.path, "resources")),
                help="remove it: members have their role in the namespaces of their projects, and no rights beyond",
            )


@check(TN482, subject=Program)
def member_twice(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A subject that has a role twice: in one list, or in a project and its tenant."""
    for tenant in program.tenants.values():
        yield from _repeated(tenant.members, tenant.ref)
    for project in program.projects.values():
        yield from _repeated(project.members, project.ref)


def _repeated(members: Iterable[Member], owner: DocumentRef) -> Iterator[Diagnostic]:
    """Members of `owner` that were named before them; a project's members begin with its tenant's."""
    first: dict[tuple[Subject, RoleName], Member] = {}
    for member in members:
        earlier = first.setdefault((member.subject, member.role), member)
        if earlier is not member and member.where.document == owner:
            yield Diagnostic(
                TN482,
                f"{member.subject.kind.lower()} {member.subject.name} is {member.role} of {_owner(owner)} twice",
                member.where,
                notes=(Note("named here already", earlier.where),),
                help="remove this one: members of a tenant hold in all its projects"
                if earlier.where.document != owner
                else "remove one of them",
            )


def _owner(ref: DocumentRef) -> str:
    return f"{ref.tenant}/{ref.name}" if ref.tenant else ref.name


def _own(role: RoleProfile) -> Iterator[RoleRule]:
    return (rule for rule in role.rules if rule.where.document == role.ref)


def _danger(rule: RoleRule, resource: str) -> str:
    """Why the rule must not hold the resource; empty where it may."""
    if _READS.issuperset(rule.verbs):
        return ""
    if rule.api_group == "" and resource in _BOUND_OR_GATED:
        return _BOUND_OR_GATED[resource]
    plural, _, subresource = resource.partition("/")
    if subresource == "status":
        return "a status is what controllers say, and Kueue frees and charges units by it"
    return _OWNED_BY_TENANTRY.get((rule.api_group, plural), "")


def _written(rule: RoleRule, resource: str) -> str:
    """The resource as the author writes it: `jobs.batch/status`."""
    plural, slash, subresource = resource.partition("/")
    return f"{plural}{'.' if rule.api_group else ''}{rule.api_group}{slash}{subresource}"


CHECKS = (role_breaks_isolation, role_grants_nothing, member_twice)
