"""Rules: the tool's codes and the organisation's policies."""

from functools import cache

import pytest

from tenantry.diagnostics.codes import ALL_CODES
from tenantry.explain import render
from tenantry.explain.rule import RuleAnswer, explain_code
from tests.support.workspaces import REPOSITORY
from tests.unit.explain.fleet import fleet_files, fleet_of


def test_a_code_names_its_page_and_the_module_that_decides_it() -> None:
    answer = explain_code("tn412")

    assert answer is not None
    assert (answer.name, answer.short_name, answer.severity) == ("TN412", "promise-over-guarantee", "error")
    assert answer.page == "docs/checks/TN412.md"
    assert [module.startswith("compiler/tenantry/check/") for module in answer.decided_in] == [True]


def test_both_paths_of_a_code_lead_somewhere_from_the_repository() -> None:
    answer = explain_code("TN441")

    assert answer is not None
    assert all((REPOSITORY / path).is_file() for path in (answer.page, *answer.decided_in))


@pytest.mark.parametrize("code", sorted(ALL_CODES))
def test_what_a_code_says_is_what_its_page_says_it_finds_and_not_its_title_again(code: str) -> None:
    answer = explained(code)

    found = (REPOSITORY / answer.page).read_text().split("## What it finds\n\n")[1].split("\n\n")[0]
    assert answer.says == " ".join(found.split())
    assert " ".join(render(answer).split()).count(answer.title) == 1


@cache
def explained(code: str) -> RuleAnswer:
    """Kept, because every answer searches the whole package."""
    answer = explain_code(code)
    assert answer is not None
    return answer


@pytest.mark.parametrize("code", sorted(ALL_CODES))
def test_every_code_is_decided_somewhere(code: str) -> None:
    assert explained(code).decided_in


def test_a_word_that_is_no_code_is_left_to_others() -> None:
    assert explain_code("vision") is None


def test_a_policy_is_a_rule_with_its_expression_and_place() -> None:
    files = fleet_files()
    files["clusters/policies.yaml"] = """apiVersion: tenantry.dev/v1alpha1
kind: Policy
metadata: {name: cost-centres}
spec:
  description: Every tenant names a cost centre.
  scope: program
  match: {kinds: [Tenant]}
  severity: warning
  expression: subject.costCenter != ""
  message: A tenant needs a cost centre.
  examples:
    mustPass:
    - {name: has one, subject: {costCenter: R-100}}
    mustFail:
    - {name: has none, subject: {costCenter: ""}}
"""

    answer = fleet_of(files).data("cost-centres")

    assert (answer["kind"], answer["severity"], answer["about"]) == ("policy", "warning", ["Tenant"])
    assert answer["expression_place"] == {"file": "clusters/policies.yaml", "line": 9}
