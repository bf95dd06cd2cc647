"""PriorityClass: the same step of the fleet's ladder for pods, with which nobody preempts.

Pure. Preemption is Kueue's alone: a pod that pushed another from its node would break what Kueue promised.
Never `globalDefault`: it would give a priority to every pod of the cluster without one, also to those of
namespaces that are not ours. What a class promises its work without a priority is done at admission.
Kubernetes forbids to change `value` and `preemptionPolicy` of a class that exists.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.kinds.ladder import ladder_of
from tenantry.program import Cluster, Program
from tenantry.records import record

_API: Final = "scheduling.k8s.io/v1"
_KIND: Final = "PriorityClass"
_PREEMPTION_POLICY: Final = "Never"


@record
class PriorityClass:
    """Higher values go first where pods wait for nodes; `description` may be empty."""

    meta: Meta
    value: int
    description: str
    preemption_policy: str = _PREEMPTION_POLICY


def encode(priority: PriorityClass) -> Body:
    """The body: this kind has no `spec`. `globalDefault` is left out, as the API server does with false."""
    body = envelope(_API, _KIND, priority.meta)
    body["value"] = priority.value
    body["preemptionPolicy"] = priority.preemption_policy
    if priority.description:
        body["description"] = priority.description
    return body


def decode(body: Body) -> PriorityClass:
    """The inverse of `encode`."""
    return PriorityClass(
        meta=decode_meta(body),
        value=body["value"],
        description=body.get("description", ""),
        preemption_policy=body["preemptionPolicy"],
    )


def of_cluster(
    program: Program,
    cluster: Cluster,  # noqa: ARG001 - the ladder is the same on every cluster
) -> Iterator[tuple[PriorityClass, DocumentRef]]:
    """Every step of the ladder."""
    for priority in program.priorities.values():
        source = ladder_of(priority)
        meta = owned_meta(program, name=priority.name, source=source, wave=Wave.CLUSTER_DEFINITIONS)
        yield PriorityClass(meta=meta, value=priority.value, description=priority.description), source


KIND = Kind(
    api_version=_API,
    kind=_KIND,
    topic="scheduling",
    encode=encode,
    decode=decode,
    of_cluster=of_cluster,
)
