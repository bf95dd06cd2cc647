"""Attempts to be part of work that was charged for something else: of a pod group, of a set, of a Workload.

Also what lets Kueue or the controller of a set believe something else than what was charged. Each ran units that nobody
was charged for, on a real plane, before there was a rule.
"""

from collections.abc import Callable
from typing import Any

from tests.acceptance.admission.attempts.attempt import ADMIN, DEVELOPER, INTRUDER, OPERATOR, Call, Change, Creation
from tests.acceptance.admission.attempts.changes import put
from tests.acceptance.admission.attempts.creations import (
    CLAIM,
    CORES,
    FOREIGN,
    ONE,
    PRETRAIN,
    RC,
    TOKENIZE,
    TRAIN,
    TRAINING,
    Build,
    a,
    a_cron_job,
    a_job,
    a_pod,
    having,
    limited,
    plain,
    with_,
)
from tests.acceptance.admission.attempts.every import APPROVED
from tests.acceptance.admission.attempts.later import FRAUD
from tests.acceptance.admission.attempts.mixed import NETWORKS, ONCE
from tests.acceptance.admission.attempts.samples import CLAIM_SAMPLE, changes, pointer, set_
from tests.acceptance.admission.attempts.scene import Scene
from tests.plane.api import Answer, Object
from tests.plane.workloads import GPU, QUEUE, container, replicated

KUEUE = "kueue.x-k8s.io/"
GROUP, SIZE, PREBUILT, PARENT = (
    f"{KUEUE}{word}"
    for word in ("pod-group-name", "pod-group-total-count", "prebuilt-workload-name", "pod-suspending-parent")
)
RANKING = "search-ranking"
SERVED: dict[str, Any] = {"queue": FOREIGN}
OF_A_SET = "statefulset-s0-1ac53"
"""How Kueue calls the Workload of a StatefulSet s0."""


def member(group: str, size: str = "1", *, where: str = "labels", **more: Any) -> Build:
    """A pod that says which group it is of."""
    parts: dict[str, Any] = {"labels": {}, "annotations": {SIZE: size}}
    parts[where][GROUP] = group
    for part in ("labels", "annotations"):
        parts[part].update(more.pop(part, {}))
    return a_pod(ONE, **{**TRAINING, **more}, **parts)


def owned(parent: str) -> Build:
    """A pod that calls a set of its namespace its owner, and looks to Kueue like one that the set has made."""
    reference = {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "s0", "uid": "1", "controller": True}
    build = a_pod(ONE, **SERVED, annotations={PARENT: parent})
    return with_(build, "metadata", "ownerReferences", to=[reference])


def marked(part: str, key: str, value: str) -> dict[str, Build]:
    """Every kind of work with one more word on its pods."""
    template = ("spec", "template", "metadata", part)
    of_cron_job = ("spec", "jobTemplate", "spec", "template", "metadata", part)
    # Where a label is set, those by which the object finds its pods have to stay.
    plus: Callable[[str], Object] = lambda name: {key: value, **({"app": name} if part == "labels" else {})}  # noqa: E731

    def kind(name: str, **more: Any) -> Build:
        def build(namespace: str, item: str) -> Object:
            return with_(a(name, **more), *template, to=plus(item))(namespace, item)

        return build

    return {
        "job": with_(a_job(labels={"a": "b"}), *template, to={key: value}),
        "cron-job": with_(a_cron_job(labels={"a": "b"}), *of_cron_job, to={key: value}),
        "deployment": kind("Deployment", replicas=0),
        "statefulset": kind("StatefulSet", replicas=0),
        "replicaset": kind("ReplicaSet", replicas=0),
        "daemonset": kind("DaemonSet"),
        "replication-controller": with_(
            with_(RC, "spec", "template", "spec", to=a_pod()("", "")["spec"]),
            "spec",
            "template",
            "metadata",
            part,
            to={key: value, **({"app": "x"} if part == "labels" else {})},
        ),
    }


