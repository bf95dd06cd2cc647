"""LocalQueue: the name that users of a namespace submit to, and the place where work is stopped.

Pure. Held and drained work is stopped here and never on the ClusterQueue: what a stopped ClusterQueue has
borrowed cannot be reclaimed. `clusterQueue` is immutable; both names follow from one pool and class.
"""

from collections.abc import Iterator
from typing import Final, Literal

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.kinds.resourcegroup import KUEUE_API
from tenantry.program import Placement, Program, State
from tenantry.records import record

StopPolicy = Literal["None", "Hold", "HoldAndDrain"]

_KIND: Final = "LocalQueue"


@record
class LocalQueue:
    """A namespace's way into a ClusterQueue. `Hold` admits nothing new, `HoldAndDrain` also evicts."""

    meta: Meta
    cluster_queue: str
    stop_policy: StopPolicy


def encode(queue: LocalQueue) -> Body:
    """The body. No `fairSharing`: its weight counts only for admission fair sharing, which we do not use."""
    body = envelope(KUEUE_API, _KIND, queue.meta)
    body["spec"] = {"clusterQueue": queue.cluster_queue, "stopPolicy": queue.stop_policy}
    return body


def decode(body: Body) -> LocalQueue:
    """The inverse of `encode`."""
    spec = body["spec"]
    return LocalQueue(meta=decode_meta(body), cluster_queue=spec["clusterQueue"], stop_policy=spec["stopPolicy"])


def stop_policy(state: State) -> StopPolicy:
    """How a queue in `state` is stopped."""
    match state:
        case "active":
            return "None"
        case "held":
            return "Hold"
        case "draining" | "retired":
            return "HoldAndDrain"


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[LocalQueue, DocumentRef]]:
    """The queues of the tenant's namespaces on this cluster."""
    for project in placement.projects:
        source = program.projects[(placement.tenant, project.project)].ref
        for queue in project.queues:
            meta = owned_meta(
                program,
                name=queue.local_queue,
                namespace=project.namespace,
                source=source,
                wave=Wave.QUEUES,
                tenant=placement.tenant,
                project=project.project,
            )
            local_queue = LocalQueue(meta=meta, cluster_queue=queue.cluster_queue, stop_policy=stop_policy(queue.state))
            yield local_queue, source


KIND = Kind(
    api_version=KUEUE_API,
    kind=_KIND,
    topic="scheduling",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
)
