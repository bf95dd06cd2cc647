"""Attempts on what is there already: second elements, every kind's update, work that is on its way out, and what is
left of a time without our rules (made as Kueue's own user, whom they do not judge)."""

from collections.abc import Callable
from typing import Any

from tests.acceptance.admission.attempts.adopted import MAIN, adopted
from tests.acceptance.admission.attempts.attempt import ADMIN, ADMINISTRATOR, ARGOCD, DEVELOPER, INTRUDER, Call, Change
from tests.acceptance.admission.attempts.calls import takes_over
from tests.acceptance.admission.attempts.changes import (
    HELD,
    LABELS,
    OTHER_OWNER,
    approved_job,
    both,
    cpu_deployment,
    drop,
    namespace_itself,
    pod_of_a_job,
    put,
    waiting_job,
    waiting_pod,
)
from tests.acceptance.admission.attempts.creations import (
    ALL_DEVICES,
    ANY,
    FINETUNE,
    MERIDIAN,
    MIG,
    ONE,
    PRETRAIN,
    RC,
    SLICES,
    TRAIN,
)
from tests.acceptance.admission.attempts.every import APPROVED
from tests.acceptance.admission.attempts.mixed import FINE_TOLERATION
from tests.acceptance.admission.attempts.scene import Scene, copied
from tests.plane.api import STRATEGIC_PATCH, Answer, Api, Object
from tests.plane.workloads import PRIORITY, QUEUE, container, cron_job, job, pod, replicated

KUEUE_USER = "system:serviceaccount:kueue-system:kueue-controller-manager"
WINDOWS = {"windowsOptions": {"hostProcess": True, "runAsUserName": "NT AUTHORITY\\SYSTEM"}}
FRAUD = "finance-fraud"
KEPT = "example.com/hold"
Given = Callable[[Scene, str, str], Object]
TEMPLATE = ("spec", "template", "spec")


def left(build: Callable[[str, str], Object]) -> Given:
    """An object that our rules have not judged."""

    def given(scene: Scene, namespace: str, name: str) -> Object:
        item = build(namespace, name)
        scene.made.append(item)
        scene.api.acting_as(KUEUE_USER, "system:masters").create(item).must()
        return item

    return given


def there(build: Callable[[str, str], Object]) -> Given:
    """An object that the actor makes first."""
    return lambda scene, namespace, name: scene.make(build(namespace, name))


def queued(kind: str, *containers: Object, queue: str = TRAIN, **more: Any) -> Callable[[str, str], Object]:
    if kind == "Job":
        return lambda namespace, name: job(namespace, name, *containers, queue=queue, **more)
    return lambda namespace, name: replicated(kind, namespace, name, *containers, queue=queue, replicas=0, **more)


def slices_at_work(scene: Scene, namespace: str, name: str) -> Object:
    """A running Job in a pool without a topology, so that its pods wait behind no gate."""
    return scene.running(job(namespace, name, container(1, resource=MIG), queue=SLICES))


def grows_as_elastic(body: Object) -> None:
    body["metadata"].setdefault("annotations", {})["kueue.x-k8s.io/elastic-job"] = "true"
    body["spec"]["parallelism"] = 2


def second_owner(body: Object) -> None:
    [owner] = OTHER_OWNER
    body["metadata"]["ownerReferences"].append({**owner, "controller": False})


def only_gate(index: int) -> Callable[[Object], None]:
    def change(body: Object) -> None:
        body["spec"]["schedulingGates"] = [body["spec"]["schedulingGates"][index]]

    return change


def held_pod(namespace: str, name: str, *, whole: bool) -> Object:
    """A pod that waits, with a sidecar, or with amounts for the pod as a whole."""
    amounts = {"cpu": "2", "memory": "2Gi"}
    side = {**container(name="side"), "restartPolicy": "Always"}
    more: dict[str, Any] = (
        {"resources": {"requests": amounts, "limits": amounts}} if whole else {"initContainers": [side]}
    )
    return pod(namespace, name, schedulingGates=[{"name": "example.com/wait"}], **more)


