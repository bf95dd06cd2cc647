"""RoleProfile: what members with a role may do in their namespaces. Pure."""

from typing import Literal

from pydantic import Field

from tenantry.model.base import FleetDocument, Strict
from tenantry.model.fields import Many, Maybe, SomeDistinct
from tenantry.model.texts import ApiResource, RoleRef

Verb = Literal["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"]
"""What can be done to an object; there is no `*`, and escalate, bind and impersonate cannot be given."""


class AccessRule(Strict):
    """Verbs on resources."""

    verbs: SomeDistinct[Verb] = Field(description="What may be done; at least one.")
    resources: SomeDistinct[ApiResource] = Field(
        description="To which resources: `pods`, `pods/exec`, `jobs.batch`; at least one."
    )


class RoleProfileSpec(Strict):
    """What members with this role may do."""

    extends: Maybe[RoleRef] = Field(
        None, description="Name of the RoleProfile whose rules it includes. Left out: it includes none."
    )
    rules: Many[AccessRule] = Field((), description="What it adds; nothing when left out.")


class RoleProfile(FleetDocument):
    """A role, such as viewer, developer or admin."""

    kind: Literal["RoleProfile"] = Field(description="`RoleProfile`.")
    spec: RoleProfileSpec = Field(description="What members with this role may do.")
