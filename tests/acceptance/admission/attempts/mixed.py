"""Attempts in which one element of a list is fine and another is not: once after the fine one, and once before it.

A rule that looks at the first element only, or is content with one that is fine, lets half of them pass.
"""

from collections.abc import Callable, Iterator
from typing import Any

from tests.acceptance.admission.attempts.attempt import ADMIN, ARGOCD, Creation
from tests.acceptance.admission.attempts.creations import (
    ANY,
    FINETUNE,
    MIG,
    ONE,
    POOL,
    PRETRAIN,
    TRAINING,
    VOLUME,
    Build,
    a,
    a_job,
    a_pod,
    having,
    limited,
    node_terms,
    term,
    with_,
)
from tests.plane.workloads import GPU, container

HOSTNAME = "kubernetes.io/hostname"
ONCE = ("create",)
"""How a list reaches the server changes nothing in it, so one way is enough."""
HOOK = "argocd.argoproj.io/hook-finalizer"
"""What Argo CD may put on a Job, and nobody else."""
NETWORKS = "k8s.v1.cni.cncf.io/networks"
FINE_TOLERATION = {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute"}
FINE_CONTAINER = having(name="fine")
FOREIGN = "docker.io/library/x:1"
EMPTY, ROOT = {"name": "fine", "emptyDir": {}}, {"name": "bad", "hostPath": {"path": "/"}}
FINE_PORT = {"containerPort": 80, "protocol": "TCP"}
HOST_PORT = {"containerPort": 81, "hostPort": 81}
MOUNT = {"name": "v", "mountPath": "/data"}
DEVICE_MOUNT = {"name": "v", "mountPath": "/var/run/nvidia-container-devices/0"}
FINE_ENV, ALL_DEVICES = {"name": "A", "value": "all"}, {"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}


def both(name: str, build: Callable[[list[Any]], Build], fine: Any, bad: Any, code: str) -> Iterator[Creation]:
    """The list with the bad element at its end, and at its beginning."""
    for where, elements in (("second", [fine, bad]), ("first", [bad, fine])):
        yield Creation(f"{name}-{where}", ADMIN, PRETRAIN, build(elements), code, ONCE)


def containers(elements: list[Any]) -> Build:
    return a_job(*elements)


def starting(elements: list[Any]) -> Build:
    return a_job(initContainers=elements)


def queued(elements: list[Any]) -> Build:
    return a_job(*elements, **TRAINING)


def queued_starting(elements: list[Any]) -> Build:
    return a_job(ONE, **TRAINING, initContainers=elements)


def part_of_a_container(part: str, **more: Any) -> Callable[[list[Any]], Build]:
    return lambda elements: a_job(having(**{part: elements}), **more)


def nodes(elements: list[Any]) -> Build:
    return a_job(affinity=node_terms(*elements))


def expressions(elements: list[Any]) -> Build:
    return a_job(affinity=node_terms({"matchExpressions": elements}))


def values(elements: list[str]) -> Build:
    return expressions([{"key": POOL, "operator": "In", "values": elements}])


def pod_terms(kind: str, *, required: bool) -> Callable[[list[Any]], Build]:
    def build(elements: list[Any]) -> Build:
        if required:
            return a_job(affinity={kind: {"requiredDuringSchedulingIgnoredDuringExecution": elements}})
        weighed = [{"weight": 1, "podAffinityTerm": element} for element in elements]
        return a_job(affinity={kind: {"preferredDuringSchedulingIgnoredDuringExecution": weighed}})

    return build


def networks(elements: list[str]) -> Build:
    return a_pod(annotations={NETWORKS: ",".join(elements)})


OWN_POOL = {"key": POOL, "operator": "In", "values": ["h100-train"]}
OTHER_LABEL = {"key": "example.com/rack", "operator": "Exists"}
FIELD = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["h100-train-0"]}]}
OWN_TERM, FOREIGN_TERM = term(namespaces=[PRETRAIN]), term(namespaces=["vision-serving"])

