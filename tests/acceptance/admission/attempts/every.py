"""Attempts on every element of every list that the rules hold: names of vendors, variables, flags, prefixes, fields.

Also every place from which a kind of work can take what it must not: each has its own path in the rules.
"""

from collections.abc import Callable
from typing import Any

from tests.acceptance.admission.attempts.attempt import ADMIN, DEVELOPER, INTRUDER, Creation
from tests.acceptance.admission.attempts.creations import (
    FINETUNE,
    MIG,
    ONE,
    PRETRAIN,
    RC,
    RISK,
    RUN_TIME,
    SLICES,
    TRAINING,
    a,
    a_cron_job,
    a_job,
    a_pod,
    having,
    limited,
    with_,
)
from tests.acceptance.admission.attempts.mixed import DEVICE_MOUNT, NETWORKS, ONCE
from tests.plane.api import Object
from tests.plane.workloads import GPU, PRIORITY, container

APPROVED = "registry.example.com/approved/work:1"
TEMPLATE_LABELS = ("spec", "template", "metadata", "labels")


def without_requests(**limits: str) -> Object:
    """A container that states its limits alone."""
    return {**container(name="more"), "resources": {"limits": limits}}


def silent() -> Object:
    """A container that says nothing of what it needs."""
    return {**container(name="more"), "resources": {}}


def everywhere(name: str, code: str, *containers: Object, **more: Any) -> list[Creation]:
    """The same pods made by every kind of work."""
    builds: dict[str, Callable[[str, str], Object]] = {
        "pod": a_pod(*containers, **more),
        "job": a_job(*containers, **more),
        "cron-job": a_cron_job(*containers, **more),
        "deployment": a("Deployment", *containers, replicas=0, **more),
        "statefulset": a("StatefulSet", *containers, replicas=0, **more),
        "replicaset": a("ReplicaSet", *containers, replicas=0, **more),
        "daemonset": a("DaemonSet", *containers, **more),
        "replication-controller": with_(RC, "spec", "template", "spec", to=a_pod(*containers, **more)("", "")["spec"]),
    }
    return [Creation(f"{name}-of-a-{kind}", INTRUDER, PRETRAIN, build, code, ONCE) for kind, build in builds.items()]


def _capable(capability: str) -> Object:
    return having(securityContext={"capabilities": {"add": [capability]}})


def _sidecar(**amounts: str) -> Object:
    return {**container(name="side", **amounts), "restartPolicy": "Always"}  # type: ignore[arg-type]


def _labelled(kind: str, place: str) -> Callable[[str, str], Object]:
    """With the label on the object itself, or on its pods."""

    def build(namespace: str, name: str) -> Object:
        item = a(kind, replicas=0)(namespace, name)
        metadata = item["metadata"] if place == "object" else item["spec"]["template"]["metadata"]
        metadata.setdefault("labels", {})[PRIORITY] = "urgent"
        return item

    return build


