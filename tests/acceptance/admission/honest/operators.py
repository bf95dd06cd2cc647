"""Work of operators' own kinds: JobSet, MPIJob, RayJob and RayCluster, each with a unit for every pod.

The objects are as people write them: a launcher of MPI takes a unit (`runLauncherAsWorker`), and so does a head of Ray.
"""

from typing import NamedTuple

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest.training import POOL, QUEUE, worker
from tests.plane.api import Object

INTEGRATIONS = ("jobset", "mpijob", "rayjob", "raycluster")
CRDS = ("jobset/crd", "mpi/crd", "ray/crd")
RESOURCES = ("jobsets.jobset.x-k8s.io", "mpijobs.kubeflow.org", "rayjobs.ray.io", "rayclusters.ray.io")
LABELS = {
    "kueue.x-k8s.io/queue-name": QUEUE,
    "kueue.x-k8s.io/priority-class": "normal",
    "kueue.x-k8s.io/max-exec-time-seconds": "86400",
}


class Kind(NamedTuple):
    """An object of an operator's kind, the units it needs in all, and the path of the field by which Kueue holds it."""

    item: Object
    units: int
    suspend: tuple[str, ...]


def job_set(project: Project, name: str) -> Kind:
    """Two kinds of Jobs that start together."""
    jobs = []
    for role, replicas, pods in (("driver", 1, 1), ("worker", 2, 2)):
        template = {"spec": {"restartPolicy": "Never", "containers": [worker(project, 1)]}}
        body = {"parallelism": pods, "completions": pods, "backoffLimit": 0, "template": template}
        jobs.append({"name": role, "replicas": replicas, "template": {"spec": body}})
    spec = {"replicatedJobs": jobs, "network": {"enableDNSHostnames": True}}
    return Kind(_item("jobset.x-k8s.io/v1alpha2", "JobSet", project, name, spec), 5, ("spec", "suspend"))


def mpi_job(project: Project, name: str) -> Kind:
    """A launcher that is a worker too, and two workers."""
    replicas = {
        role: {"replicas": count, "template": {"spec": {"containers": [worker(project, 1)]}}}
        for role, count in (("Launcher", 1), ("Worker", 2))
    }
    spec = {
        "runLauncherAsWorker": True,
        "slotsPerWorker": 1,
        "runPolicy": {"cleanPodPolicy": "Running"},
        "mpiReplicaSpecs": replicas,
    }
    return Kind(_item("kubeflow.org/v2beta1", "MPIJob", project, name, spec), 3, ("spec", "runPolicy", "suspend"))


def ray_job(project: Project, name: str) -> Kind:
    """A cluster that is made for one program, and goes when it is done."""
    spec = {
        "entrypoint": "python train.py",
        "shutdownAfterJobFinishes": True,
        "submissionMode": "HTTPMode",
        "rayClusterSpec": _ray(project),
    }
    return Kind(_item("ray.io/v1", "RayJob", project, name, spec), 3, ("spec", "suspend"))


def ray_cluster(project: Project, name: str) -> Kind:
    """A cluster that stays until somebody deletes it."""
    return Kind(_item("ray.io/v1", "RayCluster", project, name, _ray(project)), 3, ("spec", "suspend"))


KINDS = {"JobSet": job_set, "MPIJob": mpi_job, "RayJob": ray_job, "RayCluster": ray_cluster}


def _ray(project: Project) -> Object:
    template = {"spec": {"containers": [worker(project, 1)]}}
    return {
        "rayVersion": "2.49.0",
        "headGroupSpec": {"rayStartParams": {}, "template": template},
        "workerGroupSpecs": [
            {
                "groupName": "workers",
                "replicas": 2,
                "minReplicas": 2,
                "maxReplicas": 2,
                "rayStartParams": {},
                "template": template,
            }
        ],
    }


def _item(api_version: str, kind: str, project: Project, name: str, spec: Object) -> Object:
    metadata = {"name": name, "namespace": project.namespace, "labels": dict(LABELS)}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, "spec": spec}


def children(admitted: Object) -> list[Object]:
    """The first child that the operator would make of each template of the admitted object."""
    kind, name, namespace = admitted["kind"], admitted["metadata"]["name"], admitted["metadata"]["namespace"]
    owner = {
        "apiVersion": admitted["apiVersion"],
        "kind": kind,
        "name": name,
        "uid": admitted["metadata"]["uid"],
        "controller": True,
        "blockOwnerDeletion": True,
    }
    made = []
    for role, child_kind, template in _templates(admitted):
        metadata = {"name": f"{name}-{role}-0", "namespace": namespace, "ownerReferences": [owner]}
        if child_kind == "Job":
            made.append({"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": template})
        else:
            metadata = {**(template.get("metadata") or {}), **metadata}
            made.append({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": template["spec"]})
    return made


def _templates(admitted: Object) -> list[tuple[str, str, Object]]:
    spec = admitted["spec"]
    if admitted["kind"] == "JobSet":
        return [(row["name"], "Job", row["template"]["spec"]) for row in spec["replicatedJobs"]]
    if admitted["kind"] == "MPIJob":
        launcher, workers = (spec["mpiReplicaSpecs"][role]["template"] for role in ("Launcher", "Worker"))
        pod = {**launcher, "spec": {**launcher["spec"], "restartPolicy": "OnFailure"}}
        return [("launcher", "Job", {"template": pod}), ("worker", "Pod", workers)]
    cluster = spec.get("rayClusterSpec", spec)
    groups = [("head", "Pod", cluster["headGroupSpec"]["template"])]
    return groups + [(row["groupName"], "Pod", row["template"]) for row in cluster["workerGroupSpecs"]]


__all__ = ["CRDS", "INTEGRATIONS", "KINDS", "POOL", "RESOURCES", "Kind", "children"]
