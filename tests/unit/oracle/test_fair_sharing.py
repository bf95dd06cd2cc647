"""The count of `fair_sharing` against known scenes, and against every state of small trees, moved by Kueue's rules."""

import itertools
import math
from collections.abc import Iterator, Mapping
from random import Random

import pytest

from tests.oracle.fair_sharing import at_rest, priorities_at_rest, quota, used
from tests.oracle.promises import available, broken_promises
from tests.oracle.quota import Amount, Node


def cohort(name: str, *children: Node, **numbers: Amount) -> Node:
    return _hung(Node("Cohort", name, "", {}, **numbers), children)  # type: ignore[arg-type]


def queue(name: str, **numbers: Amount) -> Node:
    spec = {"preemption": {"withinClusterQueue": "LowerPriority"}}
    return Node("ClusterQueue", name, "", {}, spec=spec, **numbers)  # type: ignore[arg-type]


def _hung(node: Node, children: tuple[Node, ...]) -> Node:
    for child in children:
        child.above = node
        node.children.append(child)
    return node


def test_what_is_left_after_guarantees_goes_by_weight() -> None:
    # Seen on a real plane: jobs of 8, 16 + 16 guaranteed, 128 to share 2 : 1.
    a, b = cohort("A", queue("a"), nominal=16, weight=2), cohort("B", queue("b"), nominal=16)
    pool = cohort("pool", a, b, nominal=128)

    rest = at_rest(pool, {"a": 160, "b": 160}, size=8)

    assert rest.held == {"a": 104, "b": 56}
    assert rest.ties == []


def test_a_guarantee_is_had_by_any_queue_below_it() -> None:
    left, right = cohort("left", queue("p"), queue("q"), nominal=4), cohort("right", queue("r"), nominal=4)
    pool = cohort("pool", left, right)

    assert at_rest(pool, {"p": 9, "r": 9}).held == {"p": 4, "q": 0, "r": 4}
    assert at_rest(pool, {"p": 1, "q": 3, "r": 9}).held == {"p": 1, "q": 3, "r": 4}
    assert at_rest(pool, {"r": 9}).held == {"p": 0, "q": 0, "r": 8}


def test_limits_bound_what_is_borrowed_and_what_is_lent() -> None:
    a, b = cohort("A", queue("a"), nominal=4, borrow=2), cohort("B", queue("b"), nominal=6, lend=1)
    pool = cohort("pool", a, b, nominal=10)

    assert at_rest(pool, {"a": 20}).held == {"a": 6, "b": 0}
    assert at_rest(pool, {"b": 20}).held == {"a": 0, "b": 20}
    a.borrow = math.inf
    assert at_rest(pool, {"a": 20}).held == {"a": 15, "b": 0}


def test_a_last_unit_that_two_deserve_alike_is_a_tie_and_the_one_seen_is_taken() -> None:
    pool = cohort("pool", queue("a"), queue("b"), queue("c", weight=2), nominal=7)

    rest = at_rest(pool, {"a": 9, "b": 9, "c": 9})

    assert rest.ties == [("a", "b", "c")]
    for seen in ({"a": 2, "b": 2, "c": 3}, {"a": 2, "b": 1, "c": 4}, {"a": 1, "b": 2, "c": 4}):
        assert at_rest(pool, {"a": 9, "b": 9, "c": 9}, seen=seen).held == seen
    unfair = {"a": 3, "b": 1, "c": 3}
    assert at_rest(pool, {"a": 9, "b": 9, "c": 9}, seen=unfair).held != unfair


def test_a_size_that_does_not_divide_the_numbers_is_refused() -> None:
    pool = cohort("pool", queue("a", nominal=3), nominal=4)

    with pytest.raises(ValueError, match="a: 3 units cannot be had in jobs of 2"):
        at_rest(pool, {"a": 4}, size=2)


def test_the_highest_priorities_of_a_queue_run() -> None:
    ranks = {"low": 0, "normal": 1, "high": 2}

    running = priorities_at_rest(queue("a"), ["low", "high", "normal", "normal", "low"], ranks, 3)

    assert running == {"high": 1, "normal": 2}


