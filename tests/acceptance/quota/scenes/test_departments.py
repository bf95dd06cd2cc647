"""Departments: what a department is guaranteed is there for each of its tenants, and theirs comes first."""

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage

pytestmark = pytest.mark.xdist_group("quota-scenes")

DEPARTMENT = (
    Cast("department")
    .pool(units=10)
    .tenant("house", {"main": {"guaranteed": 4}}, projects={})
    .tenant("east", {"main": {"guaranteed": 1}}, parent="house")
    .tenant("west", {"main": {"guaranteed": 1}}, parent="house")
    .tenant("stranger", {"main": {"guaranteed": 2}})
)


def test_a_departments_units_come_back_from_strangers_and_its_tenants_share_them(stage: Stage) -> None:
    act = Act(stage, DEPARTMENT)
    act.submit("stranger", 10)
    act.comes_to_rest({"stranger": 10})

    act.submit("east", 4)
    act.comes_to_rest({"house": 4, "stranger": 6})
    act.claim("west", 1)
    act.comes_to_rest({"east": 4, "west": 1, "stranger": 5})
    assert act.ended("east") == []

    act.submit("west", 3)

    act.comes_to_rest({"stranger": 2 + 2, "east": 1 + 2, "west": 1 + 2})
