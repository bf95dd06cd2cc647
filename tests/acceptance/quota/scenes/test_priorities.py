"""Priority orders work inside one queue, and means nothing between projects and tenants."""

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage
from tests.plane.waiting import wait_for

pytestmark = pytest.mark.xdist_group("quota-scenes")

TENANTS = (
    Cast("ladder").pool(units=4).tenant("red", {"main": {"guaranteed": 2}}).tenant("blue", {"main": {"guaranteed": 2}})
)


def test_high_priority_replaces_low_in_its_own_queue_and_nobody_elses(stage: Stage) -> None:
    act = Act(stage, TENANTS)
    act.submit("red", 2, priority="scavenger")
    normal = act.submit("blue", 2, priority="normal")
    act.comes_to_rest({"red": 2, "blue": 2})

    urgent = act.submit("blue", 1, priority="urgent")
    wait_for(lambda: act.holding("blue") >= {*urgent}, "urgent work runs", seconds=120)

    act.comes_to_rest({"red": 2, "blue": 2})
    assert len(act.holding("blue") & {*normal}) == 1
    assert len(act.ended("blue")) == 1
    assert act.ended("red") == []


PROJECTS = Cast("ladders").pool(units=4).tenant("red", {"main": {"guaranteed": 4}}, projects={"one": {}, "two": {}})


def test_priority_in_one_project_takes_nothing_from_another(stage: Stage) -> None:
    act = Act(stage, PROJECTS)
    low = act.submit("red/one", 2, priority="scavenger")
    normal = act.submit("red/two", 2, priority="normal")
    act.comes_to_rest({"red/one": 2, "red/two": 2})

    urgent = act.submit("red/two", 3, priority="urgent")
    wait_for(lambda: act.holding("red/two") < {*urgent}, "urgent work runs", seconds=120)

    act.comes_to_rest({"red/one": 2, "red/two": 2})
    assert act.holding("red/one") == {*low}
    assert set(act.ended("red/two")) == {*normal}
    assert act.ended("red/one") == []
