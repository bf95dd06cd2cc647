"""The policies of a cluster as a whole: what they depend on, and what each of their rules owes its reader."""

import re
from dataclasses import replace

import pytest

from tenantry.admission.policies import RuleSet, admission_policies, policy_scopes, rule_sets
from tenantry.admission.policy import Named, used_variables
from tenantry.diagnostics.codes import admission as codes
from tenantry.diagnostics.model import Code
from tests.support.cel_oracle import PolicyOracle
from tests.unit.admission.asking import words

LATER_THAN_1_33 = re.compile(r"\b(lists\.range|distinct\(|reverse\(|sortBy\(|transformList|transformMap)\b|, [a-z], ")


def all_rule_sets() -> list[RuleSet]:
    return [one for mutates in (True, False) for one in rule_sets(words(mutates=mutates))]


def test_every_code_belongs_to_a_rule_and_every_rule_says_why() -> None:
    rules = [rule for one in all_rule_sets() for rule in one.rules]

    assert {rule.code for rule in rules} == {code for code in vars(codes).values() if isinstance(code, Code)}
    assert all(rule.why.endswith(".") and rule.fallback and rule.message for rule in rules)


def test_a_rule_is_asked_only_about_operations_of_its_policy() -> None:
    for one in all_rule_sets():
        offered = {operation for resource in one.resources for operation in resource.operations}
        assert {operation for rule in one.rules for operation in rule.on} >= offered, one.name


@pytest.mark.parametrize("mutates", [True, False])
def test_every_policy_compiles_and_begins_its_messages_with_a_code(mutates: bool) -> None:
    for policy in admission_policies(words(mutates=mutates)):
        PolicyOracle(policy.spec)
        for validation in policy.spec.validations:
            assert re.match(r"TN8\d\d: \S", validation.message)
            assert validation.message_expression.startswith(f"'{validation.message[:7]}' + ")


def test_policies_list_no_variable_that_nothing_reads_and_define_each_before_its_use() -> None:
    for policy in admission_policies(words(mutates=False)):
        known: set[str] = set()
        for variable in policy.spec.variables:
            assert set(re.findall(r"\bvariables\.(\w+)", variable.expression)) <= known
            known.add(variable.name)
        texts = [text for one in policy.spec.validations for text in (one.expression, one.message_expression)]
        texts += [variable.expression for variable in policy.spec.variables]
        assert known == {name for text in texts for name in re.findall(r"\bvariables\.(\w+)", text)}


def test_a_variable_that_is_not_defined_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        used_variables([Named("a", "variables.b")], ["variables.a"])


def test_expressions_stay_within_the_libraries_of_kubernetes_1_33() -> None:
    for policy in admission_policies(words(mutates=False)):
        for variable in policy.spec.variables:
            assert not LATER_THAN_1_33.search(variable.expression.replace("', '", "")), variable


def test_expressions_fit_what_the_api_server_takes() -> None:
    for policy in admission_policies(words(mutates=False)):
        assert len(policy.spec.conditions) <= 64
        assert all("\n" not in one.expression and len(one.expression) < 5000 for one in policy.spec.validations)


def test_match_conditions_never_look_at_the_namespace() -> None:
    for policy in admission_policies(words(mutates=True)):
        assert all("namespaceObject" not in one.expression for one in policy.spec.conditions), policy.name


def test_policies_of_the_platform_hold_everywhere_and_the_others_in_namespaces_of_tenants() -> None:
    everywhere = {name for name, tenants_only in policy_scopes(words(mutates=True)) if not tenants_only}

    assert everywhere == {"tenantry.namespaces", "tenantry.owned", "tenantry.tracking"}
    assert [policy.name for policy in admission_policies(words(mutates=True))] == [
        name for name, _ in policy_scopes(words(mutates=True))
    ]


def test_without_owners_the_break_glass_group_remains() -> None:
    alone = replace(words(mutates=True), owners=())

    assert alone.by_owner() == "request.userInfo.?groups.orValue([]).exists(g, g in ['system:masters'])"


def test_list_literals_hold_values_of_one_type() -> None:
    """The API server refuses a list of texts in which one entry is of unknown type; our stand-in would take it."""
    mixed = re.compile(r"\['[^']*'(?:, '[^']*')*, [a-z]")
    for policy in admission_policies(words(mutates=False)):
        texts = [one.expression for one in (*policy.spec.variables, *policy.spec.validations)]
        assert [text for text in texts if mixed.search(text)] == []


def test_the_stand_in_sees_what_the_api_server_would_refuse() -> None:
    spec = admission_policies(words(mutates=True))[0].spec

    for broken in ("nothing == 1", "'a' + 1 == 'a1'", "['a'].sum() > 0.0"):
        with pytest.raises(RuntimeError):
            PolicyOracle(spec._replace(validations=(spec.validations[0]._replace(expression=broken),)))
