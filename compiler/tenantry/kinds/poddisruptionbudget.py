"""PodDisruptionBudget: how many pods a drain may take at a time, as addons bring it."""

from typing import Final

from tenantry.kinds.carried import carried_kind

KIND: Final = carried_kind("policy/v1", "PodDisruptionBudget")
