"""Link: permission for one project to reach another. Pure."""

from typing import Literal

from pydantic import Field

from tenantry.model.base import Strict, TenantDocument
from tenantry.model.fields import SomeDistinct
from tenantry.model.texts import ProjectPath
from tenantry.model.values import PortRange


class LinkSpec(Strict):
    """Who may reach whom."""

    from_: ProjectPath = Field(alias="from", description="Project that connects, as `tenant/project`.")
    to: ProjectPath = Field(description="Project that is reached, as `tenant/project`.")
    ports: SomeDistinct[PortRange] = Field(description="Ports that are reached; at least one.")


class Link(TenantDocument):
    """Permission for one project to reach another; in force when both tenants hold one with the same ends."""

    kind: Literal["Link"] = Field(description="`Link`.")
    spec: LinkSpec = Field(description="Who may reach whom.")
