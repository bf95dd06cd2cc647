"""Policies checked, tried on their examples, and asked about the documents of a program."""

from typing import Any

import pytest

from tenantry.diagnostics import Diagnostic, DocumentRef, Severity, Where
from tenantry.policy import check_policies
from tests.support.programs import program_of
from tests.unit.policy.writing import codes, examples, fleet_with, policy, program_with

TWO_OWNERS = policy(
    "size(subject.owners) >= 2",
    name="two-owners",
    examples=examples({"owners": ["a", "b"]}, {"owners": ["a"]}),
)
FINE = policy("subject.name != ''", examples=examples({"name": "a"}, {"name": ""}))


def found(*policies: dict[str, Any]) -> list[Diagnostic]:
    return check_policies(program_with(*policies))


def waived(subject: str, until: str) -> dict[str, Any]:
    """All tenants but vision have their waiver; this one is for `subject`."""
    others = [
        {"subject": f"Tenant {name}", "until": "2030-01-01", "reason": "later"}
        for name in ("finance", "nlp", "research", "search", "vision")
        if f"Tenant {name}" != subject
    ]
    spec = TWO_OWNERS["spec"]
    return {
        **TWO_OWNERS,
        "spec": {**spec, "waivers": [*others, {"subject": subject, "until": until, "reason": "hiring"}]},
    }


def test_a_fleet_without_policies_is_asked_nothing() -> None:
    assert codes() == []


def test_a_policy_that_all_keep_says_nothing() -> None:
    assert codes(FINE) == []


def test_every_tenant_that_breaks_a_policy_is_named_at_its_own_document() -> None:
    hits = found(TWO_OWNERS)

    assert [hit.where for hit in hits] == [
        Where(DocumentRef("Tenant", name), ("metadata", "name"))
        for name in ("finance", "nlp", "research", "search", "vision")
    ]
    assert hits[0].message == "Tenant finance: all is not well"


def test_a_hit_shows_what_decided_with_its_place_and_the_policys_own() -> None:
    rule = policy(
        "subject.isolation != 'baseline'",
        match={"kinds": ["Project"]},
        examples=examples({"isolation": "strict"}, {"isolation": "baseline"}),
    )

    hit = found(rule)[0]

    assert [(note.text, note.where) for note in hit.notes] == [
        ("`isolation` is `baseline`", Where(DocumentRef("Fleet", "example"), ("spec", "defaults", "isolation"))),
        ("policy `rule`: a reason", Where(DocumentRef("Policy", "rule"), ("spec", "expression"))),
    ]


def test_the_message_can_carry_values() -> None:
    rule = policy(
        "subject.quota.all(q, q.guaranteed * 100 <= fleet.pools[q.pool].forSale * 50)",
        messageExpression="'%s asks for more than half of %s'.format([subject.name, "
        "subject.quota.filter(q, q.guaranteed * 100 > fleet.pools[q.pool].forSale * 50).map(q, q.pool).join(', ')])",
        examples={
            "mustPass": [{"subject": {"quota": []}}],
            "mustFail": [
                {
                    "subject": {"name": "a", "quota": [{"pool": "p", "guaranteed": 3}]},
                    "fleet": {"pools": {"p": {"forSale": 4}}},
                }
            ],
        },
    )

    assert [hit.message for hit in found(rule)] == ["research asks for more than half of h100-train"]


def test_where_the_message_expression_fails_the_plain_message_is_said() -> None:
    rule = policy(
        "subject.name != 'nlp'",
        messageExpression="subject.nothing",
        examples=examples({"name": "a"}, {"name": "nlp"}),
    )

    assert [hit.message for hit in found(rule)] == ["Tenant nlp: all is not well"]


@pytest.mark.parametrize(
    ("severity", "code", "level"),
    [
        ("error", "TN540", Severity.ERROR),
        ("warning", "TN541", Severity.WARNING),
        ("information", "TN542", Severity.INFO),
    ],
)
def test_the_severity_of_a_policy_is_that_of_its_hits(severity: str, code: str, level: Severity) -> None:
    rule = policy("subject.name != 'nlp'", severity=severity, examples=examples({"name": "a"}, {"name": "nlp"}))

    (hit,) = found(rule)

    assert (hit.code.code, hit.severity) == (code, level)


def test_an_expression_that_does_not_compile_is_one_message_with_its_column() -> None:
    (problem,) = found(policy("subject.a == 1 &&"))

    assert problem.code.code == "TN530"
    assert problem.where == Where(DocumentRef("Policy", "rule"), ("spec", "expression"))
    assert "column 18 of the expression" in problem.message


def test_an_unknown_name_is_answered_with_those_that_are_there() -> None:
    (problem,) = found(policy("subjet.a == 1 && subjet.b == 2"))

    assert problem.code.code == "TN531"
    assert problem.message == (
        "policy `rule` uses `subjet`, which is not there with scope `program`, column 1 of the expression"
    )
    assert problem.help == "closest: `subject`; the values are `subject`, `fleet`"
    assert problem.notes == ()


def test_an_unknown_variable_is_answered_with_the_closest() -> None:
    (problem,) = found(policy("variables.owner > 1", variables=[{"name": "owners", "expression": "1"}]))

    assert problem.help.startswith("closest: `variables.owners`")


def test_a_broken_variable_is_said_once_and_not_where_it_is_used() -> None:
    assert codes(policy("variables.a == variables.a + 1", variables=[{"name": "a", "expression": "nope"}])) == ["TN531"]


