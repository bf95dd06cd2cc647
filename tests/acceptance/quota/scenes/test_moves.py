"""Units that move from one tenant to another: Kueue takes the two objects one by one, so the order counts."""

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage
from tests.plane.api import named

pytestmark = pytest.mark.xdist_group("quota-scenes")

MOVE = (
    Cast("move")
    .pool(units=4)
    .tenant("red", {"main": {"guaranteed": 2}})
    .tenant("blue", {"main": {"guaranteed": 1}})
    .tenant("green", {"main": {"guaranteed": 1}})
)


def test_units_that_grow_before_others_fall_are_sold_twice_and_guarantees_still_hold(stage: Stage) -> None:
    act = Act(stage, MOVE)
    act.submit("red", 2)
    act.comes_to_rest({"red": 2})
    act.submit("blue", 3)
    act.comes_to_rest({"red": 2, "blue": 2, "green": 0})

    def to_blue() -> None:
        act.cast.line("red", guaranteed=1)
        act.cast.line("blue", guaranteed=2)

    red, blue = (act.node(name).name for name in ("red", "blue"))
    queues = {name: act.queue(name).name for name in ("red", "blue", "green")}
    with stage.writing():
        stage.compile(to_blue)
        objects = {named(item): item for item in stage.plane.compiled()}
        stage.apply([objects[f"Cohort {blue}"]])
        act.rests_at({queues["red"]: 2, queues["blue"]: 3}, {"red": 2, "blue": 3})
        stage.apply([objects[f"Cohort {red}"]])

    # 5 of 4 are in use, and nobody's work ends for it.
    act.rests_at({queues["red"]: 2, queues["blue"]: 3}, {"red": 2, "blue": 3})
    assert act.ended("red") == act.ended("blue") == []
    act.claim("green", 1)
    act.comes_to_rest({"red": 1, "blue": 2, "green": 1})
