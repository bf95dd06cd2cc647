"""Work that was there before its namespace became a tenant's: it may go on, and it may not be made worse.

It breaks every rule that a template can break. The namespace is made without a word of the platform, the work in it,
and then the namespace gets the labels and annotations of a project, as when a running cluster is taken over.
"""

from collections.abc import Callable
from typing import Any

from tests.acceptance.admission.attempts.attempt import ADMINISTRATOR, Change
from tests.acceptance.admission.attempts.changes import put
from tests.acceptance.admission.attempts.creations import CLAIM, CLAIMS, POOL, PORT, PRETRAIN, apart, expression
from tests.acceptance.admission.attempts.scene import Scene
from tests.plane.api import Object
from tests.plane.waiting import wait_for
from tests.plane.workloads import GPU, PRIORITY, container, cron_job, job, pod, replicated

ANYWHERE = [{"key": "example.com/mine", "operator": "Exists"}, {"operator": "Exists"}]
NETWORKS, FIRST_NETWORK = "k8s.v1.cni.cncf.io/networks", "v1.multus-cni.io/default-network"
FOREIGN = "docker.io/library/x:1"
ALL = [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}]
POD_ANNOTATIONS = {"cdi.k8s.io/x": "all", NETWORKS: "other/ib0", FIRST_NETWORK: "other/x"}
AFFINITY = {
    "nodeAffinity": {
        "requiredDuringSchedulingIgnoredDuringExecution": {
            "nodeSelectorTerms": [expression(POOL, "In", "h100-infer"), expression("kubernetes.io/hostname", "Exists")]
        }
    },
    **apart(namespaceSelector={}),
}
MAIN: Object = {
    "name": "main",
    "image": FOREIGN,
    "env": ALL,
    "ports": [{"containerPort": 81, "hostPort": 81}],
    "volumeMounts": [{"name": "v", "mountPath": "/var/run/nvidia-container-devices/0"}],
    "securityContext": {"privileged": True, "capabilities": {"add": ["SYS_ADMIN"]}},
    "resources": {"limits": {GPU: "1"}},
}
POD: dict[str, Any] = {
    "tolerations": ANYWHERE,
    "nodeSelector": {POOL: "h100-infer", "kubernetes.io/hostname": "n"},
    "affinity": AFFINITY,
    "schedulerName": "mine",
    "terminationGracePeriodSeconds": 7200,
    "hostNetwork": True,
    "hostPID": True,
    "hostIPC": True,
    "volumes": [
        {"name": "v", "hostPath": {"path": "/"}},
        {"name": "i", "image": {"reference": "docker.io/library/data:1"}},
    ],
}
TEMPLATE: dict[str, Any] = {**POD, **CLAIMS, "nodeName": "n", "runtimeClassName": "mine", "priorityClassName": "urgent"}
SECOND = container(name="second")


def templated(kind: str) -> Callable[[str, str], Object]:
    """Work of a kind, with none of its pods made."""

    def build(namespace: str, name: str) -> Object:
        if kind in ("Job", "CronJob"):
            item = job(namespace, name, MAIN, SECOND, job_spec={"suspend": True}, **TEMPLATE)
            template = item["spec"]["template"]
        else:
            item = replicated(kind, namespace, name, MAIN, SECOND, replicas=0, **TEMPLATE)
            template = item["spec"]["template"]
        metadata = template.setdefault("metadata", {})
        metadata["annotations"] = dict(POD_ANNOTATIONS)
        metadata.setdefault("labels", {})[PRIORITY] = "urgent"
        item["metadata"].setdefault("labels", {})[PRIORITY] = "urgent"
        if kind == "CronJob":
            made = cron_job(namespace, name, item)
            made["metadata"]["labels"] = {PRIORITY: "urgent"}
            return made
        return item

    return build


def controller(namespace: str, name: str) -> Object:
    """A ReplicationController like that."""
    item = templated("ReplicaSet")(namespace, name)
    item.update(apiVersion="v1", kind="ReplicationController")
    item["spec"]["selector"] = item["spec"]["selector"]["matchLabels"]
    return item


def one_pod(namespace: str, name: str) -> Object:
    """A pod like that, which no scheduler takes."""
    labels = {PRIORITY: "urgent"}
    return pod(namespace, name, MAIN, SECOND, annotations=dict(POD_ANNOTATIONS), labels=labels, **POD)


def service(namespace: str, name: str) -> Object:
    spec = {"type": "NodePort", "externalIPs": ["10.1.2.3", "10.1.2.4"], "ports": PORT, "selector": {"app": "x"}}
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "namespace": namespace}, "spec": spec}


def claim(namespace: str, name: str) -> Object:
    spec = {**CLAIM, "volumeName": "pv-of-others"}
    metadata = {"name": name, "namespace": namespace}
    return {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata, "spec": spec}


def adopted(build: Callable[[str, str], Object]) -> Callable[[Scene, str, str], Object]:
    """The object in a namespace that became a tenant's after it was made."""

    def given(scene: Scene, namespace: str, name: str) -> Object:
        own = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}
        facts = scene.api.get(own).must()["metadata"]
        home: Object = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
        scene.made.append(home)
        scene.api.create(home).must()
        account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": name}}
        wait_for(lambda: scene.api.get(account).ok, "the namespace has its service account")
        item = build(name, name)
        scene.made.append(item)
        scene.api.create(item).must()
        labels = {key: text for key, text in facts["labels"].items() if not key.startswith("kubernetes.io/")}
        change = {"metadata": {"labels": labels, "annotations": facts["annotations"]}}
        scene.plane.argocd.patch(home, change).must()
        probe: Object = pod(name, "probe", nodeName="shared-0")
        wait_for(lambda: "TN8" in scene.api.create(probe, dry_run=True).message, "the rules bite there")
        return item

    return given


