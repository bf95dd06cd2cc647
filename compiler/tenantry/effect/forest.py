"""The quota trees that manifests hold, read back from Cohorts, ClusterQueues and LocalQueues alone.

Pure. Kept apart from the program's own trees on purpose: numbers taken from here show what a cluster will really do,
also where the compiler is wrong.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tenantry.ir import Manifest
from tenantry.kinds import clusterqueue, cohort, localqueue
from tenantry.kinds.localqueue import LocalQueue
from tenantry.kinds.resourcegroup import Ration
from tenantry.quantity import Amount
from tenantry.records import record

_COHORT: Final = cohort.KIND.kind
_QUEUE: Final = clusterqueue.KIND.kind
_LOCAL_QUEUE: Final = localqueue.KIND.kind


@record
class Node:
    """A Cohort or ClusterQueue: what it keeps, its limits towards its parent, what hangs below it; in units.

    `file` is the file that holds it, below the output root. Without quota of its own it keeps and limits nothing.
    """

    kind: str
    name: str
    nominal: int
    borrow: Amount
    lend: Amount
    weight: int
    file: str
    children: tuple["Node", ...]


class _Read(NamedTuple):
    """A node before its children are known."""

    kind: str
    name: str
    parent: str
    ration: Ration | None
    weight: int
    file: str


class Forest:
    """All trees of a cluster. Children are sorted by name."""

    def __init__(self, manifests: Iterable[Manifest]) -> None:
        """Raises KeyError or ValueError for Cohorts and ClusterQueues that are not of our form."""
        below: dict[str, list[_Read]] = {}
        self.local_queues: dict[str, LocalQueue] = {}
        """What users submit to, by the name of the ClusterQueue behind it."""

        for manifest in manifests:
            if manifest.key.kind == _LOCAL_QUEUE:
                local = localqueue.decode(manifest.body)
                self.local_queues[local.cluster_queue] = local
                continue
            read = _read(manifest)
            if read is not None:
                below.setdefault(read.parent, []).append(read)
        self._paths: dict[str, tuple[Node, ...]] = {}
        for root in below.get("", ()):
            self._remember(_grown(root, below), ())

    def path(self, name: str) -> tuple[Node, ...]:
        """The nodes from the root to the one called `name`. Raises KeyError where no tree holds it."""
        return self._paths[name]

    def get(self, name: str) -> Node | None:
        """The node called `name`."""
        path = self._paths.get(name)
        return path[-1] if path else None

    def _remember(self, node: Node, above: tuple[Node, ...]) -> None:
        path = (*above, node)
        self._paths[node.name] = path
        for child in node.children:
            self._remember(child, path)


def _read(manifest: Manifest) -> _Read | None:
    if manifest.key.kind == _COHORT:
        read = cohort.decode(manifest.body)
        return _Read(_COHORT, read.meta.name, read.parent, read.ration, read.weight, manifest.path)
    if manifest.key.kind == _QUEUE:
        queue = clusterqueue.decode(manifest.body)
        return _Read(_QUEUE, queue.meta.name, queue.cohort, queue.ration, queue.weight, manifest.path)
    return None


def _grown(read: _Read, below: dict[str, list[_Read]]) -> Node:
    ration = read.ration
    # A queue can have nothing below it, whatever its name.
    children = sorted(below.get(read.name, ()), key=lambda child: child.name) if read.kind == _COHORT else ()
    return Node(
        kind=read.kind,
        name=read.name,
        nominal=ration.nominal if ration else 0,
        borrow=ration.borrow if ration else Amount.UNLIMITED,
        lend=ration.lend if ration else Amount.UNLIMITED,
        weight=read.weight,
        file=read.file,
        children=tuple(_grown(child, below) for child in children),
    )
