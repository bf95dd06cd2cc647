"""All standings of a tree in one pass are those that the path-wise formulas give node by node."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from tenantry.cohorts import beyond_guaranteed, contested_by_path, guaranteed, standings
from tenantry.quantity import Amount


@dataclass(frozen=True)
class Node:
    nominal: int
    borrow: Amount
    lend: Amount
    children: tuple["Node", ...]


amounts = st.one_of(st.integers(0, 9).map(Amount.of), st.just(Amount.UNLIMITED))
trees = st.recursive(
    st.builds(Node, st.integers(0, 9), amounts, amounts, st.just(())),
    lambda inner: st.builds(Node, st.integers(0, 9), amounts, amounts, st.lists(inner, max_size=4).map(tuple)),
    max_leaves=12,
)


@given(trees)
def test_one_pass_gives_what_every_path_gives(root: Node) -> None:
    found = {id(node): standing for node, standing in standings(root, lambda one: one.children)}

    waiting: list[tuple[Node, ...]] = [(root,)]
    while waiting:
        path = waiting.pop()
        standing = found[id(path[-1])]
        assert standing.guaranteed == guaranteed(path[-1])
        assert standing.contested == contested_by_path(path)
        assert standing.beyond == beyond_guaranteed(path)
        waiting.extend((*path, child) for child in path[-1].children)
