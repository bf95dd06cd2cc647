"""Attempts that are one object: work past the queue, beyond its units, on nodes and with means that are not its own."""

import copy
from collections.abc import Callable
from typing import Any

from tests.acceptance.admission.attempts.attempt import ADMIN, ADMINISTRATOR, DEVELOPER, INTRUDER, Creation
from tests.plane.api import Object
from tests.plane.workloads import GPU, QUEUE, container, cron_job, job, pod, replicated

PRETRAIN, FINETUNE, TOKENIZE, RISK, MERIDIAN = (
    "nlp-pretrain",
    "nlp-finetune",
    "nlp-tokenize",
    "finance-risk",
    "meridian-workbench",
)
TRAIN, SLICES, CORES, FOREIGN = (
    "training.h100-train",
    "development.h100-slices",
    "batch.cpu-general",
    "inference.h100-infer",
)
MIG = "nvidia.com/mig-1g.10gb"
RUN_TIME = "kueue.x-k8s.io/max-exec-time-seconds"
POOL = "tenants.example.com/pool"
Build = Callable[[str, str], Object]


def a_pod(*containers: Object, **more: Any) -> Build:
    return lambda namespace, name: pod(namespace, name, *containers, **more)


def a_job(*containers: Object, **more: Any) -> Build:
    return lambda namespace, name: job(namespace, name, *containers, **more)


def a(kind: str, *containers: Object, **more: Any) -> Build:
    return lambda namespace, name: replicated(kind, namespace, name, *containers, **more)


def a_cron_job(*containers: Object, **more: Any) -> Build:
    return lambda namespace, name: cron_job(namespace, name, job(namespace, name, *containers, **more))


def with_(build: Build, *path: str, to: Any) -> Build:
    """The object with one part set."""

    def changed(namespace: str, name: str) -> Object:
        body = copy.deepcopy(build(namespace, name))
        part = body
        for key in path[:-1]:
            part = part.setdefault(key, {})
        part[path[-1]] = to
        return body

    return changed


def having(units: int = 0, **fields: Any) -> Object:
    """A container with further fields."""
    return {**container(units), **fields}


def limited(**amounts: str) -> Object:
    """A container with these limits, and requests as large."""
    return {**container(), "resources": {"limits": amounts, "requests": dict(amounts)}}


def plain(api_version: str, kind: str, **body: Any) -> Build:
    return lambda namespace, name: {
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": name, "namespace": namespace},
        **body,
    }


def node_terms(*terms: Object) -> Object:
    return {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": list(terms)}}}


def expression(key: str, operator: str, *values: str) -> Object:
    return {"matchExpressions": [{"key": key, "operator": operator, **({"values": list(values)} if values else {})}]}


ANY = {"operator": "Exists"}
OWNED = {"app.kubernetes.io/managed-by": "tenantry"}
CLAIMS: dict[str, Any] = {"resourceClaims": [{"name": "gpu", "resourceClaimTemplateName": "gpu"}]}
ALL_DEVICES = [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}]
FROM_FIELD = [{"name": "NVIDIA_VISIBLE_DEVICES", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}]
VOLUME = [{"name": "v", "emptyDir": {}}]
DEVICE_MOUNT = [{"name": "v", "mountPath": "/var/run/nvidia-container-devices/all"}]
RC = plain(
    "v1",
    "ReplicationController",
    spec={
        "selector": {"app": "x"},
        "template": {"metadata": {"labels": {"app": "x"}}, "spec": pod("", "", container(1))["spec"]},
    },
)


def term(**where: Any) -> Object:
    return {"topologyKey": "kubernetes.io/hostname", "labelSelector": {}, **where}


def apart(**where: Any) -> Object:
    return {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term(**where)]}}


def near(**where: Any) -> Object:
    return {
        "podAffinity": {
            "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": term(**where)}]
        }
    }


ONE = container(1)
TRAINING: dict[str, Any] = {"queue": TRAIN}

