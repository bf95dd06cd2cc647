"""Training: Jobs of one unit and of many nodes, with collectives, RDMA and topology, in many forms."""

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest.scene import Case, Scene, Step, eventually
from tests.acceptance.admission.honest.steps import (
    charges,
    deleted,
    ends,
    gone,
    live,
    patched,
    rewritten,
    runs,
    together,
)
from tests.plane.api import Object
from tests.plane.kwok import COMPLETE
from tests.plane.workloads import GPU, PRIORITY, container, job, pod

POOL = "h100-train"
QUEUE = f"training.{POOL}"
HCA = "rdma/hca"
RACK = "kueue.x-k8s.io/podset-required-topology"
BLOCK = "kueue.x-k8s.io/podset-preferred-topology"


def worker(project: Project, units: int, **change: object) -> Object:
    """A container with so many GPUs, as many network devices, and all CPU and memory that come with them."""
    made = container(units, cpu=f"{23 * units}", memory=f"{248 * units}Gi", image=project.image())
    for part in ("requests", "limits"):
        made["resources"][part][HCA] = str(units)
    return {**made, **change}


def headless(name: str, namespace: str) -> Object:
    """The Service by which the pods of an indexed Job find each other."""
    spec = {"clusterIP": "None", "selector": {"job-name": name}, "ports": [{"name": "nccl", "port": 29500}]}
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "namespace": namespace}, "spec": spec}


def _simple(project: Project, name: str) -> list[Object]:
    return [job(project.namespace, name, worker(project, 1), queue=QUEUE)]


def _whole_node(project: Project, name: str) -> list[Object]:
    return [job(project.namespace, name, worker(project, 8), queue=QUEUE)]


def _distributed(project: Project, name: str) -> list[Object]:
    """Two whole nodes in one rack: collectives over RDMA want locked memory and a large /dev/shm."""
    main = worker(
        project,
        8,
        ports=[{"name": "nccl", "containerPort": 29500}],
        volumeMounts=[{"name": "shm", "mountPath": "/dev/shm"}],
        env=[
            {"name": "NCCL_IB_HCA", "value": "mlx5"},
            {"name": "NVIDIA_DRIVER_CAPABILITIES", "value": "compute,utility"},
            {"name": "MASTER_ADDR", "value": f"{name}-0.{name}"},
            {"name": "NODE", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}},
        ],
        securityContext={"runAsUser": 0},
    )
    work = job(
        project.namespace,
        name,
        main,
        queue=QUEUE,
        parallelism=2,
        pod_annotations={RACK: "example.com/rack"},
        job_spec={"completionMode": "Indexed", "backoffLimit": 0},
        subdomain=name,
        volumes=[{"name": "shm", "emptyDir": {"medium": "Memory", "sizeLimit": "64Gi"}}],
    )
    return [work, headless(name, project.namespace)]


def _preferred(project: Project, name: str) -> list[Object]:
    return [
        job(
            project.namespace,
            name,
            worker(project, 4),
            queue=QUEUE,
            parallelism=3,
            pod_annotations={BLOCK: "example.com/block"},
            job_spec={"completionMode": "Indexed"},
        )
    ]


def _with_sidecar(project: Project, name: str) -> list[Object]:
    """Fetches data first, and has a proxy beside it the whole time; both small, both within the unit."""
    fetch, proxy = (container(name=name, cpu="1", memory="2Gi", image=project.image()) for name in ("fetch", "proxy"))
    proxy["restartPolicy"] = "Always"
    main = container(1, cpu="20", memory="200Gi", image=project.image())
    return [job(project.namespace, name, main, queue=QUEUE, initContainers=[fetch, proxy])]


