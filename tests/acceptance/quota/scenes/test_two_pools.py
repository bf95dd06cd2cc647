"""Who borrows in one pool still has its guarantee in another, at every level of the tree."""

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage

pytestmark = pytest.mark.xdist_group("quota-scenes")


def in_both(units: int) -> dict[str, dict[str, int]]:
    """A guarantee in each of two pools."""
    return {"here": {"guaranteed": units}, "there": {"guaranteed": units}}


TENANTS = (
    Cast("tenants-apart")
    .pool("here", units=4)
    .pool("there", units=4)
    .tenant("red", in_both(1))
    .tenant("blue", in_both(1))
)


def test_a_tenant_that_borrows_in_one_pool_has_its_guarantee_in_another(stage: Stage) -> None:
    act = Act(stage, TENANTS)
    act.submit("red", 4, pool="here")
    act.submit("blue", 4, pool="there")
    act.comes_to_rest({"red": 4}, pool="here")
    act.comes_to_rest({"blue": 4}, pool="there")

    act.claim("red", 1, pool="there")

    act.comes_to_rest({"red": 1, "blue": 3}, pool="there")
    act.comes_to_rest({"red": 4, "blue": 0}, pool="here")


PROJECTS = (
    Cast("projects-apart")
    .pool("here", units=4)
    .pool("there", units=4)
    .tenant("red", in_both(2), projects={"one": in_both(1), "two": in_both(1)})
    .tenant("blue", in_both(1))
)


def test_a_project_that_borrows_in_one_pool_has_its_guarantee_in_another(stage: Stage) -> None:
    act = Act(stage, PROJECTS)
    act.submit("red/one", 4, pool="here")
    act.submit("red/two", 4, pool="there")
    act.comes_to_rest({"red/one": 4}, pool="here")
    act.comes_to_rest({"red/two": 4}, pool="there")

    act.claim("red/one", 1, pool="there")

    act.comes_to_rest({"red/one": 1, "red/two": 3}, pool="there")
    act.comes_to_rest({"red/one": 4, "red/two": 0}, pool="here")


DEPARTMENTS = (
    Cast("departments-apart")
    .pool("here", units=6)
    .pool("there", units=6)
    .tenant("house", in_both(2), projects={})
    .tenant("east", in_both(1), parent="house")
    .tenant("west", in_both(1), parent="house")
    .tenant("blue", in_both(2))
)


def test_a_department_that_borrows_in_one_pool_has_its_guarantees_in_another(stage: Stage) -> None:
    act = Act(stage, DEPARTMENTS)
    act.submit("east", 6, pool="here")
    act.submit("blue", 6, pool="there")
    act.comes_to_rest({"house": 6}, pool="here")
    act.comes_to_rest({"blue": 6}, pool="there")

    act.claim("west", 1, pool="there")
    act.claim("east", 1, pool="there")

    act.comes_to_rest({"east": 1, "west": 1, "blue": 4}, pool="there")
    act.comes_to_rest({"east": 6, "blue": 0}, pool="here")
    assert act.ended("east") == act.ended("west") == []
