"""Requests that pass by a hair: each is fine by one word of one rule, and the attempt beside it lacks that word.

What is made here is only asked for (a dry run), so that the whole list takes seconds.
"""

from collections.abc import Callable
from typing import Any

from tests.acceptance.admission.attempts.adopted import KINDS, adopted, claim, service
from tests.acceptance.admission.attempts.attempt import (
    ADMIN,
    ADMINISTRATOR,
    ARGOCD,
    DEVELOPER,
    DRIVER,
    INTRUDER,
    OWNER,
    Call,
    Change,
    Creation,
)
from tests.acceptance.admission.attempts.calls import deletes_its_job, owner, workloads_of
from tests.acceptance.admission.attempts.changes import (
    HELD,
    LABELS,
    OTHER_OWNER,
    drop,
    namespace_itself,
    put,
    waiting_job,
    waiting_pod,
)
from tests.acceptance.admission.attempts.creations import (
    MERIDIAN,
    MIG,
    ONE,
    POOL,
    PRETRAIN,
    RISK,
    RUN_TIME,
    TOKENIZE,
    TRAIN,
    TRAINING,
    VOLUME,
    a,
    a_cron_job,
    a_job,
    a_pod,
    having,
    limited,
    node_terms,
    plain,
    term,
    with_,
)
from tests.acceptance.admission.attempts.every import APPROVED, TEMPLATE_LABELS, without_requests
from tests.acceptance.admission.attempts.later import (
    BUSY,
    by,
    held_pod,
    left,
    makes,
    on_its_way_out,
    queued,
    there,
)
from tests.acceptance.admission.attempts.later import claim as new_claim
from tests.acceptance.admission.attempts.mixed import HOOK, NETWORKS
from tests.acceptance.admission.attempts.samples import (
    ACCOUNT,
    APPLICATION,
    CLAIM_SAMPLE,
    SAMPLES,
    SERVICE,
    Sample,
    changes,
    creates,
    deletes,
    made,
    set_,
)
from tests.acceptance.admission.attempts.scene import Scene, copied
from tests.plane.api import STRATEGIC_PATCH, Answer, Object
from tests.plane.waiting import wait_for
from tests.plane.workloads import GPU, PRIORITY, QUEUE, container, job, pod, replicated

CAPABILITIES = [
    "AUDIT_WRITE",
    "CHOWN",
    "DAC_OVERRIDE",
    "FOWNER",
    "FSETID",
    "IPC_LOCK",
    "KILL",
    "MKNOD",
    "NET_BIND_SERVICE",
    "SETFCAP",
    "SETGID",
    "SETPCAP",
    "SETUID",
    "SYS_CHROOT",
]
OWN_POOL = {"key": POOL, "operator": "In", "values": ["h100-train"]}
RACK = {"key": "example.com/rack", "operator": "NotIn", "values": ["r1"]}
NOTE = put("metadata", "annotations", "note", to="x")
PARTNERS = "development.h100-meridian"
CORES = "batch.cpu-general"


def tolerating(key: str, **more: str) -> Object:
    return {"key": f"node.kubernetes.io/{key}", "operator": "Exists", **more}


def mounted(*paths: str) -> Object:
    return having(volumeMounts=[{"name": "v", "mountPath": path} for path in paths])


def capable(*capabilities: str) -> Object:
    return having(securityContext={"capabilities": {"add": list(capabilities)}})


def terms(kind: str) -> dict[str, Any]:
    own = term(namespaces=[PRETRAIN])
    return {
        kind: {
            "requiredDuringSchedulingIgnoredDuringExecution": [term(), own],
            "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1, "podAffinityTerm": own}],
        }
    }


def creation(name: str, build: Callable[[str, str], Object], who: str = ADMIN, project: str = PRETRAIN) -> Creation:
    return Creation(name, who, project, build, "")


