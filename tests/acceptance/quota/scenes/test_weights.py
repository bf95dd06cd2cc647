"""What nobody is guaranteed is divided by weight among siblings, whoever came first."""

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage

pytestmark = pytest.mark.xdist_group("quota-scenes")

_HEAVY, _LIGHT = {"guaranteed": 1, "weight": 2}, {"guaranteed": 1}
WEIGHTS = (
    Cast("weights")
    .pool(units=8)
    .pool("turned", units=8)
    .tenant("heavy", {"main": dict(_HEAVY), "turned": dict(_HEAVY)})
    .tenant("light", {"main": dict(_LIGHT), "turned": dict(_LIGHT)})
)


def test_contested_units_are_shared_by_weight_whoever_came_first(stage: Stage) -> None:
    act = Act(stage, WEIGHTS)
    act.submit("heavy", 8)
    act.submit("light", 8, pool="turned")
    act.comes_to_rest({"heavy": 8, "light": 0})
    act.comes_to_rest({"heavy": 0, "light": 8}, pool="turned")

    act.submit("light", 4)
    act.submit("heavy", 6, pool="turned")

    act.comes_to_rest({"heavy": 1 + 4, "light": 1 + 2})
    act.comes_to_rest({"heavy": 1 + 4, "light": 1 + 2}, pool="turned")


SIBLINGS = (
    Cast("siblings")
    .pool(units=8)
    .tenant("house", {"main": {}}, projects={})
    .tenant("east", parent="house")
    .tenant("west", parent="house")
    .tenant("alone", {"main": {}})
)


def test_weights_compare_siblings_only(stage: Stage) -> None:
    act = Act(stage, SIBLINGS)
    act.submit("east", 4)
    act.submit("west", 4)
    act.submit("alone", 5)

    act.comes_to_rest({"east": 2, "west": 2, "alone": 4})
