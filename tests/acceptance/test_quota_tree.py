"""Every pool's tree, walked in the compiled YAML alone, by other code than the compiler's.

Nothing of the compiler is imported: it is run as users run it. Trees come from output, units for sale from the specs,
both read with PyYAML by tests/oracle/quota.py, which writes out again the formulas of docs/quota.md.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.oracle.quota import Node, owner, read_nodes, specs, units_for_sale
from tests.support.workspaces import REPOSITORY, copy_example, run, run_json

POOLS = specs(REPOSITORY, "Pool")


@dataclass
class Compiled:
    """The worked example, compiled; every Cohort and queue of a cluster by name, hung below its parent."""

    workspace: Path
    nodes: dict[str, dict[str, Node]]

    def root(self, pool: str) -> Node:
        return self.nodes[POOLS[pool]["cluster"]][pool]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    workspace = copy_example(tmp_path_factory.mktemp("example"), output=False)
    finished = run("compile", folder=workspace)
    assert finished.returncode == 0, finished.stderr
    clusters = {name: read_nodes(workspace / "output" / name) for name in specs(REPOSITORY, "Cluster")}
    return Compiled(workspace, clusters)


def owned_by(node: Node) -> tuple[str, str]:
    """Tenant and project of a node by its labels; empty where it has none."""
    return owner(node, next(iter(specs(REPOSITORY, "Fleet").values()))["domain"])


def questions(compiled: Compiled) -> list[tuple[str, str, Node]]:
    """Every project and pool with the project's Cohort in the pool's tree."""
    return [
        ("/".join(owned_by(node)), pool, node)
        for pool in POOLS
        for node in compiled.root(pool).walk()
        if node.kind == "Cohort" and owned_by(node)[1]
    ]


def test_the_roots_reach_every_cohort_and_queue_once(compiled: Compiled) -> None:
    for cluster, nodes in compiled.nodes.items():
        roots = [pool for pool, spec in POOLS.items() if spec["cluster"] == cluster]

        reached = [node.name for pool in roots for node in compiled.root(pool).walk()]

        assert sorted(reached) == sorted(nodes)


@pytest.mark.parametrize("pool", POOLS)
def test_what_a_tree_holds_is_what_is_for_sale(compiled: Compiled, pool: str) -> None:
    root = compiled.root(pool)

    assert root.guaranteed == units_for_sale(POOLS[pool])
    assert all(node.nominal >= 0 for node in root.walk())


def test_every_project_is_told_the_numbers_that_its_tree_gives(compiled: Compiled) -> None:
    asked = questions(compiled)
    assert len(asked) > len(POOLS)

    with ThreadPoolExecutor(max_workers=2) as workers:
        answers = workers.map(
            lambda one: run_json("explain", one[0], one[1], folder=compiled.workspace),
            asked,
        )

    classes = specs(REPOSITORY, "WorkloadClass")
    for (project, pool, cohort), answer in zip(asked, answers, strict=True):
        assert answer["numbers"] == cohort.project_numbers(), f"{project} on {pool}"
        assert answer["doubts"] == []
        for queue in cohort.children:
            kind = queue.name.rpartition(".")[2]
            told = answer["classes"][kind]
            assert told["guaranteed"] == queue.nominal
            if classes[kind].get("borrows", True):
                assert told["reach"] == queue.reach
            else:
                assert told == {"guaranteed": queue.nominal}


@pytest.mark.parametrize("pool", POOLS)
def test_a_pool_is_told_with_the_numbers_of_every_tenant(compiled: Compiled, pool: str) -> None:
    root = compiled.root(pool)
    told = {line["name"]: line for line in run_json("explain", f"pool:{pool}", folder=compiled.workspace)["tree"]}

    assert sorted(told) == sorted(node.name for node in root.walk())
    for node in root.walk():
        assert told[node.name]["keeps"] == node.nominal
        if node.kind == "Cohort" and owned_by(node)[0] and not owned_by(node)[1]:
            assert told[node.name]["numbers"] == node.tenant_numbers(), node.name