def _configured(project: Project, name: str) -> list[Object]:
    """Settings from a ConfigMap, files from the project's claim, a service account of its own, a tag by digest."""
    image = f"{project.image().rpartition(':')[0]}@sha256:{'0' * 64}"
    main = worker(
        project,
        1,
        image=image,
        envFrom=[{"configMapRef": {"name": name}}],
        volumeMounts=[{"name": "settings", "mountPath": "/settings"}, {"name": "scratch", "mountPath": "/scratch"}],
    )
    settings = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name, "namespace": project.namespace},
        "data": {"learning-rate": "0.1"},
    }
    volumes = [{"name": "settings", "configMap": {"name": name}}, {"name": "scratch", "emptyDir": {}}]
    return [
        job(project.namespace, name, main, queue=QUEUE, serviceAccountName="trainer", volumes=volumes),
        settings,
    ]


def _placed(project: Project, name: str) -> list[Object]:
    """Says where it wants to run: in its own pool, in one block, its pods apart from each other."""
    key = "tenants.example.com/pool"
    terms = [{"matchExpressions": [{"key": key, "operator": "In", "values": [POOL]}]}]
    near = {"topologyKey": "example.com/block", "labelSelector": {"matchLabels": {"job-name": name}}}
    affinity = {
        "nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}},
        "podAntiAffinity": {
            "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": near}]
        },
    }
    work = job(
        project.namespace,
        name,
        worker(project, 1),
        queue=QUEUE,
        parallelism=2,
        nodeSelector={key: POOL},
        affinity=affinity,
        terminationGracePeriodSeconds=600,
    )
    return [work]


def _important(project: Project, name: str) -> list[Object]:
    labels = {"kueue.x-k8s.io/max-exec-time-seconds": "3600", "team": "perception"}
    return [job(project.namespace, name, worker(project, 1), queue=QUEUE, priority="high", labels=labels)]


