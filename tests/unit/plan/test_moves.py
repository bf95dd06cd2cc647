"""Units that one change takes from a tenant and gives to another."""

import pytest

from tenantry.plan.moves import Move, move_remarks, moves
from tenantry.plan.quota import compare_quota
from tenantry.plan.remark import plain
from tests.support.programs import Trees, small_trees, spec_of
from tests.unit.plan.sides import sides


def _moves(before: Trees, after: Trees) -> tuple[Move, ...]:
    old, new, _ = sides(before, after)
    _, had, has = compare_quota(old, new)
    return moves(had, has, old.program, new.program)


@pytest.fixture
def trees() -> Trees:
    return small_trees()


def _line(trees: Trees, tenant: str, guaranteed: int) -> None:
    spec_of(trees, "Tenant", tenant)["quota"][0]["guaranteed"] = guaranteed


def test_one_falls_and_another_rises(trees: Trees) -> None:
    _line(trees, "nlp", 32)
    _line(trees, "vision", 30)
    (move,) = _moves(small_trees(), trees)
    assert move == Move("h100-train", 6, ("nlp",), ("vision",))
    (told,) = move_remarks([move])
    assert "lower nlp first, wait until that is Synced, and raise vision in a later commit" in plain(told.sentence)
    assert told.risk == "medium"


def test_a_raise_out_of_what_a_parent_keeps_is_no_move(trees: Trees) -> None:
    _line(trees, "vision", 32)
    assert _moves(small_trees(), trees) == ()


def test_a_raise_with_the_parents_own_is_no_move(trees: Trees) -> None:
    _line(trees, "vision", 28)
    _line(trees, "research", 76)
    assert _moves(small_trees(), trees) == ()


def test_units_between_departments_move_between_those_who_have_them(trees: Trees) -> None:
    _line(trees, "search", 20)
    _line(trees, "research", 76)
    _line(trees, "nlp", 44)
    (move,) = _moves(small_trees(), trees)
    assert move == Move("h100-train", 4, ("search",), ("nlp",))


def test_the_day_moves_no_units(trees: Trees) -> None:
    spec_of(trees, "Fleet", "example")["asOf"] = "2026-12-06"
    trees["Grant", "nlp", "next"] = {
        **small_trees()["Grant", "vision", "cvpr-deadline"],
        "metadata": {"tenant": "nlp", "name": "next"},
        "spec": {"pool": "h100-train", "units": 8, "from": "2026-12-06", "until": "2026-12-18", "reason": "r"},
    }
    before = small_trees()
    before["Grant", "nlp", "next"] = trees["Grant", "nlp", "next"]
    assert _moves(before, trees) == ()
