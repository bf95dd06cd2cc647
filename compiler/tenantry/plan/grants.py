"""Grants that begin or end: by this change, because it moves the day, or soon after it.

Pure. What somebody has on a later day is what the manifests say for the day of the change, with the grants that begin
and end until then; lines stay as they are.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final, Literal, NamedTuple

from tenantry.diagnostics import DocumentRef
from tenantry.plan.quota import Holder, Holding, Holdings, Quota
from tenantry.program import Grant, Program
from tenantry.records import record

SOON: Final = 14
"""Days after the day of a change that its plan looks ahead."""

Event = Literal["begins", "ends"]


class GrantEvent(NamedTuple):
    """A grant that begins or ends.

    `day` is the first day with it, or the first without it. `before` and `after` are guaranteed units of who gets it:
    the day before that, and on it. `at_risk` are units of work of classes that never borrow, which can end with it.
    """

    grant: str
    pool: str
    holder: Holder
    event: Event
    day: date
    units: int
    before: int
    after: int
    at_risk: int
    reason: str


@record
class Grants:
    """`now`: what this change makes begin or end by moving the day. `soon`: what does within SOON days after it in
    pools whose promises, units for sale or grants differ, and whenever later where the change writes the grant; by day.
    """

    now: tuple[GrantEvent, ...]
    soon: tuple[GrantEvent, ...]


def compare_grants(before: Program | None, after: Program, quota: Quota, had: Holdings, has: Holdings) -> Grants:
    """Grants that the move of the day begins or ends, and what comes after it."""
    if before is None:
        return Grants((), ())
    now = _by_moved_day(before, after, had, has) if before.day != after.day else ()
    old, new = ({grant.ref: _written(grant) for grant in side.grants} for side in (before, after))
    changed = frozenset(ref for ref in old.keys() | new.keys() if old.get(ref) != new.get(ref))
    pools = {side[ref].pool for side in (old, new) for ref in changed if ref in side}
    pools |= {change.pool for change in quota.holders if change.gained} | {change.pool for change in quota.pools}
    events = _Calendar(after, has).events(changed)
    return Grants(tuple(now), tuple(event for event in events if event.pool in pools))


def _by_moved_day(before: Program, after: Program, had: Holdings, has: Holdings) -> Iterator[GrantEvent]:
    """Grants that both sides write alike, and that only one of them has in force."""
    old = {grant.ref: grant for grant in before.grants}
    for grant in after.grants:
        known = old.get(grant.ref)
        if known is None or _written(known) != _written(grant):
            continue
        was, now = known.in_force(before.day), grant.in_force(after.day)
        if was == now:
            continue
        holder = _holder(grant)
        numbers = (_guaranteed(side.get(grant.pool, {}).get(holder)) for side in (had, has))
        yield _event(after, grant, "begins" if now else "ends", *numbers)


class _Calendar:
    """What holders of a pool have on later days."""

    def __init__(self, program: Program, has: Holdings) -> None:
        self._program = program
        self._has = has
        self._lifting: dict[tuple[str, str], list[Grant]] = {}
        for grant in program.grants:
            for tenant in (grant.tenant, *program.tenants[grant.tenant].ancestors):
                self._lifting.setdefault((grant.pool, tenant), []).append(grant)

    def events(self, changed: frozenset[DocumentRef]) -> list[GrantEvent]:
        """Everything that begins or ends soon, or later by a grant that changed; by day, pool and holder."""
        today = self._program.day
        end = today + timedelta(days=SOON)
        found = [
            self._event(grant, event, day)
            for grant in self._program.grants
            for event, day in (("begins", grant.first_day), ("ends", _day_after(grant)))
            if today < day and (day <= end or grant.ref in changed)
        ]
        return sorted(found, key=lambda one: (one.day, one.pool, one.holder, one.grant))

    def _event(self, grant: Grant, event: str, day: date) -> GrantEvent:
        numbers = (self._on(grant, when) for when in (day - timedelta(days=1), day))
        return _event(self._program, grant, "begins" if event == "begins" else "ends", *numbers)

    def _on(self, about: Grant, day: date) -> int:
        """Guaranteed units of who has the grant, on a later day."""
        holder = _holder(about)
        today = self._program.day
        own = [one for one in self._lifting[about.pool, holder.tenant] if self._counts(one, holder)]
        moved = sum(one.units * (one.in_force(day) - one.in_force(today)) for one in own)
        return _guaranteed(self._has.get(about.pool, {}).get(holder)) + moved

    def _counts(self, grant: Grant, holder: Holder) -> bool:
        """Whether a grant to the holder's tenant, or to one below that, lifts what the holder has."""
        if holder.level == "tenant" and self._program.pools[grant.pool].dedicated_to == holder.tenant:
            return False
        given = self._has.get(grant.pool, {}).get(_holder(grant))
        return (
            given is not None
            and given.state != "retired"
            and (holder.level == "tenant" or grant.tenant == holder.tenant)
            and holder.project in ("", grant.project)
            and holder.workload_class in ("", grant.workload_class)
        )


def _event(program: Program, grant: Grant, event: Event, before: int, after: int) -> GrantEvent:
    never = grant.workload_class and not program.classes[grant.workload_class].borrows
    return GrantEvent(
        grant=str(grant.ref),
        pool=grant.pool,
        holder=_holder(grant),
        event=event,
        day=grant.first_day if event == "begins" else _day_after(grant),
        units=grant.units,
        before=before,
        after=after,
        at_risk=before - after if never and after < before else 0,
        reason=grant.reason,
    )


def _holder(grant: Grant) -> Holder:
    return Holder(grant.tenant, grant.project, grant.workload_class)


def _day_after(grant: Grant) -> date:
    return grant.last_day + timedelta(days=1) if grant.last_day < date.max else date.max


def _guaranteed(holding: Holding | None) -> int:
    return holding.guaranteed if holding else 0


class _Written(NamedTuple):
    """A grant without its place and its reason."""

    pool: str
    project: str
    workload_class: str
    units: int
    first_day: date
    last_day: date


def _written(grant: Grant) -> _Written:
    return _Written(grant.pool, grant.project, grant.workload_class, grant.units, grant.first_day, grant.last_day)