def prebuilt(part: str) -> dict[str, Build]:
    """Every kind that Kueue holds by itself, naming a Workload that is there."""
    named: dict[str, Any] = {part: {PREBUILT: OF_A_SET}}
    builds = {
        "pod": a_pod(ONE, **TRAINING, **named),
        "job": a_job(ONE, **TRAINING, **named),
        "cron-job": with_(
            a_cron_job(ONE, **TRAINING),
            "spec",
            "jobTemplate",
            "metadata",
            part,
            to={PREBUILT: OF_A_SET, **({QUEUE: TRAIN} if part == "labels" else {})},
        ),
    }
    for kind in ("Deployment", "StatefulSet"):
        builds[kind.lower()] = with_(a(kind, replicas=0), "metadata", part, to={PREBUILT: OF_A_SET})
    return builds


GROUPS = [
    *(
        Creation(
            f"group-of-a-name-that-is-too-long-in-{where}",
            DEVELOPER,
            PRETRAIN,
            member("statefulset-" + "x" * 40, where=where),
            "TN822",
            ONCE,
        )
        for where in ("labels", "annotations")
    ),
    *(
        Creation(
            f"group-that-is-{word}", DEVELOPER, PRETRAIN, member("g", annotations={KUEUE + word: value}), "TN822", ONCE
        )
        for word, value in (
            ("pod-group-fast-admission", "true"),
            ("pod-group-serving", "true"),
            ("workload", "x"),
            ("workload-slice-name", "x"),
            ("admission-gated-by", "x"),
            ("safe-to-forcefully-delete", "true"),
        )
    ),
    *(
        Creation(
            f"pod-labelled-{word}",
            DEVELOPER,
            PRETRAIN,
            a_pod(ONE, **TRAINING, labels={KUEUE + word: "x"}),
            "TN822",
            ONCE,
        )
        for word in ("podset", "local-queue-name", "cluster-queue-name", "multikueue-origin", "job-uid")
    ),
    Creation(
        "group-without-a-queue",
        DEVELOPER,
        PRETRAIN,
        with_(member("g"), "metadata", "labels", to={GROUP: "g"}),
        "TN801",
        ONCE,
    ),
    Creation(
        "group-without-a-queue-or-units",
        DEVELOPER,
        PRETRAIN,
        a_pod(labels={GROUP: "g"}, annotations={SIZE: "1"}),
        "TN822",
        ONCE,
    ),
    *(
        Creation(f"prebuilt-{kind}-in-{part}", INTRUDER, PRETRAIN, build, "TN822", ONCE)
        for part in ("labels", "annotations")
        for kind, build in prebuilt(part).items()
    ),
    *(
        Creation(f"{what}-on-the-pods-of-a-{kind}", INTRUDER, PRETRAIN, build, "TN822", ONCE)
        for what, part, key, value in (
            ("group", "labels", GROUP, "g"),
            ("group-size", "annotations", SIZE, "1"),
            ("prebuilt", "labels", PREBUILT, "g"),
            ("foreign-parent", "annotations", PARENT, "leaderworkerset.x-k8s.io/leaderworkerset"),
            ("role", "annotations", f"{KUEUE}role-hash", "main"),
        )
        for kind, build in marked(part, key, value).items()
    ),
    *(
        Creation(f"queue-on-the-pods-of-a-{kind}-alone", ADMIN, PRETRAIN, build, "TN822", ONCE)
        for kind, build in marked("labels", QUEUE, TRAIN).items()
        if kind in ("job", "cron-job")
    ),
    *(
        Creation(f"pod-suspended-by-a-{parent}", DEVELOPER, RANKING, owned(parent), "TN822", ONCE)
        for parent in ("statefulset", "deployment", "pod")
    ),
    Creation(
        "pod-held-by-its-own-gate",
        DEVELOPER,
        PRETRAIN,
        a_pod(ONE, schedulingGates=[{"name": f"{KUEUE}admission"}]),
        "TN801",
        ONCE,
    ),
    Creation(
        "pod-of-a-dedicated-tenant-held-by-its-own-gate",
        DEVELOPER,
        FRAUD,
        a_pod(having(image=APPROVED), schedulingGates=[{"name": f"{KUEUE}admission"}]),
        "TN808",
        ONCE,
    ),
    *(
        Creation(
            f"pod-with-{label.split('/')[-1]}",
            DEVELOPER,
            PRETRAIN,
            a_pod(ONE, **TRAINING, labels={label: "x"}),
            "TN813",
            ONCE,
        )
        for label in ("controller-revision-hash", "statefulset.kubernetes.io/pod-name", "apps.kubernetes.io/pod-index")
    ),
]

