"""One small object of every kind that the platform owns, and what is tried on each of them, by every verb.

The compiled tree has most of these kinds, and some only where a tenant asks for them; here none is missing. Each is
made by Argo CD's user, with the label of the platform and the tracking id of its application.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.acceptance.admission.attempts.attempt import ADMINISTRATOR, ARGOCD, DRIVER, IMPOSTOR, INTRUDER, Call
from tests.acceptance.admission.attempts.creations import CLAIM, OWNED, PORT, PRETRAIN
from tests.acceptance.admission.attempts.scene import RBAC, Scene
from tests.plane.api import JSON_PATCH, Answer, Object
from tests.plane.workloads import GPU

TRACKING = "argocd.argoproj.io/tracking-id"
_REFERENCE = {"apiGroup": RBAC, "kind": "ClusterRole", "name": "view"}
_QUEUE = {
    "resourceGroups": [
        {
            "coveredResources": [GPU],
            "flavors": [{"name": "attempt", "resources": [{"name": GPU, "nominalQuota": "0"}]}],
        }
    ]
}


@dataclass(frozen=True)
class Sample:
    """A kind and the least that it says; `status`: its status is written through a subresource."""

    api_version: str
    kind: str
    body: Object
    namespaced: bool = True
    status: bool = False

    def item(self, namespace: str, name: str) -> Object:
        """The object as the platform would make it."""
        metadata: Object = {"name": name, "labels": dict(OWNED), "annotations": {TRACKING: f"platform:{name}"}}
        if self.namespaced:
            metadata["namespace"] = namespace
        return {"apiVersion": self.api_version, "kind": self.kind, "metadata": metadata, **self.body}


KUEUE = "kueue.x-k8s.io/v1beta2"
SAMPLES = (
    Sample("v1", "ConfigMap", {}),
    Sample("v1", "LimitRange", {"spec": {"limits": [{"type": "Pod", "max": {"cpu": "9999"}}]}}),
    Sample("v1", "PersistentVolumeClaim", {"spec": CLAIM}, status=True),
    Sample("v1", "ResourceQuota", {"spec": {"hard": {"count/leases.coordination.k8s.io": "9999"}}}, status=True),
    Sample("v1", "ServiceAccount", {}),
    Sample("v1", "Service", {"spec": {"ports": PORT}}, status=True),
    Sample("networking.k8s.io/v1", "NetworkPolicy", {"spec": {"podSelector": {"matchLabels": {"a": "b"}}}}),
    Sample(f"{RBAC}/v1", "Role", {"rules": []}),
    Sample(f"{RBAC}/v1", "RoleBinding", {"roleRef": _REFERENCE, "subjects": []}),
    Sample(f"{RBAC}/v1", "ClusterRole", {"rules": []}, namespaced=False),
    Sample(f"{RBAC}/v1", "ClusterRoleBinding", {"roleRef": _REFERENCE, "subjects": []}, namespaced=False),
    Sample("scheduling.k8s.io/v1", "PriorityClass", {"value": 1}, namespaced=False),
    Sample("policy/v1", "PodDisruptionBudget", {"spec": {"selector": {"matchLabels": {"a": "b"}}}}, status=True),
    Sample("monitoring.coreos.com/v1", "PrometheusRule", {"spec": {"groups": []}}),
    Sample(KUEUE, "ClusterQueue", {"spec": _QUEUE}, namespaced=False, status=True),
    Sample(KUEUE, "Cohort", {"spec": {}}, namespaced=False, status=True),
    Sample(KUEUE, "LocalQueue", {"spec": {"clusterQueue": "attempt"}}, status=True),
    Sample(KUEUE, "ResourceFlavor", {"spec": {}}, namespaced=False),
    Sample(KUEUE, "Topology", {"spec": {"levels": [{"nodeLabel": "kubernetes.io/hostname"}]}}, namespaced=False),
    Sample(KUEUE, "WorkloadPriorityClass", {"value": 1}, namespaced=False),
)
NAMESPACE = Sample("v1", "Namespace", {}, namespaced=False)
"""With rules of its own, and like the others it stays with the application that applied it."""
Steps = Callable[[Scene, str, str], Answer]
Change = list[Object]


def made(scene: Scene, sample: Sample, namespace: str, name: str) -> Object:
    """Brings the object about, as Argo CD does."""
    item = sample.item(namespace, name)
    scene.made.append(item)
    scene.plane.argocd.create(item).must()
    return item


def creates(sample: Sample) -> Steps:
    """Somebody else makes one in the platform's name."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        return scene.actor.create(sample.item(namespace, name), dry_run=True)

    return steps


