"""Tenants that come to be charged to a cost centre that others bear."""

import pytest

from tenantry.plan.cost_centers import Charge, charged_to_others, cost_center_remarks
from tenantry.plan.remark import plain
from tests.support.programs import Trees, program_of, small_trees, spec_of


def _charges(before: Trees, after: Trees) -> list[Charge]:
    return list(charged_to_others(program_of(before), program_of(after)))


@pytest.fixture
def trees() -> Trees:
    return small_trees()


def test_a_cost_centre_of_another_tenant_is_said(trees: Trees) -> None:
    spec_of(trees, "Tenant", "search")["costCenter"] = "R-110"
    assert _charges(small_trees(), trees) == [Charge("search", "R-110", ("vision",))]
    (told,) = cost_center_remarks(program_of(small_trees()), program_of(trees))
    assert (told.about, told.risk) == ("search", "medium")
    assert plain(told.sentence) == "search is charged to R-110, which is that of vision"


def test_one_that_is_kept_is_not(trees: Trees) -> None:
    before = small_trees()
    for side in (before, trees):
        spec_of(side, "Tenant", "search")["costCenter"] = "R-110"
    spec_of(trees, "Tenant", "search")["displayName"] = "Searching"
    assert _charges(before, trees) == []


def test_one_that_only_those_below_bear_is_not(trees: Trees) -> None:
    spec_of(trees, "Tenant", "research")["costCenter"] = "R-110"
    assert _charges(small_trees(), trees) == []


def test_one_of_those_below_and_of_others_is(trees: Trees) -> None:
    before = small_trees()
    for side in (before, trees):
        spec_of(side, "Tenant", "search")["costCenter"] = "R-110"
    spec_of(trees, "Tenant", "research")["costCenter"] = "R-110"
    assert _charges(before, trees) == [Charge("research", "R-110", ("search",))]


def test_one_of_a_tenant_above_is_not(trees: Trees) -> None:
    del spec_of(trees, "Tenant", "vision")["costCenter"]
    assert _charges(small_trees(), trees) == []


def test_none_at_all_is_not(trees: Trees) -> None:
    before = small_trees()
    spec_of(before, "Tenant", "search")["costCenter"] = "S-1"
    assert _charges(before, trees) == []
