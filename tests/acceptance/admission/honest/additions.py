"""What may be added to honest work, and nothing else: Kueue's marks, and what the class of the queue promises.

The rest of what a stored object shows is the server's own defaults. Which those are is not listed here but asked: the
same object, without Kueue's words, is sent to a namespace where nobody else has a say.
"""

import json
from copy import deepcopy
from typing import Any

from tests.acceptance.admission.actors import Project, Queue
from tests.plane.api import Object
from tests.plane.readback import differences, without_server_parts
from tests.plane.workloads import PRIORITY, QUEUE

KUEUE = "kueue.x-k8s.io/"
ROLE_HASH = f"{KUEUE}role-hash"
_ELASTIC = f"{KUEUE}elastic-job"
_PARENT = f"{KUEUE}pod-suspending-parent"
_GROUP, _SIZE = f"{KUEUE}pod-group-name", f"{KUEUE}pod-group-total-count"
_POD_DEFAULTS = {"cpu": "1", "memory": "4Gi"}  # of every profile that is on this cluster but the lab's
_OWN_LABEL = "plain"
RUN_TIME = f"{KUEUE}max-exec-time-seconds"


def without_kueue(item: Object, namespace: str) -> Object:
    """The object for another namespace, without labels and annotations of Kueue."""
    plain = deepcopy(item)
    plain["metadata"]["namespace"] = namespace
    # Without any label of its own a Job gets those of its pods, so the last one must not go.
    if plain["metadata"].get("labels"):
        plain["metadata"]["labels"][_OWN_LABEL] = ""
    for metadata in _all_metadata(plain):
        for part in ("labels", "annotations"):
            kept = {key: value for key, value in (metadata.get(part) or {}).items() if not key.startswith(KUEUE)}
            metadata.pop(part, None)
            if kept:
                metadata[part] = kept
    return plain


def surplus(sent: Object, stored: Object, plain: Object, project: Project) -> list[str]:
    """Where a stored object differs from what the server makes of it alone, beyond what was sent and may be added."""
    expected = _expected(sent, stored, without_server_parts(_nameless(plain)), project)
    return list(differences(expected, without_server_parts(_nameless(stored))))


def altered(sent: Any, live: Any, path: str = "") -> list[str]:
    """What was sent and no longer stands in the live object; what was added is no matter."""
    if not sent and not live:
        return []
    if isinstance(sent, dict) and isinstance(live, dict):
        return [line for key, value in sent.items() for line in altered(value, live.get(key), f"{path}.{key}")]
    if isinstance(sent, list) and isinstance(live, list) and len(sent) <= len(live):
        return [line for i, one in enumerate(sent) for line in altered(one, live[i], f"{path}[{i}]")]
    # Queue, size and run time are added to the name of a pod group; `surplus` knows exactly which.
    grouped = path == f".metadata.labels.{_GROUP}" and str(live).startswith(f"{sent}.")
    return [] if str(sent) == str(live) or path == ".status" or grouped else [f"{path}: {sent!r} -> {live!r}"]


def _expected(sent: Object, stored: Object, plain: Object, project: Project) -> Object:
    """The object with everything that may have been put into it, each with its writer."""
    expected = deepcopy(plain)
    expected["metadata"]["namespace"] = sent["metadata"]["namespace"]
    labels = expected["metadata"].get("labels", {})
    if labels.pop(_OWN_LABEL, None) is not None and not labels:
        del expected["metadata"]["labels"]
    for mine, theirs in zip(_all_metadata(expected), _all_metadata(sent), strict=True):
        for part in ("labels", "annotations"):
            words = {key: value for key, value in (theirs.get(part) or {}).items() if key.startswith(KUEUE)}
            if words:
                mine[part] = {**(mine.get(part) or {}), **words}
    if sent["kind"] == "Pod":
        _default_requests(expected, sent)
    queue = next((one for one in project.queues if one.name == queue_of(sent)), None)
    if queue is not None and sent["kind"] in _MARKED:
        _MARKED[sent["kind"]](expected, stored, queue)
        if sent["kind"] == "StatefulSet" and project.nodes == "dedicated":
            _select_pool(expected["spec"]["template"]["spec"], project, queue)
    return expected


def _default_requests(expected: Object, sent: Object) -> None:
    """The profile's amounts for containers that state none; the server notes it in an annotation."""
    for mine, theirs in zip(expected["spec"]["containers"], sent["spec"]["containers"], strict=True):
        if "resources" not in theirs:
            mine["resources"] = {"requests": dict(_POD_DEFAULTS)}
            note = f"LimitRanger plugin set: cpu, memory request for container {mine['name']}"
            expected["metadata"].setdefault("annotations", {})["kubernetes.io/limit-ranger"] = note


