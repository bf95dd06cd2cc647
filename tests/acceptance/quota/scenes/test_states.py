"""Held, draining and retired: what still runs, what starts, and that others' guarantees hold meanwhile.

Each state is shown on a tenant, a department above it, a project, a plain line and a class line.
"""

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage

pytestmark = pytest.mark.xdist_group("quota-scenes")

HELD = Cast("held").pool(units=5).tenant("red", {"main": {"guaranteed": 1}}).tenant("blue", {"main": {"guaranteed": 3}})


def test_a_held_tenant_runs_on_starts_nothing_and_gives_back_what_it_borrowed(stage: Stage) -> None:
    act = Act(stage, HELD)
    act.submit("red", 6)
    act.comes_to_rest({"red": 5})

    act.change(lambda: act.cast.edit("Tenant", "red", state="held"))
    act.starts_nothing_new("red")
    act.submit("red", 1)
    act.comes_to_rest({"red": 5})
    assert act.ended("red") == []

    blue = act.claim("blue", 3)
    act.comes_to_rest({"red": 2, "blue": 3})
    act.starts_nothing_new("red")
    act.withdraw("blue", blue)
    act.comes_to_rest({"red": 2, "blue": 0})

    act.change(lambda: act.cast.edit("Tenant", "red", state="active"))
    act.starts_again("red")
    act.comes_to_rest({"red": 5, "blue": 0})


DRAINING = (
    Cast("draining")
    .pool(units=5)
    .tenant("red", {"main": {"guaranteed": 2}})
    .tenant("blue", {"main": {"guaranteed": 1}})
)


def test_a_draining_line_ends_work_keeps_its_guarantee_and_lends_it(stage: Stage) -> None:
    act = Act(stage, DRAINING)
    act.submit("red", 3)
    act.comes_to_rest({"red": 3})

    act.change(lambda: act.cast.line("red", state="draining"))
    act.rests_at({}, {"red": 0})
    act.starts_nothing_new("red")
    assert len(act.ended("red")) == 3
    assert act.node("red").guaranteed == 2

    act.submit("blue", 5)
    act.comes_to_rest({"red": 0, "blue": 5})
    act.change(lambda: act.cast.line("red", state="active"))
    act.starts_again("red")
    act.comes_to_rest({"red": 2 + 1, "blue": 1 + 1})


RETIRED = (
    Cast("retired")
    .pool(units=5)
    .tenant("red", {"main": {"guaranteed": 2}}, projects={"old": {"main": {"guaranteed": 1}}, "new": {}})
    .tenant("blue", {"main": {"guaranteed": 1}})
)


def test_a_retired_project_is_drained_and_its_guarantee_is_its_tenants(stage: Stage) -> None:
    act = Act(stage, RETIRED)
    act.submit("red/old", 2)
    act.submit("blue", 5)
    act.comes_to_rest({"red/old": 2, "blue": 3})

    act.change(lambda: act.cast.edit("Project", "red/old", state="retired"))
    act.rests_at({act.queue("blue").name: 5}, {"red/old": 0, "blue": 5})
    act.starts_nothing_new("red/old")
    assert act.node("red/old").guaranteed == 0
    assert act.node("red").guaranteed == act.node("red").nominal == 2

    act.claim("red/new", 2)
    act.comes_to_rest({"red/old": 0, "red/new": 2, "blue": 3})


# The queues that a state stops, by where it is written. Every place is in a tenant of its own, so that one scene for
# each state shows them all: `house` is a department that `below` belongs to; only the last three have a second project.
STOPS: dict[str, tuple[str, ...]] = {
    "department": ("below/one.training", "below/one.batch"),
    "tenant": ("whole/one.training", "whole/one.batch"),
    "tenant-line": ("lined/one.training", "lined/one.batch"),
    "project": ("split/one.training", "split/one.batch"),
    "project-line": ("plain/one.training", "plain/one.batch"),
    "class-line": ("classed/one.batch",),
}
GOES_ON = ("split/two", "plain/two", "classed/two", "classed/one.training", "blue")


