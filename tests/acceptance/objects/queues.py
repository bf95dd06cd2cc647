"""What the real Kueue says of every queue of a part, against what its YAML lets expect: active, or stopped."""

from tests.acceptance.objects.emitted import Part
from tests.acceptance.objects.round_trip import Outcome, key, read
from tests.plane.api import Api, Object, condition, named
from tests.plane.waiting import wait_for

Said = tuple[str, str, str]
"""A condition's status, reason and message."""

ACTIVE_CLUSTER_QUEUE: Said = ("True", "Ready", "Can admit new workloads")
ACTIVE_LOCAL_QUEUE: Said = ("True", "Ready", "Can submit new workloads to localQueue")
STOPPED_LOCAL_QUEUE: Said = ("False", "Stopped", "LocalQueue is stopped")


def queues_of(items: list[Object]) -> list[Object]:
    """The queues among these objects."""
    return [item for item in items if item["kind"] in ("ClusterQueue", "LocalQueue")]


def expected(queue: Object) -> Said:
    """What a queue says when Kueue has looked at it, predicted from its YAML."""
    if queue["kind"] == "ClusterQueue":
        return ACTIVE_CLUSTER_QUEUE
    return ACTIVE_LOCAL_QUEUE if queue["spec"]["stopPolicy"] == "None" else STOPPED_LOCAL_QUEUE


def said(item: Object, name: str) -> Said | None:
    """A condition of a live object; nothing where it has none yet."""
    row = condition(item, name)
    return (row["status"], row["reason"], row["message"]) if row else None


def judge_queues(api: Api, part: Part) -> Outcome:
    """Waits until every queue says what is predicted; a fault for each that does not come to it."""
    queues = queues_of(part.items)

    def others() -> list[str]:
        live = read(api, queues)
        seen = {key(queue): said(live[key(queue)], "Active") for queue in queues}
        return [
            f"{named(queue)} says {seen[key(queue)]}, expected is {expected(queue)}"
            for queue in queues
            if seen[key(queue)] != expected(queue)
        ]

    try:
        wait_for(lambda: not others(), "queues say what is predicted", seconds=60, pause_seconds=0.5)
    except AssertionError:
        return Outcome(requests=1, faults=others())
    return Outcome(requests=1)
