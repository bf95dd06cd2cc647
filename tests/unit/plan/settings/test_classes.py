"""How work of a class is treated."""

from typing import Any

import pytest

from tests.support.programs import spec_of
from tests.unit.plan.settings.told import told

TREATED = "work of a class is treated otherwise"


def test_a_class_that_borrows_from_now_on_can_be_evicted() -> None:
    (risk, rule, sentence), follows = told(
        lambda trees: spec_of(trees, "WorkloadClass", "inference").update(borrows=True)
    )

    assert (risk, rule) == ("high", "work that was never evicted may be")
    assert "Class inference" in sentence
    assert "vision/serving" in sentence
    assert "withinClusterQueue Never -> LowerPriority" in follows[2]


def test_a_class_that_borrows_no_more_is_at_risk_beyond_its_numbers() -> None:
    found = told(lambda trees: spec_of(trees, "WorkloadClass", "training").update(borrows=False))

    assert found[0][:2] == ("high", "work of a class that never borrows is at risk")


@pytest.mark.parametrize(
    ("name", "fields", "risk", "said"),
    [
        ("training", {"maxRunTime": "1d"}, "medium", "maxRunTime 7d -> 1d"),
        ("training", {"maxRunTime": "8d"}, "low", "maxRunTime 7d -> 8d"),
        ("training", {"maxRunTime": "30d"}, "medium", "maxRunTime 7d -> 30d"),
        ("inference", {"maxRunTime": "30d"}, "medium", "maxRunTime no bound -> 30d"),
        ("training", {"withinClusterQueue": "Never"}, "medium", "withinClusterQueue LowerPriority -> Never"),
        ("training", {"queueing": "StrictFIFO"}, "medium", "queueing BestEffortFIFO -> StrictFIFO"),
        ("training", {"defaultPriority": "scavenger"}, "medium", "defaultPriority normal -> scavenger"),
    ],
)
def test_each_field_with_both_values(name: str, fields: dict[str, Any], risk: str, said: str) -> None:
    (found,) = told(lambda trees: spec_of(trees, "WorkloadClass", name).update(fields))

    assert found[:2] == (risk, TREATED if risk == "medium" else "")
    assert said in found[2]