WITHOUT_A_QUEUE = [
    Creation("pod-without-queue", DEVELOPER, PRETRAIN, a_pod(ONE), "TN801"),
    Creation("pod-slices-without-queue", ADMIN, FINETUNE, a_pod(container(1, resource=MIG)), "TN801"),
    Creation("pod-amd-without-queue", ADMIN, PRETRAIN, a_pod(container(1, resource="amd.com/gpu")), "TN801"),
    Creation(
        "pod-neuron-without-queue", ADMIN, PRETRAIN, a_pod(container(1, resource="aws.amazon.com/neuroncore")), "TN801"
    ),
    Creation(
        "pod-device-class-without-queue",
        ADMIN,
        PRETRAIN,
        a_pod(container(1, resource="deviceclass.resource.kubernetes.io/gpu")),
        "TN801",
    ),
    Creation(
        "pod-init-container-without-queue", ADMIN, PRETRAIN, a_pod(initContainers=[container(1, name="first")]), "TN801"
    ),
    Creation(
        "pod-sidecar-without-queue",
        ADMIN,
        PRETRAIN,
        a_pod(initContainers=[{**container(1, name="side"), "restartPolicy": "Always"}]),
        "TN801",
    ),
    Creation("pod-tolerating-all-without-queue", ADMIN, PRETRAIN, a_pod(ONE, tolerations=[ANY]), "TN801"),
    Creation(
        "pod-forged-managed-label", ADMIN, PRETRAIN, a_pod(ONE, labels={"kueue.x-k8s.io/managed": "true"}), "TN801"
    ),
    Creation(
        "pod-forged-queue-labels",
        ADMIN,
        PRETRAIN,
        a_pod(
            ONE,
            labels={
                "kueue.x-k8s.io/cluster-queue-name": "h100-train.nlp.pretrain.training",
                "kueue.x-k8s.io/local-queue-name": TRAIN,
                "kueue.x-k8s.io/podset": "main",
            },
        ),
        "TN801",
    ),
    Creation(
        "pod-forged-admission",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, annotations={"kueue.x-k8s.io/workload": "mine", "kueue.x-k8s.io/admission": "true"}),
        "TN801",
    ),
    Creation(
        "pod-prebuilt-workload-without-queue",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, labels={"kueue.x-k8s.io/prebuilt-workload-name": "mine"}),
        "TN801",
    ),
    Creation("pod-queue-as-annotation", ADMIN, PRETRAIN, a_pod(ONE, annotations={QUEUE: TRAIN}), "TN801"),
    Creation("pod-empty-queue", ADMIN, PRETRAIN, a_pod(ONE, labels={QUEUE: ""}), "TN801"),
    Creation(
        "pod-other-gate-without-queue",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, schedulingGates=[{"name": "example.com/mine"}]),
        "TN801",
    ),
    Creation("job-without-queue", DEVELOPER, PRETRAIN, a_job(ONE), "TN801"),
    Creation("job-unsuspended-without-queue", DEVELOPER, PRETRAIN, a_job(ONE, job_spec={"suspend": False}), "TN801"),
    Creation("job-suspended-without-queue", DEVELOPER, PRETRAIN, a_job(ONE, job_spec={"suspend": True}), "TN801"),
    Creation("cron-job-without-queue", ADMIN, PRETRAIN, a_cron_job(ONE), "TN801"),
    Creation(
        "cron-job-queue-only-on-itself",
        ADMIN,
        PRETRAIN,
        with_(a_cron_job(ONE), "metadata", "labels", to={QUEUE: TRAIN}),
        "TN801",
    ),
    Creation("deployment-without-queue", ADMIN, PRETRAIN, a("Deployment", ONE), "TN801"),
    Creation("deployment-of-none-without-queue", ADMIN, PRETRAIN, a("Deployment", ONE, replicas=0), "TN801"),
    Creation("statefulset-without-queue", ADMIN, PRETRAIN, a("StatefulSet", ONE), "TN801"),
    Creation("replicaset-without-queue", INTRUDER, PRETRAIN, a("ReplicaSet", ONE), "TN801"),
    Creation(
        "replicaset-queue-only-on-itself",
        INTRUDER,
        PRETRAIN,
        with_(a("ReplicaSet", ONE), "metadata", "labels", to={QUEUE: TRAIN}),
        "TN801",
    ),
    Creation("replication-controller-without-queue", INTRUDER, PRETRAIN, RC, "TN801"),
    Creation("daemonset-with-accelerators", INTRUDER, PRETRAIN, a("DaemonSet", ONE), "TN803"),
    Creation(
        "daemonset-with-queue",
        INTRUDER,
        PRETRAIN,
        with_(
            a("DaemonSet", ONE),
            "spec",
            "template",
            "metadata",
            "labels",
            to={"app": "attempt-daemonset-with-queue", QUEUE: TRAIN},
        ),
        "TN803",
        ("create",),
    ),
    Creation("pod-with-claim", ADMIN, PRETRAIN, a_pod(ONE, **TRAINING, **CLAIMS), "TN807"),
    Creation("pod-with-claim-without-queue", ADMIN, PRETRAIN, a_pod(**CLAIMS), "TN807"),
    Creation("job-with-claim", ADMIN, PRETRAIN, a_job(ONE, **TRAINING, **CLAIMS), "TN807"),
    Creation(
        "pod-on-shared-nodes-of-a-dedicated-tenant",
        DEVELOPER,
        RISK,
        a_pod(having(image="registry.example.com/approved/x:1")),
        "TN808",
    ),
    Creation(
        "job-on-shared-nodes-of-a-dedicated-tenant",
        DEVELOPER,
        MERIDIAN,
        a_job(having(image="registry.example.com/approved/x:1")),
        "TN808",
    ),
    Creation(
        "daemonset-of-a-dedicated-tenant",
        INTRUDER,
        RISK,
        a("DaemonSet", having(image="registry.example.com/approved/x:1")),
        "TN808",
    ),
]