def _places(state: str) -> Cast:
    lines = {"main": {"guaranteed": 1}, "main.batch": {"guaranteed": 1}}
    one = {"one": {"classes": "training batch", **lines}}
    cast = (
        Cast(state).pool(units=24, classes="training batch").tenant("house", {"main": {"guaranteed": 3}}, projects={})
    )
    cast.tenant("below", {"main": {"guaranteed": 2}}, parent="house", projects=one)
    for name in ("whole", "lined"):
        cast.tenant(name, {"main": {"guaranteed": 2}}, projects=one)
    for name in ("split", "plain", "classed"):
        cast.tenant(name, {"main": {"guaranteed": 3}}, projects={**one, "two": {}})
    return cast.tenant("blue", {"main": {"guaranteed": 2}})


def _write(cast: Cast, state: str) -> None:
    """A state in every place. The tenant in the department says a milder one of its own: the stricter counts."""
    cast.edit("Tenant", "house", state=state)
    cast.edit("Tenant", "below", state="held")
    cast.edit("Tenant", "whole", state=state)
    cast.line("lined", state=state)
    cast.edit("Project", "split/one", state=state)
    cast.line("plain/one", state=state)
    cast.line("classed/one.batch", state=state)


PLACES = {state: _places(f"all-{state}") for state in ("held", "draining", "retired")}


KEEPERS = (
    "house",
    "below",
    "whole",
    "lined",
    "split",
    "split/one",
    "plain/one",
    "classed",
    "classed/one.batch",
    "blue",
)
GONE = {"house": 0, "below": 0, "whole": 0, "lined": 0, "split/one": 0, "plain/one": 0, "classed/one.batch": 0}
"""What a retired place is guaranteed. The tenant above a retired project or line keeps its own."""
PROJECTS = (*(f"{name}/one" for name in ("below", "whole", "lined", "split", "plain", "classed")), "split/two", "blue")


@pytest.mark.parametrize("state", PLACES)
def test_a_state_stops_the_queues_of_its_place_and_no_others(stage: Stage, state: str) -> None:
    """Held work runs on and the rest ends; nothing new starts in what is stopped, and all else goes on."""
    act = Act(stage, PLACES[state])
    stopped = [who for place in STOPS.values() for who in place]
    for who in (*stopped, *GOES_ON):
        act.submit(who, 1)
    act.comes_to_rest(dict.fromkeys((*stopped, *GOES_ON), 1))

    kept = {who: act.node(who).guaranteed for who in KEEPERS}
    act.change(lambda: _write(act.cast, state))
    assert {who: act.node(who).guaranteed for who in KEEPERS} == ({**kept, **GONE} if state == "retired" else kept)
    left = 1 if state == "held" else 0
    after = {**dict.fromkeys(stopped, left), **dict.fromkeys(GOES_ON, 1)}
    act.rests_at({act.queue(who).name: units for who, units in after.items() if units}, after)
    for who in stopped:
        act.starts_nothing_new(who)
    for who in after:
        if state != "retired" or who not in stopped:
            act.submit(who, 1)
    act.comes_to_rest({**dict.fromkeys(stopped, left), **dict.fromkeys(GOES_ON, 2)})

    # Who borrows inside its project may be asked to move while the others come; that is not the state's doing.
    ended = {who: len(_stopped(act, who)) for who in PROJECTS}
    assert ended == {who: 0 if state == "held" else sum(f"{who}." in name for name in stopped) for who in PROJECTS}


def _stopped(act: Act, who: str) -> set[str]:
    """The Jobs of a project that Kueue ended because their queue was stopped."""
    return {name for name, reason in act.stage.seen.ended(act.namespace(who)) if reason == "LocalQueueStopped"}
