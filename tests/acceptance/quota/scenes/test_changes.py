"""Numbers that change under running work: nothing ends by the change, and claims are judged by the new numbers."""

import math
from copy import deepcopy

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage

pytestmark = pytest.mark.xdist_group("quota-scenes")

GRANT = (
    Cast("grant")
    .pool(units=6)
    .tenant("red", {"main": {"guaranteed": 1}})
    .tenant("blue", {"main": {"guaranteed": 1, "weight": 3}})
    .grant("red/deadline", pool="main", units=2, **{"from": "2026-12-10", "until": "2026-12-12"})
)


def test_a_grant_begins_and_ends_with_its_days(stage: Stage) -> None:
    act = Act(stage, GRANT)
    act.submit("blue", 5)
    act.submit("red", 4)
    act.comes_to_rest({"red": 1 + 1, "blue": 1 + 3})
    before = act.ended("red")

    act.change(lambda: None, as_of="2026-12-10")
    act.comes_to_rest({"red": 3, "blue": 1 + 2})
    assert act.ended("red") == before

    act.change(lambda: None, as_of="2026-12-13")
    act.comes_to_rest({"red": 1 + 1, "blue": 1 + 3})


LOWERED = (
    Cast("lowered").pool(units=6).tenant("red", {"main": {"guaranteed": 4}}).tenant("blue", {"main": {"guaranteed": 1}})
)


def test_a_quota_lowered_under_running_work_ends_nothing_by_itself(stage: Stage) -> None:
    act = Act(stage, LOWERED)
    act.submit("red", 4)
    act.comes_to_rest({"red": 4})

    act.change(lambda: act.cast.line("red", guaranteed=1))

    act.comes_to_rest({"red": 4})
    told = stage.explain("lowered-red", "lowered")["numbers"]
    assert told == {"guaranteed": 1, "shared": 1, "contested": 4, "reach": 6}
    act.claim("blue", 2)
    act.comes_to_rest({"red": 4, "blue": 2})
    assert act.ended("red") == []

    # What is above guaranteed can be taken back, and no more of it than is others' share.
    act.submit("blue", 3)
    act.comes_to_rest({"red": 1 + 2, "blue": 1 + 2})
    assert len(act.ended("red")) == 1


OVERHANG = (
    Cast("overhang")
    .pool(units=6)
    .tenant("red", {"main": {"guaranteed": 4}})
    .tenant("blue", {"main": {"guaranteed": 1}})
)


def test_what_runs_beyond_a_lowered_borrow_limit_is_taken_back_only_down_to_an_equal_share(stage: Stage) -> None:
    act = Act(stage, OVERHANG)
    act.submit("red", 4)
    act.comes_to_rest({"red": 4})

    act.change(lambda: act.cast.line("red", guaranteed=1, borrow=0))
    told = stage.explain("overhang-red", "overhang")["numbers"]
    assert told == {"guaranteed": 1, "shared": 1, "contested": 0, "reach": 1}
    act.submit("blue", 6)

    # A limit stops what starts; it ends nothing. Who claims gets his guarantee and an equal share, as without a limit.
    without_limit = deepcopy(act.tree())
    [red] = [node for node in without_limit.walk() if node.name == act.node("red").name]
    red.borrow = math.inf
    act.rests_at(act.predicted(without_limit), {"red": 1 + 2, "blue": 1 + 2})
    assert len(act.ended("red")) == 1
