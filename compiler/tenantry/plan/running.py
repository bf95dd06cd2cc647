"""What runs now against what will be guaranteed: whose work would stand beyond its number.

Pure. What runs is what Kueue says of each ClusterQueue; a holder's work is that of all queues below it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tenantry.names import ClassName, PoolName
from tenantry.plan.quota import Holder, Quota, QuotaChange
from tenantry.plan.remark import Remark
from tenantry.program import Program


class Running(NamedTuple):
    """Units in use by somebody whose guarantee changes; `beyond` are those above the new guarantee."""

    pool: str
    holder: Holder
    used: int
    guaranteed_before: int
    guaranteed_after: int
    borrows: bool

    @property
    def beyond(self) -> int:
        return max(0, self.used - self.guaranteed_after)

    @property
    def was_beyond(self) -> int:
        return max(0, self.used - self.guaranteed_before)


def running(
    before: Program | None, after: Program, quota: Quota, usage: Mapping[str, Mapping[str, int]]
) -> tuple[Running, ...]:
    """Everybody whose guarantee changes, with what runs; empty without `usage`. In the order of `quota`."""
    if not usage:
        return ()
    found: list[Running] = []
    sums: dict[str, dict[Holder, int]] = {}
    for change in quota.holders:
        if change.gained:
            if change.pool not in sums:
                sums[change.pool] = _used(before, after, PoolName(change.pool), usage)
            found.append(_running(change, sums[change.pool].get(change.holder, 0), after))
    return tuple(found)


def running_remarks(found: tuple[Running, ...]) -> Iterator[Remark]:
    """A sentence for each tenant and project whose guarantee falls, and for each class that never borrows."""
    at_risk = Counter[tuple[str, str, str]]()
    for one in found:
        if not one.borrows:
            at_risk[one.pool, one.holder.tenant, one.holder.project] += one.beyond
    for one in found:
        by_class = at_risk[one.pool, one.holder.tenant, one.holder.project]
        is_told = one.holder.level == "project" and 0 < one.beyond <= by_class
        if one.guaranteed_after >= one.guaranteed_before or is_told:
            continue
        words = f"**{one.holder}** {one.pool} runs {one.used} now"
        if not one.beyond:
            yield Remark(one.holder.tenant, f"{words}, all within its new guarantee of {one.guaranteed_after}")
        elif one.borrows and one.holder.level != "class":
            more = f"({one.beyond - one.was_beyond} more than today)"
            sentence = f"{words}, **{one.beyond}** beyond its new guarantee of {one.guaranteed_after} {more}"
            yield Remark(one.holder.tenant, f"{sentence}: others can take them back", "high", "running work is beyond")
        elif not one.borrows:
            sentence = f"{words}, **{one.beyond}** beyond its new number of {one.guaranteed_after}: they are at risk"
            yield Remark(one.holder.tenant, sentence, "high", "running work is beyond")


def _running(change: QuotaChange, used: int, after: Program) -> Running:
    was, now = (one.guaranteed if one else 0 for one in (change.before, change.after))
    known = after.classes.get(ClassName(change.holder.workload_class))
    return Running(change.pool, change.holder, used, was, now, known is None or known.borrows)


def _used(
    before: Program | None, after: Program, pool: PoolName, usage: Mapping[str, Mapping[str, int]]
) -> dict[Holder, int]:
    """Units in use at and below every holder. The queues that run are those of before."""
    program = before if before and pool in before.trees else after
    resource = program.pools[pool].resource
    found: dict[Holder, int] = {}
    for queue in program.trees[pool].root.walk():
        used = usage.get(queue.name, {}).get(resource, 0) if queue.level == "queue" else 0
        if used:
            tenant = program.tenants[queue.tenant]
            holders = [Holder(queue.tenant, queue.project, queue.workload_class), Holder(queue.tenant, queue.project)]
            holders += [Holder(name) for name in (tenant.name, *tenant.ancestors)]
            for holder in holders:
                found[holder] = found.get(holder, 0) + used
    return found
