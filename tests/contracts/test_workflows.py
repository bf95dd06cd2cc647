"""What every workflow and action of ours keeps to, whatever linters know of it: docs/ci.md promises it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.workspaces import REPOSITORY

GITHUB = REPOSITORY / ".github"
FILES = sorted([*(GITHUB / "workflows").glob("*.yaml"), *(GITHUB / "actions").rglob("action.yml")])
_PINNED = re.compile(r"uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")


def ids(path: Path) -> str:
    return path.relative_to(GITHUB).as_posix()


def jobs(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    yield from content.get("jobs", {}).items()


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_actions_of_others_are_pinned_by_commit(path: Path) -> None:
    lines = [line.strip("- ") for line in path.read_text(encoding="utf-8").splitlines() if re.search(r"\buses:", line)]
    used = [line for line in lines if "uses: ./" not in line]

    assert [line for line in used if not _PINNED.fullmatch(line)] == []


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_expressions_reach_scripts_through_the_environment_alone(path: Path) -> None:
    content = yaml.safe_load(path.read_text(encoding="utf-8"))
    steps = [step for _, job in jobs(path) for step in job["steps"]] + content.get("runs", {}).get("steps", [])

    assert [step["run"] for step in steps if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize("path", [path for path in FILES if "workflows" in path.parts], ids=ids)
def test_a_workflow_begins_without_any_right(path: Path) -> None:
    assert yaml.safe_load(path.read_text(encoding="utf-8"))["permissions"] == {}


def test_a_merge_queue_is_told_and_judged() -> None:
    told = yaml.safe_load((GITHUB / "workflows" / "tenantry.yaml").read_text(encoding="utf-8"))
    judged = yaml.safe_load((GITHUB / "workflows" / "judge.yaml").read_text(encoding="utf-8"))

    assert "merge_group" in told[True]
    assert judged[True]["workflow_run"]["workflows"] == [told["name"]]
    (step,) = (one for one in judged["jobs"]["judge"]["steps"] if "judge.sh" in one.get("run", ""))
    assert {"QUEUED", "AFTER"} <= set(step["env"])


def test_who_may_write_neither_reads_specs_of_strangers_nor_installs_anything() -> None:
    writing = {
        (path.name, name): job
        for path in FILES
        for name, job in jobs(path)
        if "write" in job.get("permissions", {}).values()
    }

    assert set(writing) == {("judge.yaml", "post"), ("merge.yaml", "compile"), ("nightly.yaml", "as-of")}
    post = writing["judge.yaml", "post"]
    assert [step["run"] for step in post["steps"] if "run" in step] == ["python3 .github/actions/tenantry/post.py"]
    for step in post["steps"]:
        assert "ref" not in step.get("with", {})
    # The other two run on main alone: after a merge, and by the clock.
    for name in ("merge.yaml", "nightly.yaml"):
        events = yaml.safe_load((GITHUB / "workflows" / name).read_text(encoding="utf-8"))[True]
        assert not {"pull_request", "pull_request_target", "workflow_run", "issue_comment"} & set(events)
