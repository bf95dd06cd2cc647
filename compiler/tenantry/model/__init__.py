"""What a person may write: one strict model per kind, and how a document is read into it."""

from tenantry.model.access import AccessRule, RoleProfile, RoleProfileSpec
from tenantry.model.addon import Addon, AddonSpec
from tenantry.model.base import API_VERSION, AnyDocument, FleetDocument, TenantDocument
from tenantry.model.cluster import (
    Cluster,
    ClusterArgoCD,
    ClusterDns,
    ClusterKueue,
    ClusterNetwork,
    ClusterSpec,
)
from tenantry.model.fleet import Fleet, FleetArgoCD, FleetDefaults, FleetSpec, Repository
from tenantry.model.grant import Grant, GrantSpec
from tenantry.model.isolation import (
    EgressByProjects,
    EgressRule,
    IsolationNetwork,
    IsolationProfile,
    IsolationProfileSpec,
    ObjectCounts,
    Resources,
)
from tenantry.model.kinds import KINDS
from tenantry.model.link import Link, LinkSpec
from tenantry.model.load import load
from tenantry.model.policy import (
    Policy,
    PolicyExample,
    PolicyExamples,
    PolicyMatch,
    PolicySpec,
    PolicyVariable,
    Waiver,
)
from tenantry.model.pool import (
    Accelerator,
    Mig,
    Mps,
    NodeShape,
    Pool,
    PoolSpec,
    Sharing,
    Spares,
    SystemReserved,
    Taint,
    TimeSlicing,
)
from tenantry.model.project import Project, ProjectQuotaLine, ProjectSpec, Volume, WorkloadAccount
from tenantry.model.subject import Member, Subject
from tenantry.model.tenant import QuotaLine, Tenant, TenantSpec
from tenantry.model.texts import ProjectEnd
from tenantry.model.values import IpAddress, IpNetwork, Port, State
from tenantry.model.workload import (
    Priority,
    PriorityLadder,
    PriorityLadderSpec,
    WorkloadClass,
    WorkloadClassSpec,
)

__all__ = [
    "API_VERSION",
    "KINDS",
    "Accelerator",
    "AccessRule",
    "Addon",
    "AddonSpec",
    "AnyDocument",
    "Cluster",
    "ClusterArgoCD",
    "ClusterDns",
    "ClusterKueue",
    "ClusterNetwork",
    "ClusterSpec",
    "EgressByProjects",
    "EgressRule",
    "Fleet",
    "FleetArgoCD",
    "FleetDefaults",
    "FleetDocument",
    "FleetSpec",
    "Grant",
    "GrantSpec",
    "IpAddress",
    "IpNetwork",
    "IsolationNetwork",
    "IsolationProfile",
    "IsolationProfileSpec",
    "Link",
    "LinkSpec",
    "Member",
    "Mig",
    "Mps",
    "NodeShape",
    "ObjectCounts",
    "Policy",
    "PolicyExample",
    "PolicyExamples",
    "PolicyMatch",
    "PolicySpec",
    "PolicyVariable",
    "Pool",
    "PoolSpec",
    "Port",
    "Priority",
    "PriorityLadder",
    "PriorityLadderSpec",
    "Project",
    "ProjectEnd",
    "ProjectQuotaLine",
    "ProjectSpec",
    "QuotaLine",
    "Repository",
    "Resources",
    "RoleProfile",
    "RoleProfileSpec",
    "Sharing",
    "Spares",
    "State",
    "Subject",
    "SystemReserved",
    "Taint",
    "Tenant",
    "TenantDocument",
    "TenantSpec",
    "TimeSlicing",
    "Volume",
    "Waiver",
    "WorkloadAccount",
    "WorkloadClass",
    "WorkloadClassSpec",
    "load",
]
