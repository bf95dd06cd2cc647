"""Units that one change takes from a tenant and gives to another: for a while they can be sold twice.

Pure. Clusters see the two changes one after the other, because every tenant has an Application of its own. Counted is
what is a tenant's own: what its projects are promised and what it keeps, without the tenants below it. What grants
give ends and begins with the day, out of what is unallocated.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tenantry.plan.listing import few
from tenantry.plan.quota import Holder, Holding, Holdings
from tenantry.plan.remark import Remark
from tenantry.program import Program


class Move(NamedTuple):
    """So many units of a pool that leave the givers and reach the takers in one change."""

    pool: str
    units: int
    givers: tuple[str, ...]
    takers: tuple[str, ...]


def moves(had: Holdings, has: Holdings, before: Program | None, after: Program) -> tuple[Move, ...]:
    """Every pool in which the guarantee of one tenant falls and that of another rises."""
    return tuple(_moves(had, has, before, after)) if before else ()


def _moves(had: Holdings, has: Holdings, before: Program, after: Program) -> Iterator[Move]:
    for pool in sorted(had.keys() & has.keys()):
        if had[pool] == has[pool]:
            continue
        old, new = _tenants(had[pool]), _tenants(has[pool])
        was, now = _own(before, old), _own(after, new)
        moved = {name: now.get(name, 0) - was.get(name, 0) for name in dict.fromkeys((*now, *was))}
        whole = {name: _lasting(new, name) - _lasting(old, name) for name in moved}
        givers = tuple(name for name, units in moved.items() if units < 0 and whole[name] < 0)
        takers = tuple(name for name, units in moved.items() if units > 0 and whole[name] > 0)
        if givers and takers:
            given, taken = (sum(abs(moved[name]) for name in names) for names in (givers, takers))
            yield Move(pool, min(given, taken), givers, takers)


def _tenants(held: dict[Holder, Holding]) -> dict[str, Holding]:
    return {holder.tenant: holding for holder, holding in held.items() if holder.level == "tenant"}


def _lasting(tenants: dict[str, Holding], name: str) -> int:
    return tenants[name].lasting if name in tenants else 0


def _own(program: Program, tenants: dict[str, Holding]) -> dict[str, int]:
    own = {name: holding.lasting for name, holding in tenants.items()}
    for tenant in program.tenants.values():
        if tenant.ancestors and tenant.name in tenants and tenant.ancestors[0] in own:
            own[tenant.ancestors[0]] -= tenants[tenant.name].lasting
    return own


def move_remarks(found: Iterable[Move]) -> Iterator[Remark]:
    """The warning, and the order that is safe."""
    for move in found:
        givers, takers = few(move.givers), few(move.takers)
        yield Remark(
            move.takers[0] if len(move.takers) == 1 else "",
            f"**{move.units} units of {move.pool}** move from {givers} to {takers} in one change and can be in use "
            f"twice for a while; to be sure, lower {givers} first, wait until that is Synced, and raise {takers} in a "
            "later commit",
            "medium",
            "units move between tenants in one change",
        )