OTHER_QUEUES = [
    Creation("pod-in-another-tenants-queue", DEVELOPER, PRETRAIN, a_pod(ONE, queue=FOREIGN), "TN802"),
    Creation(
        "job-in-another-projects-queue", DEVELOPER, PRETRAIN, a_job(container(1, resource=MIG), queue=SLICES), "TN802"
    ),
    Creation("cron-job-in-another-tenants-queue", ADMIN, PRETRAIN, a_cron_job(ONE, queue=FOREIGN), "TN802"),
    Creation("deployment-in-another-tenants-queue", ADMIN, PRETRAIN, a("Deployment", ONE, queue=FOREIGN), "TN802"),
    Creation("statefulset-in-another-tenants-queue", ADMIN, PRETRAIN, a("StatefulSet", ONE, queue=FOREIGN), "TN802"),
    Creation(
        "job-in-a-cluster-queue", DEVELOPER, PRETRAIN, a_job(ONE, queue="h100-train.vision.detection.training"), "TN802"
    ),
    Creation("job-in-the-default-queue", DEVELOPER, PRETRAIN, a_job(ONE, queue="default"), "TN802"),
    Creation("cpu-job-in-another-tenants-queue", DEVELOPER, PRETRAIN, a_job(queue=CORES), "TN802"),
]

