"""What has become of the Jobs of all scenes, as Workloads and Pods say it, with everything that was ever ended."""

import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field

from tests.oracle.quota import number
from tests.plane.api import Api, Object, condition, is_true
from tests.plane.watching import Watch


@dataclass(frozen=True)
class Work:
    """One Workload: the Job it stands for, whether it holds units, and of which queue."""

    job: str
    local_queue: str
    holds: bool
    queue: str
    units: dict[str, int]
    evicted: bool
    finished: bool
    reserved_at: str
    changed: float = field(compare=False)
    """When anything about it changed last, by this process' own clock."""


@dataclass
class _Namespace:
    work: dict[str, Work] = field(default_factory=dict)
    pods: dict[str, str] = field(default_factory=dict)
    ended: list[tuple[str, str]] = field(default_factory=list)


class Seen:
    """Follows all Workloads and Pods of a plane, each from a thread of its own."""

    def __init__(self, api: Api) -> None:
        self._lock = threading.Lock()
        self._namespaces: dict[str, _Namespace] = defaultdict(_Namespace)
        self._watches = [
            Watch(api, "kueue.x-k8s.io/v1beta2", "Workload", self._told),
            Watch(api, "v1", "Pod", self._told_of_pod),
        ]

    def stop(self) -> None:
        """Ends with the plane."""
        for watch in self._watches:
            watch.stop()

    def work(self, namespace: str) -> list[Work]:
        """The Workloads of a namespace as they are now."""
        self._check()
        with self._lock:
            return list(self._namespaces[namespace].work.values())

    def nodes_of_running_pods(self, namespace: str) -> list[str]:
        """The node of each pod of a namespace that runs, and is not about to end."""
        self._check()
        with self._lock:
            return sorted(self._namespaces[namespace].pods.values())

    def ended(self, namespace: str) -> list[tuple[str, str]]:
        """Jobs whose work Kueue has ever ended in a namespace, in that order, with the reason it gave."""
        with self._lock:
            return list(self._namespaces[namespace].ended)

    def _check(self) -> None:
        lost = [watch.failure for watch in self._watches if watch.failure]
        assert not lost, f"lost sight of Workloads or Pods: {lost}"

    def _told_of_pod(self, change: str, item: Object) -> None:
        metadata = item["metadata"]
        runs = item.get("status", {}).get("phase") == "Running" and "deletionTimestamp" not in metadata
        with self._lock:
            pods = self._namespaces[metadata["namespace"]].pods
            if change != "DELETED" and runs:
                pods[metadata["name"]] = item["spec"]["nodeName"]
            else:
                pods.pop(metadata["name"], None)

    def _told(self, change: str, item: Object) -> None:
        metadata = item["metadata"]
        with self._lock:
            place = self._namespaces[metadata["namespace"]]
            before = place.work.get(metadata["name"])
            now = _read(item)
            if change == "DELETED":
                place.work.pop(metadata["name"], None)
            elif now != before:
                place.work[metadata["name"]] = now
            if now.evicted and not (before and before.evicted):
                place.ended.append((now.job, condition(item, "Evicted")["reason"]))


def _read(item: Object) -> Work:
    status = item.get("status", {})
    admission = status.get("admission") or {}
    units: dict[str, int] = defaultdict(int)
    for pod_set in admission.get("podSetAssignments", []):
        for resource, amount in pod_set.get("resourceUsage", {}).items():
            units[resource] += int(number(amount))
    reserved = condition(item, "QuotaReserved")
    owners = item["metadata"].get("ownerReferences") or [{"name": item["metadata"]["name"]}]
    return Work(
        job=owners[0]["name"],
        local_queue=item["spec"].get("queueName", ""),
        holds=bool(admission) and reserved.get("status") == "True",
        queue=admission.get("clusterQueue", ""),
        units=dict(units),
        evicted=is_true(item, "Evicted"),
        finished=is_true(item, "Finished"),
        reserved_at=reserved.get("lastTransitionTime", ""),
        changed=time.monotonic(),
    )
