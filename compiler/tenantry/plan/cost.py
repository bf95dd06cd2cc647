"""What guarantees cost a month, by tenant and cost centre, before and after.

Pure. A month has 730 hours. Counted is what lasts: what a tenant keeps and what its projects are promised, without the
tenants below it and without grants, which are charged for their days. What nobody is promised is nobody's cost.
"""

from decimal import Decimal
from typing import Final, NamedTuple

from tenantry.names import PoolName, TenantName
from tenantry.plan.quota import Holdings
from tenantry.program import Program

HOURS_PER_MONTH: Final = 730
_NOTHING: Final = Decimal(0)


class CostChange(NamedTuple):
    """A tenant's monthly cost on either side, and its cost centre there; empty where it is not known there."""

    tenant: str
    cost_center_before: str
    cost_center_after: str
    before: Decimal
    after: Decimal


class Cost(NamedTuple):
    """Who pays otherwise than before, by tenant, and what all guarantees cost together."""

    currency: str
    tenants: tuple[CostChange, ...]
    total_before: Decimal
    total_after: Decimal


def compare_cost(before: Program | None, after: Program, had: Holdings, has: Holdings) -> Cost:
    """The cost of what both sides hold, in the currency of the side after."""
    old, new = _by_tenant(before, had) if before else {}, _by_tenant(after, has)
    changes = []
    for name in sorted(old.keys() | new.keys()):
        was, now = old.get(name, _NOTHING), new.get(name, _NOTHING)
        change = CostChange(name, _center(before, name), _center(after, name), was, now)
        moved = was and change.cost_center_before != change.cost_center_after
        if was != now or moved:
            changes.append(change)
    return Cost(after.fleet.currency, tuple(changes), sum(old.values(), _NOTHING), sum(new.values(), _NOTHING))


def _center(program: Program | None, name: str) -> str:
    tenant = program.tenants.get(TenantName(name)) if program else None
    return tenant.cost_center.value if tenant else ""


def _by_tenant(program: Program, holdings: Holdings) -> dict[str, Decimal]:
    found: dict[str, Decimal] = {}
    for pool, held in holdings.items():
        month = program.pools[PoolName(pool)].price * HOURS_PER_MONTH
        for holder, holding in held.items():
            lasting = holding.kept - holding.kept_by_grant
            found[holder.tenant] = found.get(holder.tenant, _NOTHING) + month * lasting
    return found
