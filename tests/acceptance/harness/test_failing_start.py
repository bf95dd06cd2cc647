"""A plane that does not start says why: the words of the part that failed stand in pytest's report, and are kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.workspaces import REPOSITORY

pytestmark = [pytest.mark.xdist_group("harness"), pytest.mark.usefixtures("built_plane")]

USES_A_PLANE = """
def test_uses_a_plane(example_plane):
    pass
"""
WORDS = "etcd has no space left here"


@pytest.mark.parametrize("when", ["at once", "later"])
def test_the_report_holds_the_words_of_the_part_that_ended(tmp_path: Path, when: str) -> None:
    assets, logs = tmp_path / "assets", tmp_path / "logs"
    assets.mkdir()
    pause = "" if when == "at once" else "sleep 2; "
    (assets / "etcd").write_text(f"#!/bin/sh\n{pause}echo {WORDS} >&2; exit 3\n")
    (assets / "etcd").chmod(0o755)
    (tmp_path / "test_it.py").write_text(USES_A_PLANE)
    own = {"KUBEBUILDER_ASSETS": str(assets), "TENANTRY_PLANE_LOGS": str(logs), "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-c", os.devnull, "--rootdir", str(tmp_path)),
            *("-p", "tests.plane.fixtures", "-p", "no:cacheprovider", str(tmp_path)),
        ],
        cwd=REPOSITORY,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 1, done.stdout
    assert "etcd ended with 3 before kube-apiserver was ready" in done.stdout
    assert WORDS in done.stdout
    assert "end of the log of kube-apiserver" in done.stdout
    [kept] = logs.iterdir()
    assert {path.name for path in kept.iterdir()} == {"etcd.log", "kube-apiserver.log"}
    assert (kept / "etcd.log").read_text() == f"{WORDS}\n"
