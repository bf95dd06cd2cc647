"""Answers as JSON-like data."""

import json
from datetime import date
from decimal import Decimal
from typing import NamedTuple

import pytest

from tenantry.answers.data import as_data
from tenantry.quantity import Amount, Quantity
from tests.unit.explain.fleet import small_fleet


class Pair(NamedTuple):
    left: int
    right: str


def test_every_answer_survives_json() -> None:
    fleet = small_fleet()
    for question in (("vision", ""), ("vision/detection", "h100-train"), ("h100-train", ""), ("prod-a", "")):
        data = fleet.data(*question)

        assert json.loads(json.dumps(data)) == data


def test_numbers_with_a_unit_keep_their_canonical_form() -> None:
    assert as_data((Amount.UNLIMITED, Amount.of(3), Quantity.parse("1024Mi"), Decimal("2.60"), date(2026, 1, 2))) == [
        "unlimited",
        3,
        "1Gi",
        "2.60",
        "2026-01-02",
    ]


def test_a_named_tuple_becomes_a_mapping() -> None:
    assert as_data({"pair": Pair(1, "a")}) == {"pair": {"left": 1, "right": "a"}}


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(TypeError, match="object has no form as data"):
        as_data(object())
