"""Two hundred random trees, compiled: every node has the numbers of the line that its tenant or project wrote.

Predictions are made from compiled YAML; this is what ties them to the specs. Needs no control plane.
"""

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.acceptance.quota.trees.forest import CLUSTER, Tree, plant, write_forest
from tests.oracle.quota import Node, read_nodes, units_for_sale
from tests.plane.api import Object
from tests.support.workspaces import run

SEED = 1
COUNT = 200


@dataclass(frozen=True)
class Compiled:
    """Trees as they were written and as they were compiled."""

    trees: list[Tree]
    nodes: dict[str, Node]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    trees = [plant(SEED, number) for number in range(COUNT)]
    workspace = write_forest(tmp_path_factory.mktemp("forest"), trees)
    finished = run("compile", folder=workspace)
    assert finished.returncode == 0, finished.stderr
    return Compiled(trees, read_nodes(workspace / "output" / CLUSTER))


def test_what_a_tree_holds_is_what_its_pool_sells(compiled: Compiled) -> None:
    for tree in compiled.trees:
        [pool] = [document for document in _documents(tree) if document["kind"] == "Pool"]

        assert compiled.nodes[tree.pool].guaranteed == units_for_sale(pool["spec"]), tree.pool


def test_limits_and_weights_of_a_line_stand_on_its_own_node_and_nowhere_else(compiled: Compiled) -> None:
    for tree in compiled.trees:
        lines = {name: line for name, line, _ in _lines(tree)}

        for node in compiled.nodes[tree.pool].walk():
            line = lines.get(node.name, {})
            lend = line.get("lend", math.inf)
            if node.kind == "ClusterQueue":
                lend = min(lend, node.nominal) if lend < math.inf else math.inf
            borrow = 0 if _never_borrows(node) else line.get("borrow", math.inf)
            assert (node.borrow, node.lend, node.weight) == (borrow, lend, line.get("weight", 1)), node.name


def test_the_guarantee_of_a_line_is_what_its_node_and_those_below_hold_and_grants_add_to_it(compiled: Compiled) -> None:
    for tree in compiled.trees:
        granted: dict[str, int] = defaultdict(int)
        for document in _documents(tree):
            if document["kind"] == "Grant":
                granted[f"{tree.pool}.{document['metadata']['tenant']}"] += document["spec"]["units"]

        for name, line, plain in _lines(tree):
            node = compiled.nodes[name]
            held = node.nominal if plain else node.guaranteed
            assert held == line["guaranteed"] + granted[name], name


def _lines(tree: Tree) -> Iterator[tuple[str, Object, bool]]:
    """Every line by the name of its node, and whether it is a project's plain one, which class lines add to."""
    for document in _documents(tree):
        for line in document["spec"].get("quota", []) if document["kind"] in ("Tenant", "Project") else []:
            metadata = document["metadata"]
            parts = [tree.pool, metadata.get("tenant"), metadata["name"], line.get("class")]
            plain = document["kind"] == "Project" and "class" not in line
            yield ".".join(part for part in parts if part), line, plain


def _never_borrows(node: Node) -> bool:
    return node.kind == "ClusterQueue" and node.name.endswith(".inference")


def _documents(tree: Tree) -> list[Object]:
    return [document for documents in tree.files.values() for document in documents]
