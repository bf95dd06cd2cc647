"""Grant: extra units for a time. Pure."""

from typing import Literal

from pydantic import Field

from tenantry.model.base import Strict, TenantDocument
from tenantry.model.fields import Maybe
from tenantry.model.texts import ClassRef, PoolRef, ProjectRef, Sentence
from tenantry.model.values import Day, Units


class GrantSpec(Strict):
    """What is given, to whom, and how long."""

    pool: PoolRef = Field(description="Name of the Pool whose unallocated part pays.")
    units: Units = Field(description="Units added to the guarantee.")
    from_: Day = Field(alias="from", description="First day, from its start (UTC).")
    until: Day = Field(description="Last day, to its end (UTC).")
    reason: Sentence = Field(description="Why it is given.")
    ticket: Maybe[Sentence] = Field(None, description="Where it was asked for. Left out: nowhere.")
    project: Maybe[ProjectRef] = Field(
        None, description="Name of the tenant's Project that gets the units. Left out: the tenant itself."
    )
    class_: Maybe[ClassRef] = Field(
        None,
        alias="class",
        description="Name of the WorkloadClass of that project that gets the units. Left out: all its work.",
    )


class Grant(TenantDocument):
    """Extra units of a pool for a time."""

    kind: Literal["Grant"] = Field(description="`Grant`.")
    spec: GrantSpec = Field(description="What is given, to whom, and how long.")
