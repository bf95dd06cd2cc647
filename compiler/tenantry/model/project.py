"""Project: a namespace of a tenant on every cluster where its work may run. Pure."""

from typing import Literal

from pydantic import Field

from tenantry.model.base import Strict, TenantDocument
from tenantry.model.fields import Many, Maybe, SomeDistinct
from tenantry.model.isolation import EgressRule
from tenantry.model.subject import Member
from tenantry.model.tenant import QuotaLine
from tenantry.model.texts import ClassRef, ClusterRef, Line, Name
from tenantry.model.values import QuantityValue, SomeQuantity
from tenantry.program import State


class ProjectQuotaLine(QuotaLine):
    """One promise to a project, or to one class of its work; out of what the tenant is promised."""

    class_: Maybe[ClassRef] = Field(
        None,
        alias="class",
        description="Name of the WorkloadClass whose work it is for. Left out: all work of the project.",
    )


class Volume(Strict):
    """A claim for storage that outlives pods."""

    name: Name = Field(description="Name of the claim in the project's namespace.")
    storage: Name = Field(description="Kind of storage, a word of the cluster's `storageClasses`.")
    size: SomeQuantity = Field(description="Size; it can grow later, never shrink.")
    access: Literal["ReadWriteOnce", "ReadWriteMany", "ReadOnlyMany", "ReadWriteOncePod"] = Field(
        "ReadWriteOnce",
        description="Who may mount it at the same time; `ReadWriteOnce` (one node) when left out.",
    )
    cluster: Maybe[ClusterRef] = Field(
        None, description="Name of the Cluster to have it on. Left out: every cluster where the project is."
    )


class WorkloadAccount(Strict):
    """A service account for the project's pods, without any rights."""

    name: Name = Field(description="Name of the service account.")
    token: bool = Field(
        False,
        description="Whether pods get its token mounted, to talk to the API server; false when left out.",
    )


class ProjectSpec(Strict):
    """Which work runs in the project, with what."""

    display_name: Maybe[Line] = Field(None, description="Name for people. Left out: its name.")
    classes: SomeDistinct[ClassRef] = Field(description="Names of the WorkloadClasses of its work; at least one.")
    quota: Many[ProjectQuotaLine] = Field(
        (),
        description="What it is promised of the tenant's, at most one line per pool, and one per pool and "
        "class. Left out: nothing, and it shares what the tenant keeps.",
    )
    members: Many[Member] = Field(
        (), description="Who may do what here, beside the tenant's members; nobody when left out."
    )
    volumes: Many[Volume] = Field((), description="Claims for storage; none when left out.")
    storage: dict[Name, QuantityValue] = Field(
        {},
        description="Most storage by kind of storage, for declared volumes and all other claims. A kind left "
        "out: what its declared volumes need.",
    )
    egress: Many[EgressRule] = Field(
        (),
        description="Ways out of the cluster beside those of the profile, as far as it allows; none when left out.",
    )
    service_accounts: Many[WorkloadAccount] = Field(
        (), description="Service accounts for pods beside `default`, which gets no token; none when left out."
    )
    state: State = Field(
        "active",
        description="held: nothing new starts; draining: running work ends too; retired: guarantees end, "
        "objects stay. `active` when left out.",
    )


class Project(TenantDocument):
    """A piece of a tenant's work: one namespace on every cluster where it may run."""

    kind: Literal["Project"] = Field(description="`Project`.")
    spec: ProjectSpec = Field(description="Which work runs in the project, with what.")