MORE_THAN_UNITS = [
    Creation("job-in-a-gpu-queue-without-unit", DEVELOPER, PRETRAIN, a_job(**TRAINING), "TN804"),
    Creation("pod-in-a-gpu-queue-without-unit", DEVELOPER, PRETRAIN, a_pod(**TRAINING), "TN804"),
    Creation("deployment-in-a-gpu-queue-without-unit", ADMIN, PRETRAIN, a("Deployment", **TRAINING), "TN804"),
    Creation(
        "pod-whose-init-container-alone-has-a-unit",
        ADMIN,
        PRETRAIN,
        a_pod(**TRAINING, initContainers=[container(1, name="first")]),
        "TN804",
    ),
    Creation("job-of-gpus-in-a-slice-queue", ADMIN, FINETUNE, a_job(ONE, queue=SLICES), "TN804"),
    Creation(
        "job-of-slices-and-gpus",
        ADMIN,
        FINETUNE,
        a_job(container(1, resource=MIG), container(1, name="b"), queue=SLICES),
        "TN805",
    ),
    Creation("job-of-gpus-in-a-cpu-queue", ADMIN, TOKENIZE, a_job(ONE, queue=CORES), "TN805"),
    Creation(
        "pod-of-gpus-and-amd",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, container(1, resource="amd.com/gpu", name="b"), **TRAINING),
        "TN805",
    ),
    Creation("job-with-more-cpu", DEVELOPER, PRETRAIN, a_job(container(1, cpu="24"), **TRAINING), "TN806"),
    Creation("job-with-more-memory", DEVELOPER, PRETRAIN, a_job(container(1, memory="249Gi"), **TRAINING), "TN806"),
    Creation(
        "job-with-more-network-devices",
        DEVELOPER,
        PRETRAIN,
        a_job(limited(**{"cpu": "1", "memory": "1Gi", GPU: "1", "rdma/hca": "2"}), **TRAINING),
        "TN806",
    ),
    Creation(
        "pod-with-more-cpu-in-a-second-container",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, container(cpu="23", name="b"), **TRAINING),
        "TN806",
    ),
    Creation(
        "pod-with-more-cpu-in-an-init-container",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, **TRAINING, initContainers=[container(cpu="24", name="first")]),
        "TN806",
    ),
    Creation(
        "pod-with-more-memory-in-a-sidecar",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, **TRAINING, initContainers=[{**container(memory="248Gi", name="side"), "restartPolicy": "Always"}]),
        "TN806",
    ),
    Creation(
        "pod-with-more-cpu-for-the-whole-pod",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, **TRAINING, resources={"requests": {"cpu": "24"}, "limits": {"cpu": "24"}}),
        "TN806",
    ),
    Creation("deployment-with-more-cpu", ADMIN, PRETRAIN, a("Deployment", container(1, cpu="24"), **TRAINING), "TN806"),
    Creation("cron-job-with-more-cpu", ADMIN, PRETRAIN, a_cron_job(container(1, cpu="24"), **TRAINING), "TN806"),
    Creation("cpu-job-with-more-memory", ADMIN, TOKENIZE, a_job(container(memory="5Gi"), queue=CORES), "TN806"),
]

HELD = [
    Creation(
        "job-that-selects-pods-itself",
        DEVELOPER,
        PRETRAIN,
        with_(
            a_job(ONE, **TRAINING, job_spec={"manualSelector": True, "selector": {"matchLabels": {"x": "y"}}}),
            *("spec", "template", "metadata"),
            to={"labels": {"x": "y"}},
        ),
        "TN817",
    ),
    Creation(
        "job-with-the-finalizer-orphan",
        DEVELOPER,
        PRETRAIN,
        with_(a_job(ONE, **TRAINING), "metadata", "finalizers", to=["orphan"]),
        "TN818",
    ),
    Creation(
        "job-with-a-finalizer",
        DEVELOPER,
        PRETRAIN,
        with_(a_job(ONE, **TRAINING), "metadata", "finalizers", to=["example.com/hold"]),
        "TN818",
    ),
]

