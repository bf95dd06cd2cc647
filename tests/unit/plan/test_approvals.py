"""Who has to agree to a change: promises by who gives, and people as the side before knows them."""

from collections.abc import Iterable
from typing import Any

import pytest

from tenantry.plan.approvals import Need, compare_written, needs
from tenantry.plan.quota import compare_quota
from tenantry.plan.written import written
from tenantry.policy import Consent
from tests.support.programs import Trees, small_trees, spec_of
from tests.unit.plan.sides import sides


def _needs(before: Trees, after: Trees, approved_by: Iterable[str] = ()) -> tuple[Need, ...]:
    old, new, _ = sides(before, after)
    quota, _, _ = compare_quota(old, new)
    changes = compare_written(written(old.program), written(new.program))
    return needs(old.program, new.program, changes, quota, Consent.parse(approvals=approved_by).approvals)


def _roles(before: Trees, after: Trees) -> set[str]:
    return {role for need in _needs(before, after) for role in need.role.split(", ")}


def _reasons(before: Trees, after: Trees, role: str) -> tuple[str, ...]:
    return next(need.reasons for need in _needs(before, after) if role in need.role.split(", "))


def _tenant(name: str, **spec: Any) -> dict[str, Any]:
    return {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Tenant",
        "metadata": {"name": name},
        "spec": {"displayName": name, "owners": [{"group": f"{name}-leads"}], **spec},
    }


def _steps(trees: Trees) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = spec_of(trees, "PriorityLadder", "standard")["priorities"]
    return steps


@pytest.fixture
def before() -> Trees:
    return small_trees()


@pytest.fixture
def trees() -> Trees:
    return small_trees()


def test_nobody_is_asked_for_nothing(before: Trees, trees: Trees) -> None:
    assert _needs(before, trees) == ()


def test_the_ladder_before_says_who_approves_a_priority(before: Trees, trees: Trees) -> None:
    _steps(trees)[0]["approvedBy"] = [{"group": "vision-leads"}]
    spec_of(trees, "Tenant", "vision")["priorities"] = ["urgent", "high"]
    asked = {need.any_of for need in _needs(before, trees)}
    assert asked == {("group platform",), ("group capacity",)}


def test_a_priority_that_is_new_is_the_fleet_owners(before: Trees, trees: Trees) -> None:
    _steps(trees).append({"name": "release", "value": 50000, "approvedBy": [{"group": "vision-leads"}]})
    spec_of(trees, "Tenant", "vision")["priorities"] = ["release", "high"]
    assert {need.any_of for need in _needs(before, trees)} == {("group platform",)}


@pytest.mark.parametrize("moved", [True, False])
def test_a_priority_that_is_inherited_needs_those_whom_the_ladder_names(
    before: Trees, trees: Trees, *, moved: bool
) -> None:
    for side in (before, trees):
        spec_of(side, "Tenant", "search")["priorities"] = ["urgent", "high"]
    if moved:
        del spec_of(before, "Tenant", "nlp")["priorities"], spec_of(trees, "Tenant", "nlp")["priorities"]
        spec_of(trees, "Tenant", "nlp")["parent"] = "search"
    else:
        trees["Tenant", "", "nlp-two"] = _tenant("nlp-two", parent="search")
    assert "approves priority urgent" in _roles(before, trees)


def test_what_a_parent_gains_is_asked_for_once(before: Trees, trees: Trees) -> None:
    for side in (before, trees):
        spec_of(side, "Tenant", "research")["priorities"] = ["high"]
        del spec_of(side, "Tenant", "nlp")["priorities"]
    spec_of(trees, "Tenant", "research")["priorities"] = ["urgent", "high"]
    assert _reasons(before, trees, "approves priority urgent") == ("priority urgent for research",)


def test_who_comes_back_gets_its_units_from_who_gives(before: Trees, trees: Trees) -> None:
    spec_of(before, "Tenant", "search")["state"] = "retired"
    assert _roles(before, trees) == {"owns search", "manages capacity"}
    assert _reasons(before, trees, "manages capacity") == (
        "60 of cpu more for search",
        "24 of h100-train more for search",
    )


def test_a_department_that_comes_back_brings_those_below_it(before: Trees, trees: Trees) -> None:
    spec_of(before, "Tenant", "research")["state"] = "retired"
    assert "72 of h100-train more for research" in _reasons(before, trees, "manages capacity")
    assert "40 of h100-train more for nlp" in _reasons(before, trees, "research gives")


def test_a_line_that_comes_back_is_asked_for_as_a_line(before: Trees, trees: Trees) -> None:
    spec_of(before, "Tenant", "search")["quota"][1]["state"] = "retired"
    assert _reasons(before, trees, "manages capacity") == ("quota cpu of search",)


def test_a_pool_of_its_own_that_comes_back_is_capacity(before: Trees, trees: Trees) -> None:
    spec_of(before, "Tenant", "finance")["state"] = "retired"
    assert _reasons(before, trees, "manages capacity") == ("8 of h100-finance more for finance",)


def test_draining_keeps_the_units(before: Trees, trees: Trees) -> None:
    spec_of(before, "Tenant", "search")["state"] = "draining"
    assert _roles(before, trees) == {"owns search"}


def test_who_leaves_its_department_gets_its_units_from_what_is_unallocated(before: Trees, trees: Trees) -> None:
    del spec_of(trees, "Tenant", "nlp")["parent"]
    assert _reasons(before, trees, "manages capacity") == ("40 of h100-train for nlp in its new place",)


