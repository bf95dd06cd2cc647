"""The title of a plan: what is risky, who loses, who gains, and not the same units twice."""

import pytest

from tenantry.plan.headline import headline
from tenantry.plan.quota import compare_quota
from tenantry.plan.remark import Remark
from tests.support.programs import Trees, small_trees, spec_of
from tests.unit.plan.sides import sides


@pytest.fixture
def trees() -> Trees:
    return small_trees()


def _title(after: Trees, *remarks: Remark) -> str:
    old, new, _ = sides(small_trees(), after)
    quota, _, _ = compare_quota(old, new)
    return headline(quota, remarks, new.program)


def test_who_loses_stands_before_who_gains(trees: Trees) -> None:
    spec_of(trees, "Tenant", "vision")["quota"][0]["guaranteed"] = 30
    spec_of(trees, "Tenant", "nlp")["quota"][0]["guaranteed"] = 34

    assert _title(trees) == "nlp loses 6, vision gains 6"


def test_what_is_risky_stands_first(trees: Trees) -> None:
    spec_of(trees, "Tenant", "vision")["quota"][0]["guaranteed"] = 26

    title = _title(trees, Remark("", "", clause="small"), Remark("", "", "high", "a rule", "grave"))

    assert title == "grave, vision gains 2, nobody's guarantee falls, and 1 more"


def test_pools_of_a_tenant_are_told_together(trees: Trees) -> None:
    quota = spec_of(trees, "Tenant", "search")["quota"]
    quota[0]["guaranteed"], quota[1]["guaranteed"] = 20, 50

    assert _title(trees) == "search loses 10 of cpu and 4 of h100-train"


def test_a_grant_below_is_not_told_of_the_parent_again(trees: Trees) -> None:
    """Research is lifted by what vision gets, and keeps no more itself."""
    del trees["Grant", "vision", "cvpr-deadline"]

    assert _title(trees) == "vision loses 16"


def test_nothing_is_nothing() -> None:
    assert _title(small_trees()) == "nobody's guarantee changes"
