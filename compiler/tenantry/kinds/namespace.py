"""Namespace: a project on a cluster, with its pod security and what the tenant may do there.

Everything the admission rules know about a tenant stands in the protected annotations (`admission/annotations.py`);
the pod-security levels are pinned to the cluster's version, because `latest` changes with an upgrade.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from tenantry.admission.annotations import DeviceShare, Nodes, QueueFacts, namespace_annotations
from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Pairs, Wave, decode_meta, envelope, owned_meta, pairs
from tenantry.program import Cluster, IsolationProfile, Placement, Program, ProjectPlacement, Queue
from tenantry.records import record

API_VERSION: Final = "v1"
NAME_LABEL: Final = "kubernetes.io/metadata.name"
"""Set by the API server to the namespace's name; it refuses any other value."""

_POD_SECURITY: Final = "pod-security.kubernetes.io/"
_ENFORCE: Final = f"{_POD_SECURITY}enforce"
_MODES: Final = ("enforce", "audit", "warn")
_MILLI_PER_MEBIBYTE: Final = 2**20 * 1000


@record
class Namespace:
    """A Namespace: all that it says stands in labels and annotations."""

    meta: Meta

    @property
    def pod_security(self) -> str:
        """The enforced pod-security level; empty where none is."""
        return dict(self.meta.labels).get(_ENFORCE, "")


def encode(namespace: Namespace) -> Body:
    """Without `spec`: the API server keeps a finalizer of its own there."""
    return envelope(API_VERSION, "Namespace", namespace.meta)


def decode(body: Body) -> Namespace:
    return Namespace(decode_meta(body))


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[Namespace, DocumentRef]]:
    """One Namespace per project of the tenant on the cluster."""
    tenant = program.tenants[placement.tenant]
    profile = program.profiles[tenant.isolation.value]
    tenant_labels = tuple((key, sourced.value) for key, sourced in tenant.labels)
    cluster = program.clusters[placement.cluster]
    security = pod_security_labels(profile.pod_security, cluster.kubernetes)
    for at in placement.projects:
        project = program.projects[placement.tenant, at.project]
        nodes = _nodes(profile, cluster)
        meta = owned_meta(
            program,
            name=at.namespace,
            source=project.ref,
            wave=Wave.NAMESPACE,
            tenant=placement.tenant,
            project=at.project,
            # What a tenant calls itself never overrides what isolation rests on.
            labels=pairs(tenant_labels, security, ((NAME_LABEL, at.namespace),)),
            annotations=namespace_annotations(
                domain=program.fleet.domain,
                queues=tuple(_queue_facts(program, queue, nodes) for queue in at.queues),
                pool_labels=_pool_labels(program, at),
                priorities=tuple(sorted(tenant.priorities.value)),
                images=tuple(sorted(profile.images)),
                services=tuple(sorted(profile.services)),
                nodes=nodes,
                state=project.state.value,
                pod_defaults=_pod_defaults(profile),
            ),
        )
        yield Namespace(meta), project.ref


def pod_security_labels(level: str, kubernetes: str) -> Pairs:
    """Level and version for all three modes, also where the level is `privileged`: a missing label falls back to
    the API server's own default, which nobody can read in YAML. `kubernetes` is a minor such as `1.36`."""
    values = (("", level), ("-version", f"v{kubernetes}"))
    return tuple((f"{_POD_SECURITY}{mode}{suffix}", value) for mode, (suffix, value) in product(_MODES, values))


def _nodes(profile: IsolationProfile, cluster: Cluster) -> Nodes:
    """Where pods without a queue may run."""
    if profile.nodes == "dedicated":
        return "dedicated"
    return "shared" if cluster.shared_nodes else "none"


def _queue_facts(program: Program, queue: Queue, nodes: Nodes) -> QueueFacts:
    pool = program.pools[queue.pool]
    workload_class = program.classes[queue.workload_class]
    return QueueFacts(
        local_queue=queue.local_queue,
        resource=pool.resource,
        unit_cpu_milli=pool.unit.cpu.milli,
        unit_memory_mebibytes=pool.unit.memory.milli // _MILLI_PER_MEBIBYTE,
        default_priority=workload_class.default_priority.value,
        max_run_time_seconds=workload_class.max_run_time_seconds,
        devices=tuple(DeviceShare(name, count, pool.units_per_node) for name, count in pool.node_devices),
        unit_storage_mebibytes=pool.unit.ephemeral_storage.milli // _MILLI_PER_MEBIBYTE,
        node_labels=tuple(sorted(pool.labels)) if nodes == "dedicated" else (),
    )


def _pool_labels(program: Program, at: ProjectPlacement) -> Pairs:
    return tuple(sorted({label for queue in at.queues for label in program.pools[queue.pool].labels}))


def _pod_defaults(profile: IsolationProfile) -> tuple[int, int] | None:
    cpu, memory = profile.pod_default_cpu.milli, profile.pod_default_memory.milli
    # Memory is rounded up: the rules must not believe that a container asks for less than it gets.
    return (cpu, -(-memory // _MILLI_PER_MEBIBYTE)) if cpu or memory else None


KIND: Final = Kind(
    api_version=API_VERSION,
    kind="Namespace",
    topic="namespaces",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
)
