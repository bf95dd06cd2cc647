"""Extra objects per tenant or project, from sandboxed templates."""

from tenantry.addons.renderer import AddonRenderer

__all__ = ["AddonRenderer"]
