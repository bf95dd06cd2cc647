"""Grants to come: what a plan says for a later day is what the front end makes of that day."""

from datetime import date, timedelta

import pytest

from tenantry.plan.grants import SOON, GrantEvent, compare_grants
from tenantry.plan.quota import Holder, compare_quota
from tenantry.program import Program, TreeNode
from tests.support.programs import Trees, program_of, small_trees, spec_of
from tests.unit.plan.sides import sides


def _events(before: Trees, after: Trees) -> tuple[tuple[GrantEvent, ...], tuple[GrantEvent, ...]]:
    old, new, _ = sides(before, after)
    quota, had, has = compare_quota(old, new)
    found = compare_grants(old.program, new.program, quota, had, has)
    return found.now, found.soon


def _grant(trees: Trees, name: str, tenant: str, first: str, last: str, **spec: object) -> None:
    trees["Grant", tenant, name] = {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Grant",
        "metadata": {"tenant": tenant, "name": name},
        "spec": {"pool": "h100-train", "units": 2, "from": first, "until": last, "reason": "r", **spec},
    }


@pytest.fixture
def trees() -> Trees:
    trees = small_trees()
    _grant(trees, "short", "vision", "2026-12-02", "2026-12-04", project="detection")
    _grant(trees, "long", "nlp", "2026-12-05", "2027-02-01")
    _grant(trees, "wide", "research", "2026-12-04", "2026-12-06", units=3)
    _grant(trees, "none", "search", "2026-11-01", "2026-11-29")
    return trees


def _on(trees: Trees, day: date, pool: str, holder: Holder) -> int:
    """What the front end makes of another day."""
    spec_of(trees, "Fleet", "example")["asOf"] = str(day)
    (tree,) = (tree for name, tree in _program(trees).trees.items() if name == pool)
    return next((node.guaranteed for node in tree.root.walk() if _is(node, holder)), 0)


def _program(trees: Trees) -> Program:
    return program_of(trees)


def _is(node: TreeNode, holder: Holder) -> bool:
    return node.level != "root" and (node.tenant, node.project, node.workload_class) == tuple(holder)


def test_numbers_of_later_days_are_those_that_a_compile_of_that_day_makes(trees: Trees) -> None:
    bare = {key: tree for key, tree in trees.items() if key[0] != "Grant"}
    now, soon = _events(bare, trees)
    assert now == ()
    assert [(one.day.isoformat(), str(one.holder), one.event) for one in soon] == [
        ("2026-12-02", "vision/detection", "begins"),
        ("2026-12-04", "research", "begins"),
        ("2026-12-05", "nlp", "begins"),
        ("2026-12-05", "vision/detection", "ends"),
        ("2026-12-06", "vision", "ends"),
        ("2026-12-07", "research", "ends"),
        ("2027-02-02", "nlp", "ends"),
    ]
    for one in soon:
        assert one.after == _on(trees, one.day, one.pool, one.holder), one
        assert one.before == _on(trees, one.day - timedelta(days=1), one.pool, one.holder), one
    # A grant to a tenant below lifts those above it too.
    wide = next(one for one in soon if str(one.holder) == "research")
    assert (wide.before, wide.after) == (72 + 16 + 2, 72 + 16 + 2 + 3)


def test_only_touched_pools_are_looked_at_and_only_for_two_weeks(trees: Trees) -> None:
    assert _events(trees, trees) == ((), ())
    after = {**trees, ("Tenant", "", "search"): {**trees["Tenant", "", "search"]}}
    spec = dict(spec_of(trees, "Tenant", "search"), quota=[{"pool": "h100-train", "guaranteed": 20, "lend": 16}])
    spec["quota"].append({"pool": "cpu", "guaranteed": 60})
    after["Tenant", "", "search"]["spec"] = spec
    _, soon = _events(trees, after)
    assert max(one.day for one in soon) <= date(2026, 11, 30) + timedelta(days=SOON)
    assert len(soon) == 6


def test_the_move_of_the_day_begins_and_ends_grants(trees: Trees) -> None:
    before = small_trees()
    before.update({key: tree for key, tree in trees.items() if key[0] == "Grant"})
    spec_of(trees, "Fleet", "example")["asOf"] = "2026-12-06"
    now, _ = _events(before, trees)
    assert {(str(one.holder), one.event, one.before, one.after) for one in now} == {
        ("vision", "ends", 40, 24),
        ("nlp", "begins", 40, 42),
        ("research", "begins", 88, 77),
    }


def test_units_of_a_class_that_never_borrows_are_at_risk(trees: Trees) -> None:
    lifted = {"pool": "h100-infer", "project": "serving", "class": "inference", "units": 3}
    _grant(trees, "peak", "vision", "2026-11-01", "2026-12-02", **lifted)
    bare = {key: tree for key, tree in trees.items() if key[2] != "peak"}
    _, soon = _events(bare, trees)
    (peak,) = (one for one in soon if one.pool == "h100-infer")
    assert (str(peak.holder), peak.event, peak.day, peak.before, peak.after, peak.at_risk) == (
        "class inference of vision/serving",
        "ends",
        date(2026, 12, 3),
        7,
        4,
        3,
    )


def test_a_retired_tenant_loses_nothing_by_the_end_of_its_grant(trees: Trees) -> None:
    spec_of(trees, "Tenant", "nlp")["state"] = "retired"
    bare = {key: tree for key, tree in trees.items() if key[2] != "long"}
    _, soon = _events(bare, trees)
    assert {(one.before, one.after) for one in soon if str(one.holder) == "nlp"} == {(0, 0)}
