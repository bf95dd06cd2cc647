"""On a machine without Go and without binaries, tests run as far as they can and say what did not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.workspaces import REPOSITORY

PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/acceptance/objects/test_example.py"]


def run_without_parts(command: list[str], cache: Path, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("TENANTRY_CI", "KUBEBUILDER_ASSETS")}
    kept = {name: value for name, value in kept.items() if not name.startswith("PYTEST_")}
    env = {**kept, "XDG_CACHE_HOME": str(cache), "PATH": str(cache), **more}
    return subprocess.run(command, cwd=REPOSITORY, env=env, capture_output=True, text=True, check=False, timeout=120)


def test_the_last_lines_say_what_did_not_run_and_why(tmp_path: Path) -> None:
    done = run_without_parts(PYTEST, tmp_path)

    assert done.returncode == 0, done.stdout
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    asked = next(index for index, line in enumerate(lines) if "did not run" in line)
    assert "tests need a control plane that is not built here:" in lines[asked + 1]
    assert "  tests/acceptance/objects/test_example.py" in lines
    assert "make control-plane builds it; it needs Go, see docs/testing.md" in lines


def test_in_ci_a_missing_part_is_a_failure(tmp_path: Path) -> None:
    assert run_without_parts(PYTEST, tmp_path, TENANTRY_CI="1").returncode == 1


@pytest.mark.parametrize(("more", "code"), [({}, 0), ({"TENANTRY_CI": "1"}, 1)], ids=["laptop", "CI"])
def test_building_says_that_there_is_no_go(tmp_path: Path, more: dict[str, str], code: int) -> None:
    done = run_without_parts([sys.executable, "-m", "tests.plane"], tmp_path, **more)

    assert done.returncode == code
    assert "not built, because there is no Go here" in done.stdout
    assert "kube-apiserver" in done.stdout
    assert list(tmp_path.iterdir()) == []
