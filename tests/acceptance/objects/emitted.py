"""The objects that a compile wrote for one cluster, or for Argo CD, in the portions in which they are applied."""

from dataclasses import dataclass
from pathlib import Path

from tests.plane.api import Api, Object
from tests.plane.kubernetes import Kubernetes
from tests.plane.manifests import apply_all, wave
from tests.plane.plane import platform_namespaces
from tests.support.documents import documents_below, read_documents

ARGOCD = "argocd"
"""The part of the output that Argo CD's own cluster holds."""

_ACCOUNT = "system:serviceaccount:"


@dataclass(frozen=True)
class Part:
    """One folder of the output: what has to be there first, then portions that need nothing of each other."""

    workspace: Path
    name: str
    first: list[Object]
    others: list[list[Object]]

    @property
    def items(self) -> list[Object]:
        """All objects, those that others need first."""
        return [*self.first, *(item for portion in self.others for item in portion)]

    def prepare(self, plane: Kubernetes) -> Api:
        """Makes what the platform brings itself; gives the client of the user who writes there."""
        fleet = _fleet(self.workspace)
        cluster = {} if self.name == ARGOCD else _cluster(self.workspace, self.name)
        kueue = cluster.get("kueue", {}).get("namespace", "kueue-system")
        argocd = fleet["argocd"].get("namespace", "argocd")
        spaces = [
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in sorted({kueue, argocd})
        ]
        user = cluster.get("argocd", {}).get("user", f"{_ACCOUNT}kube-system:argocd-manager")
        apply_all(plane.api, [*platform_namespaces(self.workspace), *spaces, _binding(user)])
        if not user.startswith(_ACCOUNT):
            return plane.api.acting_as(user)
        namespace, _, account = user.removeprefix(_ACCOUNT).partition(":")
        return plane.api.as_service_account(namespace, account)


def parts(workspace: Path) -> list[str]:
    """The names of all parts of a compiled workspace, the one of Argo CD last."""
    names = sorted(path.name for path in (workspace / "output").iterdir() if path.is_dir() and path.name != ARGOCD)
    return [*names, ARGOCD]


def kueue_version(workspace: Path, cluster: str) -> str:
    """Which Kueue a cluster declares."""
    version: str = _cluster(workspace, cluster)["kueue"]["version"]
    return version


def part(workspace: Path, name: str) -> Part:
    """Everything that the compiler wrote for a cluster, or for Argo CD."""
    folder = workspace / "output" / name
    if name == ARGOCD:
        install = read_documents(sorted((folder / "_install").glob("root*.yaml")))
        others = [path for path in sorted(folder.rglob("*.yaml")) if path.parent.name != "_install"]
        return Part(workspace, name, sorted(install, key=wave), [sorted(read_documents(others), key=wave)])
    tenants = sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("_"))
    return Part(workspace, name, _portion(folder / "_platform"), [_portion(path) for path in tenants])


def _portion(folder: Path) -> list[Object]:
    return sorted(read_documents(sorted(folder.glob("*.yaml"))), key=wave)


def _specs(workspace: Path) -> list[Object]:
    return documents_below(workspace / "clusters")


def _fleet(workspace: Path) -> Object:
    found: Object = next(item["spec"] for item in _specs(workspace) if item["kind"] == "Fleet")
    return found


def _cluster(workspace: Path, name: str) -> Object:
    found: Object = next(
        item["spec"] for item in _specs(workspace) if item["kind"] == "Cluster" and item["metadata"]["name"] == name
    )
    return found


def _binding(user: str) -> Object:
    return {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": "writer-of-" + user.replace(":", "-")},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"},
        "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": user}],
    }
