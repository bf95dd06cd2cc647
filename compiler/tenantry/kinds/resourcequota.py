"""ResourceQuota: how many objects and how much storage a project may have, and last bounds for the rest.

One object per namespace, because all quotas of a namespace must agree anyway. Kueue owns accelerators; here they
have only a last bound, for every accelerator name of the cluster, so that no other name is a way round. An
accelerator counts only under `requests.<name>`: other spellings are accepted and bound nothing.
CPU and memory are bounded by requests, never by limits: a key for limits would force every container to state one,
and limits on CPU slow training down for nobody's good.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.program import Cluster, IsolationProfile, Placement, Program, Project, ProjectPlacement
from tenantry.quantity import Quantity
from tenantry.records import record

API_VERSION: Final = "v1"
NAME: Final = "tenantry"
"""Named so that a refusal (`exceeded quota: tenantry`) says whom to look at."""

_NONE: Final = Quantity.of_units(0)
_NODE_PORTS: Final = "services.nodeports"
_LOAD_BALANCERS: Final = "services.loadbalancers"


@record
class ResourceQuota:
    """A quota: the most of each key, sorted by key."""

    meta: Meta
    hard: tuple[tuple[str, Quantity], ...]


def encode(quota: ResourceQuota) -> Body:
    body = envelope(API_VERSION, "ResourceQuota", quota.meta)
    body["spec"] = {"hard": {key: most.canonical() for key, most in quota.hard}}
    return body


def decode(body: Body) -> ResourceQuota:
    hard = body["spec"]["hard"]
    return ResourceQuota(decode_meta(body), tuple((key, Quantity.parse(hard[key])) for key in sorted(hard)))


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[ResourceQuota, DocumentRef]]:
    """One quota per project of the tenant on the cluster."""
    cluster = program.clusters[placement.cluster]
    profile = program.profiles[program.tenants[placement.tenant].isolation.value]
    for at in placement.projects:
        project = program.projects[placement.tenant, at.project]
        hard = {
            **_objects(profile, project),
            **_storage(cluster, at),
            **_accelerators(cluster, at),
            "requests.cpu": at.cpu_bound,
            "requests.memory": at.memory_bound,
        }
        meta = owned_meta(
            program,
            name=NAME,
            namespace=at.namespace,
            source=project.ref,
            wave=Wave.ISOLATION,
            tenant=placement.tenant,
            project=at.project,
        )
        yield ResourceQuota(meta, tuple(sorted(hard.items()))), project.ref


def _objects(profile: IsolationProfile, project: Project) -> dict[str, Quantity]:
    """The profile's counts; none of a type of service that it does not allow; no new pods once retired."""
    counts = {key: Quantity.of_units(count) for key, count in profile.counts}
    if "LoadBalancer" not in profile.services:
        counts[_LOAD_BALANCERS] = _NONE
        # A load balancer takes node ports of its own, so they stay where it is allowed.
        if "NodePort" not in profile.services:
            counts[_NODE_PORTS] = _NONE
    if project.state.value == "retired":
        counts["pods"] = _NONE
    return counts


def _storage(cluster: Cluster, at: ProjectPlacement) -> dict[str, Quantity]:
    """Per StorageClass what the project may have, 0 where it may have none; and in all, so that a class to which
    the cluster gives no word is bounded too."""
    granted = dict(at.storage)
    per_class: dict[str, Quantity] = {}
    for alias, storage_class in cluster.storage_classes:
        # Two words may mean one class; then its bound is what both allow.
        per_class[storage_class] = per_class.get(storage_class, _NONE) + granted.get(alias, _NONE)
    hard = {f"{name}.storageclass.storage.k8s.io/requests.storage": most for name, most in per_class.items()}
    hard["requests.storage"] = sum(per_class.values(), _NONE)
    return hard


def _accelerators(cluster: Cluster, at: ProjectPlacement) -> dict[str, Quantity]:
    bounds = dict(at.accelerator_bounds)
    return {f"requests.{name}": Quantity.of_units(bounds.get(name, 0)) for name in cluster.accelerator_resources}


KIND: Final = Kind(
    api_version=API_VERSION,
    kind="ResourceQuota",
    topic="quota",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
)
