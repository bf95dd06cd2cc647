"""Service: a name and an address for pods, as addons bring it."""

from typing import Final

from tenantry.kinds.carried import carried_kind

KIND: Final = carried_kind("v1", "Service")