KINDS: dict[str, Callable[[str, str], Object]] = {
    **{kind: templated(kind) for kind in ("Deployment", "StatefulSet", "ReplicaSet", "DaemonSet", "Job", "CronJob")},
    "ReplicationController": controller,
    "Pod": one_pod,
}
ANNOTATIONS, SPEC = ("spec", "template", "metadata", "annotations"), ("spec", "template", "spec")
FIRST = (*SPEC, "containers", 0)
TERMS = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
_WORSE: tuple[tuple[str, str, Callable[[Object], object]], ...] = (
    ("one-more-toleration", "TN830", put(*SPEC, "tolerations", to=[*ANYWHERE, {"key": POOL, "operator": "Exists"}])),
    ("another-pool", "TN831", put(*SPEC, "nodeSelector", POOL, to="h100-finance")),
    ("another-node", "TN831", put(*SPEC, "nodeSelector", "kubernetes.io/hostname", to="m")),
    ("another-pool-demanded", "TN832", put(*SPEC, *TERMS, to=[expression(POOL, "In", "h100-finance")])),
    ("another-node-by-name", "TN833", put(*SPEC, "nodeName", to="m")),
    ("another-scheduler", "TN834", put(*SPEC, "schedulerName", to="another")),
    ("another-runtime-class", "TN835", put(*SPEC, "runtimeClassName", to="another")),
    ("a-longer-end", "TN837", put(*SPEC, "terminationGracePeriodSeconds", to=7201)),
    (
        "other-neighbours",
        "TN838",
        put(*SPEC, "affinity", "podAntiAffinity", to=apart(namespaces=["x"])["podAntiAffinity"]),
    ),
    (
        "one-more-device-variable",
        "TN836",
        put(*FIRST, "env", to=[*ALL, {"name": "AMD_VISIBLE_DEVICES", "value": "all"}]),
    ),
    ("devices-for-the-second", "TN836", put(*SPEC, "containers", 1, "env", to=ALL)),
    ("another-device-annotation", "TN836", put(*ANNOTATIONS, "cdi.k8s.io/y", to="all")),
    (
        "another-device-mount",
        "TN836",
        put(*FIRST, "volumeMounts", to=[{"name": "v", "mountPath": "/var/run/nvidia-container-devices/1"}]),
    ),
    ("another-network", "TN839", put(*ANNOTATIONS, NETWORKS, to="other/ib0,other/ib1")),
    ("another-first-network", "TN839", put(*ANNOTATIONS, FIRST_NETWORK, to="other/y")),
    (
        "one-more-host-path",
        "TN840",
        put(*SPEC, "volumes", to=[*POD["volumes"], {"name": "w", "hostPath": {"path": "/etc"}}]),
    ),
    ("another-host-path", "TN840", put(*SPEC, "volumes", 0, "hostPath", "path", to="/etc")),
    (
        "one-more-host-port",
        "TN840",
        put(*FIRST, "ports", to=[{"containerPort": port, "hostPort": port} for port in (81, 82)]),
    ),
    ("one-more-capability", "TN840", put(*FIRST, "securityContext", "capabilities", "add", to=["SYS_ADMIN", "BPF"])),
    ("a-privileged-second", "TN840", put(*SPEC, "containers", 1, "securityContext", to={"privileged": True})),
    ("another-foreign-image", "TN841", put(*FIRST, "image", to="docker.io/library/y:1")),
    ("another-image-volume", "TN841", put(*SPEC, "volumes", 1, "image", "reference", to="docker.io/library/y:1")),
    (
        "one-more-claim",
        "TN807",
        put(*SPEC, "resourceClaims", to=[*CLAIMS["resourceClaims"], {"name": "b", "resourceClaimName": "b"}]),
    ),
    ("another-priority-class", "TN850", put(*SPEC, "priorityClassName", to="other")),
    ("another-priority", "TN850", put("metadata", "labels", PRIORITY, to="other")),
    ("another-priority-of-its-pods", "TN850", put("spec", "template", "metadata", "labels", PRIORITY, to="other")),
)

ADOPTED = [
    *(
        Change(
            f"adopted-deployment-with-{name}",
            ADMINISTRATOR,
            PRETRAIN,
            adopted(templated("Deployment")),
            to,
            code,
            ("put",),
        )
        for name, code, to in _WORSE
    ),
    Change(
        "adopted-daemonset-tolerates-more",
        ADMINISTRATOR,
        PRETRAIN,
        adopted(templated("DaemonSet")),
        _WORSE[0][2],
        _WORSE[0][1],
        ("put",),
    ),
    Change(
        "adopted-service-takes-one-more-address",
        ADMINISTRATOR,
        PRETRAIN,
        adopted(service),
        put("spec", "externalIPs", to=["10.1.2.3", "10.1.2.4", "10.1.2.5"]),
        "TN861",
        ("put",),
    ),
    Change(
        "adopted-service-takes-another-address-first",
        ADMINISTRATOR,
        PRETRAIN,
        adopted(service),
        put("spec", "externalIPs", to=["10.1.2.5", "10.1.2.4"]),
        "TN861",
        ("put",),
    ),
    Change(
        "adopted-service-opens-wider",
        ADMINISTRATOR,
        PRETRAIN,
        adopted(service),
        put("spec", "type", to="LoadBalancer"),
        "TN860",
        ("put",),
    ),
]
