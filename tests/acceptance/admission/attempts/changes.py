"""Attempts that turn something that was allowed into something that is not."""

from collections.abc import Callable
from typing import Any

from tests.acceptance.admission.attempts.attempt import (
    ADMIN,
    ADMINISTRATOR,
    DEVELOPER,
    INTRUDER,
    Change,
)
from tests.acceptance.admission.attempts.creations import (
    ALL_DEVICES,
    ANY,
    CLAIM,
    MERIDIAN,
    OWNED,
    PORT,
    PRETRAIN,
    RUN_TIME,
    TRAIN,
)
from tests.acceptance.admission.attempts.scene import Scene
from tests.plane.api import Object
from tests.plane.workloads import GPU, PRIORITY, QUEUE, container, job, pod, replicated

HELD = "climate-forecast"
"""A project whose tenant is held: what it queues waits for as long as a test needs it."""
Given = Callable[[Scene, str, str], Object]
KUEUE = "kueue.x-k8s.io"
MANAGED, GROUP, SIZE = f"{KUEUE}/managed", f"{KUEUE}/pod-group-name", f"{KUEUE}/pod-group-total-count"


def waiting_pod(scene: Scene, namespace: str, name: str) -> Object:
    return scene.make(pod(namespace, name, container(1), queue=TRAIN))


def waiting_member(scene: Scene, namespace: str, name: str) -> Object:
    group, size = {GROUP: name}, {SIZE: "2"}
    return scene.make(pod(namespace, name, container(1), queue=TRAIN, labels=group, annotations=size))


def waiting_job(scene: Scene, namespace: str, name: str) -> Object:
    return scene.make(job(namespace, name, container(1), queue=TRAIN))


def running_job(scene: Scene, namespace: str, name: str) -> Object:
    spec = {"completionMode": "Indexed", "completions": 1, "parallelism": 2}
    return scene.running(job(namespace, name, container(1), queue=TRAIN, job_spec=spec))


def approved_job(scene: Scene, namespace: str, name: str) -> Object:
    """A running Job of a project with two queues of one pool."""
    image = "registry.example.com/approved/work:1"
    return scene.running(job(namespace, name, container(1, image=image), queue="development.h100-meridian"))


def open_job(scene: Scene, namespace: str, name: str) -> Object:
    """A running Job that says how many pods run and not how many complete."""
    item = job(namespace, name, container(1), queue=TRAIN)
    del item["spec"]["completions"]
    return scene.running(item)


def pod_of_a_job(scene: Scene, namespace: str, name: str) -> Object:
    return scene.pod_of(running_job(scene, namespace, name))


def cpu_pod(scene: Scene, namespace: str, name: str) -> Object:
    # It waits behind a gate of its own, so that nobody else changes it meanwhile.
    return scene.make(pod(namespace, name, schedulingGates=[{"name": "example.com/wait"}]))


def cpu_job(scene: Scene, namespace: str, name: str) -> Object:
    return scene.make(job(namespace, name, job_spec={"suspend": True}))


def cpu_deployment(scene: Scene, namespace: str, name: str) -> Object:
    return scene.make(replicated("Deployment", namespace, name, replicas=0))


def queued_deployment(scene: Scene, namespace: str, name: str) -> Object:
    return scene.make(replicated("Deployment", namespace, name, container(1), queue=TRAIN, replicas=0))


def service(scene: Scene, namespace: str, name: str) -> Object:
    item: Object = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"ports": PORT, "selector": {"app": "x"}},
    }
    return scene.make(item)


def kept_service(scene: Scene, namespace: str, name: str) -> Object:
    """A Service that was deleted, and that a finalizer keeps."""
    item: Object = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": name, "namespace": namespace, "finalizers": ["example.com/hold"]},
        "spec": {"ports": PORT, "selector": {"app": "x"}},
    }
    scene.make(item)
    scene.actor.delete(item).must()
    return item


def claim(scene: Scene, namespace: str, name: str) -> Object:
    item: Object = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name, "namespace": namespace},
        "spec": CLAIM,
    }
    return scene.make(item)


def config_map(scene: Scene, namespace: str, name: str) -> Object:
    item: Object = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": namespace}}
    return scene.make(item)


def namespace_itself(scene: Scene, namespace: str, name: str) -> Object:
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}


def put(*path: Any, to: Any) -> Callable[[Object], None]:
    """Sets one part."""

    def change(body: Object) -> None:
        part: Any = body
        for key in path[:-1]:
            part = part[key] if isinstance(part, list) else part.setdefault(key, {})
        part[path[-1]] = to

    return change


def drop(*path: str) -> Callable[[Object], None]:
    """Takes one part out."""

    def change(body: Object) -> None:
        part: Any = body
        for key in path[:-1]:
            part = part[key]
        del part[path[-1]]

    return change


