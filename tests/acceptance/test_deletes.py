"""The tool never empties a tree by accident: more than twenty objects, when they are a tenth of all, need a word."""

import re
from pathlib import Path

import pytest

from tests.support.workspaces import copy_example, edit, run, run_json, tree_of


@pytest.fixture
def without_search(tmp_path: Path) -> Path:
    """The worked example after search was retired and its documents are gone: more than a tenth of all objects."""
    workspace = copy_example(tmp_path)
    edit(workspace / "tenants/search/tenant.yaml", "costCenter: S-200", "costCenter: S-200\n  state: retired")
    assert run("compile", folder=workspace).returncode == 0
    for document in [*(workspace / "tenants/search").iterdir(), workspace / "tenants/vision/links.yaml"]:
        document.unlink()
    edit(workspace / "clusters/addons.yaml", "tenants: [search, prototypes]", "tenants: [prototypes]")
    return workspace


def asked_for(refused: str) -> int:
    """How many objects the refusal says would go. Fails the test where it says anything else."""
    words = re.fullmatch(
        r"error: (\d+) of \d+ objects would be deleted from the output tree; nothing was written\n"
        r"   = help: if that is meant, say so: tenantry compile --allow-deletes \1\n",
        refused,
    )
    assert words, refused
    return int(words[1])


def test_nothing_goes_until_somebody_says_how_much_may(without_search: Path) -> None:
    before = tree_of(without_search / "output")

    refused = run("compile", folder=without_search)
    too_few = run("compile", "--allow-deletes", str(asked_for(refused.stderr) - 1), folder=without_search)

    assert (refused.returncode, too_few.returncode) == (1, 1)
    assert refused.stderr == too_few.stderr
    assert tree_of(without_search / "output") == before


def test_what_may_go_goes(without_search: Path) -> None:
    number = asked_for(run("compile", folder=without_search).stderr)

    done = run_json("compile", "--allow-deletes", str(number), folder=without_search)

    assert "prod-a/search/namespaces.yaml" in done["deleted"]
    assert not any("/search" in name for name in tree_of(without_search / "output"))


def test_a_look_lists_what_is_stale_however_much_it_is(without_search: Path) -> None:
    looked = run("compile", "--check", folder=without_search)

    assert looked.returncode == 1
    assert "would delete  prod-a/search/namespaces.yaml" in looked.stdout
