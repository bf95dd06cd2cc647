"""WorkloadPriorityClass: a step of the fleet's ladder, by which Kueue orders the work inside one queue.

Pure. Work names it with the label `kueue.x-k8s.io/priority-class`; who may name which is ruled at admission.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.kinds.ladder import ladder_of
from tenantry.kinds.resourcegroup import KUEUE_API
from tenantry.program import Cluster, Program
from tenantry.records import record

_KIND: Final = "WorkloadPriorityClass"


@record
class WorkloadPriorityClass:
    """Higher values go first; `description` may be empty."""

    meta: Meta
    value: int
    description: str


def encode(priority: WorkloadPriorityClass) -> Body:
    """The body: this kind has no `spec`."""
    body = envelope(KUEUE_API, _KIND, priority.meta)
    body["value"] = priority.value
    if priority.description:
        body["description"] = priority.description
    return body


def decode(body: Body) -> WorkloadPriorityClass:
    """The inverse of `encode`."""
    return WorkloadPriorityClass(meta=decode_meta(body), value=body["value"], description=body.get("description", ""))


def of_cluster(
    program: Program,
    cluster: Cluster,  # noqa: ARG001 - the ladder is the same on every cluster
) -> Iterator[tuple[WorkloadPriorityClass, DocumentRef]]:
    """Every step of the ladder."""
    for priority in program.priorities.values():
        source = ladder_of(priority)
        meta = owned_meta(program, name=priority.name, source=source, wave=Wave.CLUSTER_DEFINITIONS)
        yield (
            WorkloadPriorityClass(meta=meta, value=priority.value, description=priority.description),
            source,
        )


KIND = Kind(
    api_version=KUEUE_API,
    kind=_KIND,
    topic="scheduling",
    encode=encode,
    decode=decode,
    of_cluster=of_cluster,
)
