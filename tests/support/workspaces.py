"""Workspaces on disk for tests: copies of the worked example, the command run on them, trees compared."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]


def copy_example(target: Path, *, output: bool = True) -> Path:
    """A copy of the worked example below `target`, with its committed output unless told otherwise."""
    for folder in ("clusters", "tenants", *(["output"] if output else [])):
        shutil.copytree(REPOSITORY / folder, target / folder)
    return target


def command(*arguments: str) -> list[str]:
    """The argument list that runs `tenantry` in this interpreter."""
    return [sys.executable, "-m", "tenantry", *arguments]


def run(
    *arguments: str, folder: Path | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs `tenantry` as a user would, and gives its exit code and what it printed."""
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def run_json(*arguments: str, folder: Path | None = None) -> Any:
    """What `tenantry ... --format json` printed. Fails the test where it is no JSON."""
    finished = run(*arguments, "--format", "json", folder=folder)
    assert finished.stdout, finished.stderr
    return json.loads(finished.stdout)


def tree_of(folder: Path) -> dict[str, bytes]:
    """Every file below a folder by relative path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def edit(path: Path, old: str, new: str) -> None:
    """Replaces the one place where `old` stands. Fails the test where it stands not exactly once."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    path.write_text(text.replace(old, new), encoding="utf-8")
