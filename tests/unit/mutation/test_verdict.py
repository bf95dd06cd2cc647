"""Which failures are believed at once: assertions in the body of a test, not what a busy machine could bring about."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.verdict import FILE, Failure, failures_in
from tests.support.workspaces import REPOSITORY

TESTS = """
import time
import pytest
from tests.plane.api import Answer
from tests.plane.processes import PlaneError
from tests.plane.waiting import wait_for, wait_until_steady

@pytest.fixture
def plane():
    raise PlaneError("etcd ended with 3")

def test_passes():
    pass

def test_plain():
    assert {"held": 7} == {"held": 8}, "units held"

def test_plane(plane):
    pass

def test_wait():
    wait_for(lambda: False, "never", seconds=0)

def test_rest():
    wait_until_steady(time.monotonic, quiet_seconds=1, seconds=0)

def test_server():
    Answer(503, {"message": "etcd is gone"}, ()).must()

def test_refused():
    Answer(422, {"message": "spec is invalid"}, ()).must()

def test_error():
    {}["x"]
"""


def run(folder: Path, *arguments: str) -> tuple[int, list[Failure]]:
    (folder / "test_it.py").write_text(TESTS)
    options = ["-c", os.devnull, "--rootdir", str(folder), "-p", "no:cacheprovider", "-p", "tests.mutation.verdict"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *arguments],
        cwd=REPOSITORY,
        env={**os.environ, FILE: str(folder / "failures")},
        capture_output=True,
        check=False,
        timeout=60,
    )
    return done.returncode, failures_in(folder / "failures")


def test_each_failure_is_written_down_and_only_assertions_in_a_test_are_plain(tmp_path: Path) -> None:
    code, failures = run(tmp_path, str(tmp_path))

    assert code == 1
    assert {failure.test.removeprefix("test_it.py::test_"): failure.is_plain for failure in failures} == {
        "plain": True,
        "plane": False,
        "wait": False,
        "rest": False,
        "server": False,
        "refused": True,
        "error": False,
    }
    plane = next(failure for failure in failures if failure.test.endswith("plane"))
    assert (plane.phase, plane.error, plane.message) == ("setup", "PlaneError", "etcd ended with 3")


@pytest.mark.parametrize("arguments", [["nothing.py"], ["--no-such-option"]], ids=["no test", "usage"])
def test_a_run_that_never_began_has_no_failures(tmp_path: Path, arguments: list[str]) -> None:
    code, failures = run(tmp_path, *arguments)

    assert code not in (0, 1)
    assert failures == []
