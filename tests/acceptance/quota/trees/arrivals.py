"""Random work for a tree: jobs that arrive in waves, in random order, and some that end; all known beforehand.

The first wave takes what others leave idle, the second wants its own back, the third ends work and frees units. Some
queues stay idle, some ask beyond everything.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from tests.acceptance.quota.trees.forest import RANKS, Tree
from tests.oracle.quota import Node

_MOST_OF_A_FLOOD = 12
_SIZES = (1, 1, 2, 3, 5)


@dataclass(frozen=True)
class Work:
    """A job of one pod, by the name of its ClusterQueue."""

    queue: str
    name: str
    size: int
    priority: str


@dataclass(frozen=True)
class Wave:
    """Jobs that arrive, in this order, and jobs that end."""

    arrive: tuple[Work, ...] = ()
    end: tuple[Work, ...] = ()


def waves(seed: int, tree: Tree, root: Node) -> list[Wave]:
    """Three waves of a tree, whose compiled form is `root`."""
    random = Random(f"{seed}/{tree.number}/work")
    queues = root.queues
    floods = set(random.sample(range(len(queues)), min(2, len(queues))))
    first: list[Work] = []
    second: list[Work] = []
    for index, queue in enumerate(queues):
        asked = _asked(random, queue, tree) if index in floods else random.choice((0, 1, 1, 2, 3, 4))
        jobs = [_work(random, queue, number, tree) for number in range(asked)]
        early = random.choice((0, 0, 0, asked // 2, asked)) if index not in floods else asked
        first += jobs[:early]
        second += jobs[early:]
    random.shuffle(first)
    random.shuffle(second)
    all_jobs = [*first, *second]
    ended = random.sample(all_jobs, len(all_jobs) // 4)
    return [Wave(arrive=tuple(first)), Wave(arrive=tuple(second)), Wave(end=tuple(ended))]


def demand(jobs: Iterable[Work]) -> Counter[str]:
    """Units that jobs ask, by queue."""
    asked: Counter[str] = Counter()
    for job in jobs:
        asked[job.queue] += job.size
    return asked


def _asked(random: Random, queue: Node, tree: Tree) -> int:
    return min(int(queue.reach) // tree.size + random.randint(1, 3), _MOST_OF_A_FLOOD)


def _work(random: Random, queue: Node, number: int, tree: Tree) -> Work:
    size = random.choice(_SIZES) if tree.mixed else tree.size
    return Work(queue.name, f"job-{number}", size, random.choice(list(RANKS)))
