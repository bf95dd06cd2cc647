"""What the playground prints once it is up: commands that work on this cluster, and show something there."""

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from tests.plane.api import Object
from tests.plane.store import program_path
from tests.plane.workloads import container, job

_GUIDE = """
  export KUBECONFIG={kubeconfig}
  alias kubectl={kubectl}
  kubectl get clusterqueues
  kubectl get localqueues,networkpolicies,resourcequotas,rolebindings --namespace {namespace}
  kubectl auth can-i --list --namespace {namespace} --as somebody --as-group {group}
  kubectl create --filename {job}
  kubectl get jobs,workloads,pods --namespace {namespace}
"""

_KINDS = {"LocalQueue", "NetworkPolicy", "ResourceQuota", "RoleBinding"}


@dataclass(frozen=True)
class Place:
    """A namespace with something of everything: a group of people with rights there, a queue and what it sells."""

    namespace: str
    group: str
    queue: str
    resource: str


def guide(compiled: list[Object], folder: Path, kubeconfig: Path) -> str:
    """The commands, on the first namespace that has all they ask for; a Job for it is written into the folder."""
    place = place_to_look(compiled)
    unit = container(1, resource=place.resource)
    path = folder / "job.json"
    path.write_text(json.dumps(job(place.namespace, "try", unit, queue=place.queue)))
    return _GUIDE.format(
        kubeconfig=kubeconfig, kubectl=program_path("kubectl"), namespace=place.namespace, group=place.group, job=path
    )


def place_to_look(compiled: list[Object]) -> Place:
    """The first namespace by name that has objects of all _KINDS, a group of people, and a queue for accelerators."""
    sold = {item["metadata"]["name"]: _sold(item) for item in compiled if item["kind"] == "ClusterQueue"}
    kinds, groups, queues = defaultdict[str, set[str]](set), defaultdict[str, list[str]](list), dict[str, Object]()
    for item in compiled:
        namespace = item["metadata"].get("namespace", "")
        kinds[namespace].add(item["kind"])
        groups[namespace] += [one["name"] for one in item.get("subjects", []) if one["kind"] == "Group"]
        if item["kind"] == "LocalQueue" and not _stopped(item) and sold[item["spec"]["clusterQueue"]]:
            queues[namespace] = item
    name = min(name for name in queues if kinds[name] >= _KINDS and groups[name])
    queue = queues[name]
    return Place(name, min(groups[name]), queue["metadata"]["name"], sold[queue["spec"]["clusterQueue"]])


def _sold(queue: Object) -> str:
    """The accelerator of a ClusterQueue; empty where it has none, or is stopped."""
    names = [name for group in queue["spec"]["resourceGroups"] for name in group["coveredResources"] if "/" in name]
    return "" if _stopped(queue) or not names else names[0]


def _stopped(queue: Object) -> bool:
    stopped: bool = queue["spec"].get("stopPolicy", "None") != "None"
    return stopped