def both(*changes: Callable[[Object], object]) -> Callable[[Object], None]:
    """One change after the other, in one request."""

    def change(body: Object) -> None:
        for one in changes:
            one(body)

    return change


LABELS, ANNOTATIONS = ("metadata", "labels"), ("metadata", "annotations")
TEMPLATE = ("spec", "template", "spec")
MAIN = (*TEMPLATE, "containers", 0)
OTHER_OWNER = [
    {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "name": "x",
        "uid": "00000000-0000-0000-0000-000000000001",
        "controller": True,
    }
]
UNGATED = drop("spec", "schedulingGates")
UNQUEUED = drop(*LABELS, QUEUE)
STARTED = put("spec", "suspend", to=False)

HELD_BACK = [
    Change("gates-off", DEVELOPER, HELD, waiting_pod, UNGATED, "TN811"),
    Change("gates-and-label-off", DEVELOPER, HELD, waiting_pod, both(UNGATED, drop(*LABELS, MANAGED)), "TN811"),
    Change("gates-and-queue-off", DEVELOPER, HELD, waiting_pod, both(UNGATED, UNQUEUED), "TN811"),
    Change("gates-of-a-group-off", DEVELOPER, HELD, waiting_member, UNGATED, "TN811"),
    Change("managed-label-off", DEVELOPER, HELD, waiting_pod, drop(*LABELS, MANAGED), "TN812"),
    Change("queue-label-off-a-pod", DEVELOPER, HELD, waiting_pod, UNQUEUED, "TN812"),
    Change("other-run-time-of-a-pod", DEVELOPER, HELD, waiting_pod, put(*LABELS, RUN_TIME, to="1"), "TN812"),
    Change("pod-joins-a-group", DEVELOPER, HELD, waiting_pod, put(*LABELS, GROUP, to="x"), "TN812"),
    Change("pod-leaves-its-group", DEVELOPER, HELD, waiting_member, drop(*LABELS, GROUP), "TN812"),
    Change("group-grows", DEVELOPER, HELD, waiting_member, put(*ANNOTATIONS, SIZE, to="1"), "TN812"),
    Change(
        "other-role-in-a-group",
        DEVELOPER,
        HELD,
        waiting_member,
        put(*ANNOTATIONS, f"{KUEUE}/role-hash", to="x"),
        "TN812",
    ),
    Change(
        "pod-of-another-workload", DEVELOPER, HELD, waiting_pod, put(*ANNOTATIONS, f"{KUEUE}/workload", to="x"), "TN812"
    ),
    Change(
        "pod-suspended-by-a-parent",
        DEVELOPER,
        HELD,
        waiting_pod,
        put(*ANNOTATIONS, f"{KUEUE}/pod-suspending-parent", to="deployment"),
        "TN812",
    ),
    Change(
        "pod-finds-an-owner", DEVELOPER, HELD, waiting_pod, put("metadata", "ownerReferences", to=OTHER_OWNER), "TN813"
    ),
    Change("job-started-by-hand", DEVELOPER, HELD, waiting_job, STARTED, "TN814"),
    Change("job-started-and-queue-off", DEVELOPER, HELD, waiting_job, both(STARTED, UNQUEUED), "TN801"),
    Change("queue-off-a-waiting-job", DEVELOPER, HELD, waiting_job, UNQUEUED, "TN801"),
    Change("empty-queue-of-a-waiting-job", DEVELOPER, HELD, waiting_job, put(*LABELS, QUEUE, to=""), "TN801"),
    Change(
        "waiting-job-in-a-foreign-queue",
        DEVELOPER,
        HELD,
        waiting_job,
        put(*LABELS, QUEUE, to="inference.h100-infer"),
        "TN802",
    ),
    Change(
        "waiting-job-without-its-unit",
        DEVELOPER,
        HELD,
        waiting_job,
        put(*MAIN, "resources", to=container()["resources"]),
        "TN804",
    ),
    Change(
        "waiting-job-with-more-cpu",
        DEVELOPER,
        HELD,
        waiting_job,
        put(*MAIN, "resources", to=container(1, cpu="24")["resources"]),
        "TN806",
    ),
    Change("waiting-job-tolerates-all", DEVELOPER, HELD, waiting_job, put(*TEMPLATE, "tolerations", to=[ANY]), "TN830"),
    Change(
        "waiting-job-at-a-higher-priority", DEVELOPER, HELD, waiting_job, put(*LABELS, PRIORITY, to="urgent"), "TN850"
    ),
    Change(
        "waiting-job-with-a-longer-run-time", DEVELOPER, HELD, waiting_job, put(*LABELS, RUN_TIME, to="999999"), "TN853"
    ),
    Change(
        "waiting-job-finds-an-owner",
        DEVELOPER,
        HELD,
        waiting_job,
        put("metadata", "ownerReferences", to=OTHER_OWNER),
        "TN813",
    ),
    Change(
        "waiting-job-with-a-finalizer",
        DEVELOPER,
        HELD,
        waiting_job,
        put("metadata", "finalizers", to=["example.com/hold"]),
        "TN818",
    ),
]

