"""Rules of the organisation in CEL: checked, tried on their own examples, and asked about documents and objects."""

from tenantry.policy.check import check_policies
from tenantry.policy.manifests import ManifestRules

__all__ = ["ManifestRules", "check_policies"]