def test_a_broken_promise_is_told() -> None:
    a, b = cohort("A", queue("a"), nominal=4), cohort("B", queue("b"), nominal=4, borrow=2)
    pool = cohort("pool", a, b)

    assert broken_promises(pool, {"a": [3], "b": [4]}, {"a": [2]}) == []
    assert broken_promises(pool, {"a": [2], "b": [3, 3]}, {"a": [1, 4]}) == [
        "a job of 1 waits in a, within the guarantee of A",
    ]
    assert broken_promises(pool, {"b": [7]}, {"a": [1]}) == [
        "B uses 7, its limit is 6",
        "a job of 1 waits in a, where 1 are free",
        "a job of 1 waits in a, within the guarantee of A",
    ]


@pytest.mark.parametrize("seed", range(100))
def test_what_no_rule_of_kueue_moves_is_what_is_counted(seed: int) -> None:
    random = Random(seed)
    root = _small_tree(random)
    demand = {node.name: random.randint(0, 4) for node in root.queues}

    still = [state for state in _states(demand) if _is_still(root, demand, state)]

    assert at_rest(root, demand).held in still
    for state in still:
        assert at_rest(root, demand, seen=state).held == state
    if len(still) > 1:
        assert at_rest(root, demand).ties


def test_small_trees_have_ties_and_none() -> None:
    tied = 0
    for seed in range(100):
        random = Random(seed)
        root = _small_tree(random)
        tied += bool(at_rest(root, {node.name: random.randint(0, 4) for node in root.queues}).ties)

    assert 8 < tied < 50


def _small_tree(random: Random) -> Node:
    """A root over two or three children, with five queues at most; one in three nodes has a limit of either kind."""
    numbered = itertools.count()
    queues = iter(range(5))

    def numbers() -> dict[str, Amount]:
        return {
            "nominal": random.choice((0, 0, 1, 2)),
            "weight": random.choice((1, 1, 1, 2, 3)),
            "borrow": random.choice((math.inf, math.inf, random.randint(0, 3))),
            "lend": random.choice((math.inf, math.inf, random.randint(0, 2))),
        }

    def below(depth: int) -> Iterator[Node]:
        for _ in range(random.randint(1, 3)):
            if depth < 3 and random.random() < 0.5:
                yield cohort(f"C{next(numbered)}", *below(depth + 1), **numbers())
            elif next(queues, None) is not None:
                yield queue(f"q{next(numbered)}", **numbers())

    children = [child for child in below(1) if child.queues] or [queue("q", **numbers())]
    return cohort("pool", *children, nominal=random.randint(1, 6))


def _states(demand: Mapping[str, int]) -> Iterator[dict[str, int]]:
    for amounts in itertools.product(*(range(asked + 1) for asked in demand.values())):
        yield dict(zip(demand, amounts, strict=True))


def _is_still(root: Node, demand: Mapping[str, int], state: Mapping[str, int]) -> bool:
    """Whether all of a state may be admitted, and no job that waits is admitted or takes a unit back."""
    if any(available(node, state) < 0 or used(node, state) > quota(node) + node.borrow for node in root.queues):
        return False
    if any(node.above and used(node, state) > quota(node) + node.borrow for node in root.walk()):
        return False
    waiting = [node for node in root.queues if state[node.name] < demand[node.name]]
    return not any(available(node, state) >= 1 or _takes_back(root, node, state) for node in waiting)


def _takes_back(root: Node, taker: Node, state: Mapping[str, int]) -> bool:
    return any(_takes_from(taker, other, state) for other in root.queues if other is not taker and state[other.name])


def _takes_from(taker: Node, other: Node, state: Mapping[str, int]) -> bool:
    """Whether a unit moves from one queue to another by Kueue's strategies, at the cohort where their paths meet."""
    mine, theirs = taker.path(), other.path()
    meet = sum(1 for one, two in zip(mine, theirs, strict=False) if one is two)
    if any(used(node, state) <= quota(node) for node in theirs[meet:]):
        return False
    without = {**state, other.name: state[other.name] - 1}
    if available(taker, without) < 1:
        return False
    joined = {**state, taker.name: state[taker.name] + 1}
    moved = {**without, taker.name: state[taker.name] + 1}
    if used(taker, joined) <= quota(taker):
        return True
    share = _share(mine[meet], joined)
    return share <= _share(theirs[meet], moved) or share < _share(theirs[meet], joined)


def _share(node: Node, state: Mapping[str, int]) -> Amount:
    return max(0, used(node, state) - quota(node)) / node.weight
