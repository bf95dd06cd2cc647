"""The wheel holds everything: installed alone, away from the repository, it makes a fleet and compiles it."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.workspaces import REPOSITORY


def test_an_installed_wheel_makes_and_compiles_a_fleet_outside_the_repository(tmp_path: Path) -> None:
    wheels, site, work = tmp_path / "wheels", tmp_path / "site", tmp_path / "work"
    work.mkdir()
    _python("-m", "build", "--wheel", "--no-isolation", "--outdir", str(wheels), str(REPOSITORY), folder=tmp_path)
    (wheel,) = wheels.glob("tenantry-*.whl")

    _python("-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), str(wheel), folder=tmp_path)
    where = _tenantry(site, work, "-c", "import tenantry; print(tenantry.__file__)")
    _tenantry(site, work, "-m", "tenantry", "init", "-C", "fleet")
    compiled = _tenantry(site, work, "-m", "tenantry", "compile", "-C", "fleet")
    library = _tenantry(site, work, "-m", "tenantry", "policy", "library")
    explained = _tenantry(site, work, "-m", "tenantry", "explain", "-C", "fleet", "TN441")

    assert where.startswith(str(site))
    assert "objects in" in compiled
    assert "two-owners: error, program of Tenant" in library
    assert "A project that lists a class that never borrows" in explained
    assert "decided in tenantry/check/classes.py" in explained
    assert (work / "fleet" / "output" / "one" / "demo" / "quota.yaml").is_file()


def _python(*arguments: str, folder: Path) -> None:
    finished = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr


def _tenantry(site: Path, folder: Path, *arguments: str) -> str:
    finished = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout
