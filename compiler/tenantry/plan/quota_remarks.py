"""A change of quota in sentences: who gains from whom, who loses, and what may end by it.

Pure.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from tenantry.names import PoolName, TenantName
from tenantry.plan.along import Along
from tenantry.plan.at_work import STOPPED, AtWork, Work
from tenantry.plan.listing import counted, few
from tenantry.plan.quota import Holder, Holding, Holdings, PoolChange, Quota, QuotaChange
from tenantry.plan.remark import Remark, Risk
from tenantry.program import Program

_NAMES: Final = {"shared": "keeps", "contested": "contested part", "reach": "reach"}
_UNCHANGED: Final = "guaranteed unchanged"
_UNHARMED: Final = f"{_UNCHANGED}, nothing running ends by this"
_NODES_GO: Final = "what runs on the nodes that go ends with them"
_TENANTS: Final = 4
_WORDINGS: Final = 4
"""So many tenants are named and so many wordings told; of more there is only the number."""


def quota_remarks(
    quota: Quota, had: Holdings, has: Holdings, after: Program, work: AtWork, along: Mapping[tuple[str, str], Along]
) -> Iterator[Remark]:
    """One remark for everybody whose guarantee differs, pool by pool; of the others in a pool one for all."""
    pools = {change.pool: change for change in quota.pools}
    by_pool: dict[str, list[QuotaChange]] = {}
    for change in quota.holders:
        by_pool.setdefault(change.pool, []).append(change)
    for pool_change in quota.pools:
        yield from _of_pool(pool_change)
    ended: dict[tuple[str, Work], list[str]] = {}
    opened: dict[str, list[str]] = {}
    for pool, changes in by_pool.items():
        speaker = _Speaker(pool, had.get(pool, {}), has.get(pool, {}), pools.get(pool), after, work, along)
        yield from speaker.remarks(changes)
        for change in changes:
            if _is_access_ended(change) and work.had_right(change.holder.tenant, pool):
                ended.setdefault((change.holder.tenant, work.of(change.holder, pool)), []).append(pool)
            if (now := change.after) and _is_access_gained(change):
                opened.setdefault(change.holder.tenant, []).append(f"{pool} (reach {now.reach})")
    for tenant, pools_opened in opened.items():
        yield Remark(tenant, f"**{tenant}** may use {few(pools_opened, named=_TENANTS)}, guaranteed 0")
    for (tenant, ran), names in ended.items():
        yield _without_access(tenant, ran, few(names, named=_TENANTS))


def _is_access_ended(change: QuotaChange) -> bool:
    """Whether a tenant that was guaranteed nothing may not use a pool any more."""
    was, now = change.before, change.after
    return change.holder.level == "tenant" and was is not None and now is None and not was.guaranteed


def _is_access_gained(change: QuotaChange) -> bool:
    """Whether a tenant may use a pool from now on, and is guaranteed nothing there."""
    was, now = change.before, change.after
    return change.holder.level == "tenant" and was is None and now is not None and not now.guaranteed


def _without_access(tenant: str, work: Work, pools: str) -> Remark:
    sentence = f"**{tenant}** may not use {pools} any more"
    match work:
        case "may run":
            sentence = f"{sentence}; work that runs there ends with its queue"
            return Remark(tenant, sentence, "high", "access to a pool ends")
        case "drained":
            sentence = f"{sentence}; nothing runs there, its queues were drained before"
            return Remark(tenant, sentence, "medium", "a drained queue goes")
        case _:
            return Remark(tenant, f"{sentence}; it had no queue there")


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
        if new.nodes < old.nodes:
            sentence = f"{sentence}; {_NODES_GO}"
        lost = old.for_sale - new.for_sale
        if lost > 0:
            yield Remark("", sentence, "high", "a pool sells less", f"{name} sells {lost} less")
        else:
            yield Remark("", sentence, clause=f"{name} sells {-lost} more")
    elif old is not None and new is not None and old.nodes != new.nodes:
        moved = f"{old.nodes} -> {new.nodes} nodes, {old.spares} -> {new.spares} spare"
        clause = f"spares of {name} step in" if new.spares < old.spares else ""
        ends = f"; {_NODES_GO}" if new.nodes < old.nodes else ""
        yield Remark("", f"**{name}** {moved}; it sells {new.for_sale} as before{ends}", clause=clause)


class _Speaker:
    """Finds the words for the changes in one pool."""

    def __init__(
        self,
        pool: str,
        had: dict[Holder, Holding],
        has: dict[Holder, Holding],
        change: PoolChange | None,
        after: Program,
        work: AtWork,
        along: Mapping[tuple[str, str], Along],
    ) -> None:
        self._pool = pool
        self._had = had
        self._has = has
        self._change = change
        self._after = after
        self._work = work
        self._along = along

    def remarks(self, changes: list[QuotaChange]) -> Iterator[Remark]:
        alike: dict[tuple[str, ...], list[str]] = {}
        moved = {change.holder.tenant for change in changes if change.holder.level == "tenant" and change.gained}
        givers: set[str] = {name for tenant in moved for name in self._above(tenant)}
        givers |= {change.holder.tenant for change in changes if change.holder.level == "project" and change.gained}
        for change in changes:
            holder = change.holder
            if holder.level == "tenant":
                if _is_access_ended(change) or _is_access_gained(change):
                    continue
                if change.gained or change.before is None or change.after is None:
                    yield self._guarantee(change)
                elif words := tuple(self._around(change.before, change.after, gives=holder.tenant in givers)):
                    alike.setdefault(words, []).append(holder.tenant)
            elif holder.level == "project" and holder.tenant not in moved:
                yield from self._inside(change)
            if change.holder.level == "class":
                yield from self._never_borrowing(change)
        yield from self._others(alike)

    def _others(self, alike: dict[tuple[str, ...], list[str]]) -> Iterator[Remark]:
        """Who keeps what is guaranteed, though other numbers move: one remark for all in the pool, and one before it
        for those whose reach falls."""
        falling = {words: names for words, names in alike.items() if any(map(_is_less_reach, words))}
        others = {words: names for words, names in alike.items() if words not in falling}
        judged: tuple[tuple[dict[tuple[str, ...], list[str]], Risk, str], ...] = (
            (falling, "medium", "a reach falls"),
            (others, "low", ""),
        )
        for group, risk, rule in judged:
            if group:
                tenants = [name for names in group.values() for name in names]
                told = [
                    f"**{few(names, named=_TENANTS)}** {', '.join(words)}"
                    for words, names in list(group.items())[:_WORDINGS]
                ]
                if len(group) > _WORDINGS:
                    left = sum(len(names) for names in list(group.values())[_WORDINGS:])
                    told.append(f"{counted(left, 'more tenant')}")
                about = tenants[0] if len(tenants) == 1 else ""
                unharmed = _UNCHANGED if _loses_nodes(self._change) else _UNHARMED
                yield Remark(about, f"{self._pool}: {'; '.join(told)}; {unharmed}", risk, rule)

    def _guarantee(self, change: QuotaChange) -> Remark:
        holder, old, new = change.holder, change.before, change.after
        before, after = (one.guaranteed if one else 0 for one in (old, new))
        words = [f"**{holder}** {self._pool} guaranteed **{before} -> {after}**"]
        if split := _lasting(old, new):
            words.append(f"({split}{self._until(holder)})")
        if along := self._along.get((self._pool, holder.tenant)):
            return Remark(holder.tenant, f"{' '.join(words)}, {along}")
        source = self._source(holder, after - before)
        sentence = " ".join(words) + (f", {source}" if source else "")
        if after > before:
            return Remark(holder.tenant, sentence)
        if self._was_drained(change):
            drained = "nothing runs there, it was drained before"
            return Remark(holder.tenant, f"{sentence}; {drained}", "medium", "a guarantee falls that was drained")
        at_risk = "what runs beyond it can be taken back when others claim it"
        return Remark(holder.tenant, f"{sentence}; {at_risk}", "high", "a guarantee falls")

    def _was_drained(self, change: QuotaChange) -> bool:
        """Whether a holder was stopped, or all its queues were."""
        stopped = change.before is not None and change.before.state in STOPPED
        return stopped or self._work.of(change.holder, self._pool) == "drained"

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
        if after < before:
            kept = kept.replace(", from", ", to", 1)
        sentence = f"**{change.holder}** {self._pool} guaranteed **{before} -> {after}**{kept}"
        if after < before and self._was_drained(change):
            yield Remark(change.holder.tenant, f"{sentence}; nothing runs there, it was drained before")
        elif after < before:
            yield Remark(change.holder.tenant, sentence, "medium", "a project's guarantee falls inside its tenant")
        else:
            yield Remark(change.holder.tenant, sentence)

    def _never_borrowing(self, change: QuotaChange) -> Iterator[Remark]:
        """A queue of a class that never borrows: what runs above its number ends. Of one that stops, all ends, and that
        is said of its state."""
        known = self._after.classes.get(change.holder.workload_class)  # type: ignore[call-overload]
        stops = change.after is not None and change.after.state in STOPPED
        if change.gained < 0 and known is not None and not known.borrows and not stops:
            if self._was_drained(change):
                return
            yield Remark(
                change.holder.tenant,
                f"**{change.holder}** {self._pool}: up to **{counted(-change.gained, 'unit')}** at risk, because it "
                "never borrows",
                "high",
                "work of a class that never borrows is at risk",
            )

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


def _loses_nodes(change: PoolChange | None) -> bool:
    return bool(change and change.before and change.after and change.after.nodes < change.before.nodes)


def _is_less_reach(words: str) -> bool:
    """Whether `reach 8 -> 4` falls."""
    name, old, _, new = words.rsplit(" ", 3)
    return name == "reach" and int(new) < int(old)
