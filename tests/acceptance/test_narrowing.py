"""`compile --cluster/--tenant` on the worked example: what is narrowed is what is compared, written and deleted."""

from pathlib import Path

import pytest

from tests.support.workspaces import copy_example, edit, run, run_json, tree_of


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A copy of the worked example that is fresh."""
    workspace = copy_example(tmp_path)
    assert run("compile", folder=workspace).returncode == 0
    return workspace


def without_portal(workspace: Path) -> Path:
    """The workspace once portal was retired, that was committed, and its documents are gone."""
    edit(workspace / "tenants/portal/tenant.yaml", "clusters: [prod-a]", "clusters: [prod-a]\n  state: retired")
    assert run("compile", folder=workspace).returncode == 0
    for document in (workspace / "tenants/portal").iterdir():
        document.unlink()
    return workspace


def test_only_the_tenant_asked_for_is_written_and_spoken_of(example: Path) -> None:
    edit(example / "tenants/vision/tenant.yaml", "guaranteed: 24", "guaranteed: 28")

    done = run_json("compile", "--tenant", "vision", folder=example)

    assert done["written"] == ["prod-a/vision/inventory.jsonl", "prod-a/vision/quota.yaml"]
    assert [(one["keeper"], one["after"]) for one in done["remainders"]] == [("tenant vision", 36)]


def test_another_cluster_is_not_spoken_of(example: Path) -> None:
    edit(example / "tenants/vision/tenant.yaml", "guaranteed: 24", "guaranteed: 28")

    done = run_json("compile", "--cluster", "lab-b", folder=example)

    assert (done["written"], done["remainders"]) == ([], [])


@pytest.mark.parametrize("narrowed", [("--tenant", "portal"), ("--cluster", "prod-a")])
def test_what_is_gone_is_deleted_where_it_is_asked_for(example: Path, narrowed: tuple[str, str]) -> None:
    without_portal(example)

    stale = run("compile", "--check", *narrowed, folder=example)
    done = run_json("compile", *narrowed, folder=example)

    assert stale.returncode == 1
    assert "prod-a/portal/namespaces.yaml" in done["deleted"]
    assert not any("portal" in name for name in tree_of(example / "output"))


@pytest.mark.parametrize("narrowed", [("--tenant", "vision"), ("--cluster", "lab-b")])
def test_what_is_gone_elsewhere_stays_until_it_is_asked_for(example: Path, narrowed: tuple[str, str]) -> None:
    without_portal(example)

    done = run_json("compile", *narrowed, folder=example)

    assert (done["written"], done["deleted"]) == ([], [])


@pytest.mark.parametrize(
    ("narrowed", "words"),
    [
        (("--tenant", "visoin"), "error: there is no tenant `visoin`\n   = help: did you mean `vision`?\n"),
        (("--cluster", "x"), "error: there is no cluster `x`\n   = help: there are lab-b and prod-a\n"),
        (("--tenant", "_platform"), "error: there is no tenant `_platform`\n   = help: see tenants/\n"),
    ],
)
def test_an_unknown_name_is_a_mistake_of_the_command_line(example: Path, narrowed: tuple[str, str], words: str) -> None:
    finished = run("compile", *narrowed, folder=example)

    assert (finished.returncode, finished.stderr) == (2, words)
