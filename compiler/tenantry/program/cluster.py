"""Clusters and their pools: what hardware is there, what of it is for sale, in which units.

Plain frozen data, complete.
"""

from decimal import Decimal
from typing import Literal, NamedTuple

from tenantry.diagnostics import DocumentRef, Where
from tenantry.names import ClassName, ClusterName, PoolName, ProfileName, TenantName
from tenantry.program.fleet import Configuration
from tenantry.quantity import Quantity
from tenantry.records import record


@record
class KueueInstallation:
    """Kueue of one cluster; `integrations` are the language's words (`job`, `rayjob`)."""

    version: str
    namespace: str
    configuration: Configuration
    fair_sharing: bool
    pods_ready_timeout_seconds: int
    integrations: tuple[str, ...]
    operators: tuple[str, ...]


@record
class Network:
    """Network facts; CIDRs canonical. `node_local_dns` empty = no NodeLocal DNSCache."""

    pods: tuple[str, ...]
    services: tuple[str, ...]
    nodes: tuple[str, ...]
    dns_service: str
    node_local_dns: str
    cni: str
    ingress_namespaces: tuple[str, ...]
    monitoring_namespaces: tuple[str, ...]


@record
class Cluster:
    """One cluster; `storage_classes` maps our alias to the StorageClass name."""

    ref: DocumentRef
    name: ClusterName
    labels: tuple[tuple[str, str], ...]
    kubernetes: str
    kueue: KueueInstallation
    argocd_server: str
    argocd_revision: str
    argocd_user: str
    shared_nodes: int
    network: Network
    storage_classes: tuple[tuple[str, str], ...]
    pools: tuple[PoolName, ...]
    accelerator_resources: tuple[str, ...]
    """Every accelerator resource name that a pool of this cluster sells; sorted."""


class Taint(NamedTuple):
    key: str
    value: str
    effect: Literal["NoSchedule", "PreferNoSchedule", "NoExecute"]


class Sharing(NamedTuple):
    """How one accelerator is cut: `mig` with a profile, or `timeSlicing` / `mps`; `parts` units each."""

    mode: Literal["mig", "timeSlicing", "mps"]
    mig_profile: str
    parts: int


@record
class Accelerator:
    """The device of a pool's nodes. `resource` is the name that pods ask for (`nvidia.com/mig-1g.10gb`)."""

    vendor: str
    model: str
    resource: str
    memory: Quantity | None
    per_node: int
    driver: str
    sharing: Sharing | None


@record
class UnitShare:
    """CPU, memory, ephemeral storage and whole other devices: of one unit, or of a whole pool.

    A unit's share of a node is rounded down to milli-CPU, Mi and whole devices.
    """

    cpu: Quantity
    memory: Quantity
    ephemeral_storage: Quantity
    devices: tuple[tuple[str, int], ...]


@record
class Pool:
    """Like nodes of one cluster, sold in units of `resource` (`cpu` where there is no accelerator: one core).

    `whole` is what all sellable nodes hold of CPU, memory, ephemeral storage and other devices: queues list it.
    """

    ref: DocumentRef
    name: PoolName
    cluster: ClusterName
    nodes: int
    units_per_node: int
    spare_units: int
    for_sale: int
    resource: str
    unit: UnitShare
    whole: UnitShare
    accelerator: Accelerator | None
    labels: tuple[tuple[str, str], ...]
    taints: tuple[Taint, ...]
    node_devices: tuple[tuple[str, int], ...]
    """Other devices of one node, sorted; u units bring floor(u x devices / units_per_node)."""

    topology: tuple[str, ...]
    classes: tuple[ClassName, ...]
    price: Decimal
    dedicated_to: TenantName | None
    profiles: tuple[ProfileName, ...]
    """Isolation profiles it admits; empty = all that fit."""

    nodes_where: Where
