"""The kinds of the language, in the order people meet them. Pure."""

from collections.abc import Mapping
from types import MappingProxyType

from tenantry.model.access import RoleProfile
from tenantry.model.addon import Addon
from tenantry.model.base import AnyDocument
from tenantry.model.cluster import Cluster
from tenantry.model.fleet import Fleet
from tenantry.model.grant import Grant
from tenantry.model.isolation import IsolationProfile
from tenantry.model.link import Link
from tenantry.model.policy import Policy
from tenantry.model.pool import Pool
from tenantry.model.project import Project
from tenantry.model.tenant import Tenant
from tenantry.model.workload import PriorityLadder, WorkloadClass

KINDS: Mapping[str, type[AnyDocument]] = MappingProxyType(
    {
        "Fleet": Fleet,
        "Cluster": Cluster,
        "Pool": Pool,
        "WorkloadClass": WorkloadClass,
        "PriorityLadder": PriorityLadder,
        "IsolationProfile": IsolationProfile,
        "RoleProfile": RoleProfile,
        "Policy": Policy,
        "Addon": Addon,
        "Tenant": Tenant,
        "Project": Project,
        "Grant": Grant,
        "Link": Link,
    }
)
"""Every kind by the word in `kind`: fleet-owned first, then tenant-owned."""
