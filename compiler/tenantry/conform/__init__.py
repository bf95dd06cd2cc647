"""Every emitted object against the schema of its kind, as the cluster's versions have it, and how many there are."""

from tenantry.conform.extent import too_large
from tenantry.conform.shipped import ShippedSchemas
from tenantry.conform.validator import Conformance

__all__ = ["Conformance", "ShippedSchemas", "too_large"]
