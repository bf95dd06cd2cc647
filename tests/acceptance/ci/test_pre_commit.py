"""The hooks, by the real pre-commit on a scratch repository: installed from a clone of this one, without any index."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.acceptance.ci.runner import OFFLINE
from tests.support.repositories import Repository
from tests.support.workspaces import REPOSITORY, copy_example, edit

VISION = Path("tenants") / "vision" / "tenant.yaml"
_PARTS = ("compiler", "docs", "schemas", "pyproject.toml", "README.md", "LICENSE", "NOTICE", ".pre-commit-hooks.yaml")


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """This project as a repository of hooks."""
    folder = tmp_path_factory.mktemp("hooks") / "tenantry"
    folder.mkdir()
    for part in _PARTS:
        if (REPOSITORY / part).is_dir():
            shutil.copytree(REPOSITORY / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(REPOSITORY / part, folder / part)
    repository = Repository.init(folder)
    repository.commit("Hooks")
    return repository


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps environments: one for all tests."""
    return tmp_path_factory.mktemp("pre-commit")


def pre_commit(fleet: Repository, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *words],
        cwd=fleet.folder,
        env={**os.environ, **OFFLINE, "PRE_COMMIT_HOME": str(home), "GIT_CONFIG_GLOBAL": os.devnull, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.fixture
def fleet(tmp_path: Path, hooks: Repository) -> Repository:
    repository = Repository.init(copy_example(tmp_path / "fleet"))
    config = f"""
repos:
- repo: {hooks.folder}
  rev: {hooks.git("rev-parse", "HEAD")}
  hooks:
  - id: tenantry-check
  - id: tenantry-compile
"""
    (repository.folder / ".pre-commit-config.yaml").write_text(config, encoding="utf-8")
    repository.commit("Fleet")
    return repository


def test_a_commit_is_held_up_until_output_is_added(fleet: Repository, home: Path) -> None:
    edit(fleet.folder / VISION, "guaranteed: 24, borrow: 32", "guaranteed: 28, borrow: 32")
    fleet.git("add", str(VISION))

    first = pre_commit(fleet, home, "run")
    fleet.git("add", "--all")
    second = pre_commit(fleet, home, "run")

    assert first.returncode == 1, first.stdout + first.stderr
    assert "wrote  prod-a/vision/quota.yaml" in first.stdout
    assert second.returncode == 0, second.stdout + second.stderr
    assert second.stdout.count("Passed") == 2


def test_a_mistake_is_said_with_its_line(fleet: Repository, home: Path) -> None:
    edit(fleet.folder / VISION, "parent: research", "parent: reserch")
    fleet.git("add", "--all")

    done = pre_commit(fleet, home, "run")

    assert done.returncode == 1
    assert f"{VISION}:9:" in done.stdout
    assert "output/" not in fleet.git("status", "--porcelain")


def test_what_is_no_spec_runs_nothing(fleet: Repository, home: Path) -> None:
    (fleet.folder / "NEWS").write_text("x\n", encoding="utf-8")
    fleet.git("add", "--all")

    done = pre_commit(fleet, home, "run")

    assert done.returncode == 0
    assert done.stdout.count("Skipped") == 2
