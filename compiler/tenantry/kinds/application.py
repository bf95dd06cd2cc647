"""Application: one folder of the output, kept in one cluster by Argo CD.

Pure. One per cluster for the platform (`<cluster>`), one per tenant on a cluster (`<cluster>.<tenant>`), and root
(`tenantry.fleet.root`), which makes all others. Names never meet: they have no, one and two dots.

How they are synced, and why (seen on a live Argo CD unless said otherwise):

- Server-side apply and diff, always together: alone, the first hides differences of quantities.
- A platform is in place before the tenants of the first sync are; all tenants are in root's last wave, the only one
  that is not waited for, so that none holds up another.
- A tenant's prunes come last, after all other changes of a commit, and wait for a person.
- Only what differs is applied, and waited for. Root would else wait, at every new tenant, for the health of every
  platform, also of a cluster that is out of reach; and one line of a tenant would write its every object again.
- Root's prunes are not last, because their reverse order is what takes tenants away before their platform.
- A retry takes the newest commit, so that a correction need not wait until the retries of a mistake are used up.
- Never `FailOnSharedResource`: a tenant whose own application came first to some name could stop its own isolation
  and quota from being applied. Never `allowEmpty`: an empty folder is a mistake.

Root is not part of what it makes. In its own tree it would wait for its own health, and one bad commit could cut it
off from every later one; so an operator applies it once. It has no finalizer: deleting it stops changes and deletes
nothing.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.appproject import ARGOCD_API, ARGOCD_SERVER, PLATFORM_PROJECT, ROOT_PROJECT
from tenantry.kinds.base import Kind, Meta, Pairs, decode_meta, envelope, owned_meta
from tenantry.names import join_dotted
from tenantry.program import Cluster, Placement, Program
from tenantry.records import record

ROOT: Final = "tenantry.fleet.root"
DESTINATION_NAMESPACE: Final = "default"
"""Where objects without a namespace would go; ours all name theirs, so nothing lands there.

