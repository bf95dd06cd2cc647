"""AppProject: the bounds of Argo CD's applications, ours and those that tenants have of their own.

Pure. Three sorts, all in the cluster of Argo CD:

- one for the fleet (`tenantry.fleet.platform`): our Applications, from our repository only, with the kinds we emit;
- one per tenant and cluster (`<cluster>.<tenant>`): for the tenant's own applications, never for ours. Its namespaces
  by name, since a pattern would meet a neighbour's; nothing that would widen what the tenant may do;
- one for root (`tenantry.fleet.root`): an operator applies it, because root cannot make the project it needs itself.

Names never meet: a tenant's has one dot, ours have two, and no part can hold a dot.

What a tenant's project leaves to the operator: `sourceRepos` is every repository but ours, because the language does
not name the tenants' repositories. Until Argo CD's own RBAC grants someone applications in the project nobody can use
it; a repository with credentials should name its `project` in its Secret, or every project can read it.
Never a `name` in `clusterResourceWhitelist`: Argo CD 3.2 drops it, and then the rule holds for every name.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, decode_meta, envelope, owned_meta
from tenantry.names import join_dotted
from tenantry.program import Placement, Program
from tenantry.records import record

ARGOCD_API: Final = "argoproj.io/v1alpha1"
ARGOCD_SERVER: Final = "https://kubernetes.default.svc"
"""The cluster that Argo CD runs in, as Argo CD calls it."""

PLATFORM_PROJECT: Final = "tenantry.fleet.platform"
ROOT_PROJECT: Final = "tenantry.fleet.root"

_KIND: Final = "AppProject"
_WAVE: Final = -2
"""Before any Application, which cannot be synced without its project."""


class GroupKind(NamedTuple):
    """API group (empty = core) and kind; both may be globs."""

    group: str
    kind: str


class Destination(NamedTuple):
    """A namespace of the cluster behind `server`; `*` = every namespace."""

    server: str
    namespace: str


EVERY_KIND: Final = GroupKind("*", "*")

CLUSTER_KINDS: Final = (
    GroupKind("", "Namespace"),
    GroupKind("admissionregistration.k8s.io", "MutatingAdmissionPolicy"),
    GroupKind("admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding"),
    GroupKind("admissionregistration.k8s.io", "ValidatingAdmissionPolicy"),
    GroupKind("admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding"),
    GroupKind("kueue.x-k8s.io", "ClusterQueue"),
    GroupKind("kueue.x-k8s.io", "Cohort"),
    GroupKind("kueue.x-k8s.io", "ResourceFlavor"),
    GroupKind("kueue.x-k8s.io", "Topology"),
    GroupKind("kueue.x-k8s.io", "WorkloadPriorityClass"),
    GroupKind("rbac.authorization.k8s.io", "ClusterRole"),
    GroupKind("scheduling.k8s.io", "PriorityClass"),
)
"""The cluster-scoped kinds that our Applications may write: a closed list, so that a new kind is a decision."""

NAMESPACED_KINDS: Final = (
    GroupKind("", "ConfigMap"),
    GroupKind("", "LimitRange"),
    GroupKind("", "PersistentVolumeClaim"),
    GroupKind("", "ResourceQuota"),
    GroupKind("", "Service"),
    GroupKind("", "ServiceAccount"),
    GroupKind("kueue.x-k8s.io", "LocalQueue"),
    GroupKind("monitoring.coreos.com", "PrometheusRule"),
    GroupKind("networking.k8s.io", "NetworkPolicy"),
    GroupKind("policy", "PodDisruptionBudget"),
    GroupKind("rbac.authorization.k8s.io", "RoleBinding"),
)
"""The same for kinds that live in a namespace."""

REFUSED_TO_TENANTS: Final = (
    # Network plugins have policies of their own under this name, and what those allow adds to ours.
    GroupKind("*", "*NetworkPolicy"),
    GroupKind("", "LimitRange"),
    GroupKind("", "ResourceQuota"),
    GroupKind("kueue.x-k8s.io", "LocalQueue"),
    GroupKind("kueue.x-k8s.io", "Workload"),
    GroupKind("rbac.authorization.k8s.io", "Role"),
    GroupKind("rbac.authorization.k8s.io", "RoleBinding"),
)
"""What a tenant's own application must not bring, although Argo CD has the rights to write it."""


@record
class AppProject:
    """What applications of a project may read and write.

    No allowed cluster kind = none; no allowed namespaced kind = all; what is refused is refused in any case.
    """

    meta: Meta
    description: str
    repositories: tuple[str, ...]
    destinations: tuple[Destination, ...]
    allowed_cluster_kinds: tuple[GroupKind, ...]
    refused_cluster_kinds: tuple[GroupKind, ...]
    allowed_namespaced_kinds: tuple[GroupKind, ...]
    refused_namespaced_kinds: tuple[GroupKind, ...]