MIXED = [
    *both("container-without-queue", containers, FINE_CONTAINER, container(1, name="bad"), "TN801"),
    *both("init-container-without-queue", starting, FINE_CONTAINER, container(1, name="bad"), "TN801"),
    Creation(
        "container-of-no-and-of-one-accelerator-without-queue",
        ADMIN,
        PRETRAIN,
        a_job(limited(**{"cpu": "1", "memory": "1Gi", GPU: "0", "amd.com/gpu": "1"})),
        "TN801",
        ONCE,
    ),
    *both("container-of-another-accelerator", queued, ONE, container(1, resource="amd.com/gpu", name="bad"), "TN805"),
    *both(
        "init-container-of-another-accelerator",
        queued_starting,
        FINE_CONTAINER,
        container(1, resource="amd.com/gpu", name="bad"),
        "TN805",
    ),
    Creation(
        "slices-and-gpus-in-one-container",
        ADMIN,
        FINETUNE,
        a_job(limited(**{"cpu": "1", "memory": "1Gi", MIG: "1", GPU: "1"}), queue="development.h100-slices"),
        "TN805",
        ONCE,
    ),
    *both("container-with-more-cpu", queued, ONE, container(cpu="23", name="bad"), "TN806"),
    *both("container-with-more-memory", queued, ONE, container(memory="248Gi", name="bad"), "TN806"),
    *both("init-container-with-more-cpu", queued_starting, FINE_CONTAINER, container(cpu="24", name="bad"), "TN806"),
    *both(
        "init-container-with-more-memory",
        queued_starting,
        FINE_CONTAINER,
        container(memory="249Gi", name="bad"),
        "TN806",
    ),
    *both(
        "container-with-more-network-devices",
        queued,
        limited(**{"cpu": "1", "memory": "1Gi", GPU: "1", "rdma/hca": "1"}),
        {**limited(**{"cpu": "1", "memory": "1Gi", "rdma/hca": "1"}), "name": "bad"},
        "TN806",
    ),
    *both(
        "init-container-with-more-network-devices",
        queued_starting,
        FINE_CONTAINER,
        {**limited(**{"cpu": "1", "memory": "1Gi", "rdma/hca": "2"}), "name": "bad"},
        "TN806",
    ),
    *both("toleration", lambda elements: a_job(tolerations=elements), FINE_TOLERATION, ANY, "TN830"),
    *both(
        "toleration-of-a-pool",
        lambda elements: a_pod(tolerations=elements),
        FINE_TOLERATION,
        {"key": POOL, "operator": "Exists"},
        "TN830",
    ),
    Creation(
        "own-pool-and-a-node", ADMIN, PRETRAIN, a_job(nodeSelector={POOL: "h100-train", HOSTNAME: "n"}), "TN831", ONCE
    ),
    Creation(
        "rack-and-a-foreign-pool",
        ADMIN,
        PRETRAIN,
        a_job(nodeSelector={"example.com/rack": "r1", POOL: "h100-infer"}),
        "TN831",
        ONCE,
    ),
    *both(
        "term-for-a-foreign-pool",
        nodes,
        {"matchExpressions": [OWN_POOL]},
        {"matchExpressions": [{**OWN_POOL, "values": ["h100-infer"]}]},
        "TN832",
    ),
    *both("term-for-a-node", nodes, {"matchExpressions": [OTHER_LABEL]}, FIELD, "TN832"),
    *both("expression-for-a-foreign-pool", expressions, OTHER_LABEL, {**OWN_POOL, "values": ["h100-infer"]}, "TN832"),
    *both("expression-for-a-node", expressions, OWN_POOL, {**OWN_POOL, "key": HOSTNAME, "values": ["n"]}, "TN832"),
    *both("expression-for-no-pool", expressions, OWN_POOL, {"key": POOL, "operator": "DoesNotExist"}, "TN832"),
    *both("expression-against-a-pool", expressions, OWN_POOL, {**OWN_POOL, "operator": "NotIn"}, "TN832"),
    *both(
        "expression-above-a-pool", expressions, OTHER_LABEL, {**OWN_POOL, "operator": "Gt", "values": ["1"]}, "TN832"
    ),
    *both("value-of-a-foreign-pool", values, "h100-train", "h100-infer", "TN832"),
    Creation(
        "term-with-a-field-beside-its-own-pool",
        ADMIN,
        PRETRAIN,
        a_job(affinity=node_terms({"matchExpressions": [OWN_POOL], **FIELD})),
        "TN832",
        ONCE,
    ),
    *(
        attempt
        for kind in ("podAffinity", "podAntiAffinity")
        for required in (True, False)
        for what, bad in (("namespace", FOREIGN_TERM), ("namespace-selector", term(namespaceSelector={})))
        for attempt in both(
            f"{kind.lower()}-{'required' if required else 'preferred'}-{what}",
            pod_terms(kind, required=required),
            OWN_TERM,
            bad,
            "TN838",
        )
    ),
    *both(
        "namespace-in-a-term",
        lambda elements: pod_terms("podAffinity", required=True)([term(namespaces=elements)]),
        PRETRAIN,
        "vision-serving",
        "TN838",
    ),
    *both("devices-by-env", part_of_a_container("env"), FINE_ENV, ALL_DEVICES, "TN836"),
    *both("devices-in-a-container", containers, FINE_CONTAINER, having(name="bad", env=[ALL_DEVICES]), "TN836"),
    *both("devices-in-an-init-container", starting, FINE_CONTAINER, having(name="bad", env=[ALL_DEVICES]), "TN836"),
    *both("devices-by-mount", part_of_a_container("volumeMounts", volumes=VOLUME), MOUNT, DEVICE_MOUNT, "TN836"),
    *both(
        "devices-by-mount-in-a-container",
        lambda elements: a_job(*elements, volumes=VOLUME),
        FINE_CONTAINER,
        having(name="bad", volumeMounts=[DEVICE_MOUNT]),
        "TN836",
    ),
    Creation(
        "devices-by-the-second-annotation",
        ADMIN,
        PRETRAIN,
        a_pod(annotations={"a": "b", "cdi.k8s.io/gpu": "nvidia.com/gpu=all", "z": "b"}),
        "TN836",
        ONCE,
    ),
    *both("network", networks, "ib0", "vision-serving/ib0", "TN839"),
    *both("network-beside-its-own", networks, f"{PRETRAIN}/ib0", " vision-serving/ib0", "TN839"),
    *both("host-path", lambda elements: a_job(volumes=elements), EMPTY, ROOT, "TN840"),
    *both("host-port", part_of_a_container("ports"), FINE_PORT, HOST_PORT, "TN840"),
    *both("host-port-in-a-container", containers, FINE_CONTAINER, having(name="bad", ports=[HOST_PORT]), "TN840"),
    *both(
        "privileged-container",
        containers,
        FINE_CONTAINER,
        having(name="bad", securityContext={"privileged": True}),
        "TN840",
    ),
    *both(
        "privileged-init-container",
        starting,
        FINE_CONTAINER,
        having(name="bad", securityContext={"privileged": True}),
        "TN840",
    ),
    *both(
        "strong-capability",
        lambda elements: a_job(having(securityContext={"capabilities": {"add": elements}})),
        "CHOWN",
        "SYS_ADMIN",
        "TN840",
    ),
    *both("foreign-image", containers, FINE_CONTAINER, having(name="bad", image=FOREIGN), "TN841"),
    *both("foreign-image-of-an-init-container", starting, FINE_CONTAINER, having(name="bad", image=FOREIGN), "TN841"),
    *both(
        "foreign-image-as-a-volume",
        lambda elements: a_job(volumes=elements),
        {"name": "fine", "image": {"reference": "registry.example.com/data:1"}},
        {"name": "bad", "image": {"reference": FOREIGN}},
        "TN841",
    ),
    Creation(
        "hook-finalizer-of-a-member",
        ADMIN,
        PRETRAIN,
        with_(a_job(ONE, **TRAINING), "metadata", "finalizers", to=[HOOK]),
        "TN818",
        ONCE,
    ),
    *(
        Creation(
            f"hook-beside-a-finalizer-{where}",
            ARGOCD,
            PRETRAIN,
            with_(a_job(ONE, **TRAINING), "metadata", "finalizers", to=finalizers),
            "TN818",
            ONCE,
        )
        for where, finalizers in (("second", [HOOK, "example.com/hold"]), ("first", ["example.com/hold", HOOK]))
    ),
    *both(
        "finalizer",
        lambda elements: with_(a_job(ONE, **TRAINING), "metadata", "finalizers", to=elements),
        "foregroundDeletion",
        "example.com/hold",
        "TN818",
    ),
    *both(
        "toleration-in-a-deployment",
        lambda elements: a("Deployment", tolerations=elements),
        FINE_TOLERATION,
        ANY,
        "TN830",
    ),
]
