"""Plays a composite action as GitHub's runner does: its own steps in its own order, with files for outputs and paths.

Knows the few expressions that our action uses and fails at any other.
"""

import os
import re
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.support.workspaces import REPOSITORY

ACTION = REPOSITORY / ".github" / "actions" / "tenantry"
_EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")

OFFLINE = {
    # pip finds what a package needs where the tests run, and asks no index for it.
    "PYTHONPATH": sysconfig.get_paths()["purelib"],
    "PIP_NO_INDEX": "1",
    "PIP_NO_DEPS": "1",
    "PIP_NO_BUILD_ISOLATION": "0",
}


@dataclass
class Step:
    """What came of a step: `skipped` where its condition said so."""

    name: str
    code: int = 0
    stdout: str = ""
    stderr: str = ""
    skipped: bool = False


@dataclass
class Job:
    """A job in `folder`, the clone; `temporary` is the runner's own folder."""

    folder: Path
    temporary: Path
    env: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)
    summary: str = ""

    def play(self, **inputs: str) -> dict[str, Step]:
        """All steps of the action; once one fails, those run that ask for it, as on GitHub."""
        action = yaml.safe_load((ACTION / "action.yml").read_text(encoding="utf-8"))
        values = {name: one.get("default", "") for name, one in action["inputs"].items()} | inputs
        done: dict[str, Step] = {}
        for step in action["runs"]["steps"]:
            failed = any(one.code for one in done.values())
            if self._wanted(step.get("if"), values, failed=failed):
                env = {name: self._expanded(text, values) for name, text in step.get("env", {}).items()}
                assert "${{" not in step["run"], "an expression in a script is a way in"
                done[step["name"]] = self.run(step["name"], step["run"], step_id=step.get("id", ""), **env)
            else:
                done[step["name"]] = Step(step["name"], skipped=True)
        return done

    def run(self, name: str, script: str, *, step_id: str = "", **env: str) -> Step:
        """One step as `shell: bash` runs it."""
        outputs, paths, summary = (self.temporary / word for word in ("outputs", "paths", "summary"))
        outputs.write_text("")
        paths.touch()
        summary.write_text("")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("GITHUB_", "TENANTRY_", "PIP_"))}
        path = os.pathsep.join([*reversed(paths.read_text().split()), kept["PATH"]])
        finished = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=self.folder,
            env={
                **kept,
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_CONFIG_NOSYSTEM": "1",
                "GITHUB_ACTION_PATH": str(ACTION),
                "GITHUB_OUTPUT": str(outputs),
                "GITHUB_PATH": str(paths),
                "GITHUB_STEP_SUMMARY": str(summary),
                "RUNNER_TEMP": str(self.temporary),
                **OFFLINE,
                **self.env,
                **env,
                "PATH": path,
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        self.outputs[step_id] = dict(line.partition("=")[::2] for line in outputs.read_text().splitlines())
        self.summary += summary.read_text()
        return Step(name, finished.returncode, finished.stdout, finished.stderr)

    def _wanted(self, condition: Any, values: dict[str, str], *, failed: bool) -> bool:
        if condition is None:
            return not failed
        match = _EXPRESSION.fullmatch(condition)
        assert match, condition
        wanted = True
        for part in match[1].split(" && "):
            if part == "!cancelled()":
                continue
            name, _, text = part.partition(" != ")
            assert text == "''", part
            wanted = wanted and self._value(name, values) != ""
        return wanted

    def _expanded(self, text: str, values: dict[str, str]) -> str:
        return _EXPRESSION.sub(lambda found: self._value(found[1], values), text)

    def _value(self, name: str, values: dict[str, str]) -> str:
        match name.split("."):
            case ["inputs", key]:
                return values[key]
            case ["steps", step, "outputs", key]:
                return self.outputs.get(step, {}).get(key, "")
        raise AssertionError(f"this runner does not know {name}")


def python(script: str) -> str:
    """The command of a workflow's step that runs one of the action's Python files."""
    return f"{sys.executable} {ACTION / script}"
