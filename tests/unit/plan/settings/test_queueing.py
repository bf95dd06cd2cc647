"""How queues of a cluster work, and the ladder of priorities."""

from typing import Any

import pytest

from tests.support.programs import spec_of
from tests.unit.plan.settings.told import told

CLUSTER = "queues of a cluster work otherwise"


@pytest.mark.parametrize(
    ("fields", "risk", "said"),
    [
        ({"fairSharing": False}, "medium", "fairSharing true -> false"),
        ({"podsReadyTimeout": "1m"}, "medium", "podsReadyTimeout"),
        ({"integrations": ["job", "pod"]}, "medium", "integrations"),
    ],
)
def test_a_field_of_kueue(fields: dict[str, Any], risk: str, said: str) -> None:
    ((found, rule, sentence),) = told(lambda trees: spec_of(trees, "Cluster", "prod-a")["kueue"].update(fields))

    assert (found, rule) == (risk, CLUSTER)
    assert said in sentence


def _priorities(*values: tuple[str, int], approved: bool = True) -> list[dict[str, Any]]:
    return [
        {"name": name, "value": value}
        | ({"approvedBy": [{"group": "capacity"}]} if name == "urgent" and approved else {})
        for name, value in values
    ]


@pytest.mark.parametrize(
    ("values", "approved", "risk", "said"),
    [
        (
            (("urgent", 100000), ("high", 10000), ("normal", 20000), ("scavenger", 0)),
            True,
            "medium",
            "normal above high",
        ),
        ((("urgent", 100000), ("high", 10000), ("normal", 2000), ("scavenger", 0)), True, "low", "normal 1000 -> 2000"),
        (
            (("urgent", 100000), ("high", 10000), ("normal", 1000), ("scavenger", 0)),
            False,
            "medium",
            "urgent needed the word of oidc:capacity, and needs nobody's",
        ),
    ],
    ids=["order", "value", "approval"],
)
def test_the_ladder(values: tuple[tuple[str, int], ...], approved: bool, risk: str, said: str) -> None:
    ((found, _, sentence),) = told(
        lambda trees: spec_of(trees, "PriorityLadder", "standard").update(
            priorities=_priorities(*values, approved=approved)
        )
    )

    assert found == risk
    assert said in sentence
