"""A small fleet to begin with, for `tenantry init`."""

from tenantry.scaffold.write import scaffold

__all__ = ["scaffold"]
