"""`tenantry policy`: examples run and counted, policies listed, ready ones copied."""

import json
from pathlib import Path

import pytest

from tests.support.workspaces import copy_example, edit, run, run_json


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    return copy_example(tmp_path / "fleet", output=False)


def test_every_policy_is_tried_and_counted(fleet: Path) -> None:
    finished = run("policy", "test", folder=fleet)

    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout == (
        "                          passed  failed\n"
        "  confidential-is-strict       3       0    program\n"
        "  images-name-a-version        3       0    admission\n"
    )


def test_an_example_that_comes_out_wrong_is_counted_and_shown_at_its_line(fleet: Path) -> None:
    edit(fleet / "clusters/policies.yaml", "isolation: open-lab, labels", "isolation: strict, labels")

    finished = run("policy", "test", "confidential-is-strict", folder=fleet)

    assert finished.returncode == 1
    assert "  confidential-is-strict       2       1    program\n" in finished.stdout
    assert "images-name-a-version" not in finished.stdout
    assert "error[TN533]: example `confidential in the lab` of policy `confidential-is-strict`" in finished.stderr
    assert " --> clusters/policies.yaml:18:" in finished.stderr


def test_every_wrong_example_is_shown_not_only_the_first(fleet: Path) -> None:
    edit(fleet / "clusters/policies.yaml", "{resources: [pods], operations: [CREATE]}", "{resources: [pods]}")
    edit(
        fleet / "clusters/policies.yaml",
        'expression: "variables.containers.all',
        'expression: "!variables.containers.all',
    )

    printed = run_json("policy", "test", "images-name-a-version", folder=fleet)

    assert printed["policies"] == [
        {"policy": "images-name-a-version", "scope": "admission", "examples": 3, "passed": 0, "failed": 3}
    ]
    assert [one["code"] for one in printed["diagnostics"]] == ["TN533"] * 3
    assert printed["summary"]["errors"] == 3


def test_a_policy_that_does_not_compile_says_so(fleet: Path) -> None:
    edit(fleet / "clusters/policies.yaml", "!('data' in subject.labels)", "!('data' in sbject.labels)")

    finished = run("policy", "test", folder=fleet)

    assert finished.returncode == 1
    assert "  confidential-is-strict       0       0  does not compile  program\n" in finished.stdout
    assert "error[TN531]" in finished.stderr


def test_what_is_wrong_elsewhere_does_not_matter(fleet: Path) -> None:
    edit(fleet / "tenants/vision/tenant.yaml", "guaranteed: 24, borrow: 32", "guaranteed: 999, borrow: 32")

    assert run("policy", "test", folder=fleet).returncode == 0


def test_specs_that_cannot_be_resolved_are_said_to_be_so(fleet: Path) -> None:
    (fleet / "clusters/fleet.yaml").write_text("kind: Fleet\n")

    assert run("policy", "test", folder=fleet).returncode == 1
    assert run("policy", "list", folder=fleet).returncode == 1
    assert run_json("policy", "test", folder=fleet)["policies"] == []


def test_the_list_shows_who_is_let_through_until_when(fleet: Path) -> None:
    edit(
        fleet / "clusters/policies.yaml",
        "  examples:\n    mustPass:\n    - {name: confidential and strict",
        "  waivers:\n"
        "  - {subject: Tenant meridian, until: 2026-12-31, reason: moves in January}\n"
        "  - {subject: Tenant portal, until: 2026-10-31, reason: moved}\n"
        "  examples:\n    mustPass:\n    - {name: confidential and strict",
    )

    shown = run("policy", "list", folder=fleet).stdout

    assert shown.startswith(
        "confidential-is-strict: error, program of Tenant\n"
        "    Who holds confidential data runs on nodes of their own, with one way out.\n"
        "    lets Tenant meridian through until 2026-12-31: moves in January\n"
        "    lets Tenant portal through until 2026-10-31, which is over: moved\n"
    )
    (first, second) = run_json("policy", "list", folder=fleet)["policies"]
    assert [one["over"] for one in first["waivers"]] == [False, True]
    assert (second["scope"], second["asked_about"], second["examples"]) == ("admission", ["pods"], 3)


@pytest.mark.parametrize(
    "arguments",
    [("-C", "fleet", "policy", "list"), ("policy", "-C", "fleet", "list"), ("policy", "list", "-C", "fleet")],
)
def test_the_workspace_may_be_named_anywhere(fleet: Path, arguments: tuple[str, ...]) -> None:
    assert run(*arguments, folder=fleet.parent).returncode == 0


def test_a_ready_policy_is_printed_as_it_is_copied_and_then_works(fleet: Path) -> None:
    printed = run("policy", "library", "two-owners").stdout
    (fleet / "clusters/two-owners.yaml").write_text(printed)

    assert "  two-owners                   2       0    program\n" in run("policy", "test", folder=fleet).stdout
    assert run_json("policy", "library", "two-owners") == {"policy": "two-owners", "yaml": printed}


def test_the_library_lists_every_ready_policy() -> None:
    listed = run_json("policy", "library")["policies"]

    assert len(listed) >= 15
    assert listed == sorted(listed, key=lambda one: one["policy"])
    shown = run("policy", "library").stdout
    assert all(f"{one['policy']}: {one['severity']}, {one['scope']} of" in shown for one in listed)
    assert max(map(len, shown.splitlines())) <= 100


def test_a_name_that_is_not_there_is_a_mistake_of_the_command_line(fleet: Path) -> None:
    tried, printed = run("policy", "test", "images-name-version", folder=fleet), run("policy", "library", "two-owner")

    assert (tried.returncode, printed.returncode) == (2, 2)
    assert "did you mean `images-name-a-version`?" in tried.stderr
    assert "did you mean `two-owners`?" in printed.stderr
    assert run("policy", "tset", folder=fleet).returncode == 2


def test_json_is_json_where_nothing_can_be_resolved(fleet: Path) -> None:
    (fleet / "clusters/fleet.yaml").write_text("kind: Fleet\n")

    finished = run("policy", "list", "--format", "json", folder=fleet)

    assert finished.returncode == 1
    assert json.loads(finished.stdout)["summary"]["errors"] > 0
