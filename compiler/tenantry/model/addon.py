"""Addon: extra objects for tenants or projects, from a template. Pure."""

from typing import Literal

from pydantic import Field

from tenantry.model.base import FleetDocument, Strict
from tenantry.model.fields import Maybe, SomeDistinct
from tenantry.model.texts import ClusterRef, Sentence, Template, TenantRef


class AddonSpec(Strict):
    """Which objects, for whom."""

    description: Sentence = Field(description="What it is for.")
    for_: Literal["tenant", "project"] = Field(
        alias="for",
        description="Whether the template is filled once per tenant and cluster, or once per project and cluster.",
    )
    tenants: Maybe[SomeDistinct[TenantRef]] = Field(
        None, description="Names of the Tenants that get it. Left out: every tenant."
    )
    clusters: Maybe[SomeDistinct[ClusterRef]] = Field(
        None, description="Names of the Clusters it is for. Left out: every cluster."
    )
    template: Template = Field(
        description="Jinja template that gives YAML: ConfigMaps, Services, PodDisruptionBudgets or PrometheusRules."
    )


class Addon(FleetDocument):
    """Extra objects for every tenant or project, from a template that runs in a sandbox."""

    kind: Literal["Addon"] = Field(description="`Addon`.")
    spec: AddonSpec = Field(description="Which objects, for whom.")
