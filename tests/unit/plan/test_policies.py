"""What rules say of a change, as remarks: what blocks stands first, many documents make one sentence."""

from datetime import date

from tenantry.plan.policies import policy_findings, policy_remarks
from tenantry.plan.remark import Remark
from tenantry.policy import Breach
from tenantry.policy.change import Edition, Severity
from tenantry.program import Waiver

WAIVER = Waiver("Tenant vision", date(2026, 12, 31), "moves soon")


def breach(
    policy: str = "two-owners",
    severity: Severity = "error",
    document: str = "Tenant vision",
    message: str = "vision has one owner.",
    edition: Edition = "head",
    waiver: Waiver | None = None,
) -> Breach:
    return Breach(policy, severity, document, message, edition, waiver, None)


def remarks(*breaches: Breach) -> list[Remark]:
    return list(policy_remarks(policy_findings(breaches)))


def test_an_error_blocks_and_is_high() -> None:
    (said,) = remarks(breach())

    assert said.sentence == "**Blocked** by policy **two-owners**: vision has one owner"
    assert (said.about, said.risk, said.rule) == ("vision", "high", "a policy blocks it")


def test_a_rule_that_the_change_softens_is_named_as_it_was() -> None:
    (said,) = remarks(breach(edition="base"))

    assert said.sentence.startswith("**Blocked** by policy **two-owners** as it was before this change: ")


def test_many_documents_make_one_sentence() -> None:
    (said,) = remarks(*(breach(document=f"Project art/p{number}") for number in range(1000)))

    assert said.sentence.endswith("vision has one owner, and so for 999 more")
    assert said.about == "art"


def test_what_blocks_stands_first_and_what_is_waived_last() -> None:
    said = remarks(
        breach("a", "information"), breach("b", "warning"), breach("c", waiver=WAIVER), breach("d"), breach("e")
    )

    assert [(one.risk, one.sentence.partition(":")[0]) for one in said] == [
        ("high", "**Blocked** by policy **d**"),
        ("high", "**Blocked** by policy **e**"),
        ("medium", "Policy **b** warns"),
        ("low", "Policy **a** tells"),
        ("low", "Policy c is waived until 2026-12-31 (moves soon)"),
    ]


def test_only_an_error_without_a_waiver_blocks() -> None:
    found = policy_findings([breach(), breach(severity="warning"), breach(waiver=WAIVER)])

    assert [one.blocks for one in found] == [True, False, False]


def test_a_rule_that_could_not_be_asked_is_about_the_fleet() -> None:
    (said,) = remarks(breach(document="", message="policy `two-owners` cannot be computed"))

    assert said.about == ""


def test_no_text_of_a_rule_passes_for_our_own_emphasis() -> None:
    (said,) = remarks(breach(message="all is **well**"))

    assert "*well*" in said.sentence
    assert "**well**" not in said.sentence
