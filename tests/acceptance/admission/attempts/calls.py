"""Attempts of several steps, or by other verbs: deletions, subresources, owners, and what the platform owns."""

from typing import Any

from tests.acceptance.admission.attempts.attempt import (
    ADMIN,
    ADMINISTRATOR,
    ARGOCD,
    DEVELOPER,
    INTRUDER,
    Call,
)
from tests.acceptance.admission.attempts.changes import HELD, cpu_pod, waiting_job, waiting_pod
from tests.acceptance.admission.attempts.creations import FINETUNE, MIG, OWNED, PRETRAIN, TRAIN
from tests.acceptance.admission.attempts.scene import Scene
from tests.plane.api import Answer, Object
from tests.plane.waiting import wait_for
from tests.plane.workloads import container, job, pod, replicated

Steps = Any


def owner(of: Object, live: Object) -> dict[str, Any]:
    return {
        "ownerReferences": [
            {
                "apiVersion": of["apiVersion"],
                "kind": of["kind"],
                "name": of["metadata"]["name"],
                "uid": live["metadata"]["uid"],
                "controller": True,
            }
        ]
    }


def owned_by_a_job(item: Object) -> Steps:
    """`item` (a builder of namespace and name) with the actor's own waiting Job for an owner."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        parent = waiting_job(scene, namespace, f"{name}-owner")
        # Until Kueue knows the owner, its own webhook refuses the child first: `Job.batch "x" not found`.
        wait_for(lambda: workloads_of(scene, parent), "Kueue knows the Job")
        child = item(namespace, name)
        child["metadata"].update(owner(parent, scene.api.get(parent).must()))
        scene.made.append(child)
        return scene.actor.create(child)

    return steps


def workloads_of(scene: Scene, parent: Object) -> list[Object]:
    """Kueue's records of this work."""
    workloads = scene.api.list("kueue.x-k8s.io/v1beta2", "Workload", parent["metadata"]["namespace"])
    return [
        item
        for item in workloads
        for owner in item["metadata"].get("ownerReferences", [])
        if owner["name"] == parent["metadata"]["name"]
    ]


def owned_by_a_config_map(wrong_uid: bool) -> Steps:
    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        parent = scene.make(
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": namespace}}
        )
        child = pod(namespace, name, container(1))
        child["metadata"].update(owner(parent, scene.api.get(parent).must()))
        if wrong_uid:
            child["metadata"]["ownerReferences"][0]["uid"] = "00000000-0000-0000-0000-000000000001"
        scene.made.append(child)
        return scene.actor.create(child)

    return steps


def deletes_its_job(body: Any = None, query: dict[str, str] | None = None, *, all_of_them: bool = False) -> Steps:
    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = waiting_job(scene, namespace, name)
        path = scene.actor.path(item, name=not all_of_them)
        return scene.actor.request("DELETE", path, body, query=query)

    return steps


def deletes_its_pod(body: Any = None, query: dict[str, str] | None = None, *, all_of_them: bool = False) -> Steps:
    # A pod that no node runs is gone at once whatever is said; so it has to run.
    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = scene.running(pod(namespace, name, labels={"attempt": name}))
        path = scene.actor.path(item, name=not all_of_them)
        selected = {"labelSelector": f"attempt={name}"} if all_of_them else {}
        return scene.actor.request("DELETE", path, body, query={**(query or {}), **selected})

    return steps


def evicts_its_pod(scene: Scene, namespace: str, name: str) -> Answer:
    item = scene.make(pod(namespace, name))
    eviction = {
        "apiVersion": "policy/v1",
        "kind": "Eviction",
        "metadata": item["metadata"],
        "deleteOptions": {"gracePeriodSeconds": 86400},
    }
    return scene.actor.request("POST", f"{scene.actor.path(item)}/eviction", eviction)


def binds(old: bool, given: Steps) -> Steps:
    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = given(scene, namespace, name)
        body = {
            "apiVersion": "v1",
            "kind": "Binding",
            "metadata": {"name": name, "namespace": namespace},
            "target": {"apiVersion": "v1", "kind": "Node", "name": "h100-train-0"},
        }
        path = f"/api/v1/namespaces/{namespace}/bindings" if old else f"{scene.actor.path(item)}/binding"
        return scene.actor.request("POST", path, body)

    return steps


def resizes(scene: Scene, namespace: str, name: str) -> Answer:
    # Held back by a gate of its own, so that no node is asked whether it can.
    item = scene.make(pod(namespace, name, schedulingGates=[{"name": "example.com/wait"}]))
    grown = {"spec": {"containers": [{"name": "main", "resources": container(cpu="60")["resources"]}]}}
    return scene.actor.patch(item, grown, subresource="resize", content_type="application/strategic-merge-patch+json")


