"""Builders for requests to the API server: objects that state only what matters, and the policies of a test cluster."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from tenantry.admission.annotations import DeviceShare, NamespaceFacts, QueueFacts, namespace_annotations
from tenantry.admission.cluster import ClusterWords
from tenantry.admission.mutations import mutating_policies
from tenantry.admission.policies import admission_policies
from tests.support.cel_oracle import Ask, MutationOracle, PolicyOracle

Body = dict[str, Any]

DOMAIN = "tenants.example.com"
NAMESPACE = "vision-detection"
TRAIN, SLICES, CORES = "training.h100-train", "development.h100-slices", "training.cpu"
ARGOCD = "system:serviceaccount:kube-system:argocd-manager"
KUEUE = "system:serviceaccount:kueue-system:kueue-controller-manager"
JOB_CONTROLLER = "system:serviceaccount:kube-system:job-controller"
STATEFULSET_CONTROLLER = "system:serviceaccount:kube-system:statefulset-controller"
DAEMONSET_CONTROLLER = "system:serviceaccount:kube-system:daemon-set-controller"
OWNED = {"app.kubernetes.io/managed-by": "tenantry"}
POOL_TOLERATION = {"key": f"{DOMAIN}/pool", "operator": "Equal", "value": "h100-train", "effect": "NoSchedule"}

FACTS = NamespaceFacts(
    queues=(
        QueueFacts(TRAIN, "nvidia.com/gpu", 23000, 253952, "normal", 604800, (DeviceShare("rdma/hca", 8, 8),)),
        QueueFacts(SLICES, "nvidia.com/mig-1g.10gb", 3000, 36571, "normal", 43200),
        QueueFacts(CORES, "cpu", 1000, 4096, "normal", 0),
    ),
    pool_labels=((f"{DOMAIN}/pool", "h100-slices"), (f"{DOMAIN}/pool", "h100-train"), (f"{DOMAIN}/pool", "cpu")),
    priorities=("high", "normal"),
    images=(),
    services=("ClusterIP",),
    nodes="shared",
    state="active",
    pod_defaults=(1000, 4096),
)


def words(*, mutates: bool, operators: tuple[str, ...] = ()) -> ClusterWords:
    return ClusterWords(
        domain=DOMAIN,
        owned=("app.kubernetes.io/managed-by", "tenantry"),
        pool_keys=(f"{DOMAIN}/pool",),
        accelerators=("nvidia.com/gpu", "nvidia.com/mig-1g.10gb"),
        devices=("nvidia.com/hostdev", "rdma/hca"),
        argocd_user=ARGOCD,
        kueue_user=KUEUE,
        owners=(("Group", "oidc:platform"), ("User", "oidc:root@example.com")),
        mutates=mutates,
        operators=operators,
        operated=("job", "pod", "jobset", "mpijob", "raycluster") if operators else (),
        tolerated=(f"{DOMAIN}/pool=h100-slices:NoSchedule", f"{DOMAIN}/pool=h100-train:NoSchedule"),
    )


@cache
def policy(name: str, mutates: bool = True) -> PolicyOracle:
    """The policy `tenantry.<name>` of a cluster from 1.36 on, or before."""
    specs = {one.name: one.spec for one in admission_policies(words(mutates=mutates))}
    return PolicyOracle(specs[f"tenantry.{name}"])


@cache
def mutation(name: str) -> MutationOracle:
    specs = {one.name: one.spec for one in mutating_policies(words(mutates=True))}
    return MutationOracle(specs[f"tenantry.{name}"])


def namespace(facts: NamespaceFacts = FACTS) -> Body:
    annotations = dict(namespace_annotations(domain=DOMAIN, **facts._asdict()))
    return {
        "kind": "Namespace",
        "metadata": {"name": NAMESPACE, "labels": {f"{DOMAIN}/tenant": "vision"}, "annotations": annotations},
    }


def container(name: str = "main", **fields: Any) -> Body:
    return {"name": name, "image": "registry.example.com/approved/train:1", **fields}


def asking(gpu: str = "", *, cpu: str = "1", memory: str = "4Gi", name: str = "main", **resources: str) -> Body:
    """A container that asks; further `resources` are limits by name (`nvidia.com/gpu` by `gpu`)."""
    limits = {"cpu": cpu, "memory": memory, **({"nvidia.com/gpu": gpu} if gpu else {}), **resources}
    return container(name, resources={"limits": limits, "requests": dict(limits)})


def pod_spec(*containers: Body, **fields: Any) -> Body:
    return {"containers": list(containers) or [asking()], **fields}


def meta(labels: Mapping[str, str] | None = None, **fields: Any) -> Body:
    return {"name": "w1", "namespace": NAMESPACE, **({"labels": dict(labels)} if labels else {}), **fields}


def queue_labels(queue: str, *, priority: str = "normal", seconds: str = "3600") -> dict[str, str]:
    labels = {"kueue.x-k8s.io/queue-name": queue} if queue else {}
    if queue and priority:
        labels["kueue.x-k8s.io/priority-class"] = priority
    if queue and seconds:
        labels["kueue.x-k8s.io/max-exec-time-seconds"] = seconds
    return labels


def pod(spec: Body, queue: str = "", *, held: bool = True, **metadata: Any) -> Body:
    """A pod as the rules meet it: Kueue's webhook has gated it, unless it is not `held`."""
    labels = {**queue_labels(queue), **metadata.pop("labels", {})}
    gates = {"schedulingGates": [{"name": "kueue.x-k8s.io/admission"}]} if queue and held else {}
    return {"kind": "Pod", "metadata": meta(labels, **metadata), "spec": {**spec, **gates}}


