"""What every queue of a quota tree holds at rest, from its compiled YAML and from how much is asked.

Independent of the order in which work arrives. It holds where every job of a tree has one size and all numbers of the
tree are multiples of it. Then Kueue's rules (reclaimWithinCohort Any, LessThanOrEqualToFinalShare, then
LessThanInitialShare) come to this: below one cohort a unit moves from child j to child i exactly while
(borrowed(i) + 1) / weight(i) < borrowed(j) / weight(j), where a child within its quota has borrowed nothing. What no
such move can improve is unique, and a simple count finds it: everybody first gets what is its own, then each unit that
is left goes to the child whose share is the lowest with it. Several divisions are at rest only where the last unit
given and the next one would make the same share: a true tie.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.oracle.quota import Amount, Node

REPLACE_LOWER = "LowerPriority"


@dataclass(frozen=True)
class Rest:
    """Units held by every queue, by its name; and the groups of neighbours between which a true tie stands."""

    held: dict[str, int]
    ties: list[tuple[str, ...]]


def at_rest(root: Node, demand: Mapping[str, int], *, size: int = 1, seen: Mapping[str, int] | None = None) -> Rest:
    """What the queues below `root` hold once nothing moves, where `demand` units are asked by queue, in jobs of `size`.

    Where a tie leaves several divisions equally fair, it is the one that was `seen` (units held by queue), if that is
    one of them. Without a tie nothing depends on `seen`. Raises ValueError where the size does not divide the numbers.
    """
    _check_sizes(root, demand, size)
    rest = Rest({}, [])
    top = _Tree(demand, size, seen)
    top.settle(root, _whole(top.wanted(root)), rest)
    return rest


def quota(node: Node) -> Amount:
    """Units that are a node's own: its nominal and what its children lend it."""
    return node.nominal + sum(quota(child) - kept(child) for child in node.children)


def kept(node: Node) -> Amount:
    """Units of a node's own that its lend limit keeps from all others."""
    return max(0, quota(node) - node.lend)


def used(node: Node, held: Mapping[str, int]) -> Amount:
    """Units that count against a node's quota: what a queue holds, and of children what goes beyond what they keep."""
    if node.kind == "ClusterQueue":
        return held.get(node.name, 0)
    return sum(max(0, used(child, held) - kept(child)) for child in node.children)


def priorities_at_rest(
    queue: Node, asked: Sequence[str], ranks: Mapping[str, int], running: int
) -> Counter[str] | None:
    """How many jobs of each priority run, where `running` of the `asked` do. None where arrival decides it."""
    if queue.spec["preemption"]["withinClusterQueue"] != REPLACE_LOWER:
        return None
    return Counter(sorted(asked, key=lambda name: -ranks[name])[:running])


@dataclass(frozen=True)
class _Tree:
    demand: Mapping[str, int]
    size: int
    seen: Mapping[str, int] | None
    _wanted: dict[str, Amount] = field(default_factory=dict)

    def wanted(self, node: Node) -> Amount:
        """The most of what counts against its quota that a node can use, were all others idle."""
        if node.name not in self._wanted:
            below = sum(max(0, self.wanted(child) - kept(child)) for child in node.children)
            asked = self.demand.get(node.name, 0) if node.kind == "ClusterQueue" else below
            limit = quota(node) + (node.borrow if node.above else 0)
            self._wanted[node.name] = min(asked, limit)
        return self._wanted[node.name]

    def settle(self, node: Node, total: int, rest: Rest) -> None:
        """Divides what a node uses among the queues below it, cohort by cohort."""
        if node.kind == "ClusterQueue":
            rest.held[node.name] = total
            return
        given, tied, spare = self._shares(node, total)
        if tied:
            rest.ties.append(tuple(sorted(child.name for child in tied)))
        for child in self._chosen(given, tied, spare):
            given[child.name] += self.size
        for child in node.children:
            own = _whole(min(self.wanted(child), kept(child) + given[child.name]))
            self.settle(child, own, rest)

    def _shares(self, node: Node, total: int) -> tuple[dict[str, int], list[Node], int]:
        """What each child gets of the cohort for certain, who is tied for the last units, and how many those are."""
        room = {child.name: _whole(max(0, self.wanted(child) - kept(child))) for child in node.children}
        own = {child.name: _whole(quota(child) - kept(child)) for child in node.children}
        given = {name: min(room[name], own[name]) for name in room}
        left = (total - sum(given.values())) // self.size

        def share(child: Node) -> Fraction:
            return Fraction(given[child.name] - own[child.name] + self.size) / Fraction(child.weight)

        while left > 0:
            open_children = [child for child in node.children if given[child.name] < room[child.name]]
            if not open_children:
                break
            lowest = min(map(share, open_children))
            next_in_line = [child for child in open_children if share(child) == lowest]
            if len(next_in_line) > left:
                return given, next_in_line, left
            for child in next_in_line:
                given[child.name] += self.size
            left -= len(next_in_line)
        return given, [], 0

    def _chosen(self, given: Mapping[str, int], tied: list[Node], spare: int) -> list[Node]:
        """Who of the tied gets a unit: those that were seen to have one more, where that is a fair division."""
        if self.seen is not None:
            seen = self.seen
            lucky = [child for child in tied if used(child, seen) - kept(child) > given[child.name]]
            if len(lucky) == spare:
                return lucky
        return sorted(tied, key=lambda child: child.name)[:spare]


def _check_sizes(root: Node, demand: Mapping[str, int], size: int) -> None:
    for node in root.walk():
        for amount in (node.nominal, node.borrow, node.lend, demand.get(node.name, 0)):
            if amount != float("inf") and amount % size:
                raise ValueError(f"{node.name}: {amount} units cannot be had in jobs of {size}")


def _whole(amount: Amount) -> int:
    assert amount == int(amount), f"{amount} units"
    return int(amount)
