"""Policies for tests, as documents of the small fleet that state only what matters to the case."""

from typing import Any

from tenantry.policy import check_policies
from tenantry.policy.compilation import Workshop
from tenantry.policy.rule import Rule
from tenantry.program import Program
from tests.support.programs import Trees, program_of, small_trees

UNIT = {"mustPass": [{"subject": {"ok": True}}], "mustFail": [{"subject": {"ok": False}}]}


def policy(expression: str, *, name: str = "rule", **spec: Any) -> dict[str, Any]:
    """A Policy of scope `program` over tenants, unless `spec` says otherwise."""
    defaults = {
        "description": "a reason",
        "scope": "program",
        "match": {"kinds": ["Tenant"]},
        "message": "all is not well",
        "examples": UNIT,
    }
    return {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Policy",
        "metadata": {"name": name},
        "spec": {**defaults, "expression": expression, **spec},
    }


def fleet_with(*policies: dict[str, Any]) -> Trees:
    """The small fleet with policies."""
    trees = small_trees()
    for tree in policies:
        trees["Policy", "", tree["metadata"]["name"]] = tree
    return trees


def program_with(*policies: dict[str, Any]) -> Program:
    return program_of(fleet_with(*policies))


def rule_of(expression: str, **spec: Any) -> Rule:
    """A policy that compiles, compiled."""
    (one,) = program_with(policy(expression, **spec)).policies
    rule, problems = Workshop().rule(one)
    assert rule is not None, problems
    return rule


def codes(*policies: dict[str, Any]) -> list[str]:
    """The codes of what the policies find in the small fleet, in order."""
    return [one.code.code for one in check_policies(program_with(*policies))]


def examples(passing: Any, failing: Any) -> dict[str, Any]:
    """One example each way, over `subject`."""
    return {"mustPass": [{"subject": passing}], "mustFail": [{"subject": failing}]}
