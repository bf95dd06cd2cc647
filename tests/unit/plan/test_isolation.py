"""What tenants can newly do, and what no longer."""

import copy
from typing import Any

import pytest

from tenantry.plan.isolation import FieldChange, Isolation, compare_isolation
from tenantry.plan.isolation_remarks import isolation_remarks
from tenantry.plan.remark import plain
from tests.support.programs import Trees, small_trees, spec_of
from tests.unit.plan.sides import sides


@pytest.fixture
def trees() -> Trees:
    return small_trees()


def _isolation(before: Trees, after: Trees) -> Isolation:
    old, new, comparison = sides(before, after)
    return compare_isolation(old.program, new.program, comparison)


def _told(before: Trees, after: Trees) -> list[tuple[str, str, str]]:
    return [(one.risk, one.rule, plain(one.sentence)) for one in isolation_remarks(_isolation(before, after))]


FIELDS: list[tuple[dict[str, Any], list[FieldChange]]] = [
    ({"podSecurity": "privileged"}, [FieldChange("podSecurity", "baseline", "privileged", "looser")]),
    ({"podSecurity": "restricted"}, [FieldChange("podSecurity", "baseline", "restricted", "tighter")]),
    ({"images": ["nvcr.io/"]}, [FieldChange("images", "any", "nvcr.io/", "tighter")]),
    ({"services": ["ClusterIP"]}, [FieldChange("services", "ClusterIP, LoadBalancer", "ClusterIP", "tighter")]),
    (
        {"services": ["ClusterIP", "LoadBalancer", "NodePort"]},
        [FieldChange("services", "ClusterIP, LoadBalancer", "ClusterIP, LoadBalancer, NodePort", "looser")],
    ),
    ({"counts": {"pods": 100}}, [FieldChange("counts pods", "500", "100", "tighter", bound=True)]),
    ({"unqueued": {"cpu": 20, "memory": "64Gi"}}, [FieldChange("unqueued cpu", "16", "20", "looser", bound=True)]),
    (
        {"podDefaults": {"cpu": 2, "memory": "4Gi"}},
        [FieldChange("podDefaults", "1000m CPU, 4096Mi", "2000m CPU, 4096Mi", "other")],
    ),
]


@pytest.mark.parametrize(("fields", "expected"), FIELDS)
def test_a_field_of_a_profile_loosens_or_tightens(
    trees: Trees, fields: dict[str, Any], expected: list[FieldChange]
) -> None:
    spec_of(trees, "IsolationProfile", "baseline").update(copy.deepcopy(fields))
    found = _isolation(small_trees(), trees)
    # Without projects of its own, research follows its profile in what reaches no cluster by itself.
    assert {one.tenant for one in found.tenants} - {"research"} == {"nlp", "search", "vision"}
    by_tenant = {one.tenant: one.fields for one in found.tenants}
    assert list(by_tenant["vision"]) == expected


def test_a_bound_that_comes_back_is_looser(trees: Trees) -> None:
    spec_of(trees, "IsolationProfile", "baseline")["counts"] = {"pods": 100}
    more = copy.deepcopy(trees)
    spec_of(more, "IsolationProfile", "baseline")["counts"] = {"pods": 200}
    assert [one[:2] for one in _told(trees, more)] == [("medium", "a bound of isolation rises")]
    assert [one[:2] for one in _told(more, trees)] == [("medium", "isolation tightens")]
    assert [one[:2] for one in _told(trees, small_trees())] == [("medium", "a bound of isolation rises")]


def test_images_are_new_only_where_no_prefix_covered_them(trees: Trees) -> None:
    spec_of(trees, "IsolationProfile", "baseline")["images"] = ["nvcr.io/", "quay.io/team/"]
    narrower = copy.deepcopy(trees)
    spec_of(narrower, "IsolationProfile", "baseline")["images"] = ["nvcr.io/", "nvcr.io/nvidia/", "quay.io/team/"]
    assert {field for one in _isolation(trees, narrower).tenants for field in one.fields} == set()
    wider = copy.deepcopy(trees)
    spec_of(wider, "IsolationProfile", "baseline")["images"] = ["nvcr.io/", "quay.io/"]
    ((risk, _, sentence),) = _told(trees, wider)
    assert (risk, "newly allowed: images from quay.io/" in sentence) == ("high", True)
    assert "no longer allowed: images from quay.io/" in _told(wider, trees)[0][2]


def test_a_tenant_under_another_profile_is_told_both_ways(trees: Trees) -> None:
    spec_of(trees, "Tenant", "nlp")["isolation"] = "strict"
    spec_of(trees, "Pool", "h100-finance")["dedicatedTo"] = "nlp"
    for line_owner in (("Project", "finance", "risk"),):
        trees[line_owner]["spec"]["quota"] = []
        trees[line_owner]["spec"]["classes"] = ["training"]
    spec_of(trees, "Tenant", "nlp")["quota"] = []
    (change,) = (one for one in _isolation(small_trees(), trees).tenants if one.tenant == "nlp")
    assert (change.profile_before, change.profile_after) == ("baseline", "strict")
    assert {(one.field, one.effect) for one in change.fields} >= {
        ("podSecurity", "tighter"),
        ("nodes", "tighter"),
        ("images", "tighter"),
        ("services", "tighter"),
        ("sharedAccelerators", "tighter"),
    }
    loosened = {one.field: one.effect for one in _isolation(trees, small_trees()).tenants[0].fields}
    assert (loosened["nodes"], loosened["podSecurity"], loosened["sharedAccelerators"]) == (
        "looser",
        "looser",
        "looser",
    )


def test_a_retired_project_gets_no_pods_and_that_is_no_isolation(trees: Trees) -> None:
    spec_of(trees, "IsolationProfile", "baseline")["counts"] = {"pods": 100}
    after = copy.deepcopy(trees)
    spec_of(after, "Project", "serving", "vision")["state"] = "retired"
    assert _isolation(trees, after) == Isolation((), ())


def test_new_tenants_have_nothing_to_compare(trees: Trees) -> None:
    for key in [("Tenant", "", "finance"), ("Project", "finance", "risk"), ("Pool", "", "h100-finance")]:
        del trees[key]
    assert _isolation(trees, small_trees()) == Isolation((), ())


def test_priorities_are_gained_and_lost(trees: Trees) -> None:
    spec_of(trees, "Tenant", "vision")["priorities"] = ["urgent", "high", "normal"]
    (moved,) = _isolation(small_trees(), trees).priorities
    assert (moved.tenant, moved.gained, moved.lost) == ("vision", ("urgent",), ("scavenger",))
    assert [one[:2] for one in _told(small_trees(), trees)] == [("low", ""), ("medium", "a priority is lost")]
