"""Work that runs in a tenant's project: a Job with a unit, and the volume that it has mounted."""

from tests.acceptance.argocd.fleet import PATIENCE, Fleet
from tests.plane.api import Object
from tests.plane.waiting import wait_for
from tests.plane.workloads import GPU, container, job


def bind_volume(fleet: Fleet, namespace: str, claim: str) -> Object:
    """Gives a claim the volume that nobody provisions here, kept after the claim, and waits until it is bound."""
    key: Object = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"namespace": namespace, "name": claim},
    }
    spec = fleet.api.get(key).must()["spec"]
    volume: Object = {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": f"{namespace}.{claim}"},
        "spec": {
            "capacity": spec["resources"]["requests"],
            "accessModes": spec["accessModes"],
            "storageClassName": spec["storageClassName"],
            "persistentVolumeReclaimPolicy": "Retain",
            "hostPath": {"path": "/data"},
            "claimRef": {"namespace": namespace, "name": claim},
        },
    }
    fleet.api.create(volume).must()
    wait_for(lambda: phase(fleet, key) == "Bound", f"{claim} is bound", seconds=PATIENCE)
    return volume


def run_job(fleet: Fleet, namespace: str, queue: str, *, resource: str = GPU, claim: str = "") -> Object:
    """A Job of one pod with one unit, which runs when this returns; nothing ends it but the cluster."""
    main = container(1, resource=resource)
    spec: Object = {}
    if claim:
        main["volumeMounts"] = [{"name": "data", "mountPath": "/data"}]
        spec["volumes"] = [{"name": "data", "persistentVolumeClaim": {"claimName": claim}}]
    item = job(namespace, "story", main, queue=queue, **spec)
    fleet.api.create(item).must()
    wait_for(lambda: running_pods(fleet, namespace) == 1, f"a pod runs in {namespace}", seconds=PATIENCE)
    return item


def running_pods(fleet: Fleet, namespace: str) -> int:
    """How many pods of a namespace run."""
    return sum(item.get("status", {}).get("phase") == "Running" for item in fleet.api.list("v1", "Pod", namespace))


def phase(fleet: Fleet, item: Object) -> str:
    """The phase of a claim, a volume or a namespace; empty where it is gone."""
    found: str = fleet.api.get(item).body.get("status", {}).get("phase", "")
    return found


def namespace_key(name: str) -> Object:
    """What names a Namespace in requests."""
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}


def cluster_queue_key(name: str) -> Object:
    """What names a ClusterQueue in requests."""
    return {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ClusterQueue", "metadata": {"name": name}}