def _with_policies(project: Project, name: str) -> list[Object]:
    """Retries, an end of its own, and rules for failures, as long trainings have them."""
    spec = {
        "completionMode": "Indexed",
        "backoffLimitPerIndex": 2,
        "maxFailedIndexes": 1,
        "activeDeadlineSeconds": 86400,
        "podReplacementPolicy": "Failed",
        "podFailurePolicy": {
            "rules": [{"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]}]
        },
        "successPolicy": {"rules": [{"succeededIndexes": "0"}]},
    }
    return [job(project.namespace, name, worker(project, 1), queue=QUEUE, parallelism=2, job_spec=spec)]


def _short_lived(project: Project, name: str) -> list[Object]:
    return [
        job(
            project.namespace,
            name,
            worker(project, 1),
            queue=QUEUE,
            pod_annotations={COMPLETE: "true"},
            job_spec={"ttlSecondsAfterFinished": 1},
        )
    ]


def _partial(project: Project, name: str) -> list[Object]:
    """Takes fewer pods where there is no room for all."""
    fewer = {"kueue.x-k8s.io/job-min-parallelism": "1"}
    return [job(project.namespace, name, worker(project, 1), queue=QUEUE, parallelism=2, annotations=fewer)]


def _many(project: Project, name: str) -> list[Object]:
    return [job(project.namespace, name, worker(project, 1), queue=QUEUE, parallelism=3)]


def _group(project: Project, name: str) -> list[Object]:
    """A leader with one GPU and a worker with two, admitted together or not at all."""
    made = []
    for role, units in (("leader", 1), ("worker", 2)):
        made.append(
            pod(
                project.namespace,
                f"{name}-{role}",
                worker(project, units),
                queue=QUEUE,
                labels={"kueue.x-k8s.io/pod-group-name": name},
                annotations={"kueue.x-k8s.io/pod-group-total-count": "2"},
                restartPolicy="Never",
            )
        )
    return made


def _plain_pod(project: Project, name: str) -> list[Object]:
    return [pod(project.namespace, name, worker(project, 1), queue=QUEUE, restartPolicy="Never")]


def _one_of_three_ends(scene: Scene) -> None:
    """The units of a pod that is done are given back while the others run on."""
    done = scene.pods()[0]
    scene.plane.api.patch(done, {"metadata": {"annotations": {COMPLETE: "true"}}}).must()
    eventually(lambda: live(scene)["status"].get("succeeded") == 1, "one pod is done")
    eventually(
        lambda: any(part for one in scene.workloads() for part in one["status"].get("reclaimablePods", [])),
        "Kueue knows that a pod is done",
    )


def _admitted_with_priority(number: int) -> Step:
    def step(scene: Scene) -> None:
        eventually(
            lambda: [one["spec"].get("priority") for one in scene.workloads()] == [number],
            f"the record of {scene.name} has priority {number}",
        )

    return step


def _ends_by_deadline(scene: Scene) -> None:
    """The class's longest run time is on the record of the work, so Kueue will end it."""
    assert [one["spec"].get("maximumExecutionTimeSeconds") for one in scene.workloads()] == [604800]


def _suspended_by_its_owner(scene: Scene) -> None:
    """Who suspends a running Job gives its units back for a moment; Kueue starts it again when there is room."""
    scene.person.patch(scene.main, {"spec": {"suspend": True}}).must()
    eventually(lambda: live(scene)["spec"]["suspend"] is False and charges(scene, GPU), "it runs again")


_IN_A_RACK = (together("example.com/rack"), together("kubernetes.io/hostname", 2))

CASES = (
    Case("one-unit", "vision-detection", "developer", _simple, (runs(1, POOL, 1), _ends_by_deadline, ends())),
    Case("whole-node", "vision-detection", "developer", _whole_node, (runs(1, POOL, 8), ends())),
    Case("distributed", "vision-detection", "developer", _distributed, (runs(2, POOL, 16), *_IN_A_RACK, ends())),
    Case(
        "near-each-other",
        "search-ranking",
        "developer",
        _preferred,
        (runs(3, POOL, 12), together("example.com/block"), ends()),
    ),
    Case("init-and-sidecar", "vision-detection", "developer", _with_sidecar, (runs(1, POOL, 1), ends())),
    Case("configured", "vision-detection", "admin", _configured, (runs(1, POOL, 1), ends())),
    Case("placed", "vision-segmentation", "developer", _placed, (runs(2, POOL, 2), ends())),
    Case(
        "important",
        "vision-detection",
        "developer",
        _important,
        (
            runs(1, POOL, 1),
            _admitted_with_priority(10000),
            rewritten({"metadata": {"labels": {PRIORITY: "scavenger"}}}),
            patched({"metadata": {"labels": {PRIORITY: "scavenger"}}}),
            _admitted_with_priority(0),
            runs(1, POOL, 1),
            ends(),
        ),
    ),
    Case("with-policies", "vision-segmentation", "developer", _with_policies, (runs(2, POOL, 2), ends())),
    Case("short-lived", "search-ranking", "operator", _short_lived, (gone(),)),
    Case("partial", "search-ranking", "developer", _partial, (runs(2, POOL, 2), ends())),
    Case("one-of-three-ends", "search-ranking", "developer", _many, (runs(3, POOL, 3), _one_of_three_ends, ends())),
    Case(
        "shrinks",
        "vision-segmentation",
        "developer",
        _many,
        (runs(3, POOL, 3), patched({"spec": {"parallelism": 2}}, kept=True), runs(2, POOL, 2), ends()),
    ),
    Case("group", "vision-detection", "developer", _group, (runs(2, POOL, 3),)),
    Case("plain-pod", "vision-detection", "developer", _plain_pod, (runs(1, POOL, 1), deleted())),
    Case(
        "suspended",
        "vision-segmentation",
        "developer",
        _simple,
        (runs(1, POOL, 1), _suspended_by_its_owner, runs(1, POOL, 1), ends()),
    ),
    Case("deleted-foreground", "search-ranking", "developer", _many, (runs(3, POOL, 3), deleted("Foreground"))),
    Case("deleted-background", "vision-detection", "developer", _many, (runs(3, POOL, 3), deleted("Background"))),
)
