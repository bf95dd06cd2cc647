"""Topology: the levels by which Kueue places the pods of one workload close together.

Pure. Named like the pool whose flavor uses it; levels run from the widest to the narrowest and are immutable.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.kinds.resourcegroup import KUEUE_API
from tenantry.program import Cluster, Program
from tenantry.records import record

_KIND: Final = "Topology"


@record
class Topology:
    """`levels` are node label keys, widest first."""

    meta: Meta
    levels: tuple[str, ...]


def encode(topology: Topology) -> Body:
    """The body."""
    body = envelope(KUEUE_API, _KIND, topology.meta)
    body["spec"] = {"levels": [{"nodeLabel": label} for label in topology.levels]}
    return body


def decode(body: Body) -> Topology:
    """The inverse of `encode`."""
    return Topology(meta=decode_meta(body), levels=tuple(level["nodeLabel"] for level in body["spec"]["levels"]))


def of_cluster(program: Program, cluster: Cluster) -> Iterator[tuple[Topology, DocumentRef]]:
    """One for every pool with topology levels."""
    for pool_name in cluster.pools:
        pool = program.pools[pool_name]
        if pool.topology:
            meta = owned_meta(program, name=pool.name, source=pool.ref, wave=Wave.TOPOLOGY)
            yield Topology(meta=meta, levels=pool.topology), pool.ref


KIND = Kind(
    api_version=KUEUE_API,
    kind=_KIND,
    topic="scheduling",
    encode=encode,
    decode=decode,
    of_cluster=of_cluster,
)
