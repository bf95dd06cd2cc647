"""What inventories remember: all of it comes back, in one order, and what nobody wrote is refused."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tenantry.diagnostics import DocumentRef
from tenantry.lower.bundles import bundles
from tenantry.lower.facts import before_from
from tenantry.program import Before, LineKey, Program
from tests.support.programs import program_of, small_program, small_trees


def facts(program: Program) -> Iterator[Any]:
    """All facts of a program, as the disk gives them back."""
    for bundle in bundles(program, extra=lambda _: ()):
        yield from json.loads(json.dumps(bundle.facts))


def test_what_was_compiled_comes_back_as_what_was_before() -> None:
    program = small_program()

    before = before_from(facts(program))

    assert {key: line.guaranteed for key, line in before.lines.items()} == {
        LineKey(line.owner, line.pool, line.workload_class): line.guaranteed for line in program.lines
    }
    placed = {placement.tenant for placement in program.placements}
    assert {ref: state for ref, state in before.states.items() if ref.kind == "Tenant"} == {
        tenant.ref: tenant.state.value for name, tenant in program.tenants.items() if name in placed
    }
    queues = [
        (project.project, queue.pool, queue.workload_class, queue.state)
        for placement in program.placements
        for project in placement.projects
        for queue in project.queues
    ]
    assert sorted((key.project.name, key.pool, key.workload_class, state) for key, state in before.queues.items()) == (
        sorted(queues)
    )
    assert before.kept == {
        node.name: node.nominal
        for tree in program.trees.values()
        for node in tree.root.walk()
        if node.level in ("root", "tenant")
    }
    for name, pool in program.pools.items():
        was = before.pools[name]
        assert (was.labels, was.taints, was.topology) == (pool.labels, pool.taints, pool.topology)


def test_the_order_of_lines_in_a_document_changes_no_fact() -> None:
    trees = small_trees()
    tree: Any = trees["Tenant", "", "vision"]
    tree["spec"]["quota"].reverse()

    assert list(facts(program_of(trees))) == list(facts(small_program()))


def test_a_tenant_on_no_cluster_leaves_nothing_behind() -> None:
    assert before_from(()) == Before()


@pytest.mark.parametrize(
    "fact",
    [
        {"line": ["Tenant", "vision", "", "h100-train", ""], "guaranteed": "24", "is": "active"},
        {"line": ["Tenant", "vision", "", "h100-train", ""], "guaranteed": True, "is": "active"},
        {"line": ["Tenant", "vision", "", "h100-train", ""], "guaranteed": 24, "is": "asleep"},
        {"line": ["Tenant", "vision", "", "h100-train"], "guaranteed": 24, "is": "active"},
        {"line": ["Tenant", "vision", "", 7, ""], "guaranteed": 24, "is": "active"},
        {"state": ["Tenant", "vision", ""], "is": "asleep"},
        {"state": ["Tenant", ["vision"], ""], "is": "active"},
        {"queue": ["Project", "detection", "vision", "h100-train", "training"], "is": 7},
        {"kept": "h100-train.vision", "units": "8"},
        {"kept": 8, "units": 8},
        {"pool": "h100-train", "labels": 7, "taints": [], "topology": []},
        {"pool": "h100-train", "labels": [["a"]], "taints": [], "topology": []},
        {"pool": "h100-train", "labels": [["a", 1]], "taints": [], "topology": []},
        {"pool": "h100-train", "labels": [], "taints": [["a", "b"]], "topology": []},
        {"pool": "h100-train", "labels": [], "taints": [], "topology": [7]},
        {"pool": "h100-train", "labels": [], "taints": [], "topology": "host"},
        {"promise": "more"},
    ],
)
def test_a_fact_that_nobody_wrote_is_refused(fact: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        before_from([fact])


def test_a_state_is_that_of_the_document_named() -> None:
    before = before_from([{"state": ["Project", "detection", "vision"], "is": "retired"}])

    assert before.states == {DocumentRef("Project", "detection", "vision"): "retired"}
