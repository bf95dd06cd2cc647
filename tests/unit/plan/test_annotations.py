"""Needed approvals at the lines that need them."""

import json
import re
from pathlib import Path

import pytest

from tests.support.repositories import Repository
from tests.support.workspaces import copy_example, run

_COMMAND = re.compile(r"::(\w+) file=([^,]+),line=(\d+),col=(\d+),endColumn=\d+,title=approval [a-z-]+::(.*)")


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    folder = copy_example(tmp_path / "fleet", output=False)
    Repository.init(folder).commit()
    return folder


def annotated(folder: Path, *more: str) -> list[tuple[str, str, str, str]]:
    """Level, file, what stands at the place, and what is said there."""
    found = []
    for line in run("plan", "HEAD", "--format", "github", *more, folder=folder).stdout.splitlines():
        match = _COMMAND.fullmatch(line)
        if match:
            level, file, number, column, said = match.groups()
            text = (folder / file).read_text(encoding="utf-8").splitlines()[int(number) - 1]
            found.append((level, file, text[int(column) - 1 :], said))
    return found


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "at", "who"),
    [
        ("tenants/vision/tenant.yaml", "guaranteed: 24,", "guaranteed: 28,", "- {pool: h100-train,", "research-leads"),
        ("tenants/vision/tenant.yaml", "[{group: vision-leads}]", "[{group: eyes}]", "owners:", "vision-leads"),
        ("tenants/nlp/tenant.yaml", "costCenter: R-120", "costCenter: R-121", "R-121", "nlp-leads"),
        ("tenants/nlp/tenant.yaml", "spec:", "spec:\n  labels: {team: words}", "words", "nlp-leads"),
        ("tenants/vision/grants.yaml", "conference deadline", "conference", "conference", "capacity"),
        ("tenants/vision/grants.yaml", "until: 2026-12-05", "until: 2026-12-06", "2026-12-06", "capacity"),
        ("clusters/fleet.yaml", "currency: EUR", "currency: USD", "USD", "platform"),
        ("clusters/fleet.yaml", "costCenter: P-000", "costCenter: P-001", "P-001", "platform"),
        ("clusters/fleet.yaml", "value: 10000, ", "value: 10001, ", "- {name: high,", "platform"),
    ],
)
def test_an_approval_stands_at_the_field_that_needs_it(
    file: str, old: str, new: str, at: str, who: str, fleet: Path
) -> None:
    change(fleet, file, old, new)

    ((level, where, text, said),) = annotated(fleet)

    assert (level, where) == ("notice", file)
    assert text.startswith(at)
    assert f"needs the approval of group {who}" in said


def test_a_missing_one_is_an_error_once_approvals_are_known(fleet: Path) -> None:
    change(fleet, "tenants/vision/tenant.yaml", "guaranteed: 24,", "guaranteed: 28,")

    assert [one[0] for one in annotated(fleet, "--approved-by", "group:platform")] == ["error"]
    assert annotated(fleet, "--approved-by", "group:research-leads") == []


def test_what_is_gone_shows_at_the_fleet(fleet: Path) -> None:
    (fleet / "tenants" / "vision" / "links.yaml").unlink()

    found = annotated(fleet)

    assert found
    assert {one[1] for one in found} == {"clusters/fleet.yaml"}
    assert any("removed Link" in one[3] for one in found)


def test_places_are_in_the_plan_too(fleet: Path) -> None:
    change(fleet, "tenants/vision/tenant.yaml", "guaranteed: 24,", "guaranteed: 28,")

    (need,) = json.loads(run("plan", "HEAD", "--format", "json", folder=fleet).stdout)["plan"]["needs"]

    assert need["places"] == [{"document": "Tenant vision", "field": "quota h100-train"}]
