"""One scene in play: its people submit work, its specs change, and it comes to rest as predicted.

Work is Jobs whose pods ask for one unit each, submitted by a member of the tenant through the project's queue, so that
roles, admission rules and quotas are all in force.
"""

import itertools
import time
from collections import Counter
from collections.abc import Callable

from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.seen import Work
from tests.acceptance.quota.scenes.stage import Stage
from tests.oracle.fair_sharing import at_rest
from tests.oracle.quota import Node
from tests.plane.api import Answer, Api, Object
from tests.plane.waiting import wait_for
from tests.plane.workloads import container, job

Held = dict[str, int]
"""Units by short name: `red`, `red/one`, `red/one.batch`."""

_QUIET_SECONDS = 1.5
_REST_SECONDS = 240


class Act:
    """A cast on the stage."""

    def __init__(self, stage: Stage, cast: Cast) -> None:
        self.stage, self.cast = stage, cast
        self._submitted: Counter[str] = Counter()
        self._most: dict[str, int] = {}
        self._numbers = itertools.count(1)

    # what people do

    def submit(self, who: str, jobs: int, *, pool: str = "main", priority: str = "", cpu: str = "1") -> list[str]:
        """So many Jobs of one unit into a queue (`red`, `red/one` and `red/one.batch` name it); gives their names."""
        queue = self.queue(who, pool)
        made = [self.job(who, pool=pool, priority=priority, cpu=cpu) for _ in range(jobs)]
        for item in made:
            self.member(who).create(item).must()
        self._submitted[queue.name] += jobs
        return [item["metadata"]["name"] for item in made]

    def claim(self, who: str, units: int, *, pool: str = "main", priority: str = "", cpu: str = "1") -> list[str]:
        """One Job of so many pods, each with one unit, that start together or not at all; gives its name."""
        item = self.job(who, pool=pool, pods=units, priority=priority, cpu=cpu)
        self.member(who).create(item).must()
        self._submitted[self.queue(who, pool).name] += units
        return [item["metadata"]["name"]]

    def job(self, who: str, *, pool: str = "main", pods: int = 1, priority: str = "", cpu: str = "1") -> Object:
        """A Job as a member of the tenant would write it; each of its pods asks for one unit."""
        resource = self.queue(who, pool).resource
        return job(
            self.namespace(who),
            f"{pool}-{who.replace('/', '-').replace('.', '-')}-{next(self._numbers)}",
            container(0 if resource == "cpu" else 1, resource=resource, cpu=cpu),
            queue=self.local_queue(who, pool),
            parallelism=pods,
            priority=priority,
        )

    def member(self, who: str) -> Api:
        """A client as a member of a tenant."""
        tenant = who.partition("/")[0]
        return self.stage.plane.api.acting_as("ada", f"oidc:{self.cast.scene}-{tenant}")

    def withdraw(self, who: str, names: list[str], *, pool: str = "main") -> None:
        """Deletes Jobs of a queue, as their owner."""
        client, namespace = self.member(who), self.namespace(who)
        for name in names:
            item = {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"namespace": namespace, "name": name}}
            pods: int = client.get(item).must()["spec"]["parallelism"]
            client.delete(item).must()
            self._submitted[self.queue(who, pool).name] -= pods

    def change(self, edit: Callable[[], object], *, as_of: str = "") -> str:
        """Changes specs; see Stage.change."""
        return self.stage.change(edit, as_of=as_of)

    def starts_nothing_new(self, who: str, pool: str = "main") -> None:
        """From here on what the queues of `who` hold now is the most that is predicted for them."""
        held = self.held_by_queue()
        for queue in self.node(who, pool).queues:
            self._most[queue.name] = held.get(queue.name, 0)

    def starts_again(self, who: str, pool: str = "main") -> None:
        """Takes back `starts_nothing_new`."""
        for queue in self.node(who, pool).queues:
            del self._most[queue.name]

    # what is seen

    def comes_to_rest(self, expected: Held, *, pool: str = "main") -> None:
        """Waits until every queue of the pool holds what the compiled trees predict, and that rests.

        `expected` is the same prediction in numbers for the reader; both have to say the same. Fails the test
        where it comes to rest at anything else.
        """
        self.rests_at(self.predicted(self.tree(pool)), expected, pool=pool)

    def predicted(self, root: Node) -> dict[str, int]:
        """What each queue of a tree holds at rest, with all that was submitted; those that hold nothing left out."""
        names = {queue.name for queue in root.queues}
        wanted = {
            name: min(count, self._most.get(name, count)) for name, count in self._submitted.items() if name in names
        }
        rest = at_rest(root, wanted)
        assert not rest.ties, f"a tie decides this scene: {rest.ties}"
        return {name: units for name, units in rest.held.items() if units}

    def rests_at(self, predicted: dict[str, int], expected: Held, *, pool: str = "main") -> None:
        """The same for a prediction that is made otherwise, by the names of queues."""
        root = self.tree(pool)
        assert self.told(predicted, expected, pool) == expected, f"predicted are {predicted}"
        names = {queue.name for queue in root.queues}
        end = time.monotonic() + _REST_SECONDS
        while True:
            seen = {name: units for name, units in self.held_by_queue().items() if name in names}
            if seen == predicted and self._rests(pool):
                break
            assert time.monotonic() < end, f"{pool} does not come to rest at {predicted}\nheld: {seen}\n{self._state()}"
            time.sleep(0.1)
        wait_for(lambda: self._reserved(root) == predicted, f"the queues of {pool} say {predicted}", seconds=60)

    def told(self, held: dict[str, int], names: Held, pool: str) -> Held:
        """Units by short name out of units by queue."""
        nodes = {name: self.node(name, pool) for name in names}
        return {name: sum(held.get(queue.name, 0) for queue in node.queues) for name, node in nodes.items()}

    def held_by_queue(self) -> dict[str, int]:
        """Units that are held by each queue, as the Workloads say."""
        held: Counter[str] = Counter()
        trees = self.stage.nodes
        for work in self.all_work():
            if work.holds and not work.finished:
                held[work.queue] += work.units[trees[work.queue].resource]
        return dict(held)

    def holding(self, who: str) -> set[str]:
        """The Jobs of a project that hold units."""
        return {work.job for work in self.stage.seen.work(self.namespace(who)) if work.holds and not work.finished}

    def ended(self, who: str) -> list[str]:
        """The Jobs of a project that Kueue has ever ended, in that order."""
        return [name for name, _ in self.stage.seen.ended(self.namespace(who))]

    def nodes_of_running_pods(self, who: str) -> list[str]:
        """The node of each running pod of a project."""
        return self.stage.seen.nodes_of_running_pods(self.namespace(who))

    def all_work(self) -> list[Work]:
        """The Workloads of the whole cast."""
        return [work for namespace in self._namespaces() for work in self.stage.seen.work(namespace)]

    # names

    def tree(self, pool: str = "main") -> Node:
        """The root of a pool's tree, as it is compiled now."""
        return self.stage.nodes[self.cast.pool_name(pool)]

    def queue(self, who: str, pool: str = "main") -> Node:
        """The one ClusterQueue at or below a name."""
        queues = self.node(who, pool).queues
        assert len(queues) == 1, f"{who} has {len(queues)} queues in {pool}"
        return queues[0]

    def local_queue(self, who: str, pool: str = "main") -> str:
        """The queue's name in the project's namespace."""
        return f"{self.queue(who, pool).name.rpartition('.')[2]}.{self.cast.pool_name(pool)}"

    def namespace(self, who: str) -> str:
        """The namespace of a project, or of the only project of a tenant."""
        path = who.partition(".")[0]
        if "/" not in path:
            [path] = [name for kind, name in self.cast.documents if kind == "Project" and name.startswith(f"{path}/")]
        return f"{self.cast.scene}-{path.replace('/', '-')}"

    def node(self, who: str, pool: str = "main") -> Node:
        """The Cohort or queue of a name in the tree of a pool."""
        root = self.tree(pool)
        [found] = [
            node for node in root.walk() if node.name == f"{root.name}.{self.cast.scene}-{who.replace('/', '.')}"
        ]
        return found

    def _namespaces(self) -> list[str]:
        return [self.namespace(name) for kind, name in self.cast.documents if kind == "Project"]

    def _rests(self, pool: str) -> bool:
        """Nothing of the pool is on its way out, and nothing has changed for a while."""
        ours = [work for work in self.all_work() if work.local_queue.endswith(f".{self.cast.pool_name(pool)}")]
        changed = max((work.changed for work in ours), default=0.0)
        return time.monotonic() - changed > _QUIET_SECONDS and not any(work.evicted and work.holds for work in ours)

    def _reserved(self, root: Node) -> dict[str, int]:
        """Units by queue as the ClusterQueues' own status has them."""
        found = {}
        for queue in root.queues:
            item = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ClusterQueue", "metadata": {"name": queue.name}}
            status = self.stage.plane.api.get(item).must().get("status", {})
            for flavor in status.get("flavorsReservation", []):
                units = sum(int(row.get("total", 0)) for row in flavor["resources"] if row["name"] == queue.resource)
                if units:
                    found[queue.name] = units
        return found

    def _state(self) -> str:
        lines = [f"{work.queue or work.local_queue} {work.job} holds={work.holds}" for work in self.all_work()]
        return "\n".join(sorted(lines))


def refused(answer: Answer) -> str:
    """The server's words for what it refused. Fails the test where it did not."""
    assert not answer.ok, f"accepted: {answer.body}"
    return answer.message
