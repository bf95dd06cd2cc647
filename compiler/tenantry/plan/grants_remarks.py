"""Grants that begin or end, in sentences.

Pure.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from tenantry.plan.grants import GrantEvent, Grants
from tenantry.plan.listing import counted, few
from tenantry.plan.remark import Remark

_NAMED: Final = 4


def grants_remarks(grants: Grants, days: tuple[date, date]) -> Iterator[Remark]:
    """What the move of the day does; then, pool by pool, what is to come. `days` are those of both sides.

    Risks of what a guarantee loses are said with the numbers.
    """
    if grants.now:
        yield _now(grants.now, *days)
    by_pool: dict[str, list[GrantEvent]] = {}
    for event in grants.soon:
        by_pool.setdefault(event.pool, []).append(event)
    for pool in sorted(by_pool):
        yield _soon(pool, by_pool[pool])


def _now(events: Iterable[GrantEvent], before: date, after: date) -> Remark:
    parts = [f"The day moves **{before} -> {after}**"]
    for word, event in (("grants end", "ends"), ("grants begin", "begins")):
        told = [_reason(one) for one in events if one.event == event]
        if told:
            parts.append(f"{word}: {few(told, named=_NAMED)}")
    return Remark("", "; ".join(parts))


def _reason(one: GrantEvent) -> str:
    """`vision 16 of h100-train (conference deadline)`."""
    return f"{one.holder} {one.units} of {one.pool} ({one.reason})"


def _soon(pool: str, events: list[GrantEvent]) -> Remark:
    told = [_event(one) for one in events[:_NAMED]]
    more = f"; and {len(events) - _NAMED} more" if len(events) > _NAMED else ""
    return Remark("", f"Grants to come in {pool}: {'; '.join(told)}{more}")


def _event(one: GrantEvent) -> str:
    """`2026-12-06 vision 40 -> 24, what runs beyond can be taken back`."""
    words = f"{one.day} {one.holder} {one.before} -> {one.after}"
    if one.at_risk:
        return f"{words}, {counted(one.at_risk, 'unit')} at risk"
    return words + (", what runs beyond can be taken back" if one.event == "ends" else "")