def job(spec: Body, queue: str = "", *, suspend: bool | None = None, **fields: Any) -> Body:
    """A Job as the rules meet it: suspended by Kueue when it names a queue."""
    metadata = {"labels": queue_labels(queue), **fields.pop("metadata", {})}
    suspended = bool(queue) if suspend is None else suspend
    template = {"metadata": fields.pop("template_metadata", {}), "spec": spec}
    return {"kind": "Job", "metadata": meta(**metadata), "spec": {"suspend": suspended, "template": template, **fields}}


def deployment(spec: Body, queue: str = "", *, held: bool = True, kind: str = "Deployment", **template: Any) -> Body:
    """A Deployment as the rules meet it: Kueue's webhook has marked its template, unless it is not `held`."""
    labels = {"app": "w1", **queue_labels(queue), **template.pop("labels", {})}
    parent = "statefulset" if kind == "StatefulSet" else "deployment"
    marks = {"kueue.x-k8s.io/pod-suspending-parent": parent} if queue and held else {}
    annotations = {**marks, **template.pop("annotations", {})}
    template_meta = {"labels": labels, **({"annotations": annotations} if annotations else {})}
    return {
        "kind": kind,
        "metadata": meta(queue_labels(queue)),
        "spec": {"template": {"metadata": template_meta, "spec": spec}},
    }


def cronjob(spec: Body, queue: str = "") -> Body:
    made = job(spec, queue)
    job_template = {"metadata": {"labels": queue_labels(queue)}, "spec": made["spec"]}
    return {"kind": "CronJob", "metadata": meta(), "spec": {"schedule": "0 3 * * *", "jobTemplate": job_template}}


def ask(body: Body | None, old: Body | None = None, *, facts: NamespaceFacts = FACTS, **more: Any) -> Ask:
    return Ask(body, old, namespace=namespace(facts), **more)


def codes(name: str, body: Body | None, old: Body | None = None, *, mutates: bool = True, **more: Any) -> list[str]:
    """The codes with which the policy `tenantry.<name>` refuses a request; empty = it passes."""
    return policy(name, mutates).codes(ask(body, old, **more))


def message(name: str, body: Body | None, old: Body | None = None, *, mutates: bool = True, **more: Any) -> str:
    """The first thing a user would read."""
    return policy(name, mutates).refusals(ask(body, old, **more))[0]
