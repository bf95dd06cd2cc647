"""No check complains about a fleet in which nothing is wrong."""

from tenantry.check import CHECKS
from tests.support.programs import small_trees
from tests.unit.check.judging import codes, past

ONE_SIDED_LINK = "TN454"
"""Information: the other end of the small fleet's link has not agreed to it yet."""


def test_the_small_fleet_is_fine() -> None:
    assert codes(CHECKS, small_trees()) == [ONE_SIDED_LINK]


def test_the_same_fleet_again_loses_and_changes_nothing() -> None:
    assert codes(CHECKS, small_trees(), past()) == [ONE_SIDED_LINK]
