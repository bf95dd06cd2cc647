"""The composite action on a pull request from a fork, step by step as the runner takes them."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.acceptance.ci.pull_requests import PullRequest
from tests.acceptance.ci.runner import Job
from tests.support.repositories import Repository
from tests.support.sarif import violations
from tests.support.workspaces import copy_example, edit, run

VISION = Path("tenants") / "vision" / "tenant.yaml"
AS_IT_IS = "guaranteed: 24, borrow: 32"
_ANNOTATION = re.compile(r"::(error|warning|notice) file=([^,]+),line=(\d+),col=(\d+),")


def job(request: PullRequest, tmp_path: Path, runner: Path, *, depth: int = 2) -> Job:
    clone = request.checked_out(tmp_path / "clone", depth=depth)
    return Job(clone.folder, runner, {"GITHUB_EVENT_PATH": str(request.event(tmp_path / "event.json"))})


def test_a_raise_is_planned_against_the_branch_it_goes_into(origin: Repository, tmp_path: Path, runner: Path) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    request = PullRequest.of(origin)
    played = job(request, tmp_path, runner)

    steps = played.play()

    assert {name: step.code for name, step in steps.items() if step.code} == {}, steps
    assert played.outputs["base"] == {"base": request.base}
    results = played.folder / "tenantry-results"
    comment = (results / "comment.md").read_text(encoding="utf-8")
    assert comment.startswith("### Plan: vision gains 4")
    assert played.summary == comment
    plan = json.loads((results / "plan.json").read_text(encoding="utf-8"))["plan"]
    assert [need["any_of"][0] for need in plan["needs"]] == ["group research-leads"]
    (said,) = _ANNOTATION.findall(steps["Check"].stdout)
    assert said[:2] == ("notice", str(VISION))
    line = (origin.folder / VISION).read_text(encoding="utf-8").splitlines()[int(said[2]) - 1]
    assert line[int(said[3]) - 1 :].startswith("- {pool: h100-train,")
    log = json.loads((results / "tenantry.sarif").read_text(encoding="utf-8"))
    assert violations(log) == []
    assert [one["ruleId"] for one in log["runs"][0]["results"]] == ["approval"]
    report = ElementTree.parse(results / "tenantry.xml").getroot()
    assert int(report.attrib["tests"]) > 30
    assert report.attrib["failures"] == "0"
    assert not list(played.folder.rglob("pwned"))


def test_a_mistake_stands_at_its_line_and_fails_the_check(origin: Repository, tmp_path: Path, runner: Path) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 36, borrow: 32")
    played = job(PullRequest.of(origin), tmp_path, runner)

    steps = played.play(output="committed", codeowners="--team-prefix @example/")

    assert {name: step.code for name, step in steps.items()} == {
        "Install": 0,
        "Base": 0,
        "Check": 1,
        "Freshness": 1,
        "Plan": 0,
    }
    errors = [one for one in _ANNOTATION.findall(steps["Check"].stdout) if one[0] == "error"]
    (level, file, line, column) = errors[0]
    assert (level, file) == ("error", str(VISION))
    text = (played.folder / VISION).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert text[int(column) - 1 :].startswith("36,")
    results = played.folder / "tenantry-results"
    comment = (results / "comment.md").read_text(encoding="utf-8")
    assert comment.startswith("### Plan: none, because the specs have errors")
    assert "error[TN412]" in comment
    log = json.loads((results / "tenantry.sarif").read_text(encoding="utf-8"))
    assert violations(log) == []
    region = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (int(line), int(column))
    failure = ElementTree.parse(results / "tenantry.xml").getroot().find(".//testcase[@name='tenant.yaml']/failure")
    assert failure is not None
    assert failure.attrib["type"] == "TN412"


def test_a_merge_queue_is_planned_against_what_comes_before(origin: Repository, tmp_path: Path, runner: Path) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    request = PullRequest.of(origin)
    played = job(request, tmp_path, runner)
    event = {"action": "checks_requested", "merge_group": {"base_sha": request.base, "head_sha": request.merge}}
    (tmp_path / "event.json").write_text(json.dumps(event), encoding="utf-8")

    steps = played.play()

    assert {name: step.code for name, step in steps.items() if step.code} == {}, steps
    assert played.outputs["base"] == {"base": request.base}


@pytest.mark.parametrize("depth", [1, 2, 50])
def test_the_base_is_found_however_shallow_the_clone_is(
    depth: int, origin: Repository, tmp_path: Path, runner: Path
) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    request = PullRequest.of(origin)
    played = job(request, tmp_path, runner, depth=depth)

    found = played.run("Base", '"$GITHUB_ACTION_PATH/base.sh"')
    planned = played.run("Plan", '"$GITHUB_ACTION_PATH/plan.sh"', TENANTRY_BASE=request.base)

    assert (found.code, found.stdout) == (0, f"{request.base}\n"), found.stderr
    assert planned.code == 0, planned.stderr
    assert (played.folder / "tenantry-results" / "comment.md").read_text().startswith("### Plan: vision gains 4")


def test_what_is_generated_has_to_be_fresh(origin: Repository, tmp_path: Path, runner: Path) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    played = job(PullRequest.of(origin), tmp_path, runner)
    fresh = '"$GITHUB_ACTION_PATH/fresh.sh"'

    stale = played.run("Freshness", fresh, TENANTRY_OUTPUT="committed", TENANTRY_CODEOWNERS="--team-prefix @example/")
    run("compile", folder=played.folder)
    run("codeowners", "--team-prefix", "@example/", folder=played.folder)
    mended = played.run("Freshness", fresh, TENANTRY_OUTPUT="committed", TENANTRY_CODEOWNERS="--team-prefix @example/")

    assert stale.code == 1
    assert "::error title=stale output::" in stale.stdout
    assert "::error title=stale CODEOWNERS::" in stale.stdout
    assert mended.code == 0, mended.stdout


def test_without_a_pull_request_the_specs_are_checked_as_they_are(
    origin: Repository, tmp_path: Path, runner: Path
) -> None:
    (tmp_path / "event.json").write_text(json.dumps({"ref": "refs/heads/main"}), encoding="utf-8")
    played = Job(origin.folder, runner, {"GITHUB_EVENT_PATH": str(tmp_path / "event.json")})

    steps = played.play()

    assert {name for name, step in steps.items() if step.code} == set()
    assert steps["Plan"].skipped


def test_a_workspace_below_the_top_is_named_from_the_top(tmp_path: Path, runner: Path) -> None:
    copy_example(tmp_path / "origin" / "deploy", output=False)
    origin = Repository.init(tmp_path / "origin")
    origin.commit("Fleet")
    edit(origin.folder / "deploy" / VISION, AS_IT_IS, "guaranteed: 36, borrow: 32")
    played = job(PullRequest.of(origin), tmp_path, runner)

    steps = played.play(workspace="deploy")

    assert f"::error file=deploy/{VISION},line=" in steps["Check"].stdout
    log = json.loads((played.folder / "tenantry-results" / "tenantry.sarif").read_text(encoding="utf-8"))
    assert violations(log) == []
    locations = log["runs"][0]["results"][0]["locations"]
    assert locations[0]["physicalLocation"]["artifactLocation"]["uri"] == f"deploy/{VISION}"
