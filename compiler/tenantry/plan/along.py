"""Guarantees that move with a tenant: whoever it joins has more by it and whoever it leaves has less, and nobody gains
or loses.

Pure.
"""

from typing import NamedTuple

from tenantry.names import TenantName
from tenantry.plan.listing import few
from tenantry.plan.quota import Holding, Holdings, Quota, QuotaChange
from tenantry.program import Program


class Along(NamedTuple):
    """Tenants that came below somebody, and that left, each with what it is guaranteed as before."""

    came: tuple[str, ...]
    left: tuple[str, ...]

    def __str__(self) -> str:
        """`with speech, now outside it`."""
        told = [
            f"with {few(names)}, now {where} it"
            for names, where in ((self.came, "below"), (self.left, "outside"))
            if names
        ]
        return " and ".join(told)


def moved_along(
    quota: Quota, had: Holdings, has: Holdings, before: Program, after: Program
) -> dict[tuple[str, str], Along]:
    """By pool and tenant everybody whose guarantee differs only by who came and left, and who that is."""
    movers = [
        name
        for name in before.tenants.keys() & after.tenants.keys()
        if before.tenants[name].ancestors != after.tenants[name].ancestors
    ]
    found: dict[tuple[str, str], Along] = {}
    if movers:
        for change in quota.holders:
            if change.holder.level == "tenant" and change.gained:
                sides = _tenants(had, change.pool), _tenants(has, change.pool)
                if along := _along(change, sorted(movers), sides, (before, after)):
                    found[change.pool, change.holder.tenant] = along
    return found


def _tenants(holdings: Holdings, pool: str) -> dict[str, Holding]:
    return {holder.tenant: one for holder, one in holdings.get(pool, {}).items() if holder.level == "tenant"}


def _along(
    change: QuotaChange,
    movers: list[TenantName],
    sides: tuple[dict[str, Holding], dict[str, Holding]],
    programs: tuple[Program, Program],
) -> Along | None:
    was, now = (side.kept if side else 0 for side in (change.before, change.after))
    came: dict[str, int] = {}
    left: dict[str, int] = {}
    for name in movers:
        units = [side[name].guaranteed if name in side else 0 for side in sides]
        below = [change.holder.tenant in program.tenants[name].ancestors for program in programs]
        if below[0] != below[1] and units[0] == units[1] > 0:
            (came if below[1] else left)[name] = units[1]
    if was != now or not (came or left) or sum(came.values()) - sum(left.values()) != change.gained:
        return None
    return Along(tuple(came), tuple(left))
