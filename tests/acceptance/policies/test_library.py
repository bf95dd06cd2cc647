"""Every example of every ready policy for admission: allowed exactly where it must pass, refused in the same words."""

import pytest

from tenantry.policy.compilation import Workshop
from tenantry.policy.scopes import example_inputs
from tenantry.program import Example, Policy
from tests.acceptance.policies.asking import ask, denied
from tests.acceptance.policies.conftest import ADMISSION
from tests.plane.api import Object
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for

pytestmark = pytest.mark.xdist_group("policies")


@pytest.mark.parametrize("policy", ADMISSION, ids=lambda one: one.name)
def test_the_server_decides_every_example_as_the_compiler_does(
    policy: Policy, plane: Plane, bindings: dict[str, Object]
) -> None:
    binding = bindings[policy.name]
    refused = next(example for example in policy.examples if not example.must_pass)
    assert {one.name: denied(ask(plane.api, policy, one)) for one in policy.examples} == {
        one.name: ("", "") for one in policy.examples
    }, "nothing else refuses an example"
    plane.argocd.create(binding).must()
    try:
        wait_for(lambda: denied(ask(plane.api, policy, refused))[0], f"{policy.name} bites")

        said = {example.name: denied(ask(plane.api, policy, example)) for example in policy.examples}
    finally:
        plane.argocd.delete(binding).must()

    assert said == {example.name: _expected(policy, example) for example in policy.examples}
    wait_for(lambda: ask(plane.api, policy, refused).ok, f"{policy.name} lets go")


def test_every_binding_is_asked_and_every_policy_is_accepted_without_a_warning(
    plane: Plane, bindings: dict[str, Object]
) -> None:
    assert bindings.keys() == {policy.name for policy in ADMISSION}

    def checked() -> list[Object]:
        found = plane.api.list("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy")
        own = [item for item in found if item["metadata"]["name"].startswith("tenantry.policy.")]
        done = all("typeChecking" in item.get("status", {}) for item in own)
        return own if done and len(own) == len(ADMISSION) else []

    warnings = {
        item["metadata"]["name"]: item["status"]["typeChecking"].get("expressionWarnings", [])
        for item in wait_for(checked, "types are checked")
    }
    assert {name: found for name, found in warnings.items() if found} == {}


def _expected(policy: Policy, example: Example) -> tuple[str, str]:
    """What the compiler's own evaluator says."""
    rule, problems = Workshop().rule(policy)
    assert rule is not None, problems
    verdict = rule.judge(example_inputs(policy.scope, example.inputs))
    assert verdict.passes is example.must_pass
    return ("", "") if verdict.passes else (policy.name, verdict.message)
