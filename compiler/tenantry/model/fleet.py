"""Fleet: what holds for every cluster and tenant. Pure."""

from typing import Literal

from pydantic import Field

from tenantry.model.base import FleetDocument, Strict
from tenantry.model.fields import Distinct, Maybe, Some
from tenantry.model.subject import Subject
from tenantry.model.texts import (
    Currency,
    Domain,
    LabelMap,
    Line,
    NamespaceRef,
    Prefix,
    PriorityRef,
    ProfileRef,
    Revision,
    Url,
    Version,
)
from tenantry.model.values import Day
from tenantry.names import NamespaceName

Installation = Literal["helmValues", "configMap"]
"""How an installed program is given its own configuration."""


class Repository(Strict):
    """Where this configuration lives in git."""

    url: Url = Field(description="Address from which Argo CD reads the repository.")
    revision: Revision = Field("main", description="Branch that Argo CD follows; `main` when left out.")


class FleetArgoCD(Strict):
    """The one Argo CD of the fleet."""

    version: Version = Field(description='Version, major and minor: "3.2" to "3.5".')
    namespace: NamespaceRef = Field(
        NamespaceName("argocd"), description="Namespace in which Argo CD runs; `argocd` when left out."
    )
    configuration: Installation = Field(
        "configMap",
        description="How its own configuration is installed, which decides the form of the fragments to "
        "merge; `configMap` when left out.",
    )


class FleetDefaults(Strict):
    """What tenants have that say nothing else."""

    isolation: ProfileRef = Field(description="Name of the IsolationProfile of tenants without one.")
    priority: PriorityRef = Field(
        description="Priority of work that names none, and the only one allowed where `priorities` is written nowhere."
    )
    cost_center: Maybe[Line] = Field(
        None, description="Cost centre of tenants without one. Left out: such tenants have none."
    )
    labels: LabelMap = Field({}, description="Labels that every tenant inherits; none when left out.")


class FleetSpec(Strict):
    """What holds for every cluster and tenant."""

    domain: Domain = Field(description="Prefix of every label and annotation that is written; it may not change later.")
    repository: Repository = Field(description="Where this configuration lives in git.")
    argocd: FleetArgoCD = Field(description="The one Argo CD of the fleet.")
    as_of: Day = Field(description="The date this configuration is for (UTC); grants begin and end by it.")
    currency: Currency = Field("EUR", description="Currency of all prices; `EUR` when left out.")
    owners: Some[Subject] = Field(description="Who approves what the fleet owns; at least one.")
    capacity_managers: Some[Subject] = Field(
        description="Who approves what the unallocated part of a pool pays; at least one."
    )
    group_prefix: Prefix = Field(
        "", description="Put before every group name in the clusters, such as `oidc:`; nothing when left out."
    )
    user_prefix: Prefix = Field(
        "", description="Put before every user name in the clusters, such as `oidc:`; nothing when left out."
    )
    protected_namespaces: Distinct[NamespaceRef] = Field(
        (), description="Namespaces that no tenant may come to own; none when left out."
    )
    defaults: FleetDefaults = Field(description="What tenants have that say nothing else.")


class Fleet(FleetDocument):
    """The fleet: one document that says what holds for every cluster and tenant."""

    kind: Literal["Fleet"] = Field(description="`Fleet`.")
    spec: FleetSpec = Field(description="What holds for every cluster and tenant.")
