"""What the whole fleet shares: its identity, priorities, classes, isolation and role profiles, policies, addons.

Plain frozen data, complete: no default is left to apply.
"""

from datetime import date
from typing import Literal, NamedTuple

from tenantry.diagnostics import DocumentRef, Where
from tenantry.names import ClassName, ClusterName, PriorityName, ProfileName, RoleName, TenantName
from tenantry.program.provenance import Sourced
from tenantry.quantity import Quantity
from tenantry.records import record

Configuration = Literal["helmValues", "configMap"]


class Subject(NamedTuple):
    """Who: RBAC kind (`Group` or `User`) and the name as the API server sees it, prefix included."""

    kind: Literal["Group", "User"]
    name: str


class Member(NamedTuple):
    """A subject in a role; `where` is the member line."""

    subject: Subject
    role: RoleName
    where: Where


@record
class ArgoInstallation:
    """The one Argo CD of the fleet: `3.2`, its namespace, how its own configuration is installed."""

    version: str
    namespace: str
    configuration: Configuration


@record
class Fleet:
    """Fleet-wide facts. `as_of` is the date of this configuration; `domain` prefixes every label we write.

    Subjects have the prefixes in their names already, as the API server sees them.
    """

    ref: DocumentRef
    name: str
    domain: str
    repository_url: str
    revision: str
    argocd: ArgoInstallation
    as_of: date
    currency: str
    owners: tuple[Subject, ...]
    capacity_managers: tuple[Subject, ...]
    group_prefix: str
    user_prefix: str
    protected_namespaces: tuple[str, ...]
    default_priority: PriorityName
    default_isolation: ProfileName

    def key(self, name: str) -> str:
        """The label or annotation key `<domain>/<name>`."""
        return f"{self.domain}/{name}"


@record
class Priority:
    """A step of the ladder; `approvers` is empty where no one has to agree to its use."""

    name: PriorityName
    value: int
    description: str
    approvers: tuple[Subject, ...]
    where: Where


@record
class WorkloadClass:
    """How workloads of a class queue; `max_run_time_seconds` 0 = no bound."""

    ref: DocumentRef
    name: ClassName
    queueing: Literal["BestEffortFIFO", "StrictFIFO"]
    borrows: bool
    within_cluster_queue: Literal["Never", "LowerPriority", "LowerOrNewerEqualPriority"]
    default_priority: Sourced[PriorityName]
    max_run_time_seconds: int
    shared_accelerators: bool


class Port(NamedTuple):
    """Ports `first` to `last` of a protocol; one port where both are equal."""

    first: int
    last: int
    protocol: Literal["TCP", "UDP", "SCTP"]

    def __str__(self) -> str:
        span = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{span}/{self.protocol}"


@record
class Egress:
    """Permission to reach `to` (canonical CIDR) except some parts of it; no ports = every port."""

    to: str
    excepting: tuple[str, ...]
    ports: tuple[Port, ...]
    reason: str
    where: Where


@record
class IsolationProfile:
    """What a namespace under this profile may do; `images` empty = any registry."""

    ref: DocumentRef
    name: ProfileName
    pod_security: Literal["privileged", "baseline", "restricted"]
    nodes: Literal["shared", "dedicated"]
    shared_accelerators: bool
    talks_within: Literal["project", "tenant"]
    links: bool
    egress: tuple[Egress, ...]
    egress_by_projects_within: tuple[str, ...]
    images: tuple[str, ...]
    services: tuple[str, ...]
    pod_default_cpu: Quantity
    pod_default_memory: Quantity
    unqueued_cpu: Quantity
    unqueued_memory: Quantity
    counts: tuple[tuple[str, int], ...]
    """ResourceQuota object-count keys in the form `pods`, `services`, `count/jobs.batch`; sorted."""


@record
class RoleRule:
    """RBAC rule: API group (empty = core), plural resources (subresources with a slash), verbs; all sorted."""

    api_group: str
    resources: tuple[str, ...]
    verbs: tuple[str, ...]
    where: Where


@record
class RoleProfile:
    """A role with what it extends already folded in."""

    ref: DocumentRef
    name: RoleName
    rules: tuple[RoleRule, ...]


@record
class Addon:
    """A jinja2 template that adds objects per tenant or project; empty `tenants` or `clusters` = all."""

    ref: DocumentRef
    name: str
    per: Literal["tenant", "project"]
    tenants: tuple[TenantName, ...]
    clusters: tuple[ClusterName, ...]
    template: str
    where: Where
