"""What a tenant's own application may bring in the AppProject that was compiled for it, and what it may not.

Each case is an Application of its own in the project of vision, as a tenant would have it once Argo CD's RBAC lets it.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from tests.acceptance.argocd.fleet import Fleet, tenant_application
from tests.acceptance.argocd.repository import ADDRESS_OF_CLUSTER, Repository
from tests.plane.api import Object
from tests.plane.argocd import NAMESPACE, application_key
from tests.plane.waiting import wait_for

pytestmark = [pytest.mark.xdist_group("argocd"), pytest.mark.side_by_side]

HOME = "vision-segmentation"
_NOT_PERMITTED = "resource {kind} is not permitted in project prod-a.vision"


def _item(api_version: str, kind: str, name: str, namespace: str = HOME, **rest: object) -> Object:
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **rest}


_CLAIM = {
    "accessModes": ["ReadWriteOnce"],
    "resources": {"requests": {"storage": "1Gi"}},
    "storageClassName": "local-nvme",
}
_OWNED_CLAIM = {
    "accessModes": ["ReadWriteMany"],
    "resources": {"requests": {"storage": "2Ti"}},
    "storageClassName": "cephfs",
    "volumeMode": "Filesystem",
}
_ANYONE: Object = {
    "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "view"},
    "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "Group", "name": "system:authenticated"}],
}
_QUEUE_SPEC = {"clusterQueue": "h100-train.nlp.pretrain.training"}

REFUSED: dict[str, tuple[Object, str]] = {
    "another-tenants-namespace": (
        _item("v1", "ConfigMap", "own", "search-ranking"),
        "namespace search-ranking is not permitted in project 'prod-a.vision'",
    ),
    "namespace": (_item("v1", "Namespace", "vision-more", ""), _NOT_PERMITTED.format(kind=":Namespace")),
    "cluster-role": (
        _item("rbac.authorization.k8s.io/v1", "ClusterRole", "own", "", rules=[]),
        _NOT_PERMITTED.format(kind="rbac.authorization.k8s.io:ClusterRole"),
    ),
    "cohort": (
        _item("kueue.x-k8s.io/v1beta2", "Cohort", "h100-train.nlp", ""),
        _NOT_PERMITTED.format(kind="kueue.x-k8s.io:Cohort"),
    ),
    "cluster-queue": (
        _item("kueue.x-k8s.io/v1beta2", "ClusterQueue", "own", "", spec={}),
        _NOT_PERMITTED.format(kind="kueue.x-k8s.io:ClusterQueue"),
    ),
    "resource-quota": (_item("v1", "ResourceQuota", "own"), _NOT_PERMITTED.format(kind=":ResourceQuota")),
    "limit-range": (
        _item("v1", "LimitRange", "own", spec={"limits": []}),
        _NOT_PERMITTED.format(kind=":LimitRange"),
    ),
    "network-policy": (
        _item("networking.k8s.io/v1", "NetworkPolicy", "own", spec={"podSelector": {}, "ingress": [{}]}),
        _NOT_PERMITTED.format(kind="networking.k8s.io:NetworkPolicy"),
    ),
    "role": (
        _item("rbac.authorization.k8s.io/v1", "Role", "own", rules=[]),
        _NOT_PERMITTED.format(kind="rbac.authorization.k8s.io:Role"),
    ),
    "role-binding": (
        _item("rbac.authorization.k8s.io/v1", "RoleBinding", "own", **_ANYONE),
        _NOT_PERMITTED.format(kind="rbac.authorization.k8s.io:RoleBinding"),
    ),
    "local-queue": (
        _item("kueue.x-k8s.io/v1beta2", "LocalQueue", "own", spec=_QUEUE_SPEC),
        _NOT_PERMITTED.format(kind="kueue.x-k8s.io:LocalQueue"),
    ),
    "workload": (
        _item("kueue.x-k8s.io/v1beta2", "Workload", "own", spec={"podSets": []}),
        _NOT_PERMITTED.format(kind="kueue.x-k8s.io:Workload"),
    ),
    # Owned objects of kinds that a tenant may bring: admission keeps whose they are.
    "an-owned-account": (
        _item("v1", "ServiceAccount", "default", automountServiceAccountToken=True),
        "TN873: ServiceAccount default is applied by another application",
    ),
    "an-owned-claim": (
        _item("v1", "PersistentVolumeClaim", "weights", "vision-serving", spec=_OWNED_CLAIM),
        "TN873: PersistentVolumeClaim weights is applied by another application",
    ),
}


@dataclass(frozen=True)
class Own:
    """A tenant's repository, and an Application that reads one folder of it."""

    fleet: Fleet
    name: str
    repository: Repository

    def begin(self, items: list[Object], *, url: str = "", path: str = ".", namespace: str = HOME) -> None:
        (self.repository.folder / "all.yaml").write_text(yaml.safe_dump_all(items), encoding="utf-8")
        self.repository.commit("Begin")
        application: Object = {
            **application_key(self.name),
            "spec": {
                "project": tenant_application("vision"),
                "source": {"repoURL": url or self.repository.url, "targetRevision": "main", "path": path},
                "destination": {
                    "server": self.fleet.repository.with_addresses(ADDRESS_OF_CLUSTER),
                    "namespace": namespace,
                },
                "syncPolicy": {"automated": {}, "syncOptions": ["ServerSideApply=true"], "retry": {"limit": 1}},
            },
        }
        self.fleet.api.create(application).must()

    def says(self) -> str:
        """All that the Application says of itself and of its objects."""
        return str(self.fleet.application(self.name).get("status", {}))

    def end(self) -> None:
        """Deletes the Application; what it brought stays."""
        self.fleet.api.delete(application_key(self.name)).must()


