"""A change of quota in sentences: who gains from whom, who loses, and what may end by it.

Pure.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from tenantry.names import PoolName, TenantName
from tenantry.plan.quota import Holder, Holding, Holdings, PoolChange, Quota, QuotaChange
from tenantry.plan.remark import Remark
from tenantry.program import Program, State

_STATES: Final[dict[State, str]] = {
    "active": "work is admitted again",
    "held": "nothing new is admitted, idle units are lent",
    "draining": "running work ends too, idle units are lent",
    "retired": "nothing is guaranteed any more, work ends",
}
_NAMES: Final = {"shared": "keeps", "contested": "contested part", "reach": "reach"}
_UNHARMED: Final = "guaranteed unchanged, nothing running ends by this"


def quota_remarks(quota: Quota, had: Holdings, has: Holdings, after: Program) -> Iterator[Remark]:
    """One remark for everybody whose numbers differ, pool by pool; the same words for several are said once."""
    pools = {change.pool: change for change in quota.pools}
    by_pool: dict[str, list[QuotaChange]] = {}
    for change in quota.holders:
        by_pool.setdefault(change.pool, []).append(change)
    for pool_change in quota.pools:
        yield from _of_pool(pool_change)
    for pool, changes in by_pool.items():
        speaker = _Speaker(pool, had.get(pool, {}), has.get(pool, {}), pools.get(pool), after)
        yield from speaker.remarks(changes)


def _of_pool(change: PoolChange) -> Iterator[Remark]:
    old, new, name = change.before, change.after, change.pool
    if old is None and new is not None:
        yield Remark("", f"**{name}** is new on {new.cluster}: {new.for_sale} units for sale", clause=f"{name} is new")
    elif new is None and old is not None:
        sentence = f"**{name}** goes, and its {old.for_sale} units with it"
        yield Remark("", sentence, "destructive", "a pool goes", f"{name} goes")
    elif old is not None and new is not None and old.for_sale != new.for_sale:
        words = [f"**{name}** sells **{old.for_sale} -> {new.for_sale}**"]
        if old.nodes != new.nodes:
            words.append(f"{old.nodes} -> {new.nodes} nodes")
        if old.spares != new.spares:
            words.append(f"{old.spares} -> {new.spares} spare")
        sentence = f"{', '.join(words)}; unallocated {old.unallocated} -> {new.unallocated}"
        lost = old.for_sale - new.for_sale
        if lost > 0:
            yield Remark("", sentence, "high", "a pool sells less", f"{name} sells {lost} less")
        else:
            yield Remark("", sentence, clause=f"{name} sells {-lost} more")
    elif old is not None and new is not None and old.nodes != new.nodes:
        moved = f"{old.nodes} -> {new.nodes} nodes, {old.spares} -> {new.spares} spare"
        clause = f"spares of {name} step in" if new.spares < old.spares else ""
        yield Remark("", f"**{name}** {moved}; it sells {new.for_sale} as before", clause=clause)


class _Speaker:
    """Finds the words for the changes in one pool."""

    def __init__(
        self,
        pool: str,
        had: dict[Holder, Holding],
        has: dict[Holder, Holding],
        change: PoolChange | None,
        after: Program,
    ) -> None:
        self._pool = pool
        self._had = had
        self._has = has
        self._change = change
        self._after = after

    def remarks(self, changes: list[QuotaChange]) -> Iterator[Remark]:
        alike: dict[tuple[str, ...], list[str]] = {}
        moved = {change.holder.tenant for change in changes if change.holder.level == "tenant" and change.gained}
        givers = {name for tenant in moved for name in self._above(tenant)}
        for change in changes:
            holder = change.holder
            if holder.level == "tenant":
                if change.gained or change.before is None or change.after is None:
                    yield self._guarantee(change)
                elif words := tuple(self._around(change.before, change.after, gives=holder.tenant in givers)):
                    alike.setdefault(words, []).append(holder.tenant)
            elif holder.level == "project" and holder.tenant not in moved:
                yield from self._inside(change)
            if change.holder.level == "class":
                yield from self._never_borrowing(change)
            yield from self._state(change)
        for words, tenants in alike.items():
            about = tenants[0] if len(tenants) == 1 else ""
            sentence = f"**{_listed(tenants)}** {self._pool} {', '.join(words)}; {_UNHARMED}"
            if any(word.startswith("reach") and _falls(word) for word in words):
                yield Remark(about, sentence, "medium", "a reach falls")
            else:
                yield Remark(about, sentence)

    def _guarantee(self, change: QuotaChange) -> Remark:
        holder, old, new = change.holder, change.before, change.after
        before, after = (one.guaranteed if one else 0 for one in (old, new))
        if old is None and new is not None and not after:
            return Remark(holder.tenant, f"**{holder}** may use {self._pool}: guaranteed 0, reach {new.reach}")
        if new is None and not before:
            sentence = f"**{holder}** may not use {self._pool} any more; work that runs there ends with its queue"
            return Remark(holder.tenant, sentence, "high", "access to a pool ends")
        words = [f"**{holder}** {self._pool} guaranteed **{before} -> {after}**"]
        if split := _lasting(old, new):
            words.append(f"({split}{self._until(holder)})")
        source = self._source(holder, after - before)
        sentence = " ".join(words) + (f", {source}" if source else "")
        if after > before:
            return Remark(holder.tenant, sentence)
        at_risk = "what runs beyond it can be taken back at once"
        return Remark(holder.tenant, f"{sentence}; {at_risk}", "high", "a guarantee falls")

    def _around(self, old: Holding, new: Holding, *, gives: bool) -> Iterator[str]:
        """What changed though the guarantee did not; what is kept is said with those who get it or gave it."""
        for name in ("contested", "reach") if gives else ("shared", "contested", "reach"):
            was, now = getattr(old, name), getattr(new, name)
            if was != now:
                yield f"{_NAMES[name]} {was} -> {now}"
        for name in ("borrow", "lend"):
            was, now = getattr(old, name), getattr(new, name)
            if was != now:
                yield f"{name} {was} -> {now}"
        if old.weight != new.weight:
            yield f"weight {old.weight} -> {new.weight}"
        if old.lasting != new.lasting:
            yield f"lasting {old.lasting} -> {new.lasting}"

    def _inside(self, change: QuotaChange) -> Iterator[Remark]:
        """A project's own numbers, where its tenant's guarantee stays."""
        old, new = change.before, change.after
        before, after = (one.guaranteed if one else 0 for one in (old, new))
        if before == after:
            return
        tenant = Holder(change.holder.tenant)
        kept = self._kept(tenant)
        sentence = f"**{change.holder}** {self._pool} guaranteed **{before} -> {after}**{kept}"
        if after < before:
            yield Remark(change.holder.tenant, sentence, "medium", "a project's guarantee falls inside its tenant")
        else:
            yield Remark(change.holder.tenant, sentence)

    def _never_borrowing(self, change: QuotaChange) -> Iterator[Remark]:
        """A queue of a class that never borrows: what runs above its number ends."""
        known = self._after.classes.get(change.holder.workload_class)  # type: ignore[call-overload]
        if change.gained < 0 and known is not None and not known.borrows:
            units = "1 unit" if change.gained == -1 else f"{-change.gained} units"
            yield Remark(
                change.holder.tenant,
                f"**{change.holder}** {self._pool}: up to **{units}** at risk, because it never borrows",
                "high",
                "work of a class that never borrows is at risk",
            )

    def _state(self, change: QuotaChange) -> Iterator[Remark]:
        old, new = change.before, change.after
        if old is None or new is None or old.state == new.state or self._as_above(change):
            return
        ends = new.state in ("draining", "retired") and old.state in ("active", "held")
        yield Remark(
            change.holder.tenant,
            f"**{change.holder}** {self._pool} {old.state} -> **{new.state}**: {_STATES[new.state]}",
            "high" if ends else "low",
            "running work ends" if ends else "",
            f"work of {change.holder} ends" if ends else "",
        )

    def _as_above(self, change: QuotaChange) -> bool:
        """Whether the holder only follows what happens to its tenant or project."""
        holder = change.holder
        above = Holder(holder.tenant, holder.project) if holder.workload_class else Holder(holder.tenant)
        if holder.level == "tenant" or change.after is None:
            return False
        was, now = self._had.get(above), self._has.get(above)
        return was is not None and now is not None and was.state != now.state and now.state == change.after.state

    def _source(self, holder: Holder, gained: int) -> str:
        """Whose units these are: the nearest above that keep less, or more, than before."""
        for name in self._above(holder.tenant):
            above = Holder(name)
            if kept := self._kept(above, its="its tenants"):
                return kept.removeprefix(", ") if gained > 0 else kept.removeprefix(", from ").join(["to ", ""])
            moved = self._has.get(above), self._had.get(above)
            if moved[0] and moved[1] and moved[0].guaranteed != moved[1].guaranteed:
                return f"with {name}'s own"
        change = self._change
        if change and change.before and change.after and change.before.unallocated != change.after.unallocated:
            word = "from" if gained > 0 else "to"
            return f"{word} what is unallocated: {change.before.unallocated} -> {change.after.unallocated}"
        return ""

    def _above(self, tenant: str) -> tuple[TenantName, ...]:
        known = self._after.tenants.get(TenantName(tenant))
        return known.ancestors if known else ()

    def _kept(self, keeper: Holder, *, its: str = "its projects") -> str:
        old, new = self._had.get(keeper), self._has.get(keeper)
        if old is None or new is None or old.kept == new.kept:
            return ""
        return f", from what {keeper} keeps for {its}: {old.kept} -> {new.kept}"

    def _until(self, holder: Holder) -> str:
        """When the last grant to a tenant in this pool ends."""
        days = [
            grant.last_day
            for grant in self._after.grants
            if grant.pool == PoolName(self._pool) and grant.tenant == holder.tenant and grant.in_force(self._after.day)
        ]
        return f" until {max(days)}" if days else ""


def _lasting(old: Holding | None, new: Holding | None) -> str:
    granted = [one.granted if one else 0 for one in (old, new)]
    if not any(granted):
        return ""
    lasting = [one.lasting if one else 0 for one in (old, new)]
    kept = f"{lasting[0]} lasting" if lasting[0] == lasting[1] else f"{lasting[0]} -> {lasting[1]} lasting"
    by_grant = f"{granted[1]} by grant" if granted[0] == granted[1] else f"{granted[0]} -> {granted[1]} by grant"
    return f"{kept}, {by_grant}"


def _falls(words: str) -> bool:
    _, old, _, new = words.split()
    return int(new) < int(old)


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