MADE = [
    creation("no-accelerators-by-number", a_pod(limited(**{"cpu": "1", "memory": "1Gi", GPU: "0"}))),
    creation("network-devices-without-queue", a_job(limited(**{"cpu": "1", "memory": "1Gi", "rdma/hca": "1"}))),
    creation("exactly-what-a-unit-brings", a_job(container(1, cpu="23", memory="248Gi"), **TRAINING)),
    creation(
        "exactly-what-a-unit-brings-in-two-containers",
        a_job(container(1, cpu="22", memory="247Gi"), without_requests(cpu="1", memory="1Gi"), **TRAINING),
    ),
    creation(
        "exactly-what-a-unit-brings-in-an-init-container",
        a_job(
            container(1),
            **TRAINING,
            initContainers=[{**limited(**{"cpu": "23", "memory": "248Gi", "rdma/hca": "1"}), "name": "first"}],
        ),
    ),
    creation(
        "no-other-accelerators-by-number",
        a_job(limited(**{"cpu": "1", "memory": "1Gi", GPU: "1", MIG: "0"}), **TRAINING),
    ),
    creation("exactly-a-core", a_job(container(cpu="2", memory="8Gi"), queue=CORES), project=TOKENIZE),
    creation("part-of-a-core", a_job(container(cpu="500m", memory="2Gi"), queue=CORES), project=TOKENIZE),
    *(
        creation(f"tolerates-{key}", a_pod(tolerations=[tolerating("not-ready"), tolerating(key, effect="NoSchedule")]))
        for key in ("not-ready", "unreachable", "memory-pressure")
    ),
    creation("selects-its-pool-and-a-rack", a_job(nodeSelector={POOL: "h100-train", "example.com/rack": "r1"})),
    creation(
        "demands-its-pool-or-another-rack",
        a_job(affinity=node_terms({"matchExpressions": [OWN_POOL, RACK]}, {"matchExpressions": [RACK]})),
    ),
    creation("names-the-usual-scheduler", a_job(schedulerName="default-scheduler")),
    creation("ends-in-ten-minutes", a_job(terminationGracePeriodSeconds=600)),
    *(
        creation(f"near-its-own-{kind.lower()}", a_job(affinity=terms(kind)))
        for kind in ("podAffinity", "podAntiAffinity")
    ),
    *(
        creation(
            f"{variable.split('_')[0].lower()}-devices-{value or 'empty'}",
            a_job(having(env=[{"name": variable, "value": value}])),
        )
        for variable in ("NVIDIA_VISIBLE_DEVICES", "AMD_VISIBLE_DEVICES", "HABANA_VISIBLE_DEVICES")
        for value in ("", "none", "void")
    ),
    creation("other-variables", a_job(having(env=[{"name": "VISIBLE_DEVICES", "value": "all"}]))),
    creation("other-mounts", a_job(mounted("/data", "/var/run/nvidia"), volumes=VOLUME)),
    creation("other-annotations", a_pod(annotations={"example.com/cdi.k8s.io": "x", "nri.io/x": "x"})),
    creation("its-own-networks", a_pod(annotations={NETWORKS: f"ib0, {PRETRAIN}/ib1"})),
    creation("its-own-networks-as-json", a_pod(annotations={NETWORKS: '[{"name": "ib0"}, {"name": "ib1"}]'})),
    creation("every-weak-capability", a_job(capable(*CAPABILITIES))),
    creation("the-usual-proc", a_job(having(securityContext={"procMount": "Default"}))),
    creation("ports-of-its-own", a_job(having(ports=[{"containerPort": 80, "hostPort": 0}, {"containerPort": 81}]))),
    creation("flags-that-say-no", a_job(hostNetwork=False, hostPID=False, hostIPC=False)),
    creation("second-registry", a_job(having(image="nvcr.io/nvidia/pytorch:25.01"), having(name="b"))),
    creation("image-as-a-volume", a_job(volumes=[{"name": "v", "image": {"reference": "nvcr.io/nvidia/data:1"}}])),
    creation("approved-image", a_job(having(image=APPROVED), queue="batch.cpu-finance"), project=RISK),
    creation(
        "selects-pods-itself-without-queue",
        with_(
            a_job(job_spec={"manualSelector": True, "selector": {"matchLabels": {"x": "y"}}}),
            *("spec", "template", "metadata"),
            to={"labels": {"x": "y"}},
        ),
    ),
    creation("finalizer-without-queue", with_(a_job(), "metadata", "finalizers", to=["example.com/hold"])),
    creation(
        "finalizer-of-its-deletion", with_(a_job(ONE, **TRAINING), "metadata", "finalizers", to=["foregroundDeletion"])
    ),
    creation("hook-of-argo-cd", with_(a_job(ONE, **TRAINING), "metadata", "finalizers", to=[HOOK]), who=ARGOCD),
    creation("priority-by-its-class", a_job(ONE, **TRAINING, priorityClassName="high")),
    creation("priority-on-its-pods", with_(a_job(), *TEMPLATE_LABELS, to={PRIORITY: "high"})),
    creation("priority-of-a-schedule", with_(a_cron_job(ONE, **TRAINING), "metadata", "labels", to={PRIORITY: "high"})),
    creation(
        "priority-of-its-class-of-work",
        a_job(container(cpu="1", memory="4Gi"), queue=CORES, priority="scavenger"),
        project=TOKENIZE,
    ),
    *(
        creation(f"ends-after-{seconds}", a_job(ONE, **TRAINING, labels={RUN_TIME: seconds}))
        for seconds in ("1", "604799", "604800")
    ),
    creation("plain-secret", with_(plain("v1", "Secret"), "type", to="Opaque")),
    creation(
        "headless-service",
        plain("v1", "Service", spec={"type": "ClusterIP", "clusterIP": "None", "ports": [{"port": 80}]}),
    ),
    creation("daemonset-without-accelerators", a("DaemonSet"), who=ARGOCD),
    creation(
        "namespace-of-nobody",
        lambda namespace, name: {
            "apiVersion": "v1",
            "kind": "Namespace",
            "metadata": {"name": name, "labels": {"pod-security.kubernetes.io/enforce": "baseline"}},
        },
        who=ADMINISTRATOR,
    ),
]