def debugs(**fields: Any) -> Steps:
    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item = cpu_pod(scene, namespace, name)
        added = {**container(name="debug"), **fields}
        del added["resources"]
        change = {"spec": {"ephemeralContainers": [added]}}
        return scene.actor.patch(
            item, change, subresource="ephemeralcontainers", content_type="application/strategic-merge-patch+json"
        )

    return steps


def retired(item: Any) -> Steps:
    """`item` in a namespace that the platform has retired."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        own = scene.api.get({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}).must()[
            "metadata"
        ]
        gone: Object = {
            "apiVersion": "v1",
            "kind": "Namespace",
            "metadata": {
                "name": name,
                "labels": {key: text for key, text in own["labels"].items() if not key.startswith("kubernetes.io/")},
                "annotations": {**own["annotations"], "tenants.example.com/state": "retired"},
            },
        }
        scene.made.append(gone)
        scene.plane.argocd.create(gone).must()
        return scene.actor.create(item(name, name))

    return steps


def deletes_its_namespace(scene: Scene, namespace: str, name: str) -> Answer:
    item = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}
    return scene.actor.delete(item, dryRun=["All"])


def controller_starts(controller: str, item: Any) -> Steps:
    """Work by a controller that judges nothing: as `job-controller` may, others of kube-system may not."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        child = item(namespace, name)
        scene.made.append(child)
        return scene.api.as_service_account("kube-system", controller).create(child)

    return steps


def takes_over(change: Any) -> Steps:
    """Argo CD's own user, on behalf of another application than the one that applied the object."""

    def steps(scene: Scene, namespace: str, name: str) -> Answer:
        item: Object = {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {
                "name": name,
                "namespace": namespace,
                "labels": OWNED,
                "annotations": {"argocd.argoproj.io/tracking-id": f"nlp:/ConfigMap:{namespace}/{name}"},
            },
        }
        scene.made.append(item)
        scene.actor.apply(item).must()
        return scene.actor.patch(item, {"metadata": {"annotations": {"argocd.argoproj.io/tracking-id": change}}})

    return steps


ONE = container(1)
OWNERS = [
    Call("pod-owned-by-its-own-job", DEVELOPER, HELD, owned_by_a_job(lambda n, x: pod(n, x, ONE)), "TN801"),
    Call(
        "queued-pod-owned-by-its-own-job",
        DEVELOPER,
        HELD,
        owned_by_a_job(lambda n, x: pod(n, x, ONE, queue=TRAIN)),
        "TN810",
    ),
    Call("job-owned-by-a-job", DEVELOPER, HELD, owned_by_a_job(lambda n, x: job(n, x, ONE)), "TN801"),
    Call(
        "queued-job-owned-by-a-job", DEVELOPER, HELD, owned_by_a_job(lambda n, x: job(n, x, ONE, queue=TRAIN)), "TN814"
    ),
    Call(
        "deployment-owned-by-a-job",
        ADMIN,
        PRETRAIN,
        owned_by_a_job(lambda n, x: replicated("Deployment", n, x, ONE)),
        "TN801",
    ),
    Call(
        "queued-deployment-owned-by-a-job",
        ADMIN,
        PRETRAIN,
        owned_by_a_job(lambda n, x: replicated("Deployment", n, x, ONE, queue=TRAIN)),
        "TN810",
    ),
    Call(
        "replicaset-owned-by-a-job",
        INTRUDER,
        PRETRAIN,
        owned_by_a_job(lambda n, x: replicated("ReplicaSet", n, x, ONE)),
        "TN801",
    ),
    Call("pod-owned-by-a-config-map", DEVELOPER, PRETRAIN, owned_by_a_config_map(False), "TN801"),
    Call("pod-owned-by-nobody", DEVELOPER, PRETRAIN, owned_by_a_config_map(True), "TN801"),
]

