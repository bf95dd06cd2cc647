"""Every emitted object against the schema of its kind, as the cluster's versions have it."""

from tenantry.conform.shipped import ShippedSchemas
from tenantry.conform.validator import Conformance

__all__ = ["Conformance", "ShippedSchemas"]