def test_two_variables_of_one_name_are_refused_once_with_the_place_of_the_first() -> None:
    variables = [{"name": "a", "expression": "1"}, {"name": "b", "expression": "2"}, {"name": "a", "expression": "3"}]

    (problem,) = found(policy("variables.a > 1", variables=variables))

    assert problem.code.code == "TN538"
    assert problem.where == Where(DocumentRef("Policy", "rule"), ("spec", "variables", 2, "name"))
    assert problem.notes[0].where == Where(DocumentRef("Policy", "rule"), ("spec", "variables", 0, "name"))


def test_an_expression_that_is_never_true_or_false_is_of_the_wrong_type() -> None:
    assert codes(policy("size(subject.name)")) == ["TN532"]
    assert codes(policy("true", messageExpression="1 + 1")) == ["TN532"]


def test_an_example_that_comes_out_otherwise_than_stated_is_reported_at_its_place() -> None:
    stated = examples({"name": "a"}, {"name": "b"})

    (problem,) = found(policy("subject.name == 'a' || subject.name == 'b'", examples=stated))

    assert problem.code.code == "TN533"
    assert problem.message == "example `1` of policy `rule` must fail, but passes"
    assert problem.where == Where(DocumentRef("Policy", "rule"), ("spec", "examples", "mustFail", 0))


def test_an_example_without_the_key_that_is_read_does_not_count_as_one_that_fails() -> None:
    assert codes(policy("subject.name == 'a'", examples=examples({"name": "a"}, {"nam": "b"}))) == ["TN534"]


def test_a_missing_key_is_never_a_pass_and_is_said_once_for_all() -> None:
    (problem,) = found(
        policy("subject.ok || subject.foo == 1", examples=examples({"ok": True}, {"ok": False, "foo": 2}))
    )

    assert problem.code.code == "TN534"
    assert problem.message == 'policy `rule` cannot be computed for Tenant finance: there is no key "ok"'
    assert problem.notes[0].text == "nor for 4 more, such as Tenant nlp"


def test_a_missing_key_that_resembles_a_field_is_answered_with_it() -> None:
    rule = policy("subject.displayname != 'x'", examples=examples({"displayname": "a"}, {"displayname": "x"}))

    assert found(rule)[0].help == "did you mean `displayName`?"


def test_a_variable_that_cannot_be_computed_gives_its_own_reason() -> None:
    rule = policy(
        "has(subject.ok) || variables.x == 1",
        variables=[{"name": "x", "expression": "subject.foo"}],
        examples=examples({"ok": True}, {"foo": 2}),
    )

    assert found(rule)[0].message.endswith('Tenant finance: variable `x`: there is no key "foo"')


def test_a_policy_that_takes_too_many_steps_is_stopped_and_says_so() -> None:
    loops = "range.all(a, range.all(b, range.all(c, range.all(d, a + b + c + d >= 0))))".replace("range", "variables.r")
    rule = policy(
        f"has(subject.ok) ? subject.ok : {loops}",
        variables=[{"name": "r", "expression": "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]"}],
    )

    assert codes(rule) == ["TN535"]


def test_a_waiver_holds_until_the_end_of_its_last_day() -> None:
    assert codes(waived("Tenant vision", "2026-11-30")) == []
    assert codes(waived("Tenant vision", "2026-11-29")) == ["TN540", "TN536"]


def test_a_waiver_for_nobody_is_told() -> None:
    (told,) = found(waived("Tenant visoin", "2030-01-01"))

    assert told.code.code == "TN537"
    assert "`two-owners` for Tenant visoin lets nothing through" in told.message


def test_a_policy_over_changes_is_compiled_and_tried_though_nothing_changes() -> None:
    change: dict[str, Any] = {
        "scope": "change",
        "match": {"kinds": ["Tenant"]},
        "variables": [{"name": "gained", "expression": "after.units - (before == null ? 0 : before.units)"}],
        "examples": {
            "mustPass": [
                {"after": {"units": 4}},
                {"after": {"units": 40}, "before": {"units": 1}, "approvals": ["capacity"], "author": "ada"},
            ],
            "mustFail": [{"after": {"units": 40}}],
        },
    }

    assert codes(policy("variables.gained < 8 || 'capacity' in approvals", **change)) == []
    assert codes(policy("variables.gained < 8", **change)) == ["TN533"]


def test_policies_over_manifests_are_tried_on_their_examples() -> None:
    spec: dict[str, Any] = {
        "match": {"resources": ["services"]},
        "examples": {
            "mustPass": [{"object": {"spec": {"type": "ClusterIP"}}}],
            "mustFail": [{"object": {"spec": {"type": "NodePort"}}}],
        },
    }

    assert codes(policy("object.spec.type == 'ClusterIP'", scope="manifests", **spec)) == []
    assert codes(policy("oldObject != null || object.spec.type == 'ClusterIP'", scope="admission", **spec)) == []
    assert codes(policy("object.spec.type != 'X'", scope="admission", **spec)) == ["TN533"]


def test_nothing_is_said_about_documents_that_are_damaged_already() -> None:
    program = program_of(fleet_with(TWO_OWNERS))
    damaged = frozenset({DocumentRef("Tenant", "nlp"), DocumentRef("Tenant", "vision")})

    said = {hit.where.document.name for hit in check_policies(program, damaged)}  # type: ignore[union-attr]

    assert said == {"finance", "research", "search"}
