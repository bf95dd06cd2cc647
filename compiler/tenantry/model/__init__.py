"""What a person may write: one strict model per kind, and how a document is read into it."""

from tenantry.model.access import RoleProfile
from tenantry.model.addon import Addon
from tenantry.model.base import AnyDocument
from tenantry.model.cluster import Cluster
from tenantry.model.fleet import Fleet, FleetSpec
from tenantry.model.grant import Grant
from tenantry.model.isolation import EgressRule, IsolationProfile
from tenantry.model.kinds import KINDS
from tenantry.model.link import Link
from tenantry.model.load import load
from tenantry.model.policy import Policy, PolicyExample
from tenantry.model.pool import Accelerator, Pool, PoolSpec
from tenantry.model.project import Project
from tenantry.model.tenant import Tenant
from tenantry.model.texts import ProjectEnd
from tenantry.model.workload import PriorityLadder, WorkloadClass

__all__ = [
    "KINDS",
    "Accelerator",
    "Addon",
    "AnyDocument",
    "Cluster",
    "EgressRule",
    "Fleet",
    "FleetSpec",
    "Grant",
    "IsolationProfile",
    "Link",
    "Policy",
    "PolicyExample",
    "Pool",
    "PoolSpec",
    "PriorityLadder",
    "Project",
    "ProjectEnd",
    "RoleProfile",
    "Tenant",
    "WorkloadClass",
    "load",
]