def own_gate(scene: Scene, namespace: str, name: str) -> Object:
    """A queued pod that waits behind a gate of its own, too."""
    gates = [{"name": "example.com/wait"}]
    return scene.make(pod(namespace, name, container(1), queue=TRAIN, schedulingGates=gates))


def without_own_gate(body: Object) -> None:
    gates = body["spec"]["schedulingGates"]
    body["spec"]["schedulingGates"] = [one for one in gates if one["name"] != "example.com/wait"]


def idle_job(scene: Scene, namespace: str, name: str) -> Object:
    """A Job that nobody starts."""
    return scene.make(job(namespace, name, job_spec={"suspend": True}))


def waits_for_room(scene: Scene, namespace: str, name: str) -> Object:
    """A Job of more pods than there are nodes, in a project with two queues of one pool."""
    return scene.make(job(namespace, name, container(8, image=APPROVED), queue=PARTNERS, parallelism=500))


def unheld_deployment(scene: Scene, namespace: str, name: str) -> Object:
    """A Deployment in a queue that Kueue leaves to its owner, made before our rules."""
    parent = waiting_job(scene, namespace, f"{name}-owner")
    wait_for(lambda: workloads_of(scene, parent), "Kueue knows the Job")
    child = replicated("Deployment", namespace, name, ONE, queue=TRAIN, replicas=0)
    child["metadata"].update(owner(parent, scene.api.get(parent).must()))
    return left(lambda *_: child)(scene, namespace, name)


def joins(body: Object) -> None:
    """It asks for a unit from now on, and for more pods, and goes to the queue that sells them, with all its labels."""
    labels = body["metadata"].setdefault("labels", {})
    labels.update({QUEUE: TRAIN, PRIORITY: "normal", RUN_TIME: "60"})
    body["spec"]["parallelism"] = 2
    body["spec"]["template"]["spec"]["containers"][0]["resources"] = ONE["resources"]


def made_by_somebody(namespace: str, name: str) -> Object:
    """A pod that waits, and says that it belongs to an object of a kind that nobody knows."""
    item = pod(namespace, name, schedulingGates=[{"name": "example.com/wait"}])
    item["metadata"]["ownerReferences"] = [{**OTHER_OWNER[0], "apiVersion": "example.com/v1", "kind": "Thing"}]
    return item


def fewer(body: Object) -> None:
    """One toleration less, and the other one stays."""
    template = body["spec"]["template"]["spec"]
    template["tolerations"] = template["tolerations"][1:]


