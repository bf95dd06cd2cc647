"""Inside a tenant: projects with guarantees of their own beside what the tenant shares, and their classes."""

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage

pytestmark = pytest.mark.xdist_group("quota-scenes")

PROJECTS = (
    Cast("projects")
    .pool(units=7)
    .tenant("red", {"main": {"guaranteed": 3}}, projects={"one": {"main": {"guaranteed": 1}}, "two": {}})
    .tenant("blue", {"main": {"guaranteed": 2}})
)


def test_a_project_has_its_guarantee_and_shares_the_rest_of_its_tenants(stage: Stage) -> None:
    act = Act(stage, PROJECTS)
    act.submit("red/two", 7)
    act.comes_to_rest({"red/two": 7})

    act.claim("red/one", 1)
    act.claim("blue", 2)
    act.comes_to_rest({"red/one": 1, "red/two": 4, "blue": 2})

    act.submit("red/one", 3)
    act.comes_to_rest({"red/one": 1 + 2, "red/two": 2, "blue": 2})
    assert act.ended("red/one") == act.ended("blue") == []


CLASSES = (
    Cast("classes")
    .pool(units=6, classes="training batch")
    .tenant(
        "red",
        {"main": {"guaranteed": 3}},
        projects={"one": {"classes": "training batch", "main": {"guaranteed": 2}}, "two": {}},
    )
    .tenant("blue", {"main": {"guaranteed": 2}})
)


def test_each_class_of_a_project_draws_on_the_projects_guarantee(stage: Stage) -> None:
    act = Act(stage, CLASSES)
    act.submit("red/two", 6)
    act.comes_to_rest({"red/two": 6})

    act.claim("red/one.batch", 1)
    act.comes_to_rest({"red/one.batch": 1, "red/one.training": 0, "red/two": 5})
    act.claim("red/one.training", 1)

    act.comes_to_rest({"red/one.batch": 1, "red/one.training": 1, "red/two": 4})
    assert act.ended("red/one") == []


CLASS_LINE = (
    Cast("class-line")
    .pool(units=6, classes="training batch")
    .tenant(
        "red",
        {"main": {"guaranteed": 2}},
        projects={"one": {"classes": "training batch", "main.training": {"guaranteed": 1}}},
    )
    .tenant("blue", {"main": {"guaranteed": 2}})
)


def test_a_class_line_is_had_at_once_while_its_tenant_is_far_above_its_guarantee(stage: Stage) -> None:
    act = Act(stage, CLASS_LINE)
    act.submit("red/one.batch", 6)
    act.comes_to_rest({"red/one.batch": 6})

    claimed = act.claim("red/one.training", 1)
    act.comes_to_rest({"red/one.training": 1, "red/one.batch": 5})

    act.submit("blue", 4)
    act.comes_to_rest({"red/one.training": 1, "red/one.batch": 1 + 1, "blue": 2 + 1})
    assert not {*claimed} & {*act.ended("red/one")}
