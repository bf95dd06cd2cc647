"""Work without accelerators and without a queue: every kind of it, on the nodes that belong to no pool."""

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest.notebooks import service
from tests.acceptance.admission.honest.scene import Case, What
from tests.acceptance.admission.honest.steps import (
    SHARED,
    deleted,
    ends,
    kubectl,
    made_by_kubectl,
    runs,
)
from tests.plane.api import Object
from tests.plane.workloads import container, cron_job, job, pod, replicated


def _pod(project: Project, name: str) -> list[Object]:
    return [pod(project.namespace, name)]


def _without_requests(project: Project, name: str) -> list[Object]:
    """Says nothing of CPU and memory: gets the profile's, and the server says so in an annotation."""
    bare = container()
    del bare["resources"]
    return [pod(project.namespace, name, bare)]


def _web(project: Project, name: str) -> list[Object]:
    """Three replicas, spread over nodes, none beside another if it can be helped, with settings and a Secret."""
    labels = {"matchLabels": {"app": name}}
    apart = {"topologyKey": "kubernetes.io/hostname", "labelSelector": labels}
    volumes = [
        {"name": "settings", "configMap": {"name": name}},
        {"name": "info", "downwardAPI": {"items": [{"path": "labels", "fieldRef": {"fieldPath": "metadata.labels"}}]}},
        {"name": "cache", "emptyDir": {"sizeLimit": "1Gi"}},
    ]
    mounts = [{"name": volume["name"], "mountPath": f"/{volume['name']}"} for volume in volumes]
    main = container() | {
        "volumeMounts": mounts,
        "ports": [{"containerPort": 8080}],
        "env": [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "none"}],
    }
    work = replicated(
        "Deployment",
        project.namespace,
        name,
        main,
        replicas=2,
        volumes=volumes,
        topologySpreadConstraints=[{"maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule", **apart}],
        affinity={"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [apart]}},
    )
    settings = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name, "namespace": project.namespace},
        "data": {"greeting": "hello"},
    }
    return [work, settings, service(name, project.namespace, 8080)]


def _of(kind: str, replicas: int) -> What:
    def made(project: Project, name: str) -> list[Object]:
        return [replicated(kind, project.namespace, name, replicas=replicas)]

    return made


def _controller(project: Project, name: str) -> list[Object]:
    spec = replicated("ReplicaSet", project.namespace, name, replicas=2)["spec"]
    metadata = {"name": name, "namespace": project.namespace}
    return [
        {
            "apiVersion": "v1",
            "kind": "ReplicationController",
            "metadata": metadata,
            "spec": {**spec, "selector": spec["selector"]["matchLabels"]},
        }
    ]


def _job(project: Project, name: str) -> list[Object]:
    return [job(project.namespace, name, parallelism=2)]


def _cron_job(project: Project, name: str) -> list[Object]:
    return [cron_job(project.namespace, name, job(project.namespace, name))]


def _nothing(project: Project, name: str) -> list[Object]:
    return []


IMAGE = "--image=registry.example.com/work:1"

CASES = (
    Case("shared-pod", "portal-web", "operator", _pod, (runs(1, SHARED), deleted("Foreground"))),
    Case("shared-without-requests", "search-ranking", "developer", _without_requests, (runs(1, SHARED), deleted())),
    Case("shared-web", "portal-web", "operator", _web, (runs(2, SHARED), deleted())),
    Case("shared-set", "portal-web", "operator", _of("StatefulSet", 2), (runs(2, SHARED), deleted())),
    Case("shared-replicas", "portal-web", "argocd", _of("ReplicaSet", 2), (runs(2, SHARED), deleted())),
    Case("shared-controller", "portal-web", "argocd", _controller, (runs(2, SHARED), deleted())),
    Case("shared-daemon", "portal-web", "argocd", _of("DaemonSet", 0), (runs(2, SHARED), deleted())),
    Case("shared-job", "vision-detection", "developer", _job, (runs(2, SHARED), ends())),
    Case(
        "shared-schedule",
        "search-ranking",
        "operator",
        _cron_job,
        (
            made_by_kubectl("batch/v1", "Job", "create", "job", "{name}", "--from=cronjob/{name}"),
            runs(1, SHARED),
            ends(),
        ),
    ),
    Case(
        "kubectl-run",
        "speech-recognition",
        "developer",
        _nothing,
        (
            made_by_kubectl("v1", "Pod", "run", "{name}", IMAGE, "--restart=Never"),
            runs(1, SHARED),
            kubectl("label", "pod/{name}", "team=captions"),
            kubectl("annotate", "pod/{name}", "note=mine"),
            kubectl("delete", "pod/{name}", "--wait=true", "--timeout=120s", says="deleted"),
        ),
    ),
    Case(
        "kubectl-create",
        "portal-web",
        "operator",
        _nothing,
        (
            made_by_kubectl("apps/v1", "Deployment", "create", "deployment", "{name}", IMAGE, "--replicas=2"),
            runs(2, SHARED),
            kubectl("scale", "deployment/{name}", "--replicas=1"),
            runs(1, SHARED),
            kubectl("rollout", "restart", "deployment/{name}"),
            kubectl("rollout", "status", "deployment/{name}", "--timeout=120s", says="successfully rolled out"),
        ),
    ),
)