CHANGED = [
    *(
        Change(f"adopted-{kind.lower()}", ADMINISTRATOR, PRETRAIN, adopted(build), NOTE, "")
        for kind, build in KINDS.items()
    ),
    Change("adopted-daemonset-of-a-dedicated-tenant", ADMINISTRATOR, RISK, adopted(KINDS["DaemonSet"]), NOTE, ""),
    Change("adopted-deployment-of-a-dedicated-tenant", ADMINISTRATOR, RISK, adopted(KINDS["Deployment"]), NOTE, ""),
    Change("adopted-deployment-improved", ADMINISTRATOR, PRETRAIN, adopted(KINDS["Deployment"]), fewer, ""),
    Change(
        "adopted-deployment-ends-sooner",
        ADMINISTRATOR,
        PRETRAIN,
        adopted(KINDS["Deployment"]),
        put("spec", "template", "spec", "terminationGracePeriodSeconds", to=7199),
        "",
    ),
    Change("adopted-service", ADMINISTRATOR, PRETRAIN, adopted(service), NOTE, ""),
    Change("adopted-claim", ADMINISTRATOR, PRETRAIN, adopted(claim), NOTE, ""),
    Change("leaving-deployment", ADMINISTRATOR, PRETRAIN, on_its_way_out, drop("metadata", "finalizers"), ""),
    Change("left-job-without-its-labels", DEVELOPER, PRETRAIN, left(queued("Job", ONE)), NOTE, ""),
    Change("left-job-over-its-units", DEVELOPER, PRETRAIN, left(queued("Job", BUSY)), NOTE, ""),
    Change("left-job-of-no-unit", DEVELOPER, PRETRAIN, left(queued("Job")), NOTE, ""),
    Change(
        "left-job-that-ends-late", DEVELOPER, PRETRAIN, left(queued("Job", ONE, labels={RUN_TIME: "999999"})), NOTE, ""
    ),
    Change("left-statefulset", ADMIN, PRETRAIN, left(queued("StatefulSet", ONE)), NOTE, ""),
    Change("left-deployment-over-its-units", ADMIN, PRETRAIN, left(queued("Deployment", BUSY)), NOTE, ""),
    Change(
        "left-job-with-a-finalizer",
        DEVELOPER,
        PRETRAIN,
        left(with_(queued("Job", ONE), "metadata", "finalizers", to=["example.com/hold"])),
        NOTE,
        "",
    ),
    Change("own-gate-off", DEVELOPER, HELD, own_gate, without_own_gate, ""),
    Change(
        "waiting-pod-at-another-priority",
        DEVELOPER,
        PRETRAIN,
        own_gate,
        put(*LABELS, PRIORITY, to="high"),
        "",
    ),
    Change("waiting-pod-noted-upon", DEVELOPER, HELD, waiting_pod, put(*LABELS, "team", to="x"), ""),
    Change("waiting-job-shrinks", DEVELOPER, HELD, waiting_job, put("spec", "parallelism", to=0), ""),
    Change("waiting-job-joins-a-queue", DEVELOPER, HELD, idle_job, joins, ""),
    Change(
        "waiting-job-moves",
        DEVELOPER,
        MERIDIAN,
        waits_for_room,
        put(*LABELS, QUEUE, to="training.h100-meridian"),
        "",
    ),
    Change("job-without-queue-grows", DEVELOPER, PRETRAIN, idle_job, put("spec", "parallelism", to=3), ""),
    Change("left-deployment-that-kueue-does-not-hold", ADMIN, PRETRAIN, unheld_deployment, NOTE, ""),
    Change(
        "pod-of-an-unknown-operator",
        DEVELOPER,
        PRETRAIN,
        there(made_by_somebody),
        put(*LABELS, "note", to="x"),
        "",
    ),
    Change("waiting-job-noted-upon", DEVELOPER, HELD, waiting_job, NOTE, ""),
    Change(
        "namespace-changed-by-an-owner",
        OWNER,
        PRETRAIN,
        namespace_itself,
        put("metadata", "labels", "tenants.example.com/note", to="x"),
        "",
    ),
    Change(
        "namespace-noted-upon",
        INTRUDER,
        PRETRAIN,
        namespace_itself,
        put("metadata", "labels", "team", to="x"),
        "",
    ),
]


