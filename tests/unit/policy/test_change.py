"""Policies of scope `change`: what differs is asked about, by the rules of both sides, with author and approvals."""

from collections.abc import Callable
from typing import Any

import pytest

from tenantry.diagnostics import DocumentRef, Spot, Where
from tenantry.policy import Breach, Consent, check_change
from tenantry.policy.change import Place
from tenantry.program import Program
from tests.support.programs import Trees, program_of
from tests.unit.policy.writing import fleet_with, policy

Edit = Callable[[Trees], None]

VISION = ("Tenant", "", "vision")
EXAMPLES = {"mustPass": [{"after": {"name": "fine"}}], "mustFail": [{"after": {"name": "bad"}}]}
NOTHING = Consent()


def rule(expression: str, *, name: str = "rule", **spec: Any) -> dict[str, Any]:
    """A policy over changes of tenants, unless `spec` says otherwise. Its examples are never run here."""
    return policy(expression, name=name, **{"scope": "change", "examples": EXAMPLES, **spec})


def breaches(
    before: list[dict[str, Any]] | None,
    after: list[dict[str, Any]],
    *edits: Edit,
    consent: Consent = NOTHING,
    at_base: Place = lambda where: where,
) -> list[Breach]:
    """What the rules of two sides find in a change of the small fleet; `before` None: no fleet was there."""
    trees = fleet_with(*after)
    for one in edits:
        one(trees)
    old = None if before is None else program_of(fleet_with(*before))
    return check_change(old, program_of(trees), consent, at_base=at_base)


def documents(*arguments: Any, **named: Any) -> list[str]:
    return [one.document for one in breaches(*arguments, **named)]


def spec_of(trees: Trees, key: tuple[str, str, str]) -> dict[str, Any]:
    spec = trees[key]["spec"]
    assert isinstance(spec, dict)
    return spec


def raised(trees: Trees) -> None:
    spec_of(trees, VISION)["quota"][2]["guaranteed"] = 9


def renamed(trees: Trees) -> None:
    spec_of(trees, VISION)["displayName"] = "Vision"


def strict_department(trees: Trees) -> None:
    spec_of(trees, ("Tenant", "", "research"))["costCenter"] = "R-999"
    del spec_of(trees, VISION)["costCenter"]


def without_link(trees: Trees) -> None:
    del trees["Link", "vision", "features"]


def with_tenant(trees: Trees) -> None:
    trees["Tenant", "", "art"] = {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Tenant",
        "metadata": {"name": "art"},
        "spec": {"displayName": "Art", "owners": [{"group": "art-leads"}]},
    }


def dated(day: str) -> Edit:
    def edit(trees: Trees) -> None:
        spec_of(trees, ("Fleet", "", "example"))["asOf"] = day

    return edit


NEVER = rule("false")


def test_only_documents_that_differ_are_asked_about() -> None:
    assert documents([NEVER], [NEVER]) == []
    assert documents([NEVER], [NEVER], renamed) == ["Tenant vision"]


def test_what_is_inherited_makes_a_document_another_too() -> None:
    assert documents([NEVER], [NEVER], strict_department) == ["Tenant research", "Tenant vision"]


def test_a_new_document_has_no_before_and_a_removed_one_no_after() -> None:
    new, gone = rule("before != null"), rule("after != null", match={"kinds": ["Link"]})

    assert documents([new], [new], with_tenant) == ["Tenant art"]
    assert documents([gone], [gone], without_link) == ["Link vision/features"]


def test_without_a_fleet_before_everything_is_new_and_the_head_has_the_only_word() -> None:
    rule_ = rule("before != null && fleetBefore.capacityManagers[0].group == 'oidc:capacity'")

    found = breaches(None, [rule_])

    assert [one.document for one in found] == [
        f"Tenant {name}" for name in ("finance", "nlp", "research", "search", "vision")
    ]
    assert {one.edition for one in found} == {"head"}


def test_a_hit_is_placed_at_the_document_with_the_values_that_decided() -> None:
    (hit,) = breaches(
        [rule("before.quota == after.quota && before.displayName == after.displayName")],
        [rule("before.quota == after.quota && before.displayName == after.displayName")],
        raised,
        renamed,
    )

    assert hit.diagnostic is not None
    assert hit.diagnostic.code.code == "TN540"
    assert hit.diagnostic.where == Where(DocumentRef("Tenant", "vision"), ("metadata", "name"))
    line, name, policy_ = hit.diagnostic.notes
    assert line.text == "`guaranteed` of h100-slices 7 -> 9"
    assert line.where == Where(DocumentRef("Tenant", "vision"), ("spec", "quota", 2, "guaranteed"))
    assert name.text == "`displayName` is `Vision`, was `Computer vision`"
    assert policy_.text == "policy `rule`: a reason"


def at_base(where: Where) -> Where | Spot:
    return Spot(f"base:{where.document}", 1, 1)


def test_a_removed_document_is_placed_on_the_side_before() -> None:
    gone = rule("after != null || before.ports == []", match={"kinds": ["Link"]})

    (hit,) = breaches([gone], [gone], without_link, at_base=at_base)

    assert hit.diagnostic is not None
    assert hit.diagnostic.where == Spot("base:Link vision/features", 1, 1)
    assert hit.diagnostic.notes[0].text == '`ports` was `["8080/TCP"]`'
    assert hit.diagnostic.notes[0].where == Spot("base:Link vision/features", 1, 1)
    assert hit.diagnostic.notes[1].where == Where(DocumentRef("Policy", "rule"), ("spec", "expression"))


