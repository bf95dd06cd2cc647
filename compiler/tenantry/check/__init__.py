"""Is what was meant sensible: every check over the whole program."""

from typing import Any

from tenantry.check import (
    classes,
    disappearance,
    egress,
    grants,
    guarantees,
    installed,
    isolation,
    ledger,
    lines,
    links,
    lost_queues,
    naming,
    platform,
    pool_changes,
    pools,
    priorities,
    ranges,
    reserved,
    roles,
    storage,
    whereabouts,
)
from tenantry.check.registry import Check

CHECKS: tuple[Check[Any], ...] = (
    *pools.CHECKS,
    *naming.CHECKS,
    *ledger.CHECKS,
    *guarantees.CHECKS,
    *grants.CHECKS,
    *lines.CHECKS,
    *classes.CHECKS,
    *whereabouts.CHECKS,
    *priorities.CHECKS,
    *isolation.CHECKS,
    *roles.CHECKS,
    *storage.CHECKS,
    *links.CHECKS,
    *egress.CHECKS,
    *ranges.CHECKS,
    *installed.CHECKS,
    *platform.CHECKS,
    *reserved.CHECKS,
    *pool_changes.CHECKS,
    *lost_queues.CHECKS,
    *disappearance.CHECKS,
)
"""Every check, block by block; their order never matters."""
