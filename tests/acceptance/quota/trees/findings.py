"""What is found of a tree at rest: every place where what runs is not what its compiled YAML predicts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tests.acceptance.quota.trees.arrivals import Work, demand
from tests.acceptance.quota.trees.forest import RANKS, Tree
from tests.acceptance.quota.trees.watching import RUNS, WAITS
from tests.oracle.fair_sharing import at_rest, priorities_at_rest
from tests.oracle.promises import broken_promises
from tests.oracle.quota import Node


@dataclass
class Finding:
    """What was seen of one tree at rest after one wave: true ties met, and sentences about what differs."""

    tree: Tree
    wave: int
    ties: int
    differences: list[str]


def find(tree: Tree, root: Node, wave: int, states: Mapping[Work, str]) -> Finding:
    """Judges the states of a tree's jobs. Trees of mixed sizes by promises alone, all others by exact numbers too."""
    running = [work for work, state in states.items() if state == RUNS]
    waiting = [work for work, state in states.items() if state == WAITS]
    differences = broken_promises(root, _sizes(running), _sizes(waiting))
    if on_its_way := len(states) - len(running) - len(waiting):
        differences.append(f"{on_its_way} jobs neither run nor wait")
    if tree.mixed:
        return Finding(tree, wave, 0, differences)
    held = demand(running)
    rest = at_rest(root, demand(states), size=tree.size, seen=held)
    for queue in root.queues:
        if held[queue.name] != rest.held[queue.name]:
            differences.append(f"{queue.name} holds {held[queue.name]}, predicted {rest.held[queue.name]}")
        differences += _priority_differences(queue, states, running)
    return Finding(tree, wave, len(rest.ties), differences)


def _sizes(jobs: Iterable[Work]) -> dict[str, list[int]]:
    sizes = defaultdict(list)
    for work in jobs:
        sizes[work.queue].append(work.size)
    return sizes


def _priority_differences(queue: Node, jobs: Iterable[Work], running: Iterable[Work]) -> Iterator[str]:
    asked = [work.priority for work in jobs if work.queue == queue.name]
    seen = Counter(work.priority for work in running if work.queue == queue.name)
    predicted = priorities_at_rest(queue, asked, RANKS, seen.total())
    if predicted is not None and predicted != seen:
        yield f"{queue.name} runs {dict(seen)} by priority, predicted {dict(predicted)}"