RUNNING = [
    Change("parallelism-raised", DEVELOPER, PRETRAIN, open_job, put("spec", "parallelism", to=8), "TN816"),
    Change("completions-raised", DEVELOPER, PRETRAIN, running_job, put("spec", "completions", to=2), "TN816"),
    Change(
        "running-job-in-another-of-its-queues",
        DEVELOPER,
        MERIDIAN,
        approved_job,
        put(*LABELS, QUEUE, to="training.h100-meridian"),
        "TN815",
    ),
    Change("queue-off-a-running-job", DEVELOPER, PRETRAIN, running_job, UNQUEUED, "TN801"),
    Change(
        "queue-off-and-suspended",
        DEVELOPER,
        PRETRAIN,
        running_job,
        both(UNQUEUED, put("spec", "suspend", to=True)),
        "TN801",
    ),
    Change(
        "running-job-finds-an-owner",
        DEVELOPER,
        PRETRAIN,
        running_job,
        put("metadata", "ownerReferences", to=OTHER_OWNER),
        "TN813",
    ),
    Change(
        "running-job-orphans", DEVELOPER, PRETRAIN, running_job, put("metadata", "finalizers", to=["orphan"]), "TN818"
    ),
    Change(
        "running-job-at-a-higher-priority",
        DEVELOPER,
        PRETRAIN,
        running_job,
        put(*LABELS, PRIORITY, to="urgent"),
        "TN850",
    ),
    Change(
        "running-job-with-a-longer-run-time",
        DEVELOPER,
        PRETRAIN,
        running_job,
        put(*LABELS, RUN_TIME, to="999999"),
        "TN853",
    ),
    Change(
        "pod-leaves-its-job",
        DEVELOPER,
        PRETRAIN,
        pod_of_a_job,
        put(*LABELS, "batch.kubernetes.io/controller-uid", to="x"),
        "TN813",
    ),
    Change("pod-loses-the-name-of-its-job", DEVELOPER, PRETRAIN, pod_of_a_job, drop(*LABELS, "job-name"), "TN813"),
    Change("pod-loses-its-owner", DEVELOPER, PRETRAIN, pod_of_a_job, drop("metadata", "ownerReferences"), "TN813"),
    Change(
        "pod-runs-a-foreign-image",
        DEVELOPER,
        PRETRAIN,
        pod_of_a_job,
        put("spec", "containers", 0, "image", to="docker.io/x:1"),
        "TN841",
    ),
]

