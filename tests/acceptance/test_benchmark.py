"""The benchmark runs, measures what it says, and tells its targets beside the figures."""

import json
import os
import subprocess
import sys

from tests.support.workspaces import REPOSITORY


def test_a_small_benchmark_measures_every_row_and_counts_what_was_written() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--manifests", "150", "--rounds", "1", "--no-kapitan", "--format", "json"],
        cwd=REPOSITORY,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert finished.returncode == 0, finished.stderr
    found = json.loads(finished.stdout)
    (fleet,) = found["fleets"]
    assert fleet["manifests"] > 100
    assert fleet["objects_per_tenant"] == round(fleet["manifests"] / fleet["tenants"], 1)
    rows = {row["what"]: row for row in found["rows"]}
    assert set(rows) == {
        "python -c pass",
        "tenantry --version",
        "tenantry --help",
        "compile, cold",
        "compile, nothing changed",
        "compile, one tenant changed",
        "only json.dumps, same objects and files",
        "only a write of the same bytes",
        "manifest writer alone",
        "plan, one line changed",
        "plan, one line changed, base kept",
        "plan, everything changed",
        "plan, everything changed, base kept",
    }
    assert all(row["least"] > 0 for row in rows.values())
    assert rows["compile, cold"]["peak"] > rows["python -c pass"]["peak"]
    assert rows["tenantry --help"]["target"] == "<= bare + 0.08 s"
    assert "of" in rows["compile, one tenant changed"]["note"]
