"""Tenants and projects, everything inherited already folded in, and their placement on clusters.

Plain frozen data, complete. A placement names what it needs by name, so that the fleet splits by cluster and tenant.
"""

from typing import Literal, NamedTuple

from tenantry.diagnostics import DocumentRef, Where
from tenantry.names import (
    ClassName,
    ClusterName,
    NamespaceName,
    PoolName,
    PriorityName,
    ProfileName,
    ProjectName,
    TenantName,
)
from tenantry.program.fleet import Egress, Member, Port, Subject
from tenantry.program.provenance import Sourced
from tenantry.quantity import Quantity
from tenantry.records import record

State = Literal["active", "held", "draining", "retired"]
"""held: nothing new starts; draining: running work ends too; retired: nothing is guaranteed any more."""

STATES: tuple[State, ...] = ("active", "held", "draining", "retired")
"""From the least to the most strict; where two apply the stricter wins."""


@record
class Tenant:
    """A tenant with what it inherits. `ancestors` runs from the parent outwards; empty at the top."""

    ref: DocumentRef
    name: TenantName
    display_name: str
    ancestors: tuple[TenantName, ...]
    children: tuple[TenantName, ...]
    projects: tuple[ProjectName, ...]
    owners: tuple[Subject, ...]
    members: tuple[Member, ...]
    cost_center: Sourced[str]
    isolation: Sourced[ProfileName]
    priorities: Sourced[tuple[PriorityName, ...]]
    labels: tuple[tuple[str, Sourced[str]], ...]
    clusters: Sourced[tuple[ClusterName, ...]] | None
    """What `clusters` narrows to or adds; None = wherever it may use a pool."""

    state: Sourced[State]


class Volume(NamedTuple):
    """A claim; `storage_class` is the alias; `cluster` empty = wherever the project is."""

    name: str
    storage_class: str
    size: Quantity
    access: str
    cluster: str
    where: Where


class ServiceAccount(NamedTuple):
    """A workload identity; `token` = whether pods get its API token mounted."""

    name: str
    token: bool


@record
class Project:
    """A project with its tenant's members folded in; `state` is the stricter of its own and its tenants'."""

    ref: DocumentRef
    tenant: TenantName
    name: ProjectName
    namespace: NamespaceName
    display_name: str
    classes: tuple[ClassName, ...]
    members: tuple[Member, ...]
    volumes: tuple[Volume, ...]
    storage: tuple[tuple[str, Quantity], ...]
    """Storage quota as written, per alias; sorted."""

    egress: tuple[Egress, ...]
    service_accounts: tuple[ServiceAccount, ...]
    state: Sourced[State]


class LinkRule(NamedTuple):
    """One end of a link in force, as the namespace sees it; `peer` is the other end's namespace on this cluster."""

    direction: Literal["ingress", "egress"]
    name: str
    peer: NamespaceName
    peer_project: str
    ports: tuple[Port, ...]
    source: DocumentRef


class Queue(NamedTuple):
    """What users submit to: LocalQueue `<class>.<pool>` in front of a ClusterQueue. `never_borrows` by class."""

    pool: PoolName
    workload_class: ClassName
    cluster_queue: str
    local_queue: str
    state: State


@record
class ProjectPlacement:
    """A project's namespace on one cluster.

    `storage` is the storage quota per alias; `accelerator_bounds` the ResourceQuota backstop in units for every
    accelerator name of the cluster, 0 where the project may use none; `cpu_bound` and `memory_bound` are backstops too.
    """

    project: ProjectName
    namespace: NamespaceName
    queues: tuple[Queue, ...]
    pools: tuple[PoolName, ...]
    links: tuple[LinkRule, ...]
    volumes: tuple[Volume, ...]
    storage: tuple[tuple[str, Quantity], ...]
    accelerator_bounds: tuple[tuple[str, int], ...]
    cpu_bound: Quantity
    memory_bound: Quantity


@record
class Placement:
    """A tenant on a cluster: its namespaces there, and the pools in whose trees it has a Cohort."""

    cluster: ClusterName
    tenant: TenantName
    projects: tuple[ProjectPlacement, ...]
    pools: tuple[PoolName, ...]


@record
class Link:
    """A link as written by one tenant. `ports` are what it lists, `shared_ports` what is in force, if any."""

    ref: DocumentRef
    tenant: TenantName
    name: str
    source: tuple[TenantName, ProjectName]
    destination: tuple[TenantName, ProjectName]
    ports: tuple[Port, ...]
    shared_ports: tuple[Port, ...]
