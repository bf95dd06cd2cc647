"""The GitLab pipeline of docs/ci.md: it is YAML, and its scripts do what the page says."""

import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import yaml

from tests.acceptance.ci.pull_requests import PullRequest
from tests.acceptance.ci.runner import Job, Step
from tests.support.pages import read_page
from tests.support.repositories import Repository
from tests.support.workspaces import REPOSITORY, edit

VISION = Path("tenants") / "vision" / "tenant.yaml"


def pipeline() -> dict[str, Any]:
    (block,) = (one for one in read_page(REPOSITORY / "docs" / "ci.md").blocks if one.text.startswith("# .gitlab-ci"))
    loaded: dict[str, Any] = yaml.safe_load(block.text)
    return loaded


def played(name: str, folder: Path, runner: Path, **variables: str) -> Step:
    return Job(folder, runner, variables).run(name, "\n".join(pipeline()[name]["script"]))


def test_a_merge_request_gets_its_plan_and_its_report(origin: Repository, tmp_path: Path, runner: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "tenantry", "codeowners", "--for", "gitlab", "--team-prefix", "@example/"],
        cwd=origin.folder,
        check=True,
        capture_output=True,
    )
    origin.commit("Owners")
    edit(origin.folder / VISION, "guaranteed: 24, borrow: 32", "guaranteed: 28, borrow: 32")
    clone = PullRequest.of(origin).checked_out(tmp_path / "clone", depth=50)

    step = played("tenantry", clone.folder, runner, CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main")

    assert step.code == 0, step.stderr
    assert (clone.folder / "comment.md").read_text(encoding="utf-8").startswith("### Plan: vision gains 4")
    assert ElementTree.parse(clone.folder / "tenantry.xml").getroot().attrib["failures"] == "0"


def test_the_note_says_why_where_the_specs_have_errors(origin: Repository, tmp_path: Path, runner: Path) -> None:
    origin.git("checkout", "--quiet", "-b", "change")
    edit(origin.folder / VISION, "guaranteed: 24, borrow: 32", "guaranteed: 36, borrow: 32")
    origin.git("update-ref", "refs/merge-requests/7/head", origin.commit("Too much"))
    origin.git("checkout", "--quiet", "main")
    clone = Repository(tmp_path / "clone")
    origin.git("clone", "--quiet", origin.folder.as_uri(), str(clone.folder))
    script = [line for line in pipeline()["judge"]["script"] if not line.startswith("curl")]

    step = Job(clone.folder, runner, {"MERGE_REQUEST": "7"}).run("judge", "\n".join(script))

    assert step.code == 0, step.stderr
    note = (clone.folder / "comment.md").read_text(encoding="utf-8")
    assert note.startswith("### Plan: none, because the specs have errors\n\n    error[TN412]")


def test_the_merge_is_compiled_and_pushed(origin: Repository, tmp_path: Path, runner: Path) -> None:
    edit(origin.folder / VISION, "guaranteed: 24, borrow: 32", "guaranteed: 28, borrow: 32")
    origin.commit("Merge")
    remote = Repository(tmp_path / "remote")
    origin.git("clone", "--quiet", "--bare", str(origin.folder), str(remote.folder))
    remote.git("config", "receive.advertisePushOptions", "true")

    step = played(
        "compile",
        origin.folder,
        runner,
        CI_COMMIT_SHORT_SHA="abc",
        CI_COMMIT_BRANCH="main",
        PUSH_URL=str(remote.folder),
    )

    assert step.code == 0, step.stderr
    trees = [remote.git("rev-parse", f"main:{folder}") for folder in ("clusters", "tenants")]
    assert remote.git("log", "-1", "--format=%(trailers:only)", "main") == f"Compiled: {' '.join(trees)} 0.1.0\n"
