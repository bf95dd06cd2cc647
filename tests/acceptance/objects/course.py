"""The way of one part of a fleet through a plane: made, changed from an earlier edition, taken away.

After every step what the server gives back is compared with what was sent, so that nothing of another edition stays.
Made by POST and changed by PUT is one way, applied and applied another: what one writer made by POST is its own for
ever, and whoever applies over it leaves those fields alone, as server-side apply promises.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.acceptance.objects.emitted import Part
from tests.acceptance.objects.queues import judge_queues
from tests.acceptance.objects.round_trip import (
    Outcome,
    Send,
    apply,
    compare,
    create,
    empty,
    key,
    read,
    remove,
    replace,
    seen_by_kubernetes,
    send,
    versions,
)
from tests.plane.api import Api
from tests.plane.kubernetes import Kubernetes
from tests.plane.waiting import wait_for

Course = Callable[[Kubernetes, Part, Part], Outcome]
"""Takes an earlier and the current edition of a part through a plane."""


def full_course(plane: Kubernetes, older: Part, current: Part) -> Outcome:
    """Both ways; the plane is left empty."""
    outcome = put_course(plane, older, current)
    outcome.add(apply_course(plane, older, current))
    return outcome


def put_course(plane: Kubernetes, older: Part, current: Part) -> Outcome:
    """Created, changed back to an earlier edition by PUT, and forth again; the plane is left empty."""
    outcome = Outcome()
    with _taken_away_at_the_end(plane, older, current):
        writer, earlier_writer = current.prepare(plane), older.prepare(plane)
        outcome.add(_step(plane.api, writer, current, create), "created")
        outcome.add(_step(plane.api, earlier_writer, older, replace, before=current), "earlier edition put over it")
        outcome.add(_step(plane.api, writer, current, replace, before=older), "put over the earlier edition")
    return outcome


def judged_course(plane: Kubernetes, older: Part, current: Part) -> Outcome:
    """The way of `apply_course` on a plane where Kueue runs: it has to say of every queue what is predicted."""
    return apply_course(plane, older, current, judge=judge_queues)


def apply_course(
    plane: Kubernetes, older: Part, current: Part, *, judge: Callable[[Api, Part], Outcome] | None = None
) -> Outcome:
    """An earlier edition applied, the current one over it, and once more; the plane is left empty."""
    outcome = Outcome()
    with _taken_away_at_the_end(plane, older, current):
        writer, earlier_writer = current.prepare(plane), older.prepare(plane)
        outcome.add(_step(plane.api, earlier_writer, older, apply), "earlier edition applied")
        outcome.add(_step(plane.api, writer, current, apply, before=older), "applied over the earlier edition")
        if judge:
            outcome.add(judge(plane.api, current), "looked at by Kueue")
        outcome.add(_second_apply(plane.api, writer, current), "applied again")
    return outcome


def _step(api: Api, writer: Api, part: Part, how: Send, before: Part | None = None) -> Outcome:
    outcome = send(writer, part, how)
    if before is not None:
        staying = {key(item) for item in part.items}
        outcome.faults += remove(writer, [item for item in before.items if key(item) not in staying])
    outcome.add(compare(api, part))
    return outcome


def _second_apply(api: Api, writer: Api, part: Part) -> Outcome:
    # Kubernetes' controllers note in every status that they have seen a change; later nothing moves by itself.
    wait_for(
        lambda: all(map(seen_by_kubernetes, read(api, part.items).values())), "controllers have seen all", seconds=90
    )
    before = versions(api, part.items)
    outcome = send(writer, part, apply)
    moved = [name for name, version in versions(api, part.items).items() if version != before.get(name)]
    outcome.faults += [f"{' '.join(name)} has another resourceVersion" for name in moved]
    return outcome


@contextmanager
def _taken_away_at_the_end(plane: Kubernetes, *parts: Part) -> Iterator[None]:
    try:
        yield
    finally:
        items = {key(item): item for part in parts for item in part.items}
        empty(plane.api, list(items.values()))
