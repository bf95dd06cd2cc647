"""A plane: one control plane with Kueue, nodes and running pods, shaped after one cluster of a compiled workspace.

Made of the parts below it; tests take it from a fixture. Argo CD joins only where a test asks for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.plane.api import Api, Object
from tests.plane.kubernetes import Kubernetes, start_kubernetes
from tests.plane.kueue import install_crds, start_kueue
from tests.plane.kwok import start_kwok
from tests.plane.manifests import apply_all, compiled_objects
from tests.plane.nodes import add_nodes, pool_nodes
from tests.plane.processes import Processes
from tests.support.documents import documents_below

CRDS = ("kueue/crd", "argocd/crd", "prometheus/crd")


@dataclass(frozen=True)
class Plane:
    """A running plane for cluster `cluster` of the workspace, which is compiled already."""

    kubernetes: Kubernetes
    workspace: Path
    cluster: str

    @property
    def api(self) -> Api:
        """A client in the group system:masters."""
        return self.kubernetes.api

    @property
    def argocd(self) -> Api:
        """A client as the user under which Argo CD writes here: the one that may change owned objects."""
        return self.kubernetes.client("argocd")

    @property
    def output(self) -> Path:
        """The compiled tree of the whole workspace."""
        return self.workspace / "output"

    def compiled(self) -> list[Object]:
        """All compiled objects of this cluster, in the order they are applied."""
        return compiled_objects(self.output, self.cluster)

    def apply_compiled(self) -> list[str]:
        """Applies all compiled objects of this cluster as Argo CD's user; gives the server's warnings."""
        return apply_all(self.argocd, self.compiled())


def start_plane(
    processes: Processes,
    workspace: Path,
    cluster: str,
    *,
    crds: Iterable[str] = CRDS,
    pods_run: bool = True,
) -> Plane:
    """Starts a plane with the custom kinds, the namespaces of the platform, Kueue, and the nodes of all pools.

    Without `pods_run` there are no nodes, no scheduler and no kwok: enough where pods need not run.
    """
    kubernetes = start_kubernetes(processes)
    install_crds(kubernetes.api, *crds)
    kubernetes.start_controller_manager()
    apply_all(kubernetes.api, [*platform_namespaces(workspace), argocd_access()])
    start_kueue(kubernetes, workspace / "output" / cluster / "_install" / "kueue.yaml")
    if pods_run:
        start_kwok(kubernetes)
        kubernetes.start_scheduler()
        add_nodes(kubernetes.api, pool_nodes(workspace, cluster))
    return Plane(kubernetes, workspace, cluster)


def platform_namespaces(workspace: Path) -> list[Object]:
    """The namespaces that the platform brings itself: those that the Fleet protects."""
    documents = documents_below(workspace / "clusters")
    fleet = next(item for item in documents if item["kind"] == "Fleet")
    names = {"argocd", *fleet["spec"].get("protectedNamespaces", [])} - {"kube-system", "kueue-system"}
    return [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in sorted(names)]


def argocd_access() -> Object:
    """What Argo CD's user may do in a cluster it writes to: everything."""
    return {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": "argocd-manager"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"},
        "subjects": [{"kind": "ServiceAccount", "namespace": "kube-system", "name": "argocd-manager"}],
    }
