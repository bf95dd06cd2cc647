"""Attempts that somebody else refuses before our rules are asked: the API server, RBAC, pod security, quota, Kueue.

`words` is what that one says, to the letter; `…` stands for a whole object in them. Not counted among the attempts that
our rules refuse.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.acceptance.admission.attempts.attempt import ADMIN, DEVELOPER, INTRUDER, OPERATOR
from tests.acceptance.admission.attempts.changes import cpu_pod, running_job
from tests.acceptance.admission.attempts.creations import (
    CLAIM,
    FINETUNE,
    PRETRAIN,
    TRAIN,
    Build,
    a,
    a_pod,
    having,
    plain,
)
from tests.acceptance.admission.attempts.later import FRAUD, makes
from tests.acceptance.admission.attempts.scene import RBAC, Scene
from tests.plane.api import STRATEGIC_PATCH, Answer, Object
from tests.plane.workloads import GPU, container, pod, replicated

_RULE = "tenantry.policy.images-name-a-version"
UNVERSIONED = (
    f"ValidatingAdmissionPolicy '{_RULE}' with binding '{_RULE}' denied request: "
    "Every image needs a tag other than latest, or a digest."
)
"""A rule of the organisation itself, in the worked example."""
INFERENCE = "inference.h100-finance"


@dataclass(frozen=True)
class First:
    """`steps` ends with the request that somebody refuses, in these words."""

    name: str
    who: str
    project: str
    steps: Callable[[Scene, str, str], Answer]
    status: int
    words: str


def creates(what: Build) -> Callable[[Scene, str, str], Answer]:
    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = what(namespace, name)
        scene.made.append(item)
        return scene.actor.create(item)

    return steps


def patches(given: Any, change: object, subresource: str = "", content_type: str = STRATEGIC_PATCH) -> Any:
    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = given(scene, namespace, name)
        return scene.actor.patch(item, change, subresource=subresource, content_type=content_type)

    return steps


def posts(path: str, body: Object) -> Any:
    """A request that is refused before anybody looks whether its object is there."""
    return lambda scene, namespace, name: scene.actor.request("POST", path.format(namespace=namespace), body)


def there(api_version: str, kind: str, name: str) -> Any:
    """An object that was compiled, by name."""
    return lambda scene, namespace, _: {
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": name, "namespace": namespace},
    }


def served(scene: Scene, namespace: str, name: str) -> Object:
    """A StatefulSet of an inference class, which is admitted as a whole."""
    image = "registry.example.com/approved/work:1"
    return scene.running(replicated("StatefulSet", namespace, name, container(1, image=image), queue=INFERENCE))


def owned_by_a_ghost(namespace: str, name: str) -> Object:
    item = pod(namespace, name, container(1), queue=TRAIN)
    item["metadata"]["ownerReferences"] = [
        {
            "apiVersion": "batch/v1",
            "kind": "Job",
            "name": "ghost",
            "uid": "00000000-0000-0000-0000-000000000001",
            "controller": True,
        }
    ]
    return item


def forbidden(user: str, verb: str, resource: str, group: str, namespace: str, name: str = "") -> str:
    what = f"{resource.split('/')[0]}{f'.{group}' if group else ''}{f' {chr(34)}{name}{chr(34)}' if name else ''}"
    return (
        f'{what} is forbidden: User "{user}" cannot {verb} resource "{resource}" in API group "{group}" '
        f'in the namespace "{namespace}"'
    )


LEAD, ENGINEER = "admin@nlp.example.com", "developer@nlp.example.com"
TEN_GPUS = {"spec": {"template": {"spec": {"containers": [{"name": "main", "resources": container(8)["resources"]}]}}}}
KUEUE = "kueue.x-k8s.io/v1beta2"
REVIEWED: Object = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {"audiences": ["x"]}}
EVERYTHING: list[Object] = [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}]

BY_RBAC = [
    First(f"{verb}-{resource.replace('/', '-')}", who, PRETRAIN, steps, 403, words)
    for who, verb, resource, steps, words in (
        (
            ADMIN,
            "create",
            "workloads",
            creates(plain(KUEUE, "Workload", spec={})),
            forbidden(LEAD, "create", "workloads", "kueue.x-k8s.io", PRETRAIN),
        ),
        (
            ADMIN,
            "create",
            "localqueues",
            creates(plain(KUEUE, "LocalQueue", spec={"clusterQueue": "x"})),
            forbidden(LEAD, "create", "localqueues", "kueue.x-k8s.io", PRETRAIN),
        ),
        (
            ADMIN,
            "patch",
            "localqueues",
            patches(
                there(KUEUE, "LocalQueue", TRAIN),
                {"spec": {"clusterQueue": "x"}},
                content_type="application/merge-patch+json",
            ),
            forbidden(LEAD, "patch", "localqueues", "kueue.x-k8s.io", PRETRAIN, TRAIN),
        ),
        (
            ADMIN,
            "patch",
            "jobs/status",
            patches(there("batch/v1", "Job", "x"), {"status": {"succeeded": 3}}, "status"),
            forbidden(LEAD, "patch", "jobs/status", "batch", PRETRAIN, "x"),
        ),
        (
            ADMIN,
            "patch",
            "pods/status",
            patches(there("v1", "Pod", "x"), {"metadata": {"labels": {"a": "b"}}}, "status"),
            forbidden(LEAD, "patch", "pods/status", "", PRETRAIN, "x"),
        ),
        (
            ADMIN,
            "patch",
            "pods/resize",
            patches(there("v1", "Pod", "x"), {"spec": {}}, "resize"),
            forbidden(LEAD, "patch", "pods/resize", "", PRETRAIN, "x"),
        ),
        (
            ADMIN,
            "patch",
            "pods/ephemeralcontainers",
            patches(there("v1", "Pod", "x"), {"spec": {}}, "ephemeralcontainers"),
            forbidden(LEAD, "patch", "pods/ephemeralcontainers", "", PRETRAIN, "x"),
        ),
        (
            ADMIN,
            "create",
            "pods/binding",
            posts("/api/v1/namespaces/{namespace}/pods/x/binding", {}),
            forbidden(LEAD, "create", "pods/binding", "", PRETRAIN, "x"),
        ),
        (
            ADMIN,
            "create",
            "serviceaccounts/token",
            posts("/api/v1/namespaces/{namespace}/serviceaccounts/trainer/token", REVIEWED),
            forbidden(LEAD, "create", "serviceaccounts/token", "", PRETRAIN, "trainer"),
        ),
        (
            ADMIN,
            "create",
            "rolebindings",
            creates(
                plain(
                    f"{RBAC}/v1",
                    "RoleBinding",
                    roleRef={"apiGroup": RBAC, "kind": "ClusterRole", "name": "cluster-admin"},
                )
            ),
            forbidden(LEAD, "create", "rolebindings", RBAC, PRETRAIN),
        ),
        (
            ADMIN,
            "create",
            "roles",
            creates(plain(f"{RBAC}/v1", "Role", rules=EVERYTHING)),
            forbidden(LEAD, "create", "roles", RBAC, PRETRAIN),
        ),
        (
            ADMIN,
            "create",
            "resourcequotas",
            creates(plain("v1", "ResourceQuota", spec={})),
            forbidden(LEAD, "create", "resourcequotas", "", PRETRAIN),
        ),
        (
            ADMIN,
            "create",
            "daemonsets",
            creates(a("DaemonSet")),
            forbidden(LEAD, "create", "daemonsets", "apps", PRETRAIN),
        ),
        (
            DEVELOPER,
            "create",
            "deployments",
            creates(a("Deployment")),
            forbidden(ENGINEER, "create", "deployments", "apps", PRETRAIN),
        ),
    )
]

FIRST = [
    *BY_RBAC,
    First(
        "pod-owned-by-a-missing-job",
        DEVELOPER,
        PRETRAIN,
        creates(owned_by_a_ghost),
        404,
        'admission webhook "mpod.kb.io" denied the request: Job.batch "ghost" not found',
    ),
    First(
        "template-of-a-running-job",
        DEVELOPER,
        PRETRAIN,
        patches(running_job, TEN_GPUS),
        422,
        'Job.batch "attempt-template-of-a-running-job" is invalid: spec.template: Invalid value: …: field is immutable',
    ),
    First(
        "gpus-for-an-ephemeral-container",
        INTRUDER,
        PRETRAIN,
        patches(cpu_pod, {"spec": {"ephemeralContainers": [container(1, name="debug")]}}, "ephemeralcontainers"),
        422,
        'Pod "attempt-gpus-for-an-ephemeral-container" is invalid: '
        "spec.ephemeralContainers[0].resources: Forbidden: cannot be set for an Ephemeral "
        "Container",
    ),
    First(
        "gpus-in-place",
        INTRUDER,
        PRETRAIN,
        patches(
            cpu_pod,
            {"spec": {"containers": [{"name": "main", "resources": {"limits": {GPU: "1"}, "requests": {GPU: "1"}}}]}},
            "resize",
        ),
        422,
        'Pod "attempt-gpus-in-place" is invalid: spec: Forbidden: only cpu and memory resources are mutable',
    ),
    First(
        "statefulset-grown",
        OPERATOR,
        FRAUD,
        patches(served, {"spec": {"replicas": 3}}),
        403,
        'admission webhook "vstatefulset.kb.io" denied the request: spec.replicas: Invalid '
        "value: 3: field is immutable",
    ),
    First(
        "statefulset-with-larger-pods",
        OPERATOR,
        FRAUD,
        patches(served, TEN_GPUS),
        403,
        'admission webhook "vstatefulset.kb.io" denied the request: '
        "spec.template.spec.containers[0].resources.requests: Invalid value: "
        '{"cpu":"1","memory":"1Gi","nvidia.com/gpu":"8"}: field is immutable',
    ),
    First(
        "pod-in-the-host-network",
        DEVELOPER,
        PRETRAIN,
        creates(a_pod(hostNetwork=True)),
        403,
        'pods "attempt-pod-in-the-host-network" is forbidden: violates PodSecurity '
        '"baseline:v1.36": host namespaces (hostNetwork=true)',
    ),
    First(
        "pod-with-a-host-path",
        DEVELOPER,
        PRETRAIN,
        creates(a_pod(volumes=[{"name": "v", "hostPath": {"path": "/"}}])),
        403,
        'pods "attempt-pod-with-a-host-path" is forbidden: violates PodSecurity '
        '"baseline:v1.36": hostPath volumes (volume "v")',
    ),
    First(
        "pod-privileged",
        DEVELOPER,
        PRETRAIN,
        creates(a_pod(having(securityContext={"privileged": True}))),
        403,
        'pods "attempt-pod-privileged" is forbidden: violates PodSecurity "baseline:v1.36": '
        'privileged (container "main" must not set securityContext.privileged=true)',
    ),
    First(
        "pod-with-a-runtime-class",
        DEVELOPER,
        PRETRAIN,
        creates(a_pod(runtimeClassName="nvidia")),
        403,
        'pods "attempt-pod-with-a-runtime-class" is forbidden: pod rejected: RuntimeClass "nvidia" not found',
    ),
    First(
        "pod-with-a-priority-in-numbers",
        DEVELOPER,
        PRETRAIN,
        creates(a_pod(priority=100000)),
        403,
        'pods "attempt-pod-with-a-priority-in-numbers" is forbidden: the integer value of '
        "priority (100000) must not be provided in pod spec; priority admission controller "
        "computed 0 from the given PriorityClass name",
    ),
    First(
        "pod-with-overhead",
        DEVELOPER,
        PRETRAIN,
        creates(a_pod(overhead={"cpu": "1"})),
        403,
        'pods "attempt-pod-with-overhead" is forbidden: pod rejected: Pod Overhead set '
        "without corresponding RuntimeClass defined Overhead",
    ),
    First(
        "mirror-pod-without-node",
        DEVELOPER,
        PRETRAIN,
        creates(a_pod(annotations={"kubernetes.io/config.mirror": "x"})),
        422,
        'Pod "attempt-mirror-pod-without-node" is invalid: '
        'metadata.annotations[kubernetes.io/config.mirror]: Invalid value: "x": must set '
        "spec.nodeName if mirror pod annotation is set",
    ),
    First(
        "claim-of-a-class-without-quota",
        DEVELOPER,
        FINETUNE,
        creates(plain("v1", "PersistentVolumeClaim", spec=CLAIM)),
        403,
        'persistentvolumeclaims "attempt-claim-of-a-class-without-quota" is forbidden: '
        "exceeded quota: tenantry, requested: "
        "cephfs.storageclass.storage.k8s.io/requests.storage=1Gi,requests.storage=1Gi, used: "
        "cephfs.storageclass.storage.k8s.io/requests.storage=0,requests.storage=0, limited: "
        "cephfs.storageclass.storage.k8s.io/requests.storage=0,requests.storage=0",
    ),
    First(
        "namespace-by-a-lead",
        ADMIN,
        PRETRAIN,
        lambda scene, namespace, name: scene.actor.patch(
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}},
            {"metadata": {"labels": {"a": "b"}}},
        ),
        403,
        'namespaces "nlp-pretrain" is forbidden: User "admin@nlp.example.com" cannot patch '
        'resource "namespaces" in API group "" in the namespace "nlp-pretrain"',
    ),
    First(
        "lasting-token-by-changing-a-secret",
        ADMIN,
        PRETRAIN,
        lambda scene, namespace, name: scene.actor.patch(
            scene.make({**plain("v1", "Secret")(namespace, name)}), {"type": "kubernetes.io/service-account-token"}
        ),
        422,
        'Secret "attempt-lasting-token-by-changing-a-secret" is invalid: [type: Invalid '
        'value: "kubernetes.io/service-account-token": field is immutable, '
        "metadata.annotations[kubernetes.io/service-account.name]: Required value]",
    ),
    *(
        First(
            f"image-without-a-version-{name}",
            ADMIN,
            PRETRAIN,
            steps,
            422,
            f'pods "attempt-image-without-a-version-{name}" is forbidden: {UNVERSIONED}',
        )
        for name, steps in (
            ("none", creates(a_pod(having(image="registry.example.com/work")))),
            ("latest", creates(a_pod(having(image="registry.example.com/work:latest")))),
            ("second", creates(a_pod(having(), having(name="b", image="registry.example.com/work")))),
            ("first", creates(a_pod(having(name="b", image="registry.example.com/work"), having()))),
            ("init", creates(a_pod(initContainers=[having(name="b", image="registry.example.com/work")]))),
            ("by-the-job-controller", makes("job-controller", a_pod(having(image="registry.example.com/work")))),
            ("by-argo-cd", makes("argocd-manager", a_pod(having(image="registry.example.com/work")))),
        )
    ),
]