def resizes(place: str) -> Callable[[Scene, str, str], Answer]:
    """The resources of a sidecar, or of the pod as a whole."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = scene.make(held_pod(namespace, name, whole=place == "pod"))
        grown = {"limits": {"cpu": "60"}, "requests": {"cpu": "60"}}
        spec = (
            {"initContainers": [{"name": "side", "resources": grown}]} if place == "sidecar" else {"resources": grown}
        )
        return scene.actor.patch(item, {"spec": spec}, subresource="resize", content_type=STRATEGIC_PATCH)

    return steps


def leaving(namespace: str, name: str) -> Object:
    """A Deployment that breaks a rule which lets nothing off that was there before, and that a finalizer keeps."""
    main = {"name": "main", "image": MAIN["image"]}
    item = replicated("Deployment", namespace, name, main, replicas=0, hostNetwork=True, securityContext=WINDOWS)
    item["metadata"]["finalizers"] = [KEPT]
    return item


def on_the_host(namespace: str, name: str) -> Object:
    """A Deployment in the network of its node."""
    return replicated(
        "Deployment", namespace, name, {"name": "main", "image": MAIN["image"]}, replicas=0, hostNetwork=True
    )


def on_its_way_out(scene: Scene, namespace: str, name: str) -> Object:
    """That Deployment, deleted."""
    item = adopted(leaving)(scene, namespace, name)
    scene.api.delete(item).must()
    return item


def moves(body: Object) -> None:
    body["metadata"]["labels"][QUEUE] = SLICES


def debugs_twice(first: Object, second: Object) -> Callable[[Scene, str, str], Answer]:
    """Two containers for debugging at once."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = scene.make(pod(namespace, name, schedulingGates=[{"name": "example.com/wait"}]))
        added = [{key: one[key] for key in one if key != "resources"} for one in (first, second)]
        change = {"spec": {"ephemeralContainers": added}}
        return scene.actor.patch(item, change, subresource="ephemeralcontainers", content_type=STRATEGIC_PATCH)

    return steps


def elsewhere(namespace: str, call: Callable[[Scene, str, str], Answer]) -> Callable[[Scene, str, str], Answer]:
    """In a namespace that is no tenant's."""
    return lambda scene, _, name: call(scene, namespace, name)


def account_of(scene: Scene, account: str) -> Api:
    """An account of kube-system, which may do everything here, so that the rules alone decide."""
    return scene.api.acting_as(f"system:serviceaccount:kube-system:{account}", "system:masters")


