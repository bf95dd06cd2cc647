"""What a rule reads, told from its text."""

import pytest

from tenantry.policy.subjects import SECTIONS
from tests.unit.policy.writing import rule_of


def test_the_fields_that_decide_are_those_the_expressions_name() -> None:
    rule = rule_of(
        "variables.owners > 1 || subject.?isolation.orValue('') == subject['state']",
        variables=[{"name": "owners", "expression": "size(subject.owners)"}],
        messageExpression="subject.displayName",
    )

    assert rule.fields() == ("owners", "isolation", "state")


@pytest.mark.parametrize(
    ("expression", "sections"),
    [
        ("subject.ok", set()),
        ("fleet.currency == 'EUR'", set()),
        ("'p' in fleet.pools && 'c' in fleet['clusters']", {"pools", "clusters"}),
        ("fleet.?tenants.hasValue()", {"tenants"}),
        ("size(fleet) > 3", set(SECTIONS)),
        ("fleet[subject.section] == fleet.pools", set(SECTIONS)),
        ("subject.text == 'owners of the fleet'", set()),
        ("fleet.pools == {} || subject.text == 'fleet.roles' || size(fleet) > 3", set(SECTIONS)),
        ("fleet[?'pools'].hasValue() && fleet[ \"roles\" ] == {}", {"pools", "roles"}),
        ("subject.fleetBefore == ''", set()),
    ],
)
def test_the_parts_of_the_fleet_that_are_made_are_those_that_can_be_seen(expression: str, sections: set[str]) -> None:
    assert rule_of(expression).fleet_sections() == sections