def changes(sample: Sample, change: Change, subresource: str = "") -> Steps:
    """A JSON patch of the object that is there."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = made(scene, sample, namespace, name)
        return scene.actor.patch(item, change, subresource=subresource, content_type=JSON_PATCH, dry_run=True)

    return steps


def deletes(sample: Sample) -> Steps:
    """Somebody else deletes it."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        return scene.actor.delete(made(scene, sample, namespace, name), dryRun=["All"])

    return steps


def pointer(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def set_(path: str, value: Any) -> Change:
    return [{"op": "add", "path": path, "value": value}]


LABEL = f"/metadata/labels/{pointer('app.kubernetes.io/managed-by')}"
APPLICATION = set_(f"/metadata/annotations/{pointer(TRACKING)}", "another:x")
_OWNER = [{"apiVersion": "v1", "kind": "ConfigMap", "name": "x", "uid": "00000000-0000-0000-0000-000000000001"}]
_BY_KIND = {sample.kind: sample for sample in SAMPLES}
CLAIM_SAMPLE, SERVICE, RULES, ACCOUNT = (
    _BY_KIND[kind] for kind in ("PersistentVolumeClaim", "Service", "PrometheusRule", "ServiceAccount")
)


def _named(sample: Sample, what: str) -> str:
    return f"{sample.kind.lower()}-{what}"


ON_SAMPLES = [
    *(Call(_named(one, "in-the-platforms-name"), ADMINISTRATOR, PRETRAIN, creates(one), "TN872") for one in SAMPLES),
    *(
        Call(
            _named(one, "is-taken-from-the-platform"), ADMINISTRATOR, PRETRAIN, changes(one, set_(LABEL, "me")), "TN872"
        )
        for one in SAMPLES
    ),
    *(
        Call(
            _named(one, "becomes-anybodys"),
            ADMINISTRATOR,
            PRETRAIN,
            changes(one, set_("/metadata/labels", {})),
            "TN872",
        )
        for one in SAMPLES
    ),
    *(Call(_named(one, "is-deleted"), ADMINISTRATOR, PRETRAIN, deletes(one), "TN872") for one in SAMPLES),
    *(
        Call(
            _named(one, "is-taken-through-its-status"),
            ADMINISTRATOR,
            PRETRAIN,
            changes(one, set_("/metadata/labels", {}), "status"),
            "TN872",
        )
        for one in SAMPLES
        if one.status
    ),
    *(
        Call(_named(one, "changes-its-application"), ARGOCD, PRETRAIN, changes(one, APPLICATION), "TN873")
        for one in SAMPLES
    ),
    *(
        Call(
            _named(one, "changes-its-application-through-its-status"),
            ARGOCD,
            PRETRAIN,
            changes(one, APPLICATION, "status"),
            "TN873",
        )
        for one in SAMPLES
        # A custom kind's status takes nothing of the metadata along.
        if one.status and one.api_version != KUEUE
    ),
    *(
        Call(_named(one, f"{what}-by-a-driver"), DRIVER, PRETRAIN, changes(one, change), "TN872")
        for one in (CLAIM_SAMPLE, SERVICE)
        for what, change in (
            ("labelled", set_("/metadata/labels/mine", "x")),
            ("given-an-owner", set_("/metadata/ownerReferences", _OWNER)),
            ("given-rights", set_(f"/metadata/annotations/{pointer('tenants.example.com/source')}", "x")),
            ("taken-from-its-sync", set_(f"/metadata/annotations/{pointer('argocd.argoproj.io/sync-options')}", "x")),
        )
    ),
    Call("rules-changed-by-an-impostor", IMPOSTOR, PRETRAIN, changes(RULES, set_(LABEL, "me")), "TN872"),
    Call("namespace-changes-its-application", ARGOCD, PRETRAIN, changes(NAMESPACE, APPLICATION), "TN873"),
    Call("service-opened-by-a-driver", DRIVER, PRETRAIN, changes(SERVICE, set_("/spec/selector", {"a": "b"})), "TN872"),
    Call("rules-noted-upon", INTRUDER, PRETRAIN, changes(RULES, set_("/metadata/annotations/note", "x")), "TN872"),
]
"""Each kind: made, changed, deleted, reached through its status, and claimed by another application."""
