"""Rules of the organisation are asked like ours, with their waivers."""

import pytest

from tenantry.admission.organisation import OwnRule, action, own_policy
from tenantry.admission.policy import Named
from tests.support.cel_oracle import PolicyOracle
from tests.unit.admission.asking import ARGOCD, JOB_CONTROLLER, KUEUE, ask, job, pod_spec, words

RULE = OwnRule(
    name="owner-label",
    resources=("jobs.batch",),
    operations=("CREATE", "UPDATE"),
    variables=(Named("owner", "object.metadata.?labels[?'owner'].orValue('')"),),
    expression="variables.owner != ''",
    message="every Job names its owner",
    message_expression="'Job ' + object.metadata.name + ' names no owner'",
    waived=(),
)
NAMELESS, NAMED = job(pod_spec()), job(pod_spec(), metadata={"labels": {"owner": "ada"}})


def oracle(**changes: object) -> PolicyOracle:
    return PolicyOracle(own_policy(words(mutates=True), RULE._replace(**changes)))


def test_a_rule_refuses_with_its_message() -> None:
    assert oracle().refusals(ask(NAMELESS)) == ["Job w1 names no owner"]
    assert oracle(message_expression="").refusals(ask(NAMELESS)) == ["every Job names its owner"]
    assert oracle().refusals(ask(NAMED)) == []


def test_who_is_waived_is_let_off() -> None:
    assert oracle(waived=(("vision", ""),)).refusals(ask(NAMELESS)) == []
    assert oracle(waived=(("nlp", ""), ("vision", "serving"))).refusals(ask(NAMELESS)) != []


def test_kueue_is_let_off_and_so_are_updates_of_controllers() -> None:
    assert oracle().refusals(ask(NAMELESS, username=KUEUE)) == []
    assert oracle().refusals(ask(NAMELESS, NAMED, username=JOB_CONTROLLER)) == []
    assert oracle().refusals(ask(NAMELESS, username=JOB_CONTROLLER)) != []


def test_argo_cd_is_no_controller_though_its_account_lives_among_them() -> None:
    assert oracle().refusals(ask(NAMELESS, NAMED, username=ARGOCD)) != []


@pytest.mark.parametrize(("severity", "done"), [("error", "Deny"), ("warning", "Warn"), ("information", "Audit")])
def test_severity_says_what_the_api_server_does(severity, done) -> None:
    assert action(severity) == done
