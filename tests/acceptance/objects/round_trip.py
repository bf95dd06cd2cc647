"""Objects sent to a server and read back: what it refuses, what it warns of, what it gives back otherwise.

Tenants go side by side, as Argo CD applies them; within one tenant the order of waves holds.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tests.acceptance.objects.emitted import Part
from tests.plane.api import Answer, Api, Object, named
from tests.plane.readback import differences_on_reading_back
from tests.plane.waiting import wait_for

Key = tuple[str, str, str, str]
Send = Callable[[Api, Object], Answer]

FINALIZER_WARNING = (
    'metadata.finalizers: "resources-finalizer.argocd.argoproj.io": prefer a domain-qualified finalizer name '
    "including a path (/) to avoid accidental conflicts with other finalizer writers"
)
"""What Kubernetes says whenever an Application comes with the one finalizer that Argo CD's pages name."""

_AT_ONCE = 4
_CONFLICT = 409
_LOOKS = 10
_OWNED = "app.kubernetes.io/managed-by"


@dataclass
class Outcome:
    """What came of sending or of reading: a line for each fault, and the objects that had any."""

    requests: int = 0
    faults: list[str] = field(default_factory=list)
    refused: set[Key] = field(default_factory=set)
    differing: set[Key] = field(default_factory=set)

    def add(self, other: "Outcome", step: str = "") -> None:
        """Takes in another outcome, its faults under the name of a step."""
        self.requests += other.requests
        self.faults += [f"{step}: {fault}" if step else fault for fault in other.faults]
        self.refused |= other.refused
        self.differing |= other.differing


def create(api: Api, item: Object) -> Answer:
    """POST, under strict validation.

    Of every namespace's `default` service account the server makes one itself, sooner or later: that is put over.
    """
    answer = api.create(item)
    if answer.status == _CONFLICT and (item["kind"], item["metadata"]["name"]) == ("ServiceAccount", "default"):
        return replace(api, item)
    return answer


def apply(api: Api, item: Object) -> Answer:
    """Server-side apply as Argo CD sends it, under strict validation."""
    return api.apply(item)


def replace(api: Api, item: Object) -> Answer:
    """PUT over what is there, or POST where nothing is.

    Custom kinds want to be told which version they replace, and controllers write between a look and a PUT: whoever
    is told so looks again, as every client does.
    """
    for _ in range(_LOOKS):
        live = api.get(item)
        if not live.ok:
            return create(api, item)
        version = live.body["metadata"]["resourceVersion"]
        answer = api.replace({**item, "metadata": {**item["metadata"], "resourceVersion": version}})
        if answer.status != _CONFLICT:
            return answer
    return answer


def send(api: Api, part: Part, how: Send) -> Outcome:
    """Sends all objects of a part; says what the server refused or warned of."""
    outcome = _send(api, part.first, how)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for portion in pool.map(lambda items: _send(api, items, how), part.others):
            outcome.add(portion)
    return outcome


def read(api: Api, items: Iterable[Object]) -> dict[Key, Object]:
    """The live objects of all kinds that are among these, by kind and name."""
    kinds = sorted({(item["apiVersion"], item["kind"]) for item in items})
    return {key(item): item for api_version, kind in kinds for item in api.list(api_version, kind)}


def compare(api: Api, part: Part) -> Outcome:
    """Finds objects that are given back otherwise than sent, or that say they are owned and were not sent."""
    outcome = Outcome()
    live = read(api, part.items)
    for item in part.items:
        given = live.pop(key(item), None)
        found = ["is not there"] if given is None else list(differences_on_reading_back(item, given))
        if found:
            outcome.differing.add(key(item))
        outcome.faults += [f"{named(item)} {difference}" for difference in found]
    outcome.faults += [
        f"{named(item)} was left behind"
        for item in live.values()
        if (item["metadata"].get("labels") or {}).get(_OWNED) == "tenantry"
    ]
    return outcome


def remove(api: Api, items: Iterable[Object]) -> list[str]:
    """Deletes objects that are no longer emitted, last wave first; gives the server's refusals."""
    refused = []
    for item in reversed(list(items)):
        if item["metadata"].get("finalizers"):
            # No Argo CD runs here that would take its finalizer off.
            api.patch(item, {"metadata": {"finalizers": None}}).must()
        answer = api.delete(item)
        if not answer.ok and answer.status != 404:
            refused.append(f"{named(item)} may not be deleted: {answer.message}")
    return refused


def empty(api: Api, items: list[Object]) -> None:
    """Deletes all these objects and waits until they are gone, so that another fleet finds a clean plane."""
    spaces = {item["metadata"]["name"] for item in items if item["kind"] == "Namespace"}
    refused = remove(api, [item for item in items if item["metadata"].get("namespace") not in spaces])
    assert not refused, refused
    keys = {key(item) for item in items}
    # Namespaces take longest, and looking at them alone costs little.
    kinds = sorted({(item["apiVersion"], item["kind"]) for item in items}, key=lambda kind: kind[1] != "Namespace")
    for api_version, kind in kinds:
        _wait_until_gone(api, api_version, kind, keys)


def _wait_until_gone(api: Api, api_version: str, kind: str, keys: set[Key]) -> None:
    wait_for(
        lambda: keys.isdisjoint(key(item) for item in api.list(api_version, kind)),
        f"all of kind {kind} are gone",
        seconds=120,
    )


def versions(api: Api, items: list[Object]) -> dict[Key, str]:
    """The resource version of each of these objects that is there: it moves with every change that is stored."""
    live, keys = read(api, items), {key(item) for item in items}
    return {name: item["metadata"]["resourceVersion"] for name, item in live.items() if name in keys}


def seen_by_kubernetes(item: Object) -> bool:
    """Whether Kubernetes itself has looked at a live object as it is now; its controllers write that in its status."""
    status = item.get("status") or {}
    if item["kind"] == "ResourceQuota":
        return bool(status.get("hard") == item["spec"]["hard"] and "used" in status)
    if item["kind"] == "ValidatingAdmissionPolicy":
        return "typeChecking" in status and status.get("observedGeneration") == item["metadata"]["generation"]
    if item["kind"] == "PodDisruptionBudget":
        return bool(status.get("conditions")) and status.get("observedGeneration") == item["metadata"]["generation"]
    return True


def key(item: Object) -> Key:
    """What tells an object from all others of a cluster."""
    metadata = item["metadata"]
    return (item["apiVersion"], item["kind"], metadata.get("namespace", ""), metadata["name"])


def _send(api: Api, items: list[Object], how: Send) -> Outcome:
    outcome = Outcome(requests=len(items))
    for item in items:
        answer = how(api, item)
        if not answer.ok:
            outcome.refused.add(key(item))
            outcome.faults.append(f"{named(item)} is refused: {answer.status} {answer.message}")
        outcome.faults += [
            f"{named(item)} is warned of: {warning}"
            for warning in _words(answer.warnings)
            if (item["kind"], warning) != ("Application", FINALIZER_WARNING)
        ]
    return outcome


def _words(warnings: tuple[str, ...]) -> list[str]:
    """The texts of Warning headers, which stand between quotes after a code and an agent."""
    return [warning.split(" ", 2)[2][1:-1].replace('\\"', '"') for warning in warnings]