ORPHAN = {"propagationPolicy": "Orphan"}
DELETIONS = [
    Call("job-orphaned", DEVELOPER, HELD, deletes_its_job(ORPHAN), "TN818"),
    Call("job-orphaned-by-query", DEVELOPER, HELD, deletes_its_job(query=ORPHAN), "TN818"),
    Call("job-orphaned-the-old-way", DEVELOPER, HELD, deletes_its_job({"orphanDependents": True}), "TN818"),
    Call("job-orphaned-by-saying-nothing", DEVELOPER, HELD, deletes_its_job(), "TN818"),
    Call("job-orphaned-by-empty-options", DEVELOPER, HELD, deletes_its_job({}), "TN818"),
    Call("jobs-orphaned-together", INTRUDER, HELD, deletes_its_job(ORPHAN, all_of_them=True), "TN818"),
    Call("jobs-orphaned-together-by-saying-nothing", INTRUDER, HELD, deletes_its_job(all_of_them=True), "TN818"),
    Call("pod-deleted-in-a-day", DEVELOPER, PRETRAIN, deletes_its_pod({"gracePeriodSeconds": 86400}), "TN837"),
    Call(
        "pod-deleted-in-a-day-by-query",
        DEVELOPER,
        PRETRAIN,
        deletes_its_pod(query={"gracePeriodSeconds": "86400"}),
        "TN837",
    ),
    Call(
        "pods-deleted-in-a-day",
        INTRUDER,
        PRETRAIN,
        deletes_its_pod({"gracePeriodSeconds": 601}, all_of_them=True),
        "TN837",
    ),
    Call("pod-evicted-in-a-day", ADMIN, PRETRAIN, evicts_its_pod, "TN837"),
]

SUBRESOURCES = [
    Call("held-pod-bound-by-hand", INTRUDER, HELD, binds(False, waiting_pod), "TN820"),
    Call("held-pod-bound-the-old-way", INTRUDER, HELD, binds(True, waiting_pod), "TN820"),
    Call("cpu-pod-bound-by-hand", INTRUDER, PRETRAIN, binds(False, cpu_pod), "TN820"),
    Call("pod-grown-in-place", INTRUDER, PRETRAIN, resizes, "TN821"),
    Call(
        "debugging-with-all-devices",
        INTRUDER,
        PRETRAIN,
        debugs(env=[{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}]),
        "TN836",
    ),
    Call("debugging-with-a-foreign-image", INTRUDER, PRETRAIN, debugs(image="docker.io/x:1"), "TN841"),
]

PLATFORM = [
    Call("pod-in-a-retired-namespace", ADMINISTRATOR, PRETRAIN, retired(lambda n, x: pod(n, x)), "TN800"),
    Call(
        "job-in-a-retired-namespace",
        ADMINISTRATOR,
        PRETRAIN,
        retired(lambda n, x: job(n, x, ONE, queue=TRAIN)),
        "TN800",
    ),
    Call(
        "deployment-in-a-retired-namespace",
        ADMINISTRATOR,
        PRETRAIN,
        retired(lambda n, x: replicated("Deployment", n, x)),
        "TN800",
    ),
    Call("namespace-deleted-by-a-member", INTRUDER, PRETRAIN, deletes_its_namespace, "TN871"),
    Call("namespace-deleted-by-an-administrator", ADMINISTRATOR, PRETRAIN, deletes_its_namespace, "TN871"),
    Call("owned-object-claimed-by-another-application", ARGOCD, PRETRAIN, takes_over("mine:/ConfigMap:x/x"), "TN873"),
    Call("owned-object-claimed-by-no-application", ARGOCD, PRETRAIN, takes_over(None), "TN873"),
    Call(
        "pod-by-a-controller-without-queue",
        DEVELOPER,
        PRETRAIN,
        controller_starts("replicaset-controller", lambda n, x: pod(n, x, ONE)),
        "TN801",
    ),
    Call(
        "job-by-a-controller-without-queue",
        DEVELOPER,
        PRETRAIN,
        controller_starts("cronjob-controller", lambda n, x: job(n, x, ONE)),
        "TN801",
    ),
    Call(
        "pod-by-argo-cd-without-queue",
        ARGOCD,
        PRETRAIN,
        controller_starts("argocd-manager", lambda n, x: pod(n, x, ONE)),
        "TN801",
    ),
    Call(
        "slice-by-a-controller",
        DEVELOPER,
        FINETUNE,
        controller_starts("daemon-set-controller", lambda n, x: pod(n, x, container(1, resource=MIG))),
        "TN801",
    ),
    Call(
        "claim-by-a-controller-names-its-volume",
        DEVELOPER,
        PRETRAIN,
        controller_starts(
            "statefulset-controller",
            lambda n, x: {
                "apiVersion": "v1",
                "kind": "PersistentVolumeClaim",
                "metadata": {"name": x, "namespace": n},
                "spec": {
                    "accessModes": ["ReadWriteOnce"],
                    "storageClassName": "cephfs",
                    "volumeName": "pv-of-others",
                    "resources": {"requests": {"storage": "1Gi"}},
                },
            },
        ),
        "TN862",
    ),
]

CALLS = [*OWNERS, *DELETIONS, *SUBRESOURCES, *PLATFORM]
