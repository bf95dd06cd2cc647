"""Whole stories with their exact output: a folder of clusters and tenants, and every byte that follows."""

import shutil
from pathlib import Path

import pytest

from tests.support.workspaces import run, tree_of

STORIES = Path(__file__).parent / "stories"


@pytest.mark.parametrize("story", sorted(path.name for path in STORIES.iterdir()))
def test_a_story_compiles_to_exactly_its_output(story: str, tmp_path: Path, update_golden: bool) -> None:
    folder = STORIES / story

    finished = run("compile", "--out", str(tmp_path / "output"), folder=folder)

    assert finished.returncode == 0, finished.stderr
    if update_golden:
        shutil.rmtree(folder / "output", ignore_errors=True)
        shutil.copytree(tmp_path / "output", folder / "output")
    assert tree_of(tmp_path / "output") == tree_of(folder / "output")
