"""What a place in a quota tree can count on: guaranteed, shared, contested, reach.

Pure formulas over any tree whose nodes have nominal, borrow, lend and children; used on what was meant and on what
manifests say, so that the two can be compared. Units are the pool's own.
Source of the tree rules: Kueue's cohorts with fair sharing, `docs/quota.md`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeVar

from tenantry.quantity import Amount


class QuotaNode(Protocol):
    """A cohort or queue: what it keeps itself, its limits towards its parent, what hangs below it."""

    @property
    def nominal(self) -> int: ...

    @property
    def borrow(self) -> Amount: ...

    @property
    def lend(self) -> Amount: ...

    @property
    def children(self) -> Sequence["QuotaNode"]: ...


class Numbers(NamedTuple):
    """The numbers people see. `guaranteed` comes back on demand; `shared` is used with the siblings of one tenant;
    `contested` is what ancestors keep, shared by weight; `reach` is the most when all others idle."""

    guaranteed: int
    shared: int
    contested: int
    reach: int


def guaranteed(node: QuotaNode) -> int:
    """Nominal of the node and of all below it."""
    return node.nominal + sum(guaranteed(child) for child in node.children)


def lendable(node: QuotaNode) -> Amount:
    """The most that `node` can have out at once: min(lend, nominal + what its children can lend)."""
    return min(node.lend, sum((lendable(child) for child in node.children), Amount.of(node.nominal)))


def contested_by_path(path: Sequence[QuotaNode]) -> Amount:
    """K of the last node of `path`, from the root: K(root) = 0, K(n) = min(borrow, nominal(parent) + K(parent))."""
    reach = Amount.of(0)
    for parent, node in pairwise(path):
        reach = min(node.borrow, reach + parent.nominal)
    return reach


def beyond_guaranteed(path: Sequence[QuotaNode]) -> Amount:
    """X of the last node of `path`: the most it can get beyond its guarantee while everybody else idles."""
    beyond = Amount.of(0)
    for parent, node in pairwise(path):
        siblings = sum((lendable(child) for child in parent.children if child is not node), Amount.of(parent.nominal))
        beyond = min(node.borrow, siblings + beyond)
    return beyond


def tenant_numbers(path: Sequence[QuotaNode]) -> Numbers:
    """Numbers of a tenant's cohort; `path` runs from the root cohort to it. `shared` is what its projects share."""
    tenant = path[-1]
    own = guaranteed(tenant)
    return Numbers(
        guaranteed=own,
        shared=tenant.nominal,
        contested=contested_by_path(path).value,
        reach=own + beyond_guaranteed(path).value,
    )


def project_numbers(path: Sequence[QuotaNode]) -> Numbers:
    """Numbers of a project's cohort; `path` runs from the root cohort through its tenant's to it.

    shared = min(borrow, its tenant's nominal); contested = min(borrow - shared, K(tenant)).
    """
    project, tenant = path[-1], path[-2]
    own = guaranteed(project)
    shared = min(project.borrow, Amount.of(tenant.nominal))
    contested = min(project.borrow - shared.value, contested_by_path(path[:-1]))
    return Numbers(
        guaranteed=own,
        shared=shared.value,
        contested=contested.value,
        reach=own + beyond_guaranteed(path).value,
    )


class Standing(NamedTuple):
    """A node among all others of its tree: G, K and X of the definitions above."""

    guaranteed: int
    contested: Amount
    beyond: Amount


N = TypeVar("N", bound=QuotaNode)


def standings(root: N, children: Callable[[N], Sequence[N]]) -> Iterator[tuple[N, Standing]]:
    """Every node of a tree with its standing, parents first: the path-wise formulas, in one pass over the tree."""
    below: dict[int, tuple[int, Amount]] = {}

    def sum_up(node: N) -> tuple[int, Amount]:
        inner = [sum_up(child) for child in children(node)]
        own = node.nominal + sum(promised for promised, _ in inner)
        lent = min(node.lend, sum((lends for _, lends in inner), Amount.of(node.nominal)))
        below[id(node)] = own, lent
        return own, lent

    sum_up(root)
    nothing = Amount.of(0)
    waiting = [(root, Standing(below[id(root)][0], nothing, nothing))]
    while waiting:
        node, standing = waiting.pop()
        yield node, standing
        inner = children(node)
        kept = standing.beyond + node.nominal + sum(below[id(child)][1].value for child in inner)
        for child in reversed(inner):
            promised, lends = below[id(child)]
            contested = min(child.borrow, standing.contested + node.nominal)
            waiting.append((child, Standing(promised, contested, min(child.borrow, kept - lends))))
