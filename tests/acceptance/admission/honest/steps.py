"""What people do with work and what must then be seen: the words in which the tables say how a case must end.

Every function here gives a step: a function of the scene that does or looks at one thing.
"""

from typing import Any

import yaml

from tests.acceptance.admission.honest.scene import PATIENCE_SECONDS, Scene, Step, eventually
from tests.oracle.quota import number
from tests.plane.api import Object, is_true, named
from tests.plane.kwok import COMPLETE
from tests.plane.workloads import GPU

POOL = "tenants.example.com/pool"
SHARED = ""
"""In place of a pool: the nodes that belong to none."""

_JOB_TRACKING = "batch.kubernetes.io/job-tracking"


def runs(pods: int, pool: str, units: int = 0, resource: str = GPU, *, seconds: float = PATIENCE_SECONDS) -> Step:
    """So many pods run, on nodes of the pool, nothing of them was changed, and Kueue charges exactly so many units to
    the project's queue in that pool (none on the shared nodes)."""

    def step(scene: Scene) -> None:
        places = {name: labels.get(POOL, SHARED) for name, labels in scene.boards.nodes.items()}

        def state() -> str:
            live = [pod for pod in scene.pods() if "deletionTimestamp" not in pod["metadata"]]
            off = [
                f"{pod['metadata']['name']} {pod['status'].get('phase')} on {pod['spec'].get('nodeName')}"
                for pod in live
                if pod["status"].get("phase") != "Running" or places.get(pod["spec"].get("nodeName")) != pool
            ]
            if len(live) != pods or off:
                return f"{len(live)} pods of {pods}, {off}"
            charged = charges(scene, resource)
            expected = {_cluster_queue(scene, pool): units} if units else {}
            return "" if charged == expected else f"charged {charged}, expected {expected}"

        last = [""]

        def look() -> bool:
            last[0] = state()
            return not last[0]

        try:
            eventually(look, f"{scene.name}: {pods} pods run on {pool or 'shared nodes'}", seconds=seconds)
        except AssertionError as late:
            raise AssertionError(f"{late}: {last[0]}, {scene.refusals()}") from None
        if units:
            queue = {
                "apiVersion": "kueue.x-k8s.io/v1beta2",
                "kind": "ClusterQueue",
                "metadata": {"name": _cluster_queue(scene, pool)},
            }
            eventually(lambda: _used(scene, queue, resource) >= units, f"{units} units in use in {named(queue)}")
        scene.kept()

    return step


def together(level: str, places: int = 1) -> Step:
    """The pods stand on nodes of so many places of a level of the topology."""

    def step(scene: Scene) -> None:
        found = {scene.boards.nodes[pod["spec"]["nodeName"]][level] for pod in scene.pods()}
        assert len(found) == places, found

    return step


def charges(scene: Scene, resource: str) -> dict[str, int]:
    """Units that Kueue holds for the scene's work, by ClusterQueue; finished and waiting work holds none."""
    found: dict[str, int] = {}
    for workload in scene.workloads():
        status = workload.get("status", {})
        admission = status.get("admission")
        if not admission or is_true(workload, "Finished"):
            continue
        held = sum(number(part.get("resourceUsage", {}).get(resource, "0")) for part in admission["podSetAssignments"])
        found[admission["clusterQueue"]] = found.get(admission["clusterQueue"], 0) + held
    return found


def ends() -> Step:
    """The work is told to end well: the Job is complete, nobody holds its pods, and its units are free again."""

    def step(scene: Scene) -> None:
        def look() -> bool:
            finish_pods(scene)
            return is_true(live(scene), "Complete")

        eventually(look, f"{named(scene.main)} is complete")
        eventually(lambda: not _held_by_job(scene), f"pods of {scene.name} are held by nobody")
        if scene.queue:
            eventually(
                lambda: all(is_true(one, "Finished") for one in scene.workloads()),
                "its record is finished",
            )
            assert not charges(scene, GPU)

    return step


def finish_pods(scene: Scene) -> None:
    """Lets kwok end the pods of a Job, as a container does that is done."""
    for pod in scene.pods():
        if COMPLETE not in pod["metadata"].get("annotations", {}):
            scene.plane.api.patch(pod, {"metadata": {"annotations": {COMPLETE: "true"}}})


def live(scene: Scene, item: Object | None = None) -> Object:
    """The object as it is now."""
    return scene.plane.api.get(item or scene.main).must()