def by(account: str, given: Given, change: Callable[[Object], object]) -> Callable[[Scene, str, str], Answer]:
    """A controller of kube-system replaces the object."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        wanted = copied(scene.api.get(given(scene, namespace, name)).must())
        change(wanted)
        return account_of(scene, account).replace(wanted)

    return steps


def makes(account: str, build: Callable[[str, str], Object]) -> Callable[[Scene, str, str], Answer]:
    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = build(namespace, name)
        scene.made.append(item)
        return account_of(scene, account).create(item)

    return steps


def claim(namespace: str, name: str) -> Object:
    spec = {
        "accessModes": ["ReadWriteOnce"],
        "storageClassName": "cephfs",
        "resources": {"requests": {"storage": "1Gi"}},
    }
    metadata = {"name": name, "namespace": namespace}
    return {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": metadata, "spec": spec}


BUSY = container(1, cpu="46")
"""More CPU than its unit brings."""
DEBUG, FOREIGN = container(name="debug"), {**container(name="foreign"), "image": "docker.io/x:1"}
DEVICES = {**container(name="devices"), "env": ALL_DEVICES}

LATER = [
    Change("first-gate-off", DEVELOPER, HELD, waiting_pod, only_gate(1), "TN811", ("merge",)),
    Change("second-gate-off", DEVELOPER, HELD, waiting_pod, only_gate(0), "TN811", ("merge",)),
    Change("pod-of-a-job-finds-a-second-owner", DEVELOPER, PRETRAIN, pod_of_a_job, second_owner, "TN813", ("merge",)),
    *(
        Change(
            f"pod-of-a-job-loses-a-label-{number}",
            DEVELOPER,
            PRETRAIN,
            pod_of_a_job,
            drop(*LABELS, key),
            "TN813",
            ("merge",),
        )
        for number, key in enumerate(
            ("controller-uid", "batch.kubernetes.io/job-name", "batch.kubernetes.io/controller-uid")
        )
    ),
    Change(
        "waiting-job-with-a-second-finalizer",
        DEVELOPER,
        HELD,
        waiting_job,
        put("metadata", "finalizers", to=["foregroundDeletion", KEPT]),
        "TN818",
        ("merge",),
    ),
    *(
        Change(f"waiting-job-{name}", DEVELOPER, HELD, waiting_job, to, "TN816", ("merge",))
        for name, to in (
            ("of-more-pods", put("spec", "parallelism", to=2)),
            ("that-asks-less", put(*TEMPLATE, "containers", 0, "resources", to=container(1, cpu="500m")["resources"])),
            ("that-asks-for-a-second-unit", put(*TEMPLATE, "containers", 0, "resources", to=container(2)["resources"])),
        )
    ),
    Change(
        "running-job-moves-and-suspends",
        DEVELOPER,
        MERIDIAN,
        approved_job,
        both(put(*LABELS, QUEUE, to="training.h100-meridian"), put("spec", "suspend", to=True)),
        "TN815",
        ("merge",),
    ),
    *(
        Change(
            f"{kind.lower()}-of-a-dedicated-tenant-leaves-its-queue",
            ADMIN,
            FRAUD,
            there(queued(kind, container(image=APPROVED), queue="inference.cpu-finance")),
            drop(*LABELS, QUEUE),
            "TN808",
            ("merge",),
        )
        for kind in ("Deployment", "StatefulSet")
    ),
    Change("slices-grow", DEVELOPER, FINETUNE, slices_at_work, put("spec", "parallelism", to=2), "TN816", ("merge",)),
    Change("slices-grow-as-if-elastic", DEVELOPER, FINETUNE, slices_at_work, grows_as_elastic, "TN816", ("merge",)),
    *(
        Change(
            f"{kind.lower()}-tolerates-all-later",
            INTRUDER,
            PRETRAIN,
            there(queued(kind, queue="")),
            put(*TEMPLATE, "tolerations", to=[FINE_TOLERATION, ANY]),
            "TN830",
            ("merge",),
        )
        for kind in ("Deployment", "StatefulSet", "ReplicaSet", "DaemonSet")
    ),
    Change(
        "cron-job-tolerates-all-later",
        ADMIN,
        PRETRAIN,
        there(lambda namespace, name: cron_job(namespace, name, job(namespace, name))),
        put("spec", "jobTemplate", *TEMPLATE, "tolerations", to=[ANY]),
        "TN830",
        ("merge",),
    ),
    Change(
        "replication-controller-tolerates-all-later",
        INTRUDER,
        PRETRAIN,
        there(
            lambda namespace, name: {
                **RC(namespace, name),
                "spec": queued("ReplicaSet", queue="")("", "x")["spec"] | {"selector": {"app": "x"}},
            }
        ),
        put(*TEMPLATE, "tolerations", to=[ANY]),
        "TN830",
        ("merge",),
    ),
    Change(
        "daemonset-asks-for-gpus-later",
        INTRUDER,
        PRETRAIN,
        there(queued("DaemonSet", queue="")),
        put(*TEMPLATE, "containers", 0, "resources", to=ONE["resources"]),
        "TN803",
        ("merge",),
    ),
    Change(
        "statefulset-finds-an-owner",
        ADMIN,
        PRETRAIN,
        there(queued("StatefulSet", queue="")),
        put("metadata", "ownerReferences", to=OTHER_OWNER),
        "TN813",
        ("merge",),
    ),
    Change(
        "deployment-of-two-images-one-foreign",
        ADMIN,
        PRETRAIN,
        cpu_deployment,
        lambda body: body["spec"]["template"]["spec"]["containers"].append(FOREIGN),
        "TN841",
        ("merge",),
    ),
    Change(
        "left-job-moves-without-priority",
        DEVELOPER,
        FINETUNE,
        left(queued("Job", container(1, resource=MIG))),
        moves,
        "TN851",
        ("merge",),
    ),
    Change(
        "left-job-moves-without-run-time",
        DEVELOPER,
        FINETUNE,
        left(queued("Job", container(1, resource=MIG))),
        both(moves, put(*LABELS, PRIORITY, to="normal")),
        "TN852",
        ("merge",),
    ),
    Change(
        "left-job-grows-further",
        DEVELOPER,
        PRETRAIN,
        left(queued("Job", BUSY)),
        put(*TEMPLATE, "containers", 0, "resources", to=container(1, cpu="47")["resources"]),
        "TN806",
        ("merge",),
    ),
    Change(
        "left-statefulset-moves-to-another-class-that-ends",
        ADMIN,
        FINETUNE,
        left(queued("StatefulSet", container(1, resource=MIG))),
        both(moves, put(*LABELS, PRIORITY, to="normal")),
        "TN852",
        ("merge",),
    ),
    *(
        Change(
            f"leaving-deployment-{what}",
            ADMINISTRATOR,
            PRETRAIN,
            on_its_way_out,
            both(drop("metadata", "finalizers"), change),
            code,
            ("merge",),
        )
        for what, change, code in (
            ("scaled", put("spec", "replicas", to=1), "TN840"),
            ("labelled", put("metadata", "labels", to={"a": "b"}), "TN840"),
            ("noted-upon", put("metadata", "annotations", to={"a": "b"}), "TN840"),
            ("owned", put("metadata", "ownerReferences", to=OTHER_OWNER), "TN840"),
        )
    ),
]
LATER += [
    Change(
        f"adopted-deployment-in-{what}",
        ADMINISTRATOR,
        PRETRAIN,
        adopted(on_the_host),
        put(*TEMPLATE, *path, "securityContext", to=WINDOWS),
        "TN840",
        ("merge",),
    )
    for what, path in (("windows", ()), ("windows-in-a-container", ("containers", 0)))
]
"""Nothing of this kind is valid outside the network of the node, so it is met only where that was there before."""
KUEUES_WORDS = [
    Change(
        f"namespace-gets-{what}-of-{key.split('/')[0]}",
        ADMINISTRATOR,
        PRETRAIN,
        namespace_itself,
        put("metadata", what, key, to="x"),
        "TN870",
    )
    for what in ("labels", "annotations")
    for key in (
        "tenants.example.com/x",
        "pod-security.kubernetes.io/x",
        "kueue.x-k8s.io/x",
        "resource.kubernetes.io/x",
        "argocd.argoproj.io/x",
        "app.kubernetes.io/managed-by",
    )
    if (what, key) != ("labels", "app.kubernetes.io/managed-by")
]
"""Every beginning of a protected key, as a label and as an annotation."""

LATER_CALLS = [
    Call("sidecar-grown-in-place", INTRUDER, PRETRAIN, resizes("sidecar"), "TN821"),
    Call("whole-pod-grown-in-place", INTRUDER, PRETRAIN, resizes("pod"), "TN821"),
    Call("debugging-twice-the-second-foreign", INTRUDER, PRETRAIN, debugs_twice(DEBUG, FOREIGN), "TN841"),
    Call("debugging-twice-the-first-foreign", INTRUDER, PRETRAIN, debugs_twice(FOREIGN, DEBUG), "TN841"),
    Call("debugging-twice-the-second-with-devices", INTRUDER, PRETRAIN, debugs_twice(DEBUG, DEVICES), "TN836"),
    Call("debugging-twice-the-first-with-devices", INTRUDER, PRETRAIN, debugs_twice(DEVICES, DEBUG), "TN836"),
    Call("owned-object-elsewhere-claimed", ARGOCD, PRETRAIN, elsewhere("default", takes_over("mine:x")), "TN873"),
    *(
        Call(
            f"pod-owned-anew-by-{account}",
            DEVELOPER,
            HELD,
            by(account, waiting_pod, put("metadata", "ownerReferences", to=OTHER_OWNER)),
            "TN813",
        )
        for account in ("deployment-controller", "argocd-manager", "cronjob-controller")
    ),
    *(
        Call(
            f"daemon-pod-{what}",
            DEVELOPER,
            PRETRAIN,
            makes("daemon-set-controller", lambda n, x, tolerations=tolerations: pod(n, x, tolerations=tolerations)),
            "TN830",
        )
        for what, tolerations in (
            ("tolerates-all", [{"key": "node.kubernetes.io/disk-pressure", "operator": "Exists"}, ANY]),
            ("tolerates-a-pool", [{"key": "tenants.example.com/pool", "operator": "Exists"}]),
        )
    ),
    Call(
        "claim-named-by-another-controller",
        DEVELOPER,
        PRETRAIN,
        by("expand-controller", there(claim), put("spec", "volumeName", to="pv")),
        "TN862",
    ),
    Call(
        "claim-made-by-the-binder",
        DEVELOPER,
        PRETRAIN,
        makes(
            "persistent-volume-binder",
            lambda n, x: {**claim(n, x), "spec": {**claim(n, x)["spec"], "volumeName": "pv"}},
        ),
        "TN862",
    ),
]
