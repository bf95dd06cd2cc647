"""ResourceFlavor: how admitted work finds the nodes of a pool.

Pure. Kueue adds the node labels as a node selector and the tolerations to admitted pods; nobody else may
bring them. A flavor with a topology cannot change its labels, tolerations or topology later.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Pairs, Wave, decode_meta, envelope, owned_meta
from tenantry.kinds.resourcegroup import KUEUE_API
from tenantry.program import Cluster, Program, Taint
from tenantry.records import record

_KIND: Final = "ResourceFlavor"


@record
class ResourceFlavor:
    """The flavor of a pool. `tolerated` are its nodes' taints; `topology` is empty where it has none."""

    meta: Meta
    node_labels: Pairs
    tolerated: tuple[Taint, ...]
    topology: str


def encode(flavor: ResourceFlavor) -> Body:
    """The body. No `nodeTaints`: they keep off work without the toleration, and here all work gets it."""
    spec: Body = {}
    if flavor.node_labels:
        spec["nodeLabels"] = dict(flavor.node_labels)
    if flavor.tolerated:
        spec["tolerations"] = [toleration(taint) for taint in flavor.tolerated]
    if flavor.topology:
        spec["topologyName"] = flavor.topology
    body = envelope(KUEUE_API, _KIND, flavor.meta)
    body["spec"] = spec
    return body


def decode(body: Body) -> ResourceFlavor:
    """The inverse of `encode`."""
    spec = body["spec"]
    return ResourceFlavor(
        meta=decode_meta(body),
        node_labels=tuple(sorted(spec.get("nodeLabels", {}).items())),
        tolerated=tuple(
            Taint(key=item["key"], value=item.get("value", ""), effect=item["effect"])
            for item in spec.get("tolerations", ())
        ),
        topology=spec.get("topologyName", ""),
    )


def of_cluster(program: Program, cluster: Cluster) -> Iterator[tuple[ResourceFlavor, DocumentRef]]:
    """One flavor per pool, named like it."""
    for pool_name in cluster.pools:
        pool = program.pools[pool_name]
        flavor = ResourceFlavor(
            meta=owned_meta(program, name=pool.name, source=pool.ref, wave=Wave.CLUSTER_DEFINITIONS),
            node_labels=pool.labels,
            tolerated=pool.taints,
            topology=pool.name if pool.topology else "",
        )
        yield flavor, pool.ref


def toleration(taint: Taint) -> Body:
    """Tolerates exactly `taint`; one without value needs none, and the API server would drop an empty one."""
    value = {"value": taint.value} if taint.value else {}
    return {"key": taint.key, "operator": "Equal", **value, "effect": taint.effect}


KIND = Kind(
    api_version=KUEUE_API,
    kind=_KIND,
    topic="scheduling",
    encode=encode,
    decode=decode,
    of_cluster=of_cluster,
)
