"""The numbers people see, against Kueue's own formulas for what a queue could potentially get."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tenantry.cohorts import (
    Numbers,
    beyond_guaranteed,
    guaranteed,
    lendable,
    project_numbers,
    tenant_numbers,
)
from tenantry.quantity import Amount


@dataclass(frozen=True)
class Node:
    nominal: int
    borrow: Amount = Amount.UNLIMITED
    lend: Amount = Amount.UNLIMITED
    children: Sequence["Node"] = ()


def test_the_running_example_of_the_documentation() -> None:
    detection, vision_rest = Node(8), 32
    vision = Node(vision_rest, borrow=Amount.of(32), children=(detection,))
    research = Node(8, borrow=Amount.of(16), children=(Node(40), vision))
    root = Node(8, children=(research, Node(24)))

    assert project_numbers((root, research, vision, detection)) == Numbers(8, 32, 16, 72)
    assert tenant_numbers((root, research, vision)) == Numbers(40, 32, 16, 72)
    assert tenant_numbers((root, research)).reach == 88 + 16


def test_a_project_that_may_borrow_little_shares_before_it_contests() -> None:
    project = Node(2, borrow=Amount.of(5))
    tenant = Node(4, children=(project,))

    assert project_numbers((Node(50, children=(tenant,)), tenant, project)) == Numbers(2, 4, 1, 7)


def test_a_sibling_lends_no_more_than_it_said() -> None:
    keeper = Node(30, lend=Amount.of(10))
    taker = Node(5)

    assert lendable(keeper) == 10
    assert beyond_guaranteed((Node(0, children=(keeper, taker)), taker)) == 10


LIMITS = st.one_of(st.just(Amount.UNLIMITED), st.integers(0, 20).map(Amount.of))


def trees(depth: int) -> st.SearchStrategy[Node]:
    children = st.just(()) if depth == 0 else st.lists(trees(depth - 1), max_size=3).map(tuple)
    return st.builds(Node, st.integers(0, 20), LIMITS, LIMITS, children)


def paths(node: Node) -> list[tuple[Node, ...]]:
    return [(node,), *((node, *path) for child in node.children for path in paths(child))]


def subtree_quota(node: Node) -> int:
    """Kueue's SQ. Source: resource_node.go as quoted in the documentation of quotas."""
    return node.nominal + sum(subtree_quota(child) - kept(child) for child in node.children)


def kept(node: Node) -> int:
    """Kueue's LQ: what a lendingLimit keeps back."""
    return 0 if node.lend.is_unlimited else max(0, subtree_quota(node) - node.lend.value)


def potential(path: Sequence[Node]) -> int:
    """Kueue's potentialAvailable of the last node while nothing is used."""
    found = subtree_quota(path[0])
    for _, node in pairwise(path):
        found += kept(node)
        if not node.borrow.is_unlimited:
            found = min(found, subtree_quota(node) + node.borrow.value)
    return found


@given(trees(3))
def test_reach_of_a_leaf_is_what_kueue_could_give_it_at_most(root: Node) -> None:
    limitless_root = Node(root.nominal, children=root.children)

    for path in paths(limitless_root):
        if not path[-1].children and len(path) > 1:
            reach = guaranteed(path[-1]) + beyond_guaranteed(path).value
            assert reach == potential(path), path


@given(trees(3))
def test_guarantees_of_a_tree_sum_to_all_that_is_kept_anywhere(root: Node) -> None:
    assert guaranteed(root) == sum(path[-1].nominal for path in paths(root))