def test_units_that_come_from_the_same_after_a_move_are_not_asked_for(before: Trees, trees: Trees) -> None:
    for side in (before, trees):
        side["Tenant", "", "lab"] = _tenant("lab", parent="research", priorities=["high", "normal"])
    spec_of(trees, "Tenant", "nlp")["parent"] = "lab"
    assert "in its new place" not in repr(_needs(before, trees))


def test_a_move_that_changes_isolation_is_the_fleet_owners(before: Trees, trees: Trees) -> None:
    for side in (before, trees):
        side["Tenant", "", "desk"] = _tenant("desk", parent="research", priorities=["high"])
    spec_of(trees, "Tenant", "desk")["parent"] = "finance"
    assert _reasons(before, trees, "owns the fleet") == ("isolation of desk",)
    spec_of(trees, "Tenant", "desk")["parent"] = "search"
    assert "owns the fleet" not in _roles(before, trees)


@pytest.mark.parametrize(
    ("field", "value"), [("pool", "h100-slices"), ("project", "detection"), ("units", 8), ("until", "2026-12-01")]
)
def test_a_grant_that_gives_less_or_something_else_asks_who_loses(
    before: Trees, trees: Trees, field: str, value: object
) -> None:
    spec_of(trees, "Grant", "cvpr-deadline", "vision")[field] = value
    assert _roles(before, trees) == {"manages capacity", "vision loses"}


def test_a_grant_for_another_class_asks_who_loses(before: Trees, trees: Trees) -> None:
    for side, name in ((before, "training"), (trees, "")):
        spec_of(side, "Grant", "cvpr-deadline", "vision")["project"] = "detection"
        if name:
            spec_of(side, "Grant", "cvpr-deadline", "vision")["class"] = name
    assert "vision loses" in _roles(before, trees)


def test_a_grant_that_gives_more_is_capacity(before: Trees, trees: Trees) -> None:
    spec_of(trees, "Grant", "cvpr-deadline", "vision").update(units=20, ticket="CAP-312")
    assert _roles(before, trees) == {"manages capacity"}


def test_nobody_makes_himself_an_owner_who_gives(before: Trees, trees: Trees) -> None:
    spec_of(trees, "Tenant", "research")["owners"].append({"user": "mallory"})
    quota = [{"pool": "h100-train", "guaranteed": 4}]
    trees["Tenant", "", "lab"] = _tenant("lab", parent="research", quota=quota)
    assert "mallory" not in repr([need.any_of for need in _needs(before, trees)])
    assert "quota h100-train of lab" in _reasons(before, trees, "research gives")


def test_a_new_department_gives_nothing_to_those_below_it_yet(before: Trees, trees: Trees) -> None:
    quota = [{"pool": "h100-train", "guaranteed": 4}]
    trees["Tenant", "", "lab"] = _tenant("lab", quota=quota)
    trees["Tenant", "", "bench"] = _tenant("bench", parent="lab", quota=quota)
    assert {need.any_of for need in _needs(before, trees)} == {("group platform",), ("group capacity",)}


def test_names_are_read_with_the_prefix_before(before: Trees, trees: Trees) -> None:
    spec_of(trees, "Fleet", "example")["groupPrefix"] = "oidc:plat"
    given = {need.role: (need.any_of, need.given_by) for need in _needs(before, trees, ["group:platform"])}
    assert given["owns the fleet"] == (("group platform",), "group platform")
    assert {need.given_by for need in _needs(before, trees, ["group:form"])} == {""}


@pytest.mark.parametrize(
    ("written_as", "given"),
    [
        ("group:capacity", "group capacity"),
        ("group:oidc:capacity", "group capacity"),
        ("group capacity", "group capacity"),
        ("user:capacity", ""),
        ("capacity", ""),
    ],
)
def test_an_approval_counts_however_its_prefix_is_written(
    before: Trees, trees: Trees, written_as: str, given: str
) -> None:
    spec_of(trees, "Grant", "cvpr-deadline", "vision")["units"] = 20
    (need,) = _needs(before, trees, [written_as])
    assert need.given_by == given


def test_a_cost_centre_of_others_is_the_fleet_owners(before: Trees, trees: Trees) -> None:
    spec_of(trees, "Tenant", "search")["costCenter"] = "R-110"
    assert _reasons(before, trees, "owns the fleet") == ("search charged to R-110 of others",)
    assert "owns search" in _roles(before, trees)


def test_a_new_tenant_under_a_cost_centre_of_others_is_the_fleet_owners(before: Trees, trees: Trees) -> None:
    trees["Tenant", "", "lab"] = _tenant("lab", parent="search", costCenter="R-110")
    assert _reasons(before, trees, "owns the fleet") == ("lab charged to R-110 of others",)


@pytest.mark.parametrize("center", ["R-100", "R-300"])
def test_a_cost_centre_that_is_new_or_that_of_the_department_is_its_own_affair(
    before: Trees, trees: Trees, center: str
) -> None:
    spec_of(trees, "Tenant", "vision")["costCenter"] = center
    assert _roles(before, trees) == {"owns vision"}


@pytest.mark.parametrize("defaults", [{"costCenter": "Z-1"}, {"labels": {"team": "none"}}])
def test_defaults_of_the_fleet_are_the_fleet_owners(before: Trees, trees: Trees, defaults: dict[str, Any]) -> None:
    spec_of(trees, "Fleet", "example")["defaults"].update(defaults)
    assert "changed Fleet example" in _reasons(before, trees, "owns the fleet")