NODES = [
    Creation("pod-tolerating-all", ADMIN, PRETRAIN, a_pod(tolerations=[ANY]), "TN830"),
    Creation(
        "pod-tolerating-its-own-pool",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, **TRAINING, tolerations=[{"key": POOL, "value": "h100-train", "effect": "NoSchedule"}]),
        "TN830",
    ),
    Creation(
        "job-tolerating-a-foreign-pool",
        ADMIN,
        PRETRAIN,
        a_job(ONE, **TRAINING, tolerations=[{"key": POOL, "operator": "Exists"}]),
        "TN830",
    ),
    Creation("cron-job-tolerating-all", ADMIN, PRETRAIN, a_cron_job(tolerations=[ANY]), "TN830"),
    Creation("deployment-tolerating-all", ADMIN, PRETRAIN, a("Deployment", tolerations=[ANY]), "TN830"),
    Creation("statefulset-tolerating-all", ADMIN, PRETRAIN, a("StatefulSet", tolerations=[ANY]), "TN830"),
    Creation("replicaset-tolerating-all", INTRUDER, PRETRAIN, a("ReplicaSet", tolerations=[ANY]), "TN830"),
    Creation("daemonset-tolerating-all", INTRUDER, PRETRAIN, a("DaemonSet", tolerations=[ANY]), "TN830"),
    Creation("pod-selecting-a-foreign-pool", ADMIN, PRETRAIN, a_pod(nodeSelector={POOL: "h100-finance"}), "TN831"),
    Creation(
        "job-selecting-a-foreign-pool",
        ADMIN,
        PRETRAIN,
        a_job(ONE, **TRAINING, nodeSelector={POOL: "h100-infer"}),
        "TN831",
    ),
    Creation(
        "pod-selecting-a-node", ADMIN, PRETRAIN, a_pod(nodeSelector={"kubernetes.io/hostname": "h100-train-0"}), "TN831"
    ),
    Creation(
        "deployment-selecting-a-node",
        ADMIN,
        PRETRAIN,
        a("Deployment", nodeSelector={"kubernetes.io/hostname": "shared-0"}),
        "TN831",
    ),
    Creation(
        "pod-demanding-a-foreign-pool",
        ADMIN,
        PRETRAIN,
        a_pod(affinity=node_terms(expression(POOL, "In", "h100-train", "h100-infer"))),
        "TN832",
    ),
    Creation(
        "job-demanding-any-other-pool",
        ADMIN,
        PRETRAIN,
        a_job(ONE, **TRAINING, affinity=node_terms(expression(POOL, "NotIn", "h100-train"))),
        "TN832",
    ),
    Creation(
        "pod-demanding-any-pool", ADMIN, PRETRAIN, a_pod(affinity=node_terms(expression(POOL, "Exists"))), "TN832"
    ),
    Creation(
        "pod-demanding-a-node",
        ADMIN,
        PRETRAIN,
        a_pod(affinity=node_terms(expression("kubernetes.io/hostname", "In", "h100-train-0"))),
        "TN832",
    ),
    Creation(
        "pod-demanding-a-node-by-field",
        ADMIN,
        PRETRAIN,
        a_pod(
            affinity=node_terms(
                {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["h100-train-0"]}]}
            )
        ),
        "TN832",
    ),
    Creation("pod-naming-its-node", ADMIN, PRETRAIN, a_pod(nodeName="h100-train-0"), "TN833"),
    Creation("job-naming-its-node", ADMIN, PRETRAIN, a_job(ONE, **TRAINING, nodeName="h100-train-0"), "TN833"),
    Creation("deployment-naming-its-node", ADMIN, PRETRAIN, a("Deployment", nodeName="h100-train-0"), "TN833"),
    Creation(
        "mirror-pod",
        ADMIN,
        PRETRAIN,
        a_pod(nodeName="h100-train-0", annotations={"kubernetes.io/config.mirror": "x"}),
        "TN833",
    ),
    Creation("pod-with-its-own-scheduler", ADMIN, PRETRAIN, a_pod(schedulerName="mine"), "TN834"),
    Creation("job-with-its-own-scheduler", ADMIN, PRETRAIN, a_job(ONE, **TRAINING, schedulerName="mine"), "TN834"),
    Creation("job-with-a-runtime-class", ADMIN, PRETRAIN, a_job(ONE, **TRAINING, runtimeClassName="nvidia"), "TN835"),
    Creation("deployment-with-a-runtime-class", ADMIN, PRETRAIN, a("Deployment", runtimeClassName="nvidia"), "TN835"),
    Creation(
        "job-with-a-long-grace", ADMIN, PRETRAIN, a_job(ONE, **TRAINING, terminationGracePeriodSeconds=86400), "TN837"
    ),
    Creation(
        "pod-with-a-long-grace", ADMIN, PRETRAIN, a_pod(ONE, **TRAINING, terminationGracePeriodSeconds=601), "TN837"
    ),
    Creation(
        "deployment-with-a-long-grace",
        ADMIN,
        PRETRAIN,
        a("Deployment", ONE, **TRAINING, terminationGracePeriodSeconds=86400),
        "TN837",
    ),
    Creation("pod-away-from-other-namespaces", ADMIN, PRETRAIN, a_pod(affinity=apart(namespaceSelector={})), "TN838"),
    Creation(
        "job-near-another-namespace", ADMIN, PRETRAIN, a_job(affinity=near(namespaces=["vision-serving"])), "TN838"
    ),
]