ELSEWHERE = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
SELECTED = {"selector": {"matchLabels": {"owner": "vision"}}}
TAKEN: dict[str, Object] = {
    "selected": {**CLAIM, **SELECTED},
    "of-no-class": {**ELSEWHERE, "storageClassName": ""},
    "selected-of-no-class": {**ELSEWHERE, "storageClassName": "", **SELECTED},
}


def no_cpu(**amounts: str) -> Object:
    return {**container(), "resources": {"requests": {"cpu": "0", **amounts}, "limits": amounts}}


def disk(requests: str) -> Object:
    return limited(**{"cpu": "1", "memory": "1Gi", GPU: "1", "ephemeral-storage": requests})


def ephemeral(claim: Object) -> Build:
    return a_pod(volumes=[{"name": "v", "ephemeral": {"volumeClaimTemplate": {"spec": claim}}}])


UNITS = [
    *(
        Creation(f"{kind}-of-no-cpu-in-a-cpu-pool", INTRUDER, TOKENIZE, build, "TN804", ONCE)
        for kind, build in (
            ("job", a_job(no_cpu(memory="225Gi"), queue=CORES)),
            ("pod", a_pod(no_cpu(memory="225Gi"), queue=CORES)),
            ("deployment", a("Deployment", no_cpu(memory="225Gi"), queue=CORES, replicas=0)),
            ("cron-job", a_cron_job(no_cpu(memory="1Gi"), queue=CORES)),
        )
    ),
    Creation("disk-above-the-units", ADMIN, PRETRAIN, a_job(disk("3073Gi"), **TRAINING), "TN806", ONCE),
    Creation(
        "disk-above-the-units-in-a-second-container",
        ADMIN,
        PRETRAIN,
        a_pod(
            disk("3Ti"),
            {**limited(**{"cpu": "1", "memory": "1Gi", "ephemeral-storage": "1"}), "name": "more"},
            **TRAINING,
        ),
        "TN806",
        ONCE,
    ),
    Creation(
        "disk-above-the-cores",
        ADMIN,
        TOKENIZE,
        a_job(limited(**{"cpu": "1", "memory": "1Gi", "ephemeral-storage": "1Ti"}), queue=CORES),
        "TN806",
        ONCE,
    ),
    *(
        Creation(f"network-{what}", ADMIN, PRETRAIN, a_pod(annotations={NETWORKS: text}), "TN839", ONCE)
        for what, text in (
            ("in-a-list-after-a-blank", ' [{"name":"ib0","namespace":"vision-serving"}]'),
            ("in-a-list-on-the-next-line", '\n[{"name":"ib0","namespace":"vision-serving"}]'),
            ("with-a-key-in-another-case", '[{"name":"ib0","Namespace":"vision-serving"}]'),
            ("with-an-escaped-key", '[{"name":"ib0","n\\u0061mespace":"vision-serving"}]'),
            ("on-the-next-line", "\nvision-serving/ib0"),
            ("in-an-object", '{"name":"ib0","namespace":"vision-serving"}'),
            ("with-a-name-below-a-namespace", '[{"name":"vision-serving/ib0"}]'),
        )
    ),
    *(
        Creation(f"claim-{what}", DEVELOPER, PRETRAIN, plain("v1", "PersistentVolumeClaim", spec=claim), "TN862")
        for what, claim in TAKEN.items()
    ),
    *(
        Creation(f"volume-{what}", DEVELOPER, PRETRAIN, ephemeral(claim), "TN862", ONCE)
        for what, claim in {**TAKEN, "named": {**CLAIM, "volumeName": "pv-of-others"}}.items()
    ),
    *(
        Creation(
            f"volume-of-a-set-{what}",
            OPERATOR,
            RANKING,
            with_(
                a("StatefulSet", ONE, **SERVED),
                "spec",
                "volumeClaimTemplates",
                to=[{"metadata": {"name": "data"}, "spec": claim}],
            ),
            "TN862",
            ONCE,
        )
        for what, claim in {**TAKEN, "named": {**CLAIM, "volumeName": "pv-of-others"}}.items()
    ),
    Creation(
        "flex-volume",
        ADMIN,
        PRETRAIN,
        a_pod(volumes=[{"name": "v", "flexVolume": {"driver": "example.com/hostdir"}}]),
        "TN840",
        ONCE,
    ),
    Creation(
        "devices-for-cri-o",
        ADMIN,
        PRETRAIN,
        a_pod(annotations={"io.kubernetes.cri-o.Devices": "/dev/nvidia0"}),
        "TN836",
        ONCE,
    ),
    *(
        Creation(
            f"{variable.lower().replace('_', '-')}-all",
            ADMIN,
            PRETRAIN,
            a_job(having(env=[{"name": variable, "value": "all"}])),
            "TN836",
            ONCE,
        )
        for variable in ("ASCEND_VISIBLE_DEVICES", "MTHREADS_VISIBLE_DEVICES")
    ),
]


