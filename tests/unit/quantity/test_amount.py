"""Amounts: exact, ordered, unlimited above every number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.quantity import Amount


def test_unlimited_plus_or_minus_any_number_stays_unlimited() -> None:
    assert Amount.UNLIMITED + 3 == Amount.UNLIMITED
    assert Amount.UNLIMITED - Amount.of(3) == Amount.UNLIMITED
    assert Amount.of(3) + Amount.UNLIMITED == Amount.UNLIMITED


def test_amounts_take_plain_ints_on_the_right() -> None:
    assert Amount.of(3) + 2 == Amount.of(5)
    assert Amount.of(3) - 5 == -2
    assert Amount.of(3) < 4 <= Amount.of(4)


def test_unlimited_is_above_every_number_and_equal_to_itself() -> None:
    assert max(Amount.of(10**30), Amount.UNLIMITED) == Amount.UNLIMITED
    assert min(Amount.UNLIMITED, Amount.of(7)) == 7
    assert Amount.UNLIMITED <= Amount.UNLIMITED
    assert not Amount.UNLIMITED < Amount.UNLIMITED
    assert Amount.UNLIMITED > 10**30


def test_unlimited_has_no_number_and_cannot_be_taken_away() -> None:
    assert Amount.UNLIMITED.is_unlimited
    with pytest.raises(ValueError, match="no number"):
        _ = Amount.UNLIMITED.value
    with pytest.raises(ValueError, match="taken away"):
        _ = Amount.of(3) - Amount.UNLIMITED


def test_amounts_sum_hash_and_print_as_their_number() -> None:
    assert sum([Amount.of(1), Amount.of(2)]) == 3
    assert len({Amount.of(3), Amount.of(3), Amount.UNLIMITED}) == 2
    assert hash(Amount.of(3)) == hash(3)
    assert [str(Amount.of(3)), str(Amount.UNLIMITED)] == ["3", "unlimited"]


def test_an_amount_is_unequal_to_what_is_no_amount() -> None:
    assert Amount.of(3) != "3"
    assert Amount.UNLIMITED != None  # noqa: E711  # None is not a way to write unlimited


@given(st.lists(st.one_of(st.none(), st.integers(-100, 100)), min_size=2, max_size=8))
def test_amounts_sort_as_numbers_do_with_unlimited_last(numbers: list[int | None]) -> None:
    amounts = sorted(Amount.UNLIMITED if number is None else Amount.of(number) for number in numbers)

    expected = sorted(float("inf") if number is None else number for number in numbers)
    assert [float("inf") if amount.is_unlimited else amount.value for amount in amounts] == expected
