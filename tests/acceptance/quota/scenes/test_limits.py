"""Borrow and lend limits hold exactly, and what is kept from lending needs nobody's work to end."""

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage

pytestmark = pytest.mark.xdist_group("quota-scenes")

BORROW = (
    Cast("borrow")
    .pool(units=8)
    .tenant(
        "red",
        {"main": {"guaranteed": 3, "borrow": 2}},
        projects={"one": {"main": {"guaranteed": 1, "borrow": 1}}, "two": {}},
    )
    .tenant("blue", {"main": {"guaranteed": 3}})
)


def test_nobody_borrows_more_than_the_limits_of_project_and_tenant(stage: Stage) -> None:
    act = Act(stage, BORROW)
    one = act.submit("red/one", 3)
    act.comes_to_rest({"red/one": 1 + 1, "red": 2})

    act.submit("red/two", 6)
    act.comes_to_rest({"red/one": 2, "red/two": 3, "red": 3 + 2})
    assert act.ended("red/one") == []

    act.withdraw("red/one", one)
    act.comes_to_rest({"red/one": 0, "red/two": 5})


LEND = (
    Cast("lend")
    .pool(units=8)
    .tenant("red", {"main": {"guaranteed": 1}})
    .tenant("blue", {"main": {"guaranteed": 3, "lend": 1}})
    .tenant("green", {"main": {"guaranteed": 2, "lend": 0}})
)


def test_nobody_is_lent_more_than_the_limit_of_the_lender(stage: Stage) -> None:
    act = Act(stage, LEND)
    act.submit("red", 5)
    act.comes_to_rest({"red": 1 + 2 + 1, "blue": 0, "green": 0})

    act.claim("blue", 2)
    act.claim("green", 2)

    act.comes_to_rest({"red": 4, "blue": 2, "green": 2})
    assert act.ended("red") == []
    act.claim("blue", 1)
    act.comes_to_rest({"red": 3, "blue": 3, "green": 2})
    assert len(act.ended("red")) == 1
