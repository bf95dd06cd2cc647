"""Grants that a change writes, in sentences."""

from datetime import date

import pytest

from tenantry.plan.grants import Grants
from tenantry.plan.grants_remarks import grants_remarks
from tenantry.plan.remark import Remark, plain
from tests.support.programs import Trees, program_of, small_trees, spec_of

NOTHING = Grants((), ())
GRANT = ("Grant", "vision", "cvpr-deadline")


@pytest.fixture
def trees() -> Trees:
    return small_trees()


def _told(before: Trees, after: Trees) -> list[Remark]:
    return list(grants_remarks(NOTHING, program_of(before), program_of(after)))


def test_one_that_is_to_come_is_told_in_the_title_too(trees: Trees) -> None:
    later = small_trees()
    del later[GRANT]
    trees[GRANT]["spec"].update({"from": "2026-12-07"}, until="2026-12-11")

    (told,) = _told(later, trees)

    assert plain(told.sentence) == (
        "vision gets 16 of h100-train by grant, 2026-12-07 until 2026-12-11 (conference deadline)"
    )
    assert told.clause == "vision gets 16 of h100-train by grant from 2026-12-07"


def test_one_that_is_in_force_is_in_the_numbers_and_not_in_the_title(trees: Trees) -> None:
    without = small_trees()
    del without[GRANT]

    (told,) = _told(without, trees)

    assert told.clause == ""


def test_one_that_changes_is_told_with_what_it_was(trees: Trees) -> None:
    trees[GRANT]["spec"]["until"] = "2026-12-01"

    (told,) = _told(small_trees(), trees)

    assert plain(told.sentence) == (
        "vision gets 16 of h100-train by grant, 2026-11-20 until 2026-12-05 -> 2026-11-20 until 2026-12-01 "
        "(conference deadline)"
    )


def test_one_that_is_gone_is_told_and_one_that_had_ended_is_not(trees: Trees) -> None:
    ended = small_trees()
    spec_of(ended, "Fleet", "example")["asOf"] = str(date(2027, 1, 1))
    ended_without = {key: tree for key, tree in ended.items() if key != GRANT}
    del trees[GRANT]

    (told,) = _told(small_trees(), trees)

    assert plain(told.sentence) == (
        "vision no longer gets 16 of h100-train by grant, 2026-11-20 until 2026-12-05: "
        "Grant vision/cvpr-deadline is removed"
    )
    assert _told(ended, ended_without) == []


def test_another_reason_changes_nothing(trees: Trees) -> None:
    trees[GRANT]["spec"]["reason"] = "the same deadline"

    assert _told(small_trees(), trees) == []
