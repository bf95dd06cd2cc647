"""Tenants, projects and quota lines that begin, stop or go, in sentences: once for each, with the pools.

Pure. Whoever only follows (a queue its project, a project its tenant, a tenant its parent) is told with those it
follows. Work is said to end only where it may run.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tenantry.names import ProjectName, TenantName
from tenantry.plan.at_work import STOPPED, AtWork, Work
from tenantry.plan.listing import few
from tenantry.plan.quota import Holder, Holdings, Quota, QuotaChange
from tenantry.plan.remark import Remark
from tenantry.plan.steps import Step
from tenantry.program import Program, State

_POOLS: Final = 6
_WORK_ENDS: Final = "running work ends"
_LENT: Final = "idle units are lent"


class States(NamedTuple):
    """Both sides, as far as states are concerned."""

    before: Program
    after: Program
    had: Holdings
    has: Holdings
    work: AtWork


def state_remarks(steps: Iterable[Step], quota: Quota, states: States) -> Iterator[Remark]:
    """Tenants and projects, then lines that change by themselves."""
    for step in steps:
        # What goes with objects is among the losses.
        if step.change != "gone" or not step.clusters:
            yield _step(step, states)
    lines: dict[tuple[Holder, State, State, Work], list[str]] = {}
    for change in quota.holders:
        was, now = (side.state if side else None for side in (change.before, change.after))
        if was and now and was != now and not _follows(change, states):
            work = states.work.of(change.holder, change.pool)
            lines.setdefault((change.holder, was, now, work), []).append(change.pool)
    for (holder, was, now, work), pools in lines.items():
        yield _line(holder, was, now, work, pools)


def _step(step: Step, states: States) -> Remark:
    who = f"{step.tenant}/{step.project}" if step.project else step.tenant
    where = f" on {few(step.clusters)}" if step.clusters else ""
    if step.change == "new":
        sentence = f"**{who}** is new{where}, with isolation {step.profile}"
        return Remark(step.tenant, sentence, clause=f"{who} is new")
    if step.before is None or step.after is None:
        return Remark(step.tenant, f"**{who}** is removed; it had no objects")
    holder = Holder(step.tenant, step.project)
    pools = _moved_in(holder, states)
    work = states.work.in_all(holder, tuple(states.had))
    in_pools = f" in {few(pools, named=_POOLS)}" if pools else ""
    with_it = _followers(step, states)
    others = f", and {few(with_it, named=_POOLS)} with it" if with_it else ""
    effects = [*_effects(step.before, step.after, work)]
    effects += ["no pod starts any more"] if step.after == "retired" else []
    effects += ["data stays"] if step.after in STOPPED else []
    sentence = f"**{who}** {step.before} -> **{step.after}**{where}{in_pools}{others}: {', '.join(effects)}"
    if step.next:
        sentence += f"; next step: {step.next}"
    return _judged(step.tenant, who, sentence, (step.before, step.after, work))


def _line(holder: Holder, was: State, now: State, work: Work, pools: list[str]) -> Remark:
    effects = [*_effects(was, now, work)]
    effects += [_LENT] if now in ("held", "draining") else []
    sentence = f"**{holder}** {few(pools, named=_POOLS)} {was} -> **{now}**: {', '.join(effects)}"
    return _judged(holder.tenant, str(holder), sentence, (was, now, work))


def _judged(about: str, who: str, sentence: str, moved: tuple[State, State, Work]) -> Remark:
    was, now, work = moved
    if now in STOPPED and was not in STOPPED and work == "may run":
        return Remark(about, sentence, "high", _WORK_ENDS, f"{who} is {now} and its work ends")
    return Remark(about, sentence, clause=f"{who} is {now}" if now != "active" else "")


def _effects(was: State, now: State, work: Work) -> Iterator[str]:
    if now == "active":
        yield "work is admitted again"
    elif now == "held":
        yield "nothing new is admitted"
        yield "nothing is ended any more" if was in STOPPED else "what runs goes on"
    elif work == "no queue":
        yield "it has no queue"
    elif was in STOPPED or work == "drained":
        yield "nothing runs in its queues (drained before)"
    else:
        yield "what runs in its queues is ended"
    if now == "retired":
        yield "nothing is guaranteed any more"


def _moved_in(holder: Holder, states: States) -> tuple[str, ...]:
    """The pools in which somebody has another state than before."""
    return tuple(
        pool
        for pool, held in states.has.items()
        if (was := states.had.get(pool, {}).get(holder)) and (now := held.get(holder)) and was.state != now.state
    )


def _followers(step: Step, states: States) -> tuple[str, ...]:
    """Tenants below that come to the same state by it."""
    if step.project:
        return ()
    return tuple(
        str(name)
        for name, tenant in states.after.tenants.items()
        if step.tenant in tenant.ancestors
        and tenant.state.value == step.after
        and name in states.before.tenants
        and states.before.tenants[name].state.value != step.after
    )


def _follows(change: QuotaChange, states: States) -> bool:
    """Whether a holder only comes to the state of its tenant or project, or of who stands above it in the pool."""
    holder, now = change.holder, change.after and change.after.state
    sides = (_state(states.before, holder), _state(states.after, holder))
    if sides[0] != sides[1] == now:
        return True
    above = _above(holder, states.after)
    if above is None:
        return False
    was_above, now_above = (side.get(change.pool, {}).get(above) for side in (states.had, states.has))
    return bool(was_above and now_above and was_above.state != now_above.state == now)


def _state(program: Program, holder: Holder) -> State:
    tenant = TenantName(holder.tenant)
    if holder.project:
        return program.projects[tenant, ProjectName(holder.project)].state.value
    return program.tenants[tenant].state.value


def _above(holder: Holder, program: Program) -> Holder | None:
    if holder.workload_class:
        return Holder(holder.tenant, holder.project)
    if holder.project:
        return Holder(holder.tenant)
    ancestors = program.tenants[TenantName(holder.tenant)].ancestors
    return Holder(ancestors[0]) if ancestors else None