OTHERS = [
    Change(
        "cpu-pod-tolerates-all",
        DEVELOPER,
        PRETRAIN,
        cpu_pod,
        lambda body: body["spec"]["tolerations"].append(ANY),
        "TN830",
        ("put", "merge", "json"),
    ),
    Change(
        "cpu-pod-runs-a-foreign-image",
        DEVELOPER,
        PRETRAIN,
        cpu_pod,
        put("spec", "containers", 0, "image", to="docker.io/x:1"),
        "TN841",
    ),
    Change(
        "cpu-pod-with-a-cdi-device",
        DEVELOPER,
        PRETRAIN,
        cpu_pod,
        put(*ANNOTATIONS, to={"cdi.k8s.io/gpu": "nvidia.com/gpu=all"}),
        "TN836",
    ),
    Change(
        "cpu-pod-on-a-foreign-network",
        DEVELOPER,
        PRETRAIN,
        cpu_pod,
        put(*ANNOTATIONS, to={"k8s.v1.cni.cncf.io/networks": "x/y"}),
        "TN839",
    ),
    Change("cpu-pod-in-a-queue", DEVELOPER, PRETRAIN, cpu_pod, put(*LABELS, to={QUEUE: TRAIN}), "TN812"),
    Change(
        "cpu-job-asks-for-gpus",
        DEVELOPER,
        PRETRAIN,
        cpu_job,
        put(*MAIN, "resources", to=container(8)["resources"]),
        "TN801",
    ),
    Change(
        "cpu-job-runs-with-gpus",
        DEVELOPER,
        PRETRAIN,
        cpu_job,
        both(put(*MAIN, "resources", to=container(8)["resources"]), STARTED),
        "TN801",
    ),
    Change(
        "cpu-job-selects-a-foreign-pool",
        DEVELOPER,
        PRETRAIN,
        cpu_job,
        put(*TEMPLATE, "nodeSelector", to={"tenants.example.com/pool": "h100-infer"}),
        "TN831",
    ),
    Change(
        "deployment-asks-for-gpus",
        ADMIN,
        PRETRAIN,
        cpu_deployment,
        put(*MAIN, "resources", to=container(8)["resources"]),
        "TN801",
    ),
    Change(
        "deployment-in-the-host-network",
        ADMIN,
        PRETRAIN,
        cpu_deployment,
        put(*TEMPLATE, "hostNetwork", to=True),
        "TN840",
    ),
    Change("deployment-with-devices", ADMIN, PRETRAIN, cpu_deployment, put(*MAIN, "env", to=ALL_DEVICES), "TN836"),
    Change(
        "deployment-names-a-node", ADMIN, PRETRAIN, cpu_deployment, put(*TEMPLATE, "nodeName", to="shared-0"), "TN833"
    ),
    Change("deployment-out-of-its-queue", ADMIN, PRETRAIN, queued_deployment, UNQUEUED, "TN801"),
    Change(
        "deployment-into-a-foreign-queue",
        ADMIN,
        PRETRAIN,
        queued_deployment,
        put(*LABELS, QUEUE, to="inference.h100-infer"),
        "TN802",
    ),
    Change(
        "deployment-grows-its-cpu",
        ADMIN,
        PRETRAIN,
        queued_deployment,
        put(*MAIN, "resources", to=container(1, cpu="24")["resources"]),
        "TN806",
    ),
    Change(
        "deployment-takes-long-to-end",
        ADMIN,
        PRETRAIN,
        queued_deployment,
        put(*TEMPLATE, "terminationGracePeriodSeconds", to=86400),
        "TN837",
    ),
    Change(
        "deployment-finds-an-owner",
        ADMIN,
        PRETRAIN,
        queued_deployment,
        put("metadata", "ownerReferences", to=OTHER_OWNER),
        "TN813",
    ),
    Change("service-becomes-a-node-port", DEVELOPER, PRETRAIN, service, put("spec", "type", to="NodePort"), "TN860"),
    Change(
        "service-becomes-a-load-balancer", DEVELOPER, PRETRAIN, service, put("spec", "type", to="LoadBalancer"), "TN860"
    ),
    Change(
        "service-takes-external-addresses",
        DEVELOPER,
        PRETRAIN,
        service,
        put("spec", "externalIPs", to=["10.1.2.3"]),
        "TN861",
    ),
    Change(
        "deleted-service-takes-external-addresses",
        DEVELOPER,
        PRETRAIN,
        kept_service,
        put("spec", "externalIPs", to=["10.1.2.3"]),
        "TN861",
    ),
    Change(
        "deleted-service-becomes-a-node-port",
        DEVELOPER,
        PRETRAIN,
        kept_service,
        put("spec", "type", to="NodePort"),
        "TN860",
    ),
    Change("claim-names-its-volume", DEVELOPER, PRETRAIN, claim, put("spec", "volumeName", to="pv-of-others"), "TN862"),
    Change("config-map-becomes-the-platforms", DEVELOPER, PRETRAIN, config_map, put(*LABELS, to=OWNED), "TN872"),
]

DOMAIN = "tenants.example.com"
NAMESPACES = [
    Change(f"namespace-{name}", who, PRETRAIN, namespace_itself, to, "TN870")
    for who in (INTRUDER, ADMINISTRATOR)
    for name, to in (
        (f"loses-its-tenant-by-{who}", drop(*LABELS, f"{DOMAIN}/tenant")),
        (f"changes-its-tenant-by-{who}", put(*LABELS, f"{DOMAIN}/tenant", to="vision")),
        (f"relaxes-pod-security-by-{who}", put(*LABELS, "pod-security.kubernetes.io/enforce", to="privileged")),
        (f"gets-device-rights-by-{who}", put(*LABELS, "resource.kubernetes.io/admin-access", to="true")),
        (f"gets-other-queues-by-{who}", put(*ANNOTATIONS, f"{DOMAIN}/queues", to="inference.h100-infer")),
        (f"gets-larger-units-by-{who}", put(*ANNOTATIONS, f"{DOMAIN}/units", to=f"{TRAIN}={GPU}:999000:999999")),
        (f"gets-any-image-by-{who}", drop(*ANNOTATIONS, f"{DOMAIN}/images")),
        (f"gets-load-balancers-by-{who}", put(*ANNOTATIONS, f"{DOMAIN}/service-types", to="LoadBalancer")),
        (f"gets-priorities-by-{who}", put(*ANNOTATIONS, f"{DOMAIN}/priorities", to="urgent")),
        (f"leaves-argo-cd-by-{who}", drop(*ANNOTATIONS, "argocd.argoproj.io/sync-options")),
        (f"leaves-the-platform-by-{who}", drop(*LABELS, "app.kubernetes.io/managed-by")),
    )
]

CHANGES = [*HELD_BACK, *RUNNING, *OTHERS]
