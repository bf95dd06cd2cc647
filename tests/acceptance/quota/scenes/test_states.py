"""Held, draining and retired: what still runs, what starts, and that others' guarantees hold meanwhile."""

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
