"""The resolved program: everything that was meant, with where it came from and what was before.

Plain frozen data with look-ups by name and nothing else. Iteration order is by name everywhere.
"""

from datetime import date

from tenantry.names import (
    ClassName,
    ClusterName,
    PoolName,
    PriorityName,
    ProfileName,
    ProjectName,
    RoleName,
    TenantName,
)
from tenantry.program.before import Before
from tenantry.program.cluster import Cluster, Pool
from tenantry.program.fleet import Addon, Fleet, IsolationProfile, Priority, RoleProfile, WorkloadClass
from tenantry.program.policy import Policy
from tenantry.program.quota import Grant, PoolTree, QuotaLine
from tenantry.program.tenancy import Link, Placement, Project, Tenant
from tenantry.records import record


@record
class Program:
    """A whole fleet on `day`, which is the fleet's `as_of` unless a question asks for another.

    `later_trees` holds a tree for every later day on which a grant of its pool begins.
    """

    fleet: Fleet
    day: date
    priorities: dict[PriorityName, Priority]
    classes: dict[ClassName, WorkloadClass]
    profiles: dict[ProfileName, IsolationProfile]
    roles: dict[RoleName, RoleProfile]
    policies: tuple[Policy, ...]
    addons: tuple[Addon, ...]
    clusters: dict[ClusterName, Cluster]
    pools: dict[PoolName, Pool]
    tenants: dict[TenantName, Tenant]
    projects: dict[tuple[TenantName, ProjectName], Project]
    lines: tuple[QuotaLine, ...]
    grants: tuple[Grant, ...]
    links: tuple[Link, ...]
    trees: dict[PoolName, PoolTree]
    later_trees: tuple[PoolTree, ...]
    placements: tuple[Placement, ...]
    before: Before