@pytest.mark.parametrize("case", REFUSED)
def test_refuses(fleet: Fleet, case: str) -> None:
    item, message = REFUSED[case]
    own = Own(fleet, f"own-{case}", Repository(_place(fleet, case)))
    before = fleet.api.get(item)
    own.begin([item])
    wait_for(lambda: message in own.says(), f"{case} is refused with {message!r}", seconds=240)
    after = fleet.api.get(item)
    assert after.status == before.status
    assert after.body.get("metadata", {}).get("generation") == before.body.get("metadata", {}).get("generation")
    own.end()


def test_refuses_the_repository_of_the_fleet(fleet: Fleet) -> None:
    own = Own(fleet, "own-fleet-repository", Repository(_place(fleet, "fleet-repository")))
    own.begin([], url=fleet.repository.url, path="output/prod-a/vision")
    message = f"application repo {fleet.repository.url} is not permitted in project 'prod-a.vision'"
    wait_for(lambda: message in own.says(), "the repository is refused", seconds=240)
    own.end()


def test_lets_a_config_map_and_a_claim_through(fleet: Fleet) -> None:
    own = Own(fleet, "own-allowed", Repository(_place(fleet, "allowed")))
    items = [
        _item("v1", "ConfigMap", "own-settings", "vision-detection", data={"mode": "fast"}),
        _item("v1", "PersistentVolumeClaim", "own-scratch", "vision-detection", spec=_CLAIM),
    ]
    own.begin(items, namespace="vision-detection")
    fleet.wait_settled("own-allowed")
    assert fleet.api.get(items[0]).must()["data"] == {"mode": "fast"}
    assert fleet.api.get(items[1]).ok
    own.end()
    for item in items:
        fleet.api.delete(item).must()


def test_a_global_project_of_the_installation_opens_no_cluster_to_a_tenant(fleet: Fleet) -> None:
    """Argo CD adds what a global project allows to what a project allows; what a project refuses stays refused."""
    everybodys: Object = {
        "apiVersion": "argoproj.io/v1alpha1",
        "kind": "AppProject",
        "metadata": {"name": "everybodys", "namespace": NAMESPACE},
        "spec": {"clusterResourceWhitelist": [{"group": "*", "kind": "*"}]},
    }
    settings = _item("v1", "ConfigMap", "argocd-cm", NAMESPACE)
    selected = {"key": "app.kubernetes.io/managed-by", "operator": "In", "values": ["tenantry"]}
    rule = [{"projectName": "everybodys", "labelSelector": {"matchExpressions": [selected]}}]
    item = _item("rbac.authorization.k8s.io/v1", "ClusterRole", "own-by-global-project", "", rules=[])
    own = Own(fleet, "own-by-global-project", Repository(_place(fleet, "by-global-project")))
    fleet.api.create(everybodys).must()
    fleet.api.patch(settings, {"data": {"globalProjects": yaml.safe_dump(rule)}}).must()
    try:
        own.begin([item])
        message = _NOT_PERMITTED.format(kind="rbac.authorization.k8s.io:ClusterRole")
        wait_for(lambda: message in own.says(), "the cluster role is refused", seconds=240)
        assert not fleet.api.get(item).ok
    finally:
        own.end()
        fleet.api.patch(settings, {"data": {"globalProjects": None}}).must()
        fleet.api.delete(everybodys).must()


def _place(fleet: Fleet, case: str) -> Path:
    return fleet.repository.folder.parent / NAMESPACE / case
