"""The first lines of a judgement: who has to agree, and what it costs."""

from decimal import Decimal

from tenantry.plan.approvals import Need
from tenantry.plan.cost import Cost, CostChange
from tenantry.plan.text.words import cost_line, needs_line


def _need(who: str, role: str, given_by: str = "") -> Need:
    return Need(role, (who,), (), (), given_by)


def test_who_is_asked_twice_is_named_once() -> None:
    asked = [_need("group leads", "art loses"), Need("owns art", ("group leads", "group above"), (), (), "")]

    assert needs_line(asked) == "Needs: group leads (owns art, loses; missing)."


def test_a_gift_is_told_with_its_giver() -> None:
    asked = [_need("group leads", "research gives"), _need("group owners", "owns art", "user ada")]

    assert (
        needs_line(asked) == "Needs: group leads (research gives; missing); group owners (owns art; given by user ada)."
    )


def test_of_many_those_of_the_fleet_are_named_and_the_others_counted() -> None:
    asked = [_need(f"group g{number}", f"owns t{number}") for number in range(7)]
    asked += [_need("group platform", "owns the fleet"), _need("group capacity", "manages capacity", "group capacity")]

    assert needs_line(asked) == (
        "Needs: group platform (owns the fleet; missing); group g0 (owns t0; missing); "
        "and 7 more (6 missing; see Approvals)."
    )


def test_nobody_is_needed_for_nothing() -> None:
    assert needs_line([]) == ""


def test_of_many_cost_centres_the_largest_are_named() -> None:
    changes = tuple(
        CostChange(f"t{number}", "", f"C-{number}", Decimal(0), Decimal(100 * number)) for number in range(1, 7)
    )

    assert cost_line(Cost("EUR", changes, Decimal(0), Decimal(2100))) == (
        "Cost a month: C-6 +EUR 600, C-5 +EUR 500, C-4 +EUR 400, C-3 +EUR 300, 2 more cost centres; "
        "total EUR 0 -> EUR 2,100."
    )