def kubectl(*words: str, says: str = "") -> Step:
    """The real kubectl does this as the person; `{name}` stands for the scene's name."""

    def step(scene: Scene) -> None:
        said = scene.kubectl(*(word.replace("{name}", scene.name) for word in words))
        assert says in said, f"{says!r} is not in {said!r}"

    return step


def made_by_kubectl(api_version: str, kind: str, *words: str) -> Step:
    """The real kubectl makes an object, which the case is about from here on."""

    def step(scene: Scene) -> None:
        metadata = {"name": scene.name, "namespace": scene.namespace}
        scene.objects.insert(0, {"apiVersion": api_version, "kind": kind, "metadata": metadata})
        kubectl(*words)(scene)

    return step


def written(*words: str, says: str = "", of: int = 0) -> Step:
    """kubectl gets the object (the manifest that was written) on its standard input: apply, replace, diff."""

    def step(scene: Scene) -> None:
        said = scene.kubectl(*words, "-f", "-", stdin=yaml.safe_dump(scene.objects[of]))
        assert says in said, f"{says!r} is not in {said!r}"

    return step


def patched(change: Any, *, subresource: str = "", kept: bool = False, of: int = 0) -> Step:
    """The person patches the object. With `kept` the change becomes what was written from here on."""

    def step(scene: Scene) -> None:
        item = scene.objects[of]
        scene.person.patch(item, change, subresource=subresource).must()
        if kept:
            _merge(item, change)

    return step


def rewritten(change: Any, of: int = 0) -> Step:
    """What was written changes; nothing is sent. Before `written`, and after kubectl did the same in another way."""

    def step(scene: Scene) -> None:
        _merge(scene.objects[of], change)

    return step


def deleted(propagation: str = "Background", of: int = 0) -> Step:
    """The person deletes the object; it goes with its pods and its charge, and nothing hangs."""

    def step(scene: Scene) -> None:
        item = scene.objects[of]
        scene.person.delete(item, propagation=propagation).must()
        eventually(lambda: not scene.plane.api.get(item).ok, f"{named(item)} is gone")
        scene.objects.remove(item)
        if of == 0:
            nothing_left(scene)

    return step


def nothing_left(scene: Scene) -> None:
    """No pod, no record and no charge of the scene is left."""
    eventually(lambda: not scene.pods() and not scene.workloads(), f"nothing of {scene.name} is left")


def gone() -> Step:
    """The work and its pods are gone, whoever took them away; the record of a finished Job goes with it."""

    def step(scene: Scene) -> None:
        eventually(lambda: not scene.plane.api.get(scene.main).ok, f"{named(scene.main)} is gone")
        nothing_left(scene)

    return step


def replaced(count: int, of: int = 0) -> Step:
    """After what comes next in `how` all pods are others: remembers who they are now."""

    def step(scene: Scene) -> None:
        assert len(scene.pods()) == count
        scene.seen["pods before"] = {pod["metadata"]["name"]: pod["metadata"]["uid"] for pod in scene.pods()}

    return step


def all_new() -> Step:
    """None of the pods of before is left."""

    def step(scene: Scene) -> None:
        before = set(scene.seen["pods before"].values())
        eventually(lambda: not before & {pod["metadata"]["uid"] for pod in scene.pods()}, "the old pods are gone")

    return step


def state(path: str, expected: object, of: int = 0) -> Step:
    """A value of the live object, by a path with dots, becomes this."""

    def step(scene: Scene) -> None:
        def look() -> bool:
            value: Any = live(scene, scene.objects[of])
            for part in path.split("."):
                value = (value or {}).get(part)
            return bool(value == expected)

        eventually(look, f"{path} of {named(scene.objects[of])} is {expected!r}")

    return step


def _cluster_queue(scene: Scene, pool: str) -> str:
    work_class = scene.queue.partition(".")[0]
    return f"{pool}.{scene.project.tenant}.{scene.project.name}.{work_class}"


def _used(scene: Scene, queue: Object, resource: str) -> int:
    flavors = scene.plane.api.get(queue).must().get("status", {}).get("flavorsUsage", [])
    return sum(number(row["total"]) for flavor in flavors for row in flavor["resources"] if row["name"] == resource)


def _held_by_job(scene: Scene) -> list[str]:
    return [pod["metadata"]["name"] for pod in scene.pods() if _JOB_TRACKING in pod["metadata"].get("finalizers", [])]


def _merge(item: Object, change: Object) -> None:
    for key, value in change.items():
        if isinstance(value, dict):
            _merge(item.setdefault(key, {}), value)
        elif value is None:
            item.pop(key, None)
        else:
            item[key] = value