LISTED = [
    *(
        Creation(
            f"without-queue-{resource.replace('/', '-')}",
            ADMIN,
            PRETRAIN,
            a_pod(container(1, resource=resource)),
            "TN801",
            ONCE,
        )
        for resource in (
            "nvidia.com/mig-2g.20gb",
            "nvidia.com/gpu.shared",
            "amd.com/gpu",
            "gpu.intel.com/i915",
            "habana.ai/gaudi",
            "google.com/tpu",
            "aws.amazon.com/neurondevice",
            "deviceclass.resource.kubernetes.io/h100",
        )
    ),
    *(
        Creation(
            f"{variable.lower().replace('_', '-')}-{what}", ADMIN, PRETRAIN, a_job(having(env=[env])), "TN836", ONCE
        )
        for variable in ("NVIDIA_VISIBLE_DEVICES", "AMD_VISIBLE_DEVICES", "HABANA_VISIBLE_DEVICES")
        for what, env in (
            ("by-number", {"name": variable, "value": "0"}),
            ("by-field", {"name": variable, "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}),
        )
    ),
    *(
        Creation(
            f"annotation-{key.split('/')[0].replace('.', '-')}",
            ADMIN,
            PRETRAIN,
            a_pod(annotations={key: "x"}),
            code,
            ONCE,
        )
        for key, code in (
            ("cdi.k8s.io/x", "TN836"),
            ("devices.nri.io/container.main", "TN836"),
            ("cdi-devices.noderesource.nri.io/pod", "TN836"),
            ("v1.multus-cni.io/default-network", "TN839"),
        )
    ),
    Creation(
        "network-of-a-longer-name", ADMIN, PRETRAIN, a_pod(annotations={NETWORKS: f"{PRETRAIN}-2/ib0"}), "TN839", ONCE
    ),
    *(
        Creation(f"capability-{name.lower().replace('_', '-')}", ADMIN, PRETRAIN, a_job(_capable(name)), "TN840", ONCE)
        for name in ("ALL", "NET_ADMIN", "NET_RAW", "SYS_ADMIN", "SYS_MODULE", "SYS_PTRACE", "SYS_RAWIO", "BPF")
    ),
    Creation(
        "unmasked-proc",
        ADMIN,
        PRETRAIN,
        a_job(having(securityContext={"procMount": "Unmasked"}), hostUsers=False),
        "TN840",
        ONCE,
    ),
    *(
        Creation(f"own-{flag.lower()}", ADMIN, PRETRAIN, a_job(**{flag: True}), "TN840", ONCE)
        for flag in ("hostNetwork", "hostPID", "hostIPC")
    ),
    *(
        Creation(
            f"tolerating-{key}",
            ADMIN,
            PRETRAIN,
            a_pod(tolerations=[{"key": f"node.kubernetes.io/{key}"}]),
            "TN830",
            ONCE,
        )
        for key in ("disk-pressure", "pid-pressure", "unschedulable", "network-unavailable")
    ),
]

PLACES = [
    *everywhere("tolerates-all", "TN830", tolerations=[{"operator": "Exists"}]),
    *everywhere("selects-a-node", "TN831", nodeSelector={"kubernetes.io/hostname": "n"}),
    *everywhere("has-its-own-scheduler", "TN834", schedulerName="mine"),
    # Of a pod the API server says first that there is no such class.
    *(one for one in everywhere("has-a-runtime-class", "TN835", runtimeClassName="x") if "of-a-pod" not in one.name),
    *everywhere("ends-late", "TN837", terminationGracePeriodSeconds=601),
    *everywhere(
        "mounts-devices", "TN836", having(volumeMounts=[DEVICE_MOUNT]), volumes=[{"name": "v", "emptyDir": {}}]
    ),
    *everywhere("runs-a-foreign-image", "TN841", having(image="docker.io/x:1")),
    *everywhere("claims-devices", "TN807", resourceClaims=[{"name": "gpu", "resourceClaimTemplateName": "gpu"}]),
    *everywhere("takes-a-priority-class", "TN850", priorityClassName="urgent"),
]
"""From every kind of work, because each keeps its pods in another place."""

PRIORITY_LABELS = [
    Creation("job-label", DEVELOPER, PRETRAIN, a_job(labels={PRIORITY: "urgent"}), "TN850", ONCE),
    Creation(
        "job-template-label",
        DEVELOPER,
        PRETRAIN,
        with_(a_job(), *TEMPLATE_LABELS, to={PRIORITY: "urgent"}),
        "TN850",
        ONCE,
    ),
    *(
        Creation(
            f"cron-job-label-{number}",
            ADMIN,
            PRETRAIN,
            with_(a_cron_job(), *path, "labels", to={PRIORITY: "urgent"}),
            "TN850",
            ONCE,
        )
        for number, path in enumerate(
            (
                ("metadata",),
                ("spec", "jobTemplate", "metadata"),
                ("spec", "jobTemplate", "spec", "template", "metadata"),
            )
        )
    ),
    *(
        Creation(
            f"{kind.lower()}-label-{place}",
            INTRUDER,
            PRETRAIN,
            _labelled(kind, place),
            "TN850",
            ONCE,
        )
        for kind in ("Deployment", "StatefulSet", "ReplicaSet", "DaemonSet")
        for place in ("object", "template")
    ),
    *(
        Creation(
            f"run-time-{text}", DEVELOPER, PRETRAIN, a_job(ONE, **TRAINING, labels={RUN_TIME: text}), "TN853", ONCE
        )
        for text in ("604801", "01", "1s", "12345678901", "1.5", "00", "s60")
    ),
    Creation(
        "cron-job-run-time", ADMIN, PRETRAIN, a_cron_job(ONE, **TRAINING, labels={RUN_TIME: "604801"}), "TN853", ONCE
    ),
    Creation(
        "pod-with-an-empty-run-time", ADMIN, PRETRAIN, a_pod(ONE, **TRAINING, labels={RUN_TIME: ""}), "TN852", ONCE
    ),
    Creation("pod-run-time", ADMIN, PRETRAIN, a_pod(ONE, **TRAINING, labels={RUN_TIME: "604801"}), "TN853", ONCE),
]

AMOUNTS = [
    Creation(
        "cpu-of-a-silent-container", ADMIN, PRETRAIN, a_job(container(1, cpu="23"), silent(), **TRAINING), "TN806", ONCE
    ),
    Creation(
        "memory-of-a-silent-container",
        ADMIN,
        PRETRAIN,
        a_job(container(1, memory="248Gi"), silent(), **TRAINING),
        "TN806",
        ONCE,
    ),
    Creation(
        "cpu-by-limit-alone",
        ADMIN,
        PRETRAIN,
        a_job(ONE, without_requests(cpu="23", memory="1Gi"), **TRAINING),
        "TN806",
        ONCE,
    ),
    Creation(
        "memory-by-limit-alone",
        ADMIN,
        PRETRAIN,
        a_job(ONE, without_requests(cpu="1", memory="248Gi"), **TRAINING),
        "TN806",
        ONCE,
    ),
    Creation(
        "memory-for-the-whole-pod",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, **TRAINING, resources={"requests": {"memory": "249Gi"}, "limits": {"memory": "249Gi"}}),
        "TN806",
        ONCE,
    ),
    Creation("a-thousandth-more-cpu", ADMIN, PRETRAIN, a_job(container(1, cpu="23001m"), **TRAINING), "TN806", ONCE),
    Creation(
        "a-byte-more-memory", ADMIN, PRETRAIN, a_job(container(1, memory="266287972353"), **TRAINING), "TN806", ONCE
    ),
    Creation(
        "cpu-of-an-init-container-beside-a-sidecar",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, **TRAINING, initContainers=[_sidecar(cpu="12"), container(cpu="12", name="first")]),
        "TN806",
        ONCE,
    ),
    Creation(
        "memory-of-an-init-container-beside-a-sidecar",
        ADMIN,
        PRETRAIN,
        a_pod(ONE, **TRAINING, initContainers=[_sidecar(memory="125Gi"), container(memory="125Gi", name="first")]),
        "TN806",
        ONCE,
    ),
    Creation(
        "devices-of-a-sidecar",
        ADMIN,
        PRETRAIN,
        a_pod(
            limited(**{"cpu": "1", "memory": "1Gi", GPU: "1", "rdma/hca": "1"}),
            **TRAINING,
            initContainers=[
                {**limited(**{"cpu": "1", "memory": "1Gi", "rdma/hca": "1"}), "name": "side", "restartPolicy": "Always"}
            ],
        ),
        "TN806",
        ONCE,
    ),
    Creation(
        "units-of-an-init-container-bring-no-cpu",
        ADMIN,
        PRETRAIN,
        a_pod(container(1, cpu="46"), **TRAINING, initContainers=[container(2, name="first")]),
        "TN806",
        ONCE,
    ),
    Creation(
        "slices-with-more-cpu", ADMIN, FINETUNE, a_job(container(1, resource=MIG, cpu="4"), queue=SLICES), "TN806", ONCE
    ),
]

DEDICATED = [
    Creation(f"{kind.lower()}-of-a-dedicated-tenant", INTRUDER, project, a(kind, having(image=APPROVED)), "TN808", ONCE)
    for kind in ("Deployment", "StatefulSet", "ReplicaSet")
    for project in (RISK,)
] + [Creation("cron-job-of-a-dedicated-tenant", ADMIN, RISK, a_cron_job(having(image=APPROVED)), "TN808", ONCE)]

EVERY = [*LISTED, *PLACES, *PRIORITY_LABELS, *AMOUNTS, *DEDICATED]
