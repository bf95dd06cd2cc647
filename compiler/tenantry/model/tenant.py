"""Tenant: who a team is, and what it is promised. Pure."""

from typing import Literal

from pydantic import Field

from tenantry.model.base import AnyDocument, Named, Strict
from tenantry.model.fields import Many, Maybe, Some, SomeDistinct
from tenantry.model.subject import Member, Subject
from tenantry.model.texts import ClusterRef, Line, PoolRef, PriorityRef, ProfileRef, TenantRef, TenantsLabelMap
from tenantry.model.values import Units
from tenantry.program import State

_WEIGHT_MAX = 1_000


class QuotaLine(Strict):
    """One promise: units of one pool. Includes what those below are promised."""

    pool: PoolRef = Field(description="Name of the Pool.")
    guaranteed: Units = Field(0, description="Units that come back on demand; 0 when left out.")
    borrow: Maybe[Units] = Field(
        None,
        description="Most units beyond one's own guarantee, wherever they come from. Left out: no limit; 0: never.",
    )
    lend: Maybe[Units] = Field(
        None, description="Most units of the guarantee that may be out at once. Left out: no limit; 0: never."
    )
    weight: int = Field(
        1,
        ge=1,
        le=_WEIGHT_MAX,
        description="Share against siblings when all want more than their guarantee, 1 to 1000; 1 when left out.",
    )
    state: State = Field(
        "active",
        description="held: nothing new starts; draining: running work ends too; retired: guarantee ends. "
        "`active` when left out.",
    )


class TenantSpec(Strict):
    """Who the team is, and what it is promised."""

    display_name: Line = Field(description="Name for people.")
    parent: Maybe[TenantRef] = Field(
        None,
        description="Name of the Tenant it belongs to, such as its department. Left out: it stands at the top.",
    )
    owners: Some[Subject] = Field(description="Who approves changes of what is its own; at least one.")
    members: Many[Member] = Field(
        (),
        description="Who may do what in all its projects; nobody when left out. Not passed on to tenants below.",
    )
    cost_center: Maybe[Line] = Field(
        None, description="Cost centre that pays. Left out: its parent's, at the top the fleet's."
    )
    isolation: Maybe[ProfileRef] = Field(
        None, description="Name of its IsolationProfile. Left out: its parent's, at the top the fleet's."
    )
    quota: Many[QuotaLine] = Field(
        (),
        description="What it is promised, at most one line per pool. Left out: nothing, and it shares in the "
        "pools that its parent may use.",
    )
    priorities: Maybe[SomeDistinct[PriorityRef]] = Field(
        None,
        description="Priorities its work may have. Left out: its parent's, at the top the fleet's default only.",
    )
    clusters: Maybe[SomeDistinct[ClusterRef]] = Field(
        None,
        description="Clusters it may be on; may name one where it has no quota. Left out: every cluster "
        "where it may use a pool.",
    )
    labels: TenantsLabelMap = Field(
        {},
        description="Labels on all its namespaces, merged over its parent's and the fleet's; none when left out. "
        "Prefixes of Kubernetes, OpenShift and Argo CD are the platform's, but for app.kubernetes.io/.",
    )
    state: State = Field(
        "active",
        description="held: nothing new starts; draining: running work ends too; retired: guarantees end, "
        "objects stay. Holds for all below it. `active` when left out.",
    )


class Tenant(AnyDocument):
    """A team, or a department that holds teams."""

    kind: Literal["Tenant"] = Field(description="`Tenant`.")
    metadata: Named = Field(description="Name.")
    spec: TenantSpec = Field(description="Who the team is, and what it is promised.")
