"""Every pool's tree, walked in the compiled YAML alone, by other code than the compiler's.

Nothing of the compiler is imported: it is run as users run it. Trees come from output, units for sale from the specs,
both read with PyYAML; the formulas are written out again here, from the definitions in docs/concepts/quota.md.
"""

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.workspaces import REPOSITORY, copy_example, run, run_json

SUFFIXES = {"": 1, "k": 10**3, "M": 10**6, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}


@dataclass
class Node:
    """A Cohort or ClusterQueue as its YAML has it; without a limit, infinity."""

    kind: str
    name: str
    parent: str
    labels: dict[str, str]
    nominal: float = 0
    borrow: float = math.inf
    lend: float = math.inf
    children: list["Node"] = field(default_factory=list)

    def walk(self) -> Iterator["Node"]:
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def guaranteed(self) -> float:
        return sum(node.nominal for node in self.walk())

    @property
    def lendable(self) -> float:
        return min(self.lend, self.nominal + sum(child.lendable for child in self.children))


def documents(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.rglob("*.yaml")):
        yield from (tree for tree in yaml.load_all(path.read_text(), yaml.CSafeLoader) if tree)


def number(text: str | int) -> int:
    digits = str(text).rstrip("kMGTi")
    return int(digits) * SUFFIXES[str(text)[len(digits) :]]


@cache
def specs(kind: str) -> dict[str, dict[str, Any]]:
    """Fleet-owned documents of a kind by name."""
    found = (tree for tree in documents(REPOSITORY / "clusters") if tree["kind"] == kind)
    return {tree["metadata"]["name"]: tree["spec"] for tree in found}


def units_for_sale(pool: dict[str, Any]) -> int:
    """nodes x units per node - spares; a pool without accelerators is sold by the core."""
    accelerator = pool.get("accelerator")
    if accelerator is None:
        system = pool.get("systemReserved", {}).get("cpu", 0)
        per_node = number(pool["node"]["cpu"]) - number(system)
    else:
        sharing = accelerator.get("sharing", {})
        parts = sharing.get("mig", {}).get("perAccelerator") or next(
            (part["replicas"] for part in sharing.values() if "replicas" in part), 1
        )
        per_node = accelerator["perNode"] * parts
    units: int = pool["nodes"] * per_node - pool.get("spares", {}).get("units", 0)
    return units


def node_of(tree: dict[str, Any]) -> Node:
    spec = tree["spec"]
    parent = spec.get("parentName" if tree["kind"] == "Cohort" else "cohortName", "")
    node = Node(tree["kind"], tree["metadata"]["name"], parent, tree["metadata"].get("labels", {}))
    for group in spec.get("resourceGroups", []):
        unit = group["flavors"][0]["resources"][0]
        node.nominal = number(unit["nominalQuota"])
        node.borrow = number(unit["borrowingLimit"]) if "borrowingLimit" in unit else math.inf
        node.lend = number(unit["lendingLimit"]) if "lendingLimit" in unit else math.inf
    return node


@dataclass
class Compiled:
    """The worked example, compiled; every Cohort and queue of a cluster by name, hung below its parent."""

    workspace: Path
    nodes: dict[str, dict[str, Node]]

    def root(self, pool: str) -> Node:
        return self.nodes[specs("Pool")[pool]["cluster"]][pool]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    workspace = copy_example(tmp_path_factory.mktemp("example"), output=False)
    finished = run("compile", folder=workspace)
    assert finished.returncode == 0, finished.stderr
    clusters: dict[str, dict[str, Node]] = {}
    for cluster in specs("Cluster"):
        trees = documents(workspace / "output" / cluster)
        levels = (tree for tree in trees if tree.get("kind") in ("Cohort", "ClusterQueue"))
        nodes = {tree["metadata"]["name"]: node_of(tree) for tree in levels}
        for node in nodes.values():
            if node.parent:
                nodes[node.parent].children.append(node)
        clusters[cluster] = nodes
    return Compiled(workspace, clusters)