@pytest.mark.parametrize(
    "after",
    [
        pytest.param([], id="removed"),
        pytest.param([rule("true")], id="softened"),
        pytest.param([rule("false", severity="information")], id="lowered"),
        pytest.param([rule("false", scope="program")], id="of another scope"),
        pytest.param([rule("false", match={"kinds": ["Link"]})], id="about other documents"),
        pytest.param(
            [rule("false", waivers=[{"subject": "Tenant vision", "until": "2030-01-01", "reason": "so I say"}])],
            id="waived",
        ),
    ],
)
def test_a_change_cannot_soften_the_rule_that_judges_it(after: list[dict[str, Any]]) -> None:
    found = breaches([NEVER], after, renamed, at_base=at_base)

    (blocking,) = [one for one in found if one.waiver is None and one.severity == "error"]
    assert (blocking.document, blocking.edition) == ("Tenant vision", "base")
    assert blocking.diagnostic is not None
    assert blocking.diagnostic.notes[-1].where == Spot("base:Policy rule", 1, 1)


def test_a_new_rule_judges_the_change_that_brings_it() -> None:
    (hit,) = breaches([], [NEVER], renamed)

    assert hit.edition == "head"


def test_what_both_editions_say_alike_is_said_once() -> None:
    harder = rule("false && before == null")

    (hit,) = breaches([NEVER], [harder], renamed)

    assert hit.edition == "base"


WAIVED = rule("false", waivers=[{"subject": "Tenant vision", "until": "2026-12-10", "reason": "moves soon"}])


def test_a_waiver_lets_through_and_is_told() -> None:
    (hit,) = breaches([WAIVED], [WAIVED], renamed)

    assert hit.diagnostic is None
    assert hit.waiver is not None
    assert hit.waiver.reason == "moves soon"
    assert hit.message == "Tenant vision: all is not well"


def test_a_waiver_counts_by_the_later_day() -> None:
    late = rule("false", waivers=[{"subject": "Tenant vision", "until": "2026-11-29", "reason": "moves soon"}])

    moved_on = breaches([WAIVED], [WAIVED], renamed, dated("2026-12-11"))
    set_back = breaches([late], [late], renamed, dated("2026-11-01"))

    assert [one.waiver for one in (*moved_on, *set_back)] == [None, None]


def test_people_are_written_one_way() -> None:
    asked = rule("author == 'user:ada' && approvals == ['group:oidc:capacity', 'group:oidc:leads', 'user:bo']")
    named = Consent.parse("ada", ("group:capacity", "group oidc:leads", "bo"))

    assert documents([asked], [asked], renamed, consent=named) == []
    assert documents([rule("author == ''")], [], renamed) == []


def test_who_may_approve_is_read_from_the_side_before() -> None:
    def seized(trees: Trees) -> None:
        spec_of(trees, ("Fleet", "", "example"))["capacityManagers"] = [{"group": "vision-leads"}]

    asked = rule("fleetBefore.capacityManagers.exists(one, 'group:' + one.group in approvals)")
    mine = Consent.parse("ada", ("group:vision-leads",))

    assert documents([asked], [asked], renamed, seized, consent=mine) == ["Tenant vision"]
    assert documents([asked], [asked], renamed, consent=Consent.parse("ada", ("group:capacity",))) == []


def test_sections_of_both_fleets_are_there() -> None:
    both = rule("fleet.tenants['art'].name == 'art' && !('art' in fleetBefore.tenants)")

    assert documents([both], [both], with_tenant) == []


@pytest.mark.parametrize("severity", ["error", "warning", "information"])
def test_a_rule_that_cannot_be_computed_blocks_whatever_its_severity(severity: str) -> None:
    broken = rule("before.noSuchKey == 1", severity=severity)

    (trouble,) = breaches([broken], [broken], renamed)

    assert trouble.diagnostic is not None
    assert (trouble.severity, trouble.document, trouble.diagnostic.code.code) == ("error", "", "TN534")
    assert "cannot be computed for Tenant vision" in trouble.message


def test_a_rule_that_takes_too_many_steps_blocks_and_ends_soon() -> None:
    loops = "fleet.tenants.all(a, fleet.tenants.all(b, fleet.tenants.all(c, fleet.tenants.all(d, "
    endless = rule(
        f"{loops}fleet.tenants.all(e, fleet.tenants.all(f, a + b + c + d + e + f != '')))))) && after == null"
    )

    (trouble,) = breaches([endless], [endless], renamed, strict_department)

    assert trouble.diagnostic is not None
    assert trouble.diagnostic.code.code == "TN535"


def test_severities_have_their_codes() -> None:
    rules = [rule("false", name=severity, severity=severity) for severity in ("error", "warning", "information")]

    found = breaches(rules, rules, renamed)

    assert [(one.policy, one.severity, one.diagnostic and one.diagnostic.code.code) for one in found] == [
        ("error", "error", "TN540"),
        ("information", "information", "TN542"),
        ("warning", "warning", "TN541"),
    ]


def test_without_rules_nothing_is_made_of_the_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    def unexpected(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("tenantry.policy.change.Subjects", unexpected)
    trees: Program = program_of(fleet_with())

    assert check_change(trees, trees, NOTHING) == []
