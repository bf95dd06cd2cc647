"""Extra objects per tenant or project, from sandboxed templates."""

from tenantry.addons.findings import AddonFindings
from tenantry.addons.renderer import AddonRenderer

__all__ = ["AddonFindings", "AddonRenderer"]