@dataclass(frozen=True)
class Way:
    """The nodes from a root to a place."""

    nodes: tuple[Node, ...]

    def paths(self) -> Iterator["Way"]:
        yield self
        for child in self.nodes[-1].children:
            yield from Way((*self.nodes, child)).paths()

    def beyond(self) -> float:
        """X: the most a node can get beyond its guarantee while all others idle."""
        if len(self.nodes) == 1:
            return 0
        *_, parent, node = self.nodes
        siblings = sum(child.lendable for child in parent.children if child is not node)
        return min(node.borrow, parent.nominal + siblings + Way(self.nodes[:-1]).beyond())

    def kept_above(self) -> float:
        """K: units that ancestors keep and the node may take."""
        if len(self.nodes) == 1:
            return 0
        *_, parent, node = self.nodes
        return min(node.borrow, parent.nominal + Way(self.nodes[:-1]).kept_above())

    def project_numbers(self) -> dict[str, float]:
        project, tenant = self.nodes[-1], self.nodes[-2]
        shared = min(project.borrow, tenant.nominal)
        contested = min(project.borrow - shared, Way(self.nodes[:-1]).kept_above())
        reach = project.guaranteed + self.beyond()
        return {"guaranteed": project.guaranteed, "shared": shared, "contested": contested, "reach": reach}

    def tenant_numbers(self) -> dict[str, float]:
        tenant = self.nodes[-1]
        reach = tenant.guaranteed + self.beyond()
        return {
            "guaranteed": tenant.guaranteed,
            "shared": tenant.nominal,
            "contested": self.kept_above(),
            "reach": reach,
        }


def owner(node: Node) -> tuple[str, str]:
    """Tenant and project of a node by its labels; empty where it has none."""
    domain = next(iter(specs("Fleet").values()))["domain"]
    return node.labels.get(f"{domain}/tenant", ""), node.labels.get(f"{domain}/project", "")


def questions(compiled: Compiled) -> list[tuple[str, str, Way]]:
    """Every project and pool with the project's path in the pool's tree."""
    return [
        ("/".join(owner(path.nodes[-1])), pool, path)
        for pool in specs("Pool")
        for path in Way((compiled.root(pool),)).paths()
        if path.nodes[-1].kind == "Cohort" and owner(path.nodes[-1])[1]
    ]


def test_the_roots_reach_every_cohort_and_queue_once(compiled: Compiled) -> None:
    for cluster, nodes in compiled.nodes.items():
        roots = [pool for pool, spec in specs("Pool").items() if spec["cluster"] == cluster]

        reached = [node.name for pool in roots for node in compiled.root(pool).walk()]

        assert sorted(reached) == sorted(nodes)


@pytest.mark.parametrize("pool", specs("Pool"))
def test_what_a_tree_holds_is_what_is_for_sale(compiled: Compiled, pool: str) -> None:
    root = compiled.root(pool)

    assert root.guaranteed == units_for_sale(specs("Pool")[pool])
    assert all(node.nominal >= 0 for node in root.walk())


def test_every_project_is_told_the_numbers_that_its_tree_gives(compiled: Compiled) -> None:
    asked = questions(compiled)
    assert len(asked) > len(specs("Pool"))

    with ThreadPoolExecutor(max_workers=2) as workers:
        answers = workers.map(
            lambda one: run_json("explain", one[0], one[1], folder=compiled.workspace),
            asked,
        )

    for (project, pool, path), answer in zip(asked, answers, strict=True):
        assert answer["numbers"] == path.project_numbers(), f"{project} on {pool}"
        assert answer["doubts"] == []
        for queue in path.nodes[-1].children:
            told = answer["classes"][queue.name.rpartition(".")[2]]
            assert told["guaranteed"] == queue.nominal
            if specs("WorkloadClass")[queue.name.rpartition(".")[2]].get("borrows", True):
                assert told["reach"] == queue.nominal + Way((*path.nodes, queue)).beyond()
            else:
                assert told == {"guaranteed": queue.nominal}


@pytest.mark.parametrize("pool", specs("Pool"))
def test_a_pool_is_told_with_the_numbers_of_every_tenant(compiled: Compiled, pool: str) -> None:
    root = compiled.root(pool)
    told = {line["name"]: line for line in run_json("explain", f"pool:{pool}", folder=compiled.workspace)["tree"]}

    assert sorted(told) == sorted(node.name for node in root.walk())
    for path in Way((root,)).paths():
        node = path.nodes[-1]
        assert told[node.name]["keeps"] == node.nominal
        if node.kind == "Cohort" and owner(node)[0] and not owner(node)[1]:
            assert told[node.name]["numbers"] == path.tenant_numbers(), node.name