MEANS = [
    Creation("pod-with-all-devices", ADMIN, PRETRAIN, a_pod(having(env=ALL_DEVICES)), "TN836"),
    Creation("pod-with-devices-from-a-field", ADMIN, PRETRAIN, a_pod(having(env=FROM_FIELD)), "TN836"),
    Creation("job-with-all-devices", ADMIN, PRETRAIN, a_job(having(1, env=ALL_DEVICES), **TRAINING), "TN836"),
    Creation(
        "pod-with-all-devices-in-an-init-container",
        ADMIN,
        PRETRAIN,
        a_pod(initContainers=[having(env=ALL_DEVICES, name="first")]),
        "TN836",
    ),
    Creation(
        "pod-with-amd-devices",
        ADMIN,
        PRETRAIN,
        a_pod(having(env=[{"name": "AMD_VISIBLE_DEVICES", "value": "all"}])),
        "TN836",
    ),
    Creation(
        "pod-with-a-cdi-device", ADMIN, PRETRAIN, a_pod(annotations={"cdi.k8s.io/gpu": "nvidia.com/gpu=all"}), "TN836"
    ),
    Creation(
        "pod-with-an-nri-device",
        ADMIN,
        PRETRAIN,
        a_pod(annotations={"devices.nri.io/pod": "- path: /dev/nvidia0"}),
        "TN836",
    ),
    Creation(
        "pod-with-devices-as-mounts",
        ADMIN,
        PRETRAIN,
        a_pod(having(1, volumeMounts=DEVICE_MOUNT), **TRAINING, volumes=VOLUME),
        "TN836",
    ),
    Creation("deployment-with-all-devices", ADMIN, PRETRAIN, a("Deployment", having(env=ALL_DEVICES)), "TN836"),
    Creation(
        "pod-on-a-foreign-network",
        ADMIN,
        PRETRAIN,
        a_pod(annotations={"k8s.v1.cni.cncf.io/networks": "vision-serving/ib0"}),
        "TN839",
    ),
    Creation(
        "pod-on-a-foreign-network-as-json",
        ADMIN,
        PRETRAIN,
        a_pod(annotations={"k8s.v1.cni.cncf.io/networks": '[{"name": "ib0", "namespace": "vision-serving"}]'}),
        "TN839",
    ),
    Creation(
        "pod-with-another-first-network",
        ADMIN,
        PRETRAIN,
        a_pod(annotations={"v1.multus-cni.io/default-network": "vision-serving/x"}),
        "TN839",
    ),
    Creation("job-in-the-host-network", ADMIN, PRETRAIN, a_job(hostNetwork=True), "TN840"),
    Creation("deployment-among-the-host-processes", ADMIN, PRETRAIN, a("Deployment", hostPID=True), "TN840"),
    Creation("statefulset-in-the-host-ipc", ADMIN, PRETRAIN, a("StatefulSet", hostIPC=True), "TN840"),
    Creation(
        "cron-job-with-a-host-path",
        ADMIN,
        PRETRAIN,
        a_cron_job(volumes=[{"name": "v", "hostPath": {"path": "/"}}]),
        "TN840",
    ),
    Creation("job-privileged", ADMIN, PRETRAIN, a_job(having(securityContext={"privileged": True})), "TN840"),
    Creation(
        "deployment-with-strong-capabilities",
        ADMIN,
        PRETRAIN,
        a("Deployment", having(securityContext={"capabilities": {"add": ["SYS_ADMIN"]}})),
        "TN840",
    ),
    Creation(
        "daemonset-with-a-host-port",
        INTRUDER,
        PRETRAIN,
        a("DaemonSet", having(ports=[{"containerPort": 80, "hostPort": 80}])),
        "TN840",
    ),
    Creation("pod-of-a-foreign-registry", ADMIN, PRETRAIN, a_pod(having(image="docker.io/library/x:1")), "TN841"),
    Creation("pod-without-a-registry", ADMIN, PRETRAIN, a_pod(having(image="x:1")), "TN841"),
    Creation(
        "pod-of-a-registry-that-looks-alike",
        ADMIN,
        PRETRAIN,
        a_pod(having(image="registry.example.com.evil.example/x:1")),
        "TN841",
    ),
    Creation(
        "pod-with-a-foreign-init-container",
        ADMIN,
        PRETRAIN,
        a_pod(initContainers=[having(image="docker.io/x:1", name="first")]),
        "TN841",
    ),
    Creation(
        "pod-with-a-foreign-image-volume",
        ADMIN,
        PRETRAIN,
        a_pod(volumes=[{"name": "v", "image": {"reference": "docker.io/x:1"}}]),
        "TN841",
    ),
    Creation(
        "job-of-a-foreign-registry", ADMIN, PRETRAIN, a_job(having(1, image="docker.io/x:1"), **TRAINING), "TN841"
    ),
    Creation(
        "deployment-of-unapproved-images",
        ADMIN,
        RISK,
        a("Deployment", having(image="registry.example.com/other/x:1"), queue="batch.cpu-finance"),
        "TN841",
    ),
]

