"""Workloads as people write them, for tests: pods, Jobs, Deployments and the others, each a plain object.

Quantities are per pod. What a test is not about has an honest default: an image that the worked example allows, a
security context that every profile takes, CPU and memory within one unit.
"""

from typing import Any

from tests.plane.api import Object

QUEUE = "kueue.x-k8s.io/queue-name"
PRIORITY = "kueue.x-k8s.io/priority-class"
GPU = "nvidia.com/gpu"
IMAGE = "registry.example.com/work:1"

_SECURITY = {
    "runAsNonRoot": True,
    "runAsUser": 1000,
    "allowPrivilegeEscalation": False,
    "capabilities": {"drop": ["ALL"]},
    "seccompProfile": {"type": "RuntimeDefault"},
}
_TEMPLATED = {"Deployment": "apps/v1", "StatefulSet": "apps/v1", "ReplicaSet": "apps/v1", "DaemonSet": "apps/v1"}


def container(
    units: int = 0, *, resource: str = GPU, cpu: str = "1", memory: str = "1Gi", name: str = "main", image: str = IMAGE
) -> Object:
    """A container with as many units of an accelerator; requests equal limits."""
    amounts = {"cpu": cpu, "memory": memory, **({resource: str(units)} if units else {})}
    return {
        "name": name,
        "image": image,
        "resources": {"requests": dict(amounts), "limits": dict(amounts)},
        "securityContext": dict(_SECURITY),
    }


def pod(
    namespace: str,
    name: str,
    *containers: Object,
    queue: str = "",
    labels: dict[str, str] | None = None,
    annotations: dict[str, str] | None = None,
    **spec: Any,
) -> Object:
    """A Pod with these containers (one without units where none is given)."""
    return _item("v1", "Pod", namespace, name, queue, labels, annotations, _pod_spec(containers, spec))


def job(
    namespace: str,
    name: str,
    *containers: Object,
    queue: str = "",
    parallelism: int = 1,
    priority: str = "",
    labels: dict[str, str] | None = None,
    annotations: dict[str, str] | None = None,
    pod_annotations: dict[str, str] | None = None,
    job_spec: dict[str, Any] | None = None,
    **spec: Any,
) -> Object:
    """A Job of `parallelism` pods, all of which have to end."""
    template: Object = {"spec": {"restartPolicy": "Never", **_pod_spec(containers, spec)}}
    if pod_annotations:
        template["metadata"] = {"annotations": pod_annotations}
    body = {"parallelism": parallelism, "completions": parallelism, "template": template, **(job_spec or {})}
    all_labels = {**(labels or {}), **({PRIORITY: priority} if priority else {})}
    return _item("batch/v1", "Job", namespace, name, queue, all_labels, annotations, body)


def cron_job(namespace: str, name: str, of: Object, schedule: str = "0 4 * * *") -> Object:
    """A CronJob that makes Jobs like `of`, with its labels."""
    template = {"metadata": {"labels": of["metadata"].get("labels", {})}, "spec": of["spec"]}
    body = {"schedule": schedule, "jobTemplate": template}
    return _item("batch/v1", "CronJob", namespace, name, "", None, None, body)


def replicated(
    kind: str,
    namespace: str,
    name: str,
    *containers: Object,
    queue: str = "",
    replicas: int = 1,
    labels: dict[str, str] | None = None,
    **spec: Any,
) -> Object:
    """A Deployment, StatefulSet, ReplicaSet or DaemonSet; the queue stands on the object, and for a ReplicaSet on the
    pods, where Kueue looks for it."""
    app = {"app": name}
    pod_labels = {**app, **({QUEUE: queue} if queue and kind == "ReplicaSet" else {})}
    body: Object = {
        "selector": {"matchLabels": app},
        "template": {"metadata": {"labels": pod_labels}, "spec": _pod_spec(containers, spec)},
    }
    if kind != "DaemonSet":
        body["replicas"] = replicas
    if kind == "StatefulSet":
        body["serviceName"] = name
    return _item(_TEMPLATED[kind], kind, namespace, name, queue, labels, None, body)


def _pod_spec(containers: tuple[Object, ...], spec: dict[str, Any]) -> Object:
    return {"containers": list(containers) or [container()], **spec}


def _item(
    api_version: str,
    kind: str,
    namespace: str,
    name: str,
    queue: str,
    labels: dict[str, str] | None,
    annotations: dict[str, str] | None,
    spec: Object,
) -> Object:
    metadata: Object = {"name": name, "namespace": namespace}
    if queue or labels:
        metadata["labels"] = {**(labels or {}), **({QUEUE: queue} if queue else {})}
    if annotations:
        metadata["annotations"] = dict(annotations)
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, "spec": spec}