Argo CD writes it into the tracking id of every cluster-scoped object, so it never changes; and before it writes a
ClusterRole it wants to find it, so it is one that every cluster has and nobody can delete (seen).
"""

_KIND: Final = "Application"
_OUTPUT: Final = "output"
# Its short form, without a path, means the same; Kubernetes warns about it at every write.
_CASCADE: Final = "resources-finalizer.argocd.argoproj.io/foreground"
_PLATFORM_WAVE: Final = -1
_LAST_WAVE: Final = 0

_ANNOTATIONS: Final[Pairs] = (
    ("argocd.argoproj.io/compare-options", "ServerSideDiff=true"),
    # Relative to the folder: a commit elsewhere in the repository leaves what was rendered as it is.
    ("argocd.argoproj.io/manifest-generate-paths", "."),
)
_SERVER_SIDE: Final = "ServerSideApply=true"
_ONLY_WHAT_DIFFERS: Final = "ApplyOutOfSyncOnly=true"
_HISTORY: Final = 2


@record
class Application:
    """A folder of a repository and the cluster it goes to.

    `excluding` is a glob of files to leave out of a folder that is read with all folders below it; empty = only the
    folder itself is read. `finalizers` say what deleting it does to its objects.
    """

    meta: Meta
    finalizers: tuple[str, ...]
    project: str
    repository: str
    revision: str
    path: str
    excluding: str
    server: str
    namespace: str
    sync_options: tuple[str, ...]


def encode(application: Application) -> Body:
    """The body; pruning, self-healing, retries and history are the same for all."""
    source: Body = {
        "repoURL": application.repository,
        "targetRevision": application.revision,
        "path": application.path,
    }
    if application.excluding:
        source["directory"] = {"recurse": True, "exclude": application.excluding}
    body = envelope(ARGOCD_API, _KIND, application.meta)
    if application.finalizers:
        body["metadata"]["finalizers"] = list(application.finalizers)
    body["spec"] = {
        "project": application.project,
        "source": source,
        "destination": {"server": application.server, "namespace": application.namespace},
        "syncPolicy": {
            "automated": {"prune": True, "selfHeal": True},
            "syncOptions": list(application.sync_options),
            "retry": {
                "limit": 10,
                "backoff": {"duration": "10s", "factor": 2, "maxDuration": "5m"},
                "refresh": True,
            },
        },
        "revisionHistoryLimit": _HISTORY,
    }
    return body


def decode(body: Body) -> Application:
    """The inverse of `encode`."""
    spec = body["spec"]
    source = spec["source"]
    return Application(
        meta=decode_meta(body),
        finalizers=tuple(body["metadata"].get("finalizers", ())),
        project=spec["project"],
        repository=source["repoURL"],
        revision=source["targetRevision"],
        path=source["path"],
        excluding=source.get("directory", {}).get("exclude", ""),
        server=spec["destination"]["server"],
        namespace=spec["destination"]["namespace"],
        sync_options=tuple(spec["syncPolicy"]["syncOptions"]),
    )


def platform_application_name(cluster: str) -> str:
    """The Application of what all tenants of a cluster share."""
    return cluster


def tenant_application_name(cluster: str, tenant: str) -> str:
    """The Application of a tenant on a cluster."""
    return join_dotted(cluster, tenant)


def of_cluster(program: Program, cluster: Cluster) -> Iterator[tuple[Application, DocumentRef]]:
    """The platform's Application of a cluster."""
    name = platform_application_name(cluster.name)
    yield _child(program, cluster, name, f"{cluster.name}/_platform", cluster.ref, _PLATFORM_WAVE), cluster.ref


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[Application, DocumentRef]]:
    """The tenant's Application on the cluster; it follows from the names and the cluster, and from no other tenant."""
    cluster = program.clusters[placement.cluster]
    source = program.tenants[placement.tenant].ref
    name = tenant_application_name(cluster.name, placement.tenant)
    folder = f"{cluster.name}/{placement.tenant}"
    yield _child(program, cluster, name, folder, source, _LAST_WAVE, tenant=placement.tenant), source


def root(program: Program) -> Application:
    """The Application that makes all others; fragments below `_install/` are no objects and stay out."""
    fleet = program.fleet
    return Application(
        meta=owned_meta(
            program,
            name=ROOT,
            namespace=fleet.argocd.namespace,
            source=fleet.ref,
            wave=_LAST_WAVE,
            confirm_removal=False,
            annotations=_ANNOTATIONS,
        ),
        finalizers=(),
        project=ROOT_PROJECT,
        repository=fleet.repository_url,
        revision=fleet.revision,
        path=f"{_OUTPUT}/argocd",
        excluding="_install/*",
        server=ARGOCD_SERVER,
        namespace=fleet.argocd.namespace,
        sync_options=(_SERVER_SIDE, _ONLY_WHAT_DIFFERS),
    )


def _child(
    program: Program, cluster: Cluster, name: str, folder: str, source: DocumentRef, wave: int, *, tenant: str = ""
) -> Application:
    return Application(
        meta=owned_meta(
            program,
            name=name,
            namespace=program.fleet.argocd.namespace,
            source=source,
            wave=wave,
            tenant=tenant,
            labels=((program.fleet.key("cluster"), cluster.name),),
            annotations=_ANNOTATIONS,
        ),
        finalizers=(_CASCADE,),
        project=PLATFORM_PROJECT,
        repository=program.fleet.repository_url,
        revision=cluster.argocd_revision,
        path=f"{_OUTPUT}/{folder}",
        excluding="",
        server=cluster.argocd_server,
        namespace=DESTINATION_NAMESPACE,
        sync_options=(_SERVER_SIDE, _ONLY_WHAT_DIFFERS, "PruneLast=true"),
    )


KIND: Final = Kind(
    api_version=ARGOCD_API,
    kind=_KIND,
    topic="applications",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
    of_cluster=of_cluster,
    for_argocd=True,
)