PRIORITIES = [
    Creation(
        "job-at-another-tenants-priority", DEVELOPER, PRETRAIN, a_job(ONE, **TRAINING, priority="urgent"), "TN850"
    ),
    Creation(
        "job-at-a-priority-that-is-not", DEVELOPER, PRETRAIN, a_job(ONE, **TRAINING, priority="no-such-class"), "TN850"
    ),
    Creation(
        "pod-at-another-tenants-priority",
        DEVELOPER,
        PRETRAIN,
        a_pod(ONE, **TRAINING, labels={"kueue.x-k8s.io/priority-class": "urgent"}),
        "TN850",
    ),
    Creation("pod-of-another-tenants-priority-class", DEVELOPER, PRETRAIN, a_pod(priorityClassName="urgent"), "TN850"),
    Creation(
        "job-of-the-systems-priority-class",
        DEVELOPER,
        PRETRAIN,
        a_job(ONE, **TRAINING, priorityClassName="system-node-critical"),
        "TN850",
    ),
    Creation(
        "deployment-of-another-tenants-priority-class",
        ADMIN,
        PRETRAIN,
        a("Deployment", priorityClassName="urgent"),
        "TN850",
    ),
    Creation(
        "daemonset-of-another-tenants-priority-class",
        INTRUDER,
        PRETRAIN,
        a("DaemonSet", priorityClassName="urgent"),
        "TN850",
    ),
    Creation(
        "job-at-an-empty-priority",
        DEVELOPER,
        PRETRAIN,
        a_job(ONE, **TRAINING, labels={"kueue.x-k8s.io/priority-class": ""}),
        "TN851",
    ),
    Creation(
        "pod-at-an-empty-priority",
        DEVELOPER,
        PRETRAIN,
        a_pod(ONE, **TRAINING, labels={"kueue.x-k8s.io/priority-class": ""}),
        "TN851",
    ),
    Creation("job-with-an-empty-run-time", DEVELOPER, PRETRAIN, a_job(ONE, **TRAINING, labels={RUN_TIME: ""}), "TN852"),
    Creation("statefulset-in-a-class-that-ends", ADMIN, PRETRAIN, a("StatefulSet", ONE, **TRAINING), "TN852"),
    Creation(
        "job-with-a-longer-run-time", DEVELOPER, PRETRAIN, a_job(ONE, **TRAINING, labels={RUN_TIME: "604801"}), "TN853"
    ),
    Creation("job-with-no-end", DEVELOPER, PRETRAIN, a_job(ONE, **TRAINING, labels={RUN_TIME: "0"}), "TN853"),
    Creation(
        "deployment-with-a-longer-run-time",
        ADMIN,
        PRETRAIN,
        with_(
            a("Deployment", ONE, **TRAINING),
            "spec",
            "template",
            "metadata",
            "labels",
            to={"app": "attempt-deployment-with-a-longer-run-time", RUN_TIME: "99999999"},
        ),
        "TN853",
        ("create",),
    ),
]

