"""Grants that begin or end, in sentences.

Pure.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from tenantry.plan.grants import GrantEvent, Grants
from tenantry.plan.listing import counted, few
from tenantry.plan.quota import Holder
from tenantry.plan.remark import Remark
from tenantry.program import Grant, Program

_NAMED: Final = 4


def grants_remarks(grants: Grants, before: Program, after: Program) -> Iterator[Remark]:
    """Grants that are new, other or gone; what the move of the day does; then, pool by pool, what is to come.

    Risks of what a guarantee loses are said with the numbers.
    """
    yield from _written(before, after)
    days = before.day, after.day
    if grants.now:
        yield _now(grants.now, *days)
    by_pool: dict[str, list[GrantEvent]] = {}
    for event in grants.soon:
        by_pool.setdefault(event.pool, []).append(event)
    for pool in sorted(by_pool):
        yield _soon(pool, by_pool[pool])


def _written(before: Program, after: Program) -> Iterator[Remark]:
    """Of those that do not stand in the numbers of the day; one that has ended already changes nothing."""
    old, new = ({grant.ref: grant for grant in side.grants} for side in (before, after))
    for ref in dict.fromkeys((*old, *new)):
        was, now = old.get(ref), new.get(ref)
        ends = max(grant.last_day for grant in (was, now) if grant)
        if ends < after.day or (was and now and _spoken(was) == _spoken(now)):
            continue
        grant = now or was
        assert grant is not None
        who = str(Holder(grant.tenant, grant.project, grant.workload_class))
        if was is None:
            later = f"{grant.units:,} of {grant.pool} by grant from {grant.first_day}"
            clause = f"{who} gets {later}" if grant.first_day > after.day else ""
            yield Remark(grant.tenant, f"**{who}** gets {_spoken(grant)} ({grant.reason})", clause=clause)
        elif now is None:
            yield Remark(grant.tenant, f"**{who}** no longer gets {_spoken(grant)}: {ref} is removed")
        else:
            same = (was.units, was.pool) == (now.units, now.pool)
            moved = f"{_spoken(was)} -> **{_days(now) if same else _spoken(now)}**"
            yield Remark(grant.tenant, f"**{who}** gets {moved} ({now.reason})")


def _spoken(grant: Grant) -> str:
    """`40 of cpu-general by grant, 2026-12-07 until 2026-12-11`."""
    return f"{grant.units:,} of {grant.pool} by grant, {_days(grant)}"


def _days(grant: Grant) -> str:
    return f"{grant.first_day} until {grant.last_day}"


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
    return Remark("", f"Grants begin or end in {pool}: {'; '.join(told)}{more}")


def _event(one: GrantEvent) -> str:
    """`2026-12-06 vision 40 -> 24, what runs beyond can be taken back`."""
    words = f"{one.day} {one.holder} {one.before} -> {one.after}"
    if one.at_risk:
        return f"{words}, {counted(one.at_risk, 'unit')} at risk"
    return words + (", what runs beyond can be taken back" if one.event == "ends" else "")
