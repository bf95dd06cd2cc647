"""The numbers of every exact plan, against those that an independent reader takes from both trees of manifests."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.golden.plans.stories import BASES, STORIES
from tests.oracle.quota import Node, owner, read_nodes
from tests.support.workspaces import REPOSITORY, copy_example, run

PLANS = Path(__file__).parent / "plans"
DOMAIN = "tenants.example.com"

Numbers = dict[tuple[str, str, str, str], dict[str, Any]]
"""By pool, tenant, project and class."""


@pytest.mark.parametrize("name", sorted(STORIES))
def test_quota_numbers_are_those_of_the_manifests(name: str, tmp_path: Path) -> None:
    folder = copy_example(tmp_path)
    before = _of_the_example()
    if name in BASES:
        BASES[name](folder)
        before = _compiled(folder)
    STORIES[name](folder)
    after = _compiled(folder)
    told = json.loads((PLANS / f"{name}.json").read_text())["plan"]["quota"]

    said = {_key(change): (change["before"], change["after"]) for change in told["holders"]}

    for key in before.keys() | after.keys():
        was, now = before.get(key), after.get(key)
        if key in said:
            for really, shown in zip((was, now), said[key], strict=True):
                assert (really is None) == (shown is None), key
                if really is not None and shown is not None:
                    assert {name: shown[name] for name in really} == really, key
        else:
            assert was == now, f"{key} changed, and the plan does not say so"
    assert said.keys() <= before.keys() | after.keys()


@cache
def _of_the_example() -> Numbers:
    return _numbers(REPOSITORY / "output")


def _compiled(folder: Path) -> Numbers:
    finished = run("compile", "--allow-deletes", "1000", folder=folder)
    assert finished.returncode == 0, finished.stderr
    return _numbers(folder / "output")


def _key(change: dict[str, Any]) -> tuple[str, str, str, str]:
    holder = change["holder"]
    return change["pool"], holder["tenant"], holder["project"], holder["workload_class"]


def _numbers(output: Path) -> Numbers:
    found: Numbers = {}
    for cluster in sorted(path for path in output.iterdir() if path.is_dir() and path.name != "argocd"):
        for node in read_nodes(cluster).values():
            tenant, project = owner(node, DOMAIN)
            if tenant:
                pool = node.path()[0].name
                # A queue is named by what it is for; no part of a name holds a dot.
                workload_class = node.name.rpartition(".")[2] if node.kind == "ClusterQueue" else ""
                found[pool, tenant, project, workload_class] = dict(_of(node, project))
    return found


def _of(node: Node, project: str) -> Iterator[tuple[str, Any]]:
    if node.kind == "ClusterQueue":
        yield "guaranteed", node.guaranteed
    else:
        yield from (node.project_numbers() if project else node.tenant_numbers()).items()
