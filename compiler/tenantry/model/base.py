"""What every model shares: strictness, camelCase keys, the frame of a document.

Pure. Keys are refused under their Python names; a field that was left out is its default, or `None` where the
description says what leaving it out means.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tenantry.diagnostics import DocumentRef
from tenantry.model.texts import LabelMap, Name, TenantRef

API_VERSION = "tenantry.dev/v1alpha1"
"""The one language version there is."""


def camel_case(name: str) -> str:
    """`borrow_limit` as it is written in YAML: `borrowLimit`."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


class Strict(BaseModel):
    """A mapping in a spec: no unknown keys, no coercion, frozen.

    Building is deferred: a nested model is built once, as part of the document that holds it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True, alias_generator=camel_case)


class FleetOwned(Strict):
    """Metadata of a kind that is unique by name in the fleet."""

    name: Name = Field(description="Name, unique among the fleet's documents of this kind.")
    labels: LabelMap = Field(
        {}, description="Facts about it to select by, such as region or environment; none when left out."
    )


class TenantOwned(Strict):
    """Metadata of a kind that belongs to a tenant."""

    tenant: TenantRef = Field(description="Name of the Tenant it belongs to.")
    name: Name = Field(description="Name, unique among the tenant's documents of this kind.")


class Named(Strict):
    """Metadata of a tenant itself."""

    name: Name = Field(description="Name, unique in the fleet; stands in the names of everything the tenant gets.")


class AnyDocument(Strict):
    """A document of any kind: frame and identity. `spec` is what the kind is about."""

    api_version: Literal["tenantry.dev/v1alpha1"] = Field(description="Version of the language.")
    kind: str = Field(description="What the document describes.")
    metadata: FleetOwned | TenantOwned | Named
    spec: Strict

    @property
    def ref(self) -> DocumentRef:
        """Identity of the document: kind and name, with the tenant where the kind is tenant-owned."""
        tenant = self.metadata.tenant if isinstance(self.metadata, TenantOwned) else ""
        return DocumentRef(self.kind, self.metadata.name, tenant)


class FleetDocument(AnyDocument):
    """A document of a kind that the fleet owns."""

    metadata: FleetOwned = Field(description="Name and labels.")


class TenantDocument(AnyDocument):
    """A document of a kind that a tenant owns."""

    metadata: TenantOwned = Field(description="Tenant and name.")