def _mark_job(expected: Object, stored: Object, queue: Queue) -> None:
    metadata, spec = expected["metadata"], expected["spec"]
    _promise(metadata, queue)
    spec["suspend"] = True
    if (metadata.get("annotations") or {}).get(_ELASTIC) == "true":
        spec["template"]["spec"]["schedulingGates"] = [{"name": f"{KUEUE}elastic-job"}]


def _mark_pod(expected: Object, stored: Object, queue: Queue) -> None:
    metadata = expected["metadata"]
    _promise(metadata, queue)
    metadata["labels"][f"{KUEUE}managed"] = "true"
    if group := metadata["labels"].get(_GROUP):
        end = [queue.name, metadata["annotations"][_SIZE], *([f"{queue.run_time}s"] if queue.run_time else [])]
        metadata["labels"][_GROUP] = ".".join([group, *end])
    metadata.setdefault("annotations", {})[ROLE_HASH] = stored["metadata"]["annotations"][ROLE_HASH]
    metadata["finalizers"] = [*metadata.get("finalizers", []), f"{KUEUE}managed"]
    expected["spec"]["schedulingGates"] = [{"name": f"{KUEUE}admission"}, {"name": f"{KUEUE}topology"}]


def _mark_deployment(expected: Object, stored: Object, queue: Queue) -> None:
    pods = expected["spec"]["template"]["metadata"]
    _promise(pods, queue)
    pods["labels"].update({QUEUE: queue.name, f"{KUEUE}managed": "true"})
    pods["annotations"] = {**(pods.get("annotations") or {}), _PARENT: "deployment"}


def _mark_stateful_set(expected: Object, stored: Object, queue: Queue) -> None:
    _promise(expected["metadata"], queue, run_time=False)
    pods = expected["spec"]["template"]["metadata"]
    pods["annotations"] = {**(pods.get("annotations") or {}), _PARENT: "statefulset"}


def _select_pool(spec: Object, project: Project, queue: Queue) -> None:
    """A set that may run nowhere else says so, because Kueue lets its pods go in a rollout."""
    pool = queue.name.partition(".")[2]
    labels = [label.split("=") for label in project.pool_labels if label.endswith(f"={pool}")]
    spec["nodeSelector"] = {**dict(labels), **spec.get("nodeSelector", {})}


_MARKED = {
    "Job": _mark_job,
    "Pod": _mark_pod,
    "Deployment": _mark_deployment,
    "StatefulSet": _mark_stateful_set,
}
"""By kind, what Kueue's webhook and the class of the queue put into it."""


def _promise(metadata: Object, queue: Queue, *, run_time: bool = True) -> None:
    """What the class promises and the work does not state: our mutating policies fill it in."""
    labels = metadata.setdefault("labels", {})
    labels.setdefault(PRIORITY, queue.priority)
    if run_time and queue.run_time:
        labels.setdefault(RUN_TIME, str(queue.run_time))


def queue_of(item: Object) -> str:
    """The queue that a workload names, wherever its kind has it; empty where there is none."""
    for metadata in _all_metadata(item):
        if name := (metadata.get("labels") or {}).get(QUEUE):
            return str(name)
    return ""


def _nameless(item: Object) -> Object:
    """The object without what is drawn anew each time: the uid, by which a Job marks its pods, and addresses."""
    made: Object = json.loads(json.dumps(item).replace(item["metadata"]["uid"], "uid"))
    if made["kind"] == "Service":
        spec = made["spec"]
        if spec.get("clusterIP") != "None":
            spec.update(clusterIP="drawn", clusterIPs=["drawn"])
        for port in spec["ports"]:
            if "nodePort" in port:
                port["nodePort"] = "drawn"
    return made


def _all_metadata(item: Object) -> list[Object]:
    """The metadata of the object and of all templates in it, in a fixed order; made where a template has none."""
    found = [item["metadata"]]
    spec = item.get("spec") or {}
    for key in ("jobTemplate", "template"):
        if isinstance(spec.get(key), dict):
            found.append(spec[key].setdefault("metadata", {}))
            inner = spec[key].get("spec", {}).get("template")
            if key == "jobTemplate" and isinstance(inner, dict):
                found.append(inner.setdefault("metadata", {}))
    return found