def encode(project: AppProject) -> Body:
    """The body; empty parts are left out, as Argo CD itself would leave them out."""
    spec: Body = {
        "description": project.description,
        "sourceRepos": list(project.repositories),
        "destinations": [
            {"server": destination.server, "namespace": destination.namespace} for destination in project.destinations
        ],
        "clusterResourceWhitelist": _written(project.allowed_cluster_kinds),
        "clusterResourceBlacklist": _written(project.refused_cluster_kinds),
        "namespaceResourceWhitelist": _written(project.allowed_namespaced_kinds),
        "namespaceResourceBlacklist": _written(project.refused_namespaced_kinds),
    }
    body = envelope(ARGOCD_API, _KIND, project.meta)
    body["spec"] = {field: value for field, value in spec.items() if value}
    return body


def decode(body: Body) -> AppProject:
    """The inverse of `encode`."""
    spec = body["spec"]
    return AppProject(
        meta=decode_meta(body),
        description=spec.get("description", ""),
        repositories=tuple(spec.get("sourceRepos", ())),
        destinations=tuple(Destination(item["server"], item["namespace"]) for item in spec.get("destinations", ())),
        allowed_cluster_kinds=_read(spec.get("clusterResourceWhitelist", ())),
        refused_cluster_kinds=_read(spec.get("clusterResourceBlacklist", ())),
        allowed_namespaced_kinds=_read(spec.get("namespaceResourceWhitelist", ())),
        refused_namespaced_kinds=_read(spec.get("namespaceResourceBlacklist", ())),
    )


def _written(kinds: Iterable[GroupKind]) -> list[dict[str, str]]:
    return [{"group": group, "kind": kind} for group, kind in kinds]


def _read(items: Iterable[dict[str, Any]]) -> tuple[GroupKind, ...]:
    return tuple(GroupKind(item["group"], item["kind"]) for item in items)


def tenant_project_name(cluster: str, tenant: str) -> str:
    """The AppProject that a tenant's own applications on a cluster belong to."""
    return join_dotted(cluster, tenant)


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[AppProject, DocumentRef]]:
    """One for a tenant with a namespace on the cluster; without one there is nowhere to write."""
    if not placement.projects:
        return
    source = program.tenants[placement.tenant].ref
    server = program.clusters[placement.cluster].argocd_server
    meta = owned_meta(
        program,
        name=tenant_project_name(placement.cluster, placement.tenant),
        namespace=program.fleet.argocd.namespace,
        source=source,
        wave=_WAVE,
        tenant=placement.tenant,
        confirm_removal=False,
        labels=((program.fleet.key("cluster"), placement.cluster),),
    )
    yield (
        AppProject(
            meta=meta,
            description=f"Own applications of tenant {placement.tenant} on {placement.cluster}",
            repositories=("*", f"!{program.fleet.repository_url}"),
            destinations=tuple(Destination(server, at.namespace) for at in placement.projects),
            allowed_cluster_kinds=(),
            refused_cluster_kinds=(EVERY_KIND,),
            allowed_namespaced_kinds=(),
            refused_namespaced_kinds=REFUSED_TO_TENANTS,
        ),
        source,
    )


def of_fleet(program: Program) -> Iterator[tuple[AppProject, DocumentRef]]:
    """The project of all our Applications but root: every cluster, no kind that we do not emit."""
    fleet = program.fleet
    servers = sorted({cluster.argocd_server for cluster in program.clusters.values()})
    yield (
        AppProject(
            meta=_fleet_meta(program, PLATFORM_PROJECT),
            description="What tenantry compiles; not for applications of anyone else",
            repositories=(fleet.repository_url,),
            destinations=tuple(Destination(server, "*") for server in servers),
            allowed_cluster_kinds=CLUSTER_KINDS,
            refused_cluster_kinds=(),
            allowed_namespaced_kinds=NAMESPACED_KINDS,
            refused_namespaced_kinds=(),
        ),
        fleet.ref,
    )


def root_project(program: Program) -> AppProject:
    """The project that only root belongs to: it may write Applications and AppProjects beside itself, nothing else."""
    fleet = program.fleet
    return AppProject(
        meta=_fleet_meta(program, ROOT_PROJECT),
        description="The Application that makes all other Applications of tenantry",
        repositories=(fleet.repository_url,),
        destinations=(Destination(ARGOCD_SERVER, fleet.argocd.namespace),),
        allowed_cluster_kinds=(),
        refused_cluster_kinds=(EVERY_KIND,),
        allowed_namespaced_kinds=(GroupKind("argoproj.io", "AppProject"), GroupKind("argoproj.io", "Application")),
        refused_namespaced_kinds=(),
    )


def _fleet_meta(program: Program, name: str) -> Meta:
    fleet = program.fleet
    return owned_meta(
        program,
        name=name,
        namespace=fleet.argocd.namespace,
        source=fleet.ref,
        wave=_WAVE,
        confirm_removal=False,
    )


KIND: Final = Kind(
    api_version=ARGOCD_API,
    kind=_KIND,
    topic="projects",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
    of_fleet=of_fleet,
    for_argocd=True,
)
