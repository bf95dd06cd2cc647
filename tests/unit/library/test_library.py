"""Every ready policy: whole, tried on its own examples, and of use in a fleet that is not made for it."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from tenantry.engine import BackEnd, Scope, front_end, quiet
from tenantry.library import NAMES, ready_policies, ready_text
from tenantry.library.shelf import adaptation
from tenantry.policy import Consent, check_change, check_policies, try_examples
from tenantry.program import Before, Policy, Program
from tenantry.workspace import Workspace
from tests.support.workspaces import copy_example

READY = ready_policies()
LINE_MAX = 120
BROKEN = {"TN540", "TN541", "TN542"}
"""Codes of documents that break a policy; every other code says that a policy does not work as written."""

_DIGEST = re.compile(r"@sha256:[0-9a-f]{64}")


def test_there_are_enough() -> None:
    assert len(NAMES) >= 15
    assert {policy.scope for policy in READY} >= {"program", "change", "admission"}


@pytest.mark.parametrize("policy", READY, ids=lambda one: one.name)
def test_examples_come_out_as_stated(policy: Policy) -> None:
    (trial,) = try_examples([policy])

    assert trial.problems == ()
    assert trial.passed == trial.examples == len(policy.examples)


@pytest.mark.parametrize("policy", READY, ids=lambda one: one.name)
def test_every_example_says_what_it_shows_and_the_file_how_to_adapt_it(policy: Policy) -> None:
    names = [example.name for example in policy.examples]

    assert len(set(names)) == len(names)
    assert not any(name.isdigit() for name in names)
    assert adaptation(policy.name).strip()
    assert not policy.waivers


@pytest.mark.parametrize("name", NAMES)
def test_a_file_bears_the_name_of_its_policy_and_reads_well(name: str) -> None:
    text = ready_text(name)

    assert f"\nmetadata: {{name: {name}}}\n" in text
    assert text.endswith("\n")
    assert [line for line in text.splitlines() if len(_DIGEST.sub("", line)) > LINE_MAX] == []


def test_a_name_that_is_not_there_is_none() -> None:
    with pytest.raises(KeyError):
        ready_text("../shelf.py")


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The worked example with every ready policy in place of its own."""
    folder = copy_example(tmp_path_factory.mktemp("library"), output=False)
    (folder / "clusters" / "policies.yaml").write_text("---\n".join(map(ready_text, NAMES)), encoding="utf-8")
    program = front_end(Workspace.find(folder), Before()).program
    assert program is not None
    return program


def test_all_of_them_are_computed_for_every_document_and_object_of_the_worked_example(fleet: Program) -> None:
    back = BackEnd(fleet, Scope(), progress=quiet)
    back.judge()

    assert {one.code.code for one in (*check_policies(fleet), *back.problems)} <= BROKEN


def _everything_changes(fleet: Program) -> Program:
    """The same fleet, each document another."""
    return replace(
        fleet,
        tenants={name: replace(one, display_name="New") for name, one in fleet.tenants.items()},
        projects={key: replace(one, display_name="New", volumes=()) for key, one in fleet.projects.items()},
        pools={name: replace(one, nodes=one.nodes + 1) for name, one in fleet.pools.items()},
        grants=tuple(replace(one, last_day=one.last_day + timedelta(days=7)) for one in fleet.grants),
        links=tuple(replace(one, ports=()) for one in fleet.links),
    )


def _everything_goes(fleet: Program) -> Program:
    return replace(fleet, tenants={}, projects={}, pools={}, grants=(), links=(), lines=())


@pytest.mark.parametrize("other", [_everything_changes, _everything_goes])
def test_those_over_a_change_are_computed_whatever_becomes_of_a_document(
    fleet: Program, other: Callable[[Program], Program]
) -> None:
    consent = Consent.parse("ada", ("group:capacity", "user:bo"))
    changed = other(fleet)

    found = [
        breach
        for before, after in ((fleet, changed), (changed, fleet), (None, fleet))
        for breach in check_change(before, after, consent)
    ]

    assert found
    assert [breach.message for breach in found if not breach.document] == []


def test_volumes_without_retirement_and_renewed_grants_are_blocked(fleet: Program) -> None:
    found = {breach.policy for breach in check_change(fleet, _everything_changes(fleet), Consent())}

    assert {"no-prune-without-retirement", "grants-are-not-renewed"} <= found