CLAIM = {"accessModes": ["ReadWriteOnce"], "storageClassName": "cephfs", "resources": {"requests": {"storage": "1Gi"}}}
PORT = [{"port": 80}]
OTHERS = [
    Creation(
        "service-as-node-port",
        DEVELOPER,
        PRETRAIN,
        plain("v1", "Service", spec={"type": "NodePort", "ports": PORT}),
        "TN860",
    ),
    Creation(
        "service-as-load-balancer",
        DEVELOPER,
        PRETRAIN,
        plain("v1", "Service", spec={"type": "LoadBalancer", "ports": PORT}),
        "TN860",
    ),
    Creation(
        "service-as-external-name",
        DEVELOPER,
        PRETRAIN,
        plain("v1", "Service", spec={"type": "ExternalName", "externalName": "a.example"}),
        "TN860",
    ),
    Creation(
        "service-with-external-addresses",
        DEVELOPER,
        PRETRAIN,
        plain("v1", "Service", spec={"externalIPs": ["10.1.2.3"], "ports": PORT}),
        "TN861",
    ),
    Creation(
        "claim-that-names-its-volume",
        DEVELOPER,
        PRETRAIN,
        plain("v1", "PersistentVolumeClaim", spec={**CLAIM, "volumeName": "pv-of-others"}),
        "TN862",
    ),
    Creation(
        "lasting-token",
        ADMIN,
        PRETRAIN,
        lambda namespace, name: {
            "apiVersion": "v1",
            "kind": "Secret",
            "type": "kubernetes.io/service-account-token",
            "metadata": {
                "name": name,
                "namespace": namespace,
                "annotations": {"kubernetes.io/service-account.name": "trainer"},
            },
        },
        "TN863",
    ),
    Creation(
        "config-map-in-the-platforms-name",
        DEVELOPER,
        PRETRAIN,
        with_(plain("v1", "ConfigMap"), "metadata", "labels", to=OWNED),
        "TN872",
    ),
    Creation(
        "network-policy-in-the-platforms-name",
        INTRUDER,
        PRETRAIN,
        with_(
            plain("networking.k8s.io/v1", "NetworkPolicy", spec={"podSelector": {}, "ingress": [{}]}),
            "metadata",
            "labels",
            to=OWNED,
        ),
        "TN872",
    ),
    Creation(
        "namespace-of-a-tenant",
        ADMINISTRATOR,
        PRETRAIN,
        lambda namespace, name: {
            "apiVersion": "v1",
            "kind": "Namespace",
            "metadata": {"name": name, "labels": {"tenants.example.com/tenant": "nlp"}},
        },
        "TN870",
    ),
    Creation(
        "namespace-with-a-tenants-rights",
        ADMINISTRATOR,
        PRETRAIN,
        lambda namespace, name: {
            "apiVersion": "v1",
            "kind": "Namespace",
            "metadata": {"name": name, "annotations": {"tenants.example.com/queues": TRAIN}},
        },
        "TN870",
    ),
]

CREATIONS = [
    *WITHOUT_A_QUEUE,
    *OTHER_QUEUES,
    *MORE_THAN_UNITS,
    *HELD,
    *NODES,
    *MEANS,
    *PRIORITIES,
    *OTHERS,
]