def resizes_nothing(*, whole: bool) -> Callable[[Scene, str, str], Answer]:
    """What a client sends that writes back what it read."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = scene.make(held_pod(namespace, name, whole=whole))
        same = {"spec": {"containers": [{"name": "main", "resources": container()["resources"]}]}}
        return scene.actor.patch(item, same, subresource="resize", content_type=STRATEGIC_PATCH)

    return steps


def evicts(seconds: int) -> Callable[[Scene, str, str], Answer]:
    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = scene.make(pod(namespace, name))
        options = {"gracePeriodSeconds": seconds}
        body = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": item["metadata"], "deleteOptions": options}
        return scene.actor.request("POST", f"{scene.actor.path(item)}/eviction", body)

    return steps


def deletes_a_namespace(scene: Scene, namespace: str, name: str) -> Answer:
    home: Object = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
    return scene.actor.delete(scene.make(home), dryRun=["All"])


def replaces(sample: Sample, change: Callable[[Object], object]) -> Callable[[Scene, str, str], Answer]:
    """The object of the platform is written back with a change."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        wanted = copied(scene.api.get(made(scene, sample, namespace, name)).must())
        change(wanted)
        return scene.actor.replace(wanted, dry_run=True)

    return steps


LABELLED = put(*LABELS, "note", to="x")
DISK = {"key": "node.kubernetes.io/disk-pressure", "operator": "Exists"}
BY_NAME = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["shared-0"]}]}
CALLED = [
    *(
        Call(
            f"pod-adopted-by-the-{account}",
            DEVELOPER,
            HELD,
            by(account, waiting_pod, put("metadata", "ownerReferences", to=OTHER_OWNER)),
            "",
        )
        for account in (
            "daemon-set-controller",
            "generic-garbage-collector",
            "job-controller",
            "replicaset-controller",
            "replication-controller",
            "statefulset-controller",
        )
    ),
    Call(
        "pod-of-a-daemonset",
        DEVELOPER,
        PRETRAIN,
        makes("daemon-set-controller", lambda n, x: pod(n, x, tolerations=[DISK], affinity=node_terms(BY_NAME))),
        "",
    ),
    Call(
        "claim-bound",
        DEVELOPER,
        PRETRAIN,
        by("persistent-volume-binder", there(new_claim), put("spec", "volumeName", to="pv")),
        "",
    ),
    Call(
        "claim-noted-upon-by-a-driver",
        DRIVER,
        PRETRAIN,
        changes(CLAIM_SAMPLE, set_("/metadata/annotations/note", "x")),
        "",
    ),
    Call(
        "service-noted-upon-by-a-driver",
        DRIVER,
        PRETRAIN,
        changes(SERVICE, set_("/metadata/annotations/note", "x")),
        "",
    ),
    *(
        Call(f"{one.kind.lower()}-changed-by-an-owner", OWNER, PRETRAIN, changes(one, APPLICATION), "")
        for one in SAMPLES
    ),
    *(Call(f"{one.kind.lower()}-made-by-an-owner", OWNER, PRETRAIN, creates(one), "") for one in SAMPLES),
    *(Call(f"{one.kind.lower()}-deleted-by-an-owner", OWNER, PRETRAIN, deletes(one), "") for one in SAMPLES),
    Call(
        "account-changed-by-the-controller-manager",
        "kube-controller-manager",
        PRETRAIN,
        replaces(ACCOUNT, LABELLED),
        "",
    ),
    Call("claim-changed-by-the-scheduler", "kube-scheduler", PRETRAIN, replaces(CLAIM_SAMPLE, LABELLED), ""),
    Call("job-deleted-with-its-pods-the-old-way", DEVELOPER, HELD, deletes_its_job({"orphanDependents": False}), ""),
    Call("job-deleted-in-the-background", DEVELOPER, HELD, deletes_its_job({"propagationPolicy": "Background"}), ""),
    Call("job-deleted-in-the-foreground", DEVELOPER, HELD, deletes_its_job({"propagationPolicy": "Foreground"}), ""),
    Call("pod-resized-to-what-it-is", INTRUDER, PRETRAIN, resizes_nothing(whole=True), ""),
    Call("pod-with-a-sidecar-resized-to-what-it-is", INTRUDER, PRETRAIN, resizes_nothing(whole=False), ""),
    Call("pod-evicted-in-ten-minutes", ADMIN, PRETRAIN, evicts(600), ""),
    Call("namespace-of-nobody-deleted", ADMINISTRATOR, PRETRAIN, deletes_a_namespace, ""),
]
