"""Durations: read and printed for Go and for people."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.quantity import Duration


@pytest.mark.parametrize(
    ("written", "seconds", "canonical", "short"),
    [
        ("0s", 0, "0s", "0s"),
        ("30s", 30, "30s", "30s"),
        ("30m", 1800, "30m0s", "30m"),
        ("90m", 5400, "1h30m0s", "1h30m"),
        ("1h30m", 5400, "1h30m0s", "1h30m"),
        ("12h", 43200, "12h0m0s", "12h"),
        ("24h", 86400, "24h0m0s", "1d"),
        ("7d", 604800, "168h0m0s", "7d"),
        ("1d2h3m4s", 93784, "26h3m4s", "1d2h3m4s"),
    ],
)
def test_a_duration_is_read_and_printed_for_go_and_for_people(
    written: str, seconds: int, canonical: str, short: str
) -> None:
    duration = Duration.parse(written)

    assert (duration.seconds, duration.canonical(), duration.short()) == (seconds, canonical, short)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("90", "`90` is not a duration; write `90s`, `90m`, `90h` or `90d`"),
        ("", "an empty text is not a duration; write `30m`, `12h`, `7d` or `1h30m`"),
        ("1.5h", "`1.5h` is not a duration; write `30m`, `12h`, `7d` or `1h30m`"),
        ("30m1h", "`30m1h` is not a duration; write `30m`, `12h`, `7d` or `1h30m`"),
        ("-5m", "`-5m` is not a duration; write `30m`, `12h`, `7d` or `1h30m`"),
        ("5 m", "`5 m` is not a duration; write `30m`, `12h`, `7d` or `1h30m`"),
        ("200000d", "`200000d` is longer than a duration can be, which is 9223372036s"),
    ],
)
def test_what_is_no_duration_is_refused_with_the_way_out(written: str, message: str) -> None:
    with pytest.raises(ValueError) as refused:
        Duration.parse(written)

    assert str(refused.value) == message


def test_durations_are_ordered_by_length() -> None:
    assert Duration.parse("59m") < Duration.parse("1h") == Duration.parse("60m")


@given(st.integers(0, 10**9))
def test_both_forms_of_a_duration_are_read_back(seconds: int) -> None:
    assert Duration.parse(Duration(seconds).short()).seconds == seconds
    assert Duration.parse(Duration(seconds).canonical()).seconds == seconds