def pod_of_a_set(scene: Scene, namespace: str, name: str) -> Object:
    """The running pod of a StatefulSet, which an operator of the project has made."""
    item = replicated("StatefulSet", namespace, name, ONE, queue=FOREIGN)
    scene.made.append(item)
    scene.projects[namespace].acting_as(scene.api, OPERATOR).create(item).must()
    return scene.pod_of(item)


def grown(scene: Scene, namespace: str, name: str) -> Answer:
    """A set grows through the subresource that Kueue does not look at."""
    item = scene.running(replicated("StatefulSet", namespace, name, ONE, queue=FOREIGN))
    return scene.actor.patch(item, {"spec": {"replicas": 2}}, subresource="scale")


def elsewhere(scene: Scene, namespace: str, name: str) -> Answer:
    """A set of a tenant with dedicated nodes lets the selector go that keeps it there."""
    item = scene.make(
        replicated("StatefulSet", namespace, name, having(image=APPROVED), queue="inference.cpu-finance", replicas=0)
    )
    return scene.actor.patch(
        item, {"spec": {"template": {"spec": {"nodeSelector": {"tenants.example.com/pool": "h100-finance"}}}}}
    )


OF_SETS = [
    Change(
        f"pod-of-a-set-{what}",
        DEVELOPER,
        RANKING,
        pod_of_a_set,
        put("metadata", "labels", key, to="x"),
        "TN813",
    )
    for what, key in (
        ("leaves-it", "app"),
        ("gets-one-more-label", "more"),
        ("gets-another-revision", "controller-revision-hash"),
    )
]

SETS = [
    Call("set-grown-through-its-scale", OPERATOR, RANKING, grown, "TN816"),
    Call("set-of-a-dedicated-tenant-on-other-nodes", OPERATOR, FRAUD, elsewhere, "TN808"),
    *(
        Call(f"claim-{what}-by-a-member", DEVELOPER, PRETRAIN, changes(CLAIM_SAMPLE, change), "TN872")
        for what, change in (
            ("held", set_("/metadata/finalizers", ["example.com/hold", "kubernetes.io/pvc-protection"])),
            ("called-bound", set_(f"/metadata/annotations/{pointer('pv.kubernetes.io/bind-completed')}", "yes")),
        )
    ),
]
