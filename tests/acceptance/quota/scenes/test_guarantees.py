"""Guaranteed units come back on demand, from those who borrowed them."""

from datetime import UTC, datetime

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage
from tests.plane.waiting import wait_for

pytestmark = pytest.mark.xdist_group("quota-scenes")

FROM_WHOM = (
    Cast("from-whom")
    .pool(units=8)
    .tenant("red", {"main": {"guaranteed": 2}})
    .tenant("blue", {"main": {"guaranteed": 3}})
    .tenant("green", {"main": {"guaranteed": 1}})
)


def test_a_guarantee_comes_back_from_who_borrowed_and_from_nobody_else(stage: Stage) -> None:
    act = Act(stage, FROM_WHOM)
    act.submit("red", 2)
    act.comes_to_rest({"red": 2})
    act.submit("green", 7)
    act.comes_to_rest({"red": 2, "green": 1 + 2 + 3, "blue": 0})

    act.claim("blue", 3)

    act.comes_to_rest({"red": 2, "green": 1 + 2, "blue": 3})
    assert act.ended("red") == act.ended("blue") == []
    assert len(act.ended("green")) == 3


FIRST_ENDED = (
    Cast("first-ended")
    .pool(units=4)
    .tenant("red", {"main": {"guaranteed": 1}})
    .tenant("blue", {"main": {"guaranteed": 3}})
)


def test_the_lowest_priority_and_then_the_newest_work_is_ended_first(stage: Stage) -> None:
    act = Act(stage, FIRST_ENDED)
    low = act.submit("red", 2, priority="scavenger")
    act.comes_to_rest({"red": 2, "blue": 0})
    old = act.submit("red", 1, priority="normal")
    act.comes_to_rest({"red": 3, "blue": 0})
    a_second_has_passed_since(act)
    new = act.submit("red", 1, priority="normal")
    act.comes_to_rest({"red": 4, "blue": 0})

    act.claim("blue", 2)

    act.comes_to_rest({"red": 2, "blue": 2})
    assert act.holding("red") == {*old, *new}
    assert set(act.ended("red")) == {*low}
    act.claim("blue", 1)
    act.comes_to_rest({"red": 1, "blue": 3})
    assert act.holding("red") == {*old}
    assert act.ended("blue") == []


def a_second_has_passed_since(act: Act) -> None:
    """Kueue knows when work began in whole seconds."""
    newest = max(work.reserved_at for work in act.all_work())
    wait_for(lambda: datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") > newest, "the clock shows the next second")
