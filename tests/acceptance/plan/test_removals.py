"""What plans say goes against two compiled trees: the same objects, the same claims, the same questions.

Nothing of the compiler is imported: both trees are written by the command and read as YAML.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.golden.plans.stories import BASES, STORIES
from tests.support.documents import documents_below
from tests.support.repositories import Repository
from tests.support.workspaces import copy_example, run, run_json

_ASKS = "Prune=confirm"
_LOST = ("Application", "Namespace", "PersistentVolumeClaim", "ClusterQueue", "LocalQueue")

_Key = tuple[str, str, str, str, str]


def _tree(folder: Path) -> dict[_Key, dict[str, Any]]:
    """Every object that Argo CD applies, by cluster and identity; compiled anew."""
    finished = run("compile", folder=folder)
    assert finished.returncode == 0, finished.stderr
    found = {}
    for area in sorted((folder / "output").iterdir()):
        for below in sorted(area.iterdir()) if area.is_dir() else ():
            # Argo CD's own objects lie by cluster below a folder of their own.
            cluster = below.name if area.name == "argocd" else area.name
            if below.name != "_install":
                for one in documents_below(below):
                    metadata = one["metadata"]
                    key = cluster, one["apiVersion"], one["kind"], metadata.get("namespace", ""), metadata["name"]
                    found[key] = one
    return found


def _asks(one: dict[str, Any]) -> bool:
    return _ASKS in one["metadata"].get("annotations", {}).get("argocd.argoproj.io/sync-options", "").split(",")


@pytest.mark.parametrize(
    "name",
    [
        "tenant-removed",
        "project-removed",
        "volume-removed",
        "class-dropped-from-a-project",
        "kubernetes-of-a-cluster-moved-back",
        "policy-for-admission-removed",
        "profile-of-a-tenant-changed",
        "tenant-added",
    ],
)
def test_what_a_plan_says_goes_is_missing_from_the_next_tree(name: str, tmp_path: Path) -> None:
    folder = copy_example(tmp_path / "fleet")
    repository = Repository.init(folder)
    if name in BASES:
        BASES[name](folder)
    before = _tree(folder)
    repository.commit("base")
    STORIES[name](folder)
    lifecycle = run_json("plan", folder=folder)["plan"]["lifecycle"]
    after = _tree(folder)

    gone = {key: one for key, one in before.items() if key not in after}
    assert lifecycle["deletions"]["of"] == len(before)
    assert lifecycle["deletions"]["objects"] == len(gone)
    assert sum(one["asks"] for one in lifecycle["rollout"]) == sum(map(_asks, gone.values()))
    unasked = Counter(key[2] for key, one in gone.items() if not _asks(one))
    assert sum((Counter(one["unasked"]) for one in lifecycle["rollout"]), Counter()) == unasked
    changed = sum(one != after[key] for key, one in before.items() if key in after)
    assert sum(one["changed"] for one in lifecycle["rollout"]) == changed
    assert sum(one["added"] for one in lifecycle["rollout"]) == len(after.keys() - before.keys())
    told = {(one["cluster"], one["kind"], one["name"].rpartition("/")[2], one["size"]) for one in lifecycle["losses"]}
    assert told == {
        (key[0], key[2], key[4], one["spec"]["resources"]["requests"]["storage"] if "Claim" in key[2] else "")
        for key, one in gone.items()
        if key[2] in _LOST
    }
