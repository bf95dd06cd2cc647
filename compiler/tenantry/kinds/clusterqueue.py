"""ClusterQueue: where the work of one class of one project waits for one pool.

Pure. What is the same for every queue is fixed here and spelled out in full, because the API server would
fill it in. Source of the defaults: Kueue v1beta2 ClusterQueue, the same in 0.17 to 0.19.
"""

from collections.abc import Iterator
from typing import Final, Literal

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.kinds.resourcegroup import (
    KUEUE_API,
    Listed,
    Ration,
    decode_groups,
    decode_weight,
    encode_groups,
    encode_weight,
    listed_beside_unit,
)
from tenantry.program import Placement, Pool, Program, TreeNode, WorkloadClass
from tenantry.quantity import Amount
from tenantry.records import record

_KIND: Final = "ClusterQueue"
_NAMESPACE_LABEL: Final = "kubernetes.io/metadata.name"

# Without this in every queue of a tree a guarantee is void: nobody takes back what others borrowed (seen).
_RECLAIM: Final = "Any"
# Priority must not beat fair shares between tenants; with fair sharing on, Kueue ignores the field anyway.
_BORROW_WITHIN_COHORT: Final = "Never"
# Work of a stopped ClusterQueue cannot be reclaimed, so one held borrower would void the guarantees of all
# others (seen). Stopping is done on LocalQueues.
_STOP_POLICY: Final = "None"
# The API server's defaults. They say when to try the next flavor, and a queue has one.
_WHEN_CAN_BORROW: Final = "MayStopSearch"
_WHEN_CAN_PREEMPT: Final = "TryNextFlavor"


@record
class ClusterQueue:
    """A queue below the Cohort `cohort` that takes work of `namespace` only; `listed` is not rationed."""

    meta: Meta
    cohort: str
    namespace: str
    weight: int
    ration: Ration
    listed: Listed
    queueing: Literal["BestEffortFIFO", "StrictFIFO"]
    within_cluster_queue: Literal["Never", "LowerPriority", "LowerOrNewerEqualPriority"]
    reclaim_within_cohort: str = _RECLAIM
    borrow_within_cohort: str = _BORROW_WITHIN_COHORT
    stop_policy: str = _STOP_POLICY


def encode(queue: ClusterQueue) -> Body:
    """The body, every default of the API server spelled out."""
    body = envelope(KUEUE_API, _KIND, queue.meta)
    body["spec"] = {
        "cohortName": queue.cohort,
        "namespaceSelector": {"matchLabels": {_NAMESPACE_LABEL: queue.namespace}},
        "queueingStrategy": queue.queueing,
        "stopPolicy": queue.stop_policy,
        "fairSharing": encode_weight(queue.weight),
        "flavorFungibility": {"whenCanBorrow": _WHEN_CAN_BORROW, "whenCanPreempt": _WHEN_CAN_PREEMPT},
        "preemption": {
            "reclaimWithinCohort": queue.reclaim_within_cohort,
            "withinClusterQueue": queue.within_cluster_queue,
            "borrowWithinCohort": {"policy": queue.borrow_within_cohort},
        },
        "resourceGroups": encode_groups(queue.ration, queue.listed),
    }
    return body


def decode(body: Body) -> ClusterQueue:
    """The inverse of `encode`. Raises `ValueError` or `KeyError` for groups or a selector not of our form."""
    spec = body["spec"]
    preemption = spec["preemption"]
    ration, listed = decode_groups(spec["resourceGroups"])
    return ClusterQueue(
        meta=decode_meta(body),
        cohort=spec["cohortName"],
        namespace=spec["namespaceSelector"]["matchLabels"][_NAMESPACE_LABEL],
        weight=decode_weight(spec["fairSharing"]),
        ration=ration,
        listed=listed,
        queueing=spec["queueingStrategy"],
        within_cluster_queue=preemption["withinClusterQueue"],
        reclaim_within_cohort=preemption["reclaimWithinCohort"],
        borrow_within_cohort=preemption["borrowWithinCohort"]["policy"],
        stop_policy=spec["stopPolicy"],
    )


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[ClusterQueue, DocumentRef]]:
    """A queue for every pool, project and class of the tenant that the pool's tree holds."""
    for pool_name in placement.pools:
        pool = program.pools[pool_name]
        listed = listed_beside_unit(pool)
        for project in program.trees[pool_name].tenants[placement.tenant].children:
            if project.level == "project":
                for node in project.children:
                    yield _queue(program, pool, listed, project.name, node)


def _queue(
    program: Program, pool: Pool, listed: Listed, cohort: str, node: TreeNode
) -> tuple[ClusterQueue, DocumentRef]:
    project = program.projects[(node.tenant, node.project)]
    workload_class = program.classes[node.workload_class]
    meta = owned_meta(
        program,
        name=node.name,
        source=project.ref,
        wave=Wave.QUEUES,
        tenant=node.tenant,
        project=node.project,
    )
    queue = ClusterQueue(
        meta=meta,
        cohort=cohort,
        namespace=project.namespace,
        weight=node.weight,
        ration=_ration(pool, workload_class, node),
        listed=listed,
        queueing=workload_class.queueing,
        within_cluster_queue=workload_class.within_cluster_queue,
    )
    return queue, project.ref


def _ration(pool: Pool, workload_class: WorkloadClass, node: TreeNode) -> Ration:
    return Ration(
        flavor=pool.name,
        resource=pool.resource,
        nominal=node.nominal,
        # A queue that never borrows has nothing that anybody could take back, so its work is never preempted.
        borrow=node.borrow if workload_class.borrows else Amount.of(0),
        # A queue can lend no more than it has, and Kueue refuses a larger number (a Cohort may hold one).
        lend=node.lend if node.lend.is_unlimited else min(node.lend, Amount.of(node.nominal)),
    )


KIND = Kind(
    api_version=KUEUE_API,
    kind=_KIND,
    topic="quota",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
)
