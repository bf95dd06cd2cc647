"""Trees on one plane: their jobs sent as the tenants' people, all admission rules in force, and what holds at rest."""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.acceptance.quota.trees.arrivals import Wave, Work, waves
from tests.acceptance.quota.trees.findings import Finding, find
from tests.acceptance.quota.trees.forest import (
    CLUSTER,
    DOMAIN,
    GROUP_PREFIX,
    Tree,
    engineers,
    plant,
    write_forest,
)
from tests.acceptance.quota.trees.watching import Watched
from tests.oracle.quota import Node, read_nodes
from tests.plane.api import Api, Object, is_true
from tests.plane.plane import Plane, start_plane
from tests.plane.processes import Processes
from tests.plane.waiting import wait_for
from tests.plane.workloads import container, job
from tests.support.documents import documents_below
from tests.support.workspaces import run

_SENDERS = 8
# Kueue starts and stops such a Job as any other, but nobody makes its pods, which would cost more than all the rest.
_NOBODY = "tests.example.com/nobody"
_LOOK_EVERY_SECONDS = 0.5
_SHORT_SILENCE_SECONDS = 2
_LONG_SILENCE_SECONDS = 20


@dataclass
class Stand:
    """A plane with the trees of a forest, and the jobs that were sent so far."""

    plane: Plane
    watched: Watched
    trees: list[Tree]
    seed: int
    nodes: dict[str, Node]
    places: dict[str, tuple[str, str, str]]
    """Namespace, LocalQueue and tenant of every ClusterQueue."""
    sent: list[Work] = field(default_factory=list)

    def let_all_waves_rest(self, *, seconds: float) -> list[Finding]:
        """Sends wave after wave of all trees at once, and gives what was found of every tree after each.

        Fails the test where a wave has not come to rest after so many seconds.
        """
        by_tree = {tree.number: waves(self.seed, tree, self.nodes[tree.pool]) for tree in self.trees}
        findings = []
        for number in range(max(map(len, by_tree.values()))):
            self._send([by_tree[tree.number][number] for tree in self.trees])
            findings += self._at_rest(number + 1, seconds)
        return findings

    def _send(self, now: list[Wave]) -> None:
        """Sends what arrives of all trees in turns, in the order of each, and ends what ends."""
        arriving = _in_turns([wave.arrive for wave in now])
        ending = [work for wave in now for work in wave.end]
        with ThreadPoolExecutor(_SENDERS) as senders:
            list(senders.map(self._submit, arriving))
            list(senders.map(self._end, ending))
        self.sent = [work for work in [*self.sent, *arriving] if work not in set(ending)]

    def _submit(self, work: Work) -> None:
        self._client(work).create(self._job(work)).must()

    def _end(self, work: Work) -> None:
        self._client(work).delete(self._job(work)).must()

    def _client(self, work: Work) -> Api:
        tenant = self.places[work.queue][2]
        return self.plane.api.acting_as(f"{tenant}-person", GROUP_PREFIX + engineers(tenant))

    def _job(self, work: Work) -> Object:
        namespace, local_queue, _ = self.places[work.queue]
        short = local_queue.split(".")[0]
        return job(
            namespace,
            f"{short}-{work.name}",
            container(work.size),
            queue=local_queue,
            priority=work.priority,
            job_spec={"managedBy": _NOBODY},
        )

    def _at_rest(self, wave: int, seconds: float) -> list[Finding]:
        """What is found of every tree once Kueue knows all jobs and nothing moves any more.

        What is as predicted cannot move, so a short silence is enough of a sign. What is not gets a long one first.
        """
        names = {self._key(work): work for work in self.sent}
        found: list[Finding] = []

        def look() -> bool:
            nonlocal found
            states, silence = self.watched.look()
            if silence < _SHORT_SILENCE_SECONDS or states.keys() != names.keys():
                return False
            found = self._findings(wave, {names[name]: state for name, state in states.items()})
            return silence > _LONG_SILENCE_SECONDS or not any(finding.differences for finding in found)

        wait_for(look, f"at rest in wave {wave}", seconds=seconds, pause_seconds=_LOOK_EVERY_SECONDS)
        return found

    def _findings(self, wave: int, states: Mapping[Work, str]) -> list[Finding]:
        found = []
        for tree in self.trees:
            root = self.nodes[tree.pool]
            queues = {queue.name for queue in root.queues}
            of_tree = {work: state for work, state in states.items() if work.queue in queues}
            found.append(find(tree, root, wave, of_tree))
        return found

    def _key(self, work: Work) -> str:
        metadata = self._job(work)["metadata"]
        return f"{metadata['namespace']}/{metadata['name']}"


@contextmanager
def stand_on(processes: Processes, folder: Path, seed: int, numbers: Iterable[int]) -> Iterator[Stand]:
    """Compiles the trees with these numbers into a new workspace, and applies them to a new plane without nodes."""
    trees = [plant(seed, number) for number in numbers]
    workspace = write_forest(folder, trees)
    finished = run("compile", folder=workspace)
    assert finished.returncode == 0, finished.stderr
    plane = start_plane(processes, workspace, CLUSTER, pods_run=False)
    plane.apply_compiled()
    output = plane.output / CLUSTER
    queues = [item for item in documents_below(output) if item.get("kind") == "LocalQueue"]
    wait_for(
        lambda: all(is_true(plane.api.get(item).body, "Active") for item in queues), "queues are active", seconds=120
    )
    watched = Watched(plane.api)
    try:
        yield Stand(plane, watched, trees, seed, read_nodes(output), {_of(item): _place(item) for item in queues})
    finally:
        watched.stop()


def _of(local_queue: Object) -> str:
    name: str = local_queue["spec"]["clusterQueue"]
    return name


def _place(local_queue: Object) -> tuple[str, str, str]:
    metadata = local_queue["metadata"]
    return metadata["namespace"], metadata["name"], metadata["labels"][f"{DOMAIN}/tenant"]


def _in_turns(orders: Iterable[tuple[Work, ...]]) -> list[Work]:
    """One of each in turn, so that trees fill side by side."""
    rows = [list(order) for order in orders]
    return [row[index] for index in range(max(map(len, rows), default=0)) for row in rows if index < len(row)]
