"""What becomes of the organisation's own rules."""

import copy
from typing import Any

import pytest

from tests.support.programs import Trees, spec_of
from tests.unit.plan.settings.told import told

WEAKER = "a rule of the organisation is weaker or other"
RULE = {
    "apiVersion": "tenantry.dev/v1alpha1",
    "kind": "Policy",
    "metadata": {"name": "named"},
    "spec": {
        "description": "Every tenant says what its data is.",
        "scope": "program",
        "match": {"kinds": ["Tenant"]},
        "expression": "!('data' in subject.labels) || subject.labels['data'] != 'secret'",
        "message": "no secrets",
        "examples": {
            "mustPass": [{"name": "none", "subject": {"name": "a", "labels": {}}}],
            "mustFail": [{"name": "some", "subject": {"name": "a", "labels": {"data": "secret"}}}],
        },
    },
}


def _with_rule(trees: Trees) -> None:
    trees["Policy", "", "named"] = copy.deepcopy(RULE)


def test_a_rule_that_goes_says_what_it_forbade() -> None:
    def change(trees: Trees) -> None:
        del trees["Policy", "", "named"]

    ((risk, rule, sentence),) = told(change, _with_rule)

    assert (risk, rule) == ("medium", WEAKER)
    assert "Policy named is removed" in sentence
    assert "Every tenant says what its data is" in sentence


def test_a_rule_that_comes_is_said() -> None:
    ((risk, _, sentence),) = told(_with_rule)
    assert (risk, "Policy named is new" in sentence) == ("low", True)


@pytest.mark.parametrize(
    ("fields", "risk", "said"),
    [
        ({"severity": "warning"}, "medium", "severity error -> warning"),
        ({"expression": "true"}, "medium", "what it forbids changes"),
        ({"match": {"kinds": ["Project"]}}, "medium", "kinds Tenant -> Project"),
    ],
)
def test_a_rule_that_changes(fields: dict[str, Any], risk: str, said: str) -> None:
    ((found, _, sentence),) = told(lambda trees: spec_of(trees, "Policy", "named").update(fields), _with_rule)
    assert found == risk
    assert said in sentence


def test_a_waiver_says_until_when_and_why() -> None:
    waiver = [{"subject": "Tenant vision", "until": "2026-12-31", "reason": "the paper is due"}]

    ((risk, rule, sentence),) = told(lambda trees: spec_of(trees, "Policy", "named").update(waivers=waiver), _with_rule)

    assert (risk, rule) == ("medium", "a waiver is new or longer")
    assert "vision" in sentence
    assert "2026-12-31" in sentence
    assert "the paper is due" in sentence


def test_a_label_that_a_rule_reads() -> None:
    def labelled(trees: Trees) -> None:
        _with_rule(trees)
        spec_of(trees, "Tenant", "finance")["labels"] = {"data": "confidential"}

    ((risk, rule, sentence),) = told(lambda trees: spec_of(trees, "Tenant", "finance").pop("labels"), labelled)
    assert (risk, rule) == ("medium", "a label changes that a policy reads")
    assert "data" in sentence
    assert "confidential -> none" in sentence
    assert "Policy named" in sentence
    assert told(lambda trees: spec_of(trees, "Tenant", "finance").update(labels={"colour": "red"}), _with_rule) == []
