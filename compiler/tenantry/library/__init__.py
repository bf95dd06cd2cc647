"""Ready rules of an organisation, to copy and adapt: a Policy document each, with its examples."""

from tenantry.library.shelf import NAMES, ready_policies, ready_text

__all__ = ["NAMES", "ready_policies", "ready_text"]
