"""A change in one line: who gains, who loses, what else a reviewer must not miss.

Pure.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from tenantry.names import TenantName
from tenantry.plan.listing import few
from tenantry.plan.quota import Quota, QuotaChange
from tenantry.plan.remark import RISKS, Remark
from tenantry.program import Program

_NAMED: Final = 3
_CLAUSES: Final = 3
_FIRST: Final = frozenset({"destructive", "high"})
"""Risks whose clauses come before who gains."""


def headline(
    quota: Quota, remarks: Iterable[Remark], after: Program, along: Collection[tuple[str, str]] = frozenset()
) -> str:
    """The line without its risk; what is risky comes first. `along`: pool and tenant of who has more or less only with
    those that came or left."""
    told = [(remark.risk in _FIRST, remark.clause) for remark in _riskiest_first(remarks) if remark.clause]
    first = dict.fromkeys(clause for is_first, clause in told if is_first)
    later = dict.fromkeys(clause for is_first, clause in told if not is_first and clause not in first)
    shown = [*first, *_guarantees(quota, after, along), *later]
    if not shown:
        return "nobody's guarantee changes"
    more = len(shown) - _CLAUSES
    return ", ".join(shown[:_CLAUSES]) + (f", and {more} more" if more > 0 else "")


def _riskiest_first(remarks: Iterable[Remark]) -> list[Remark]:
    return sorted(remarks, key=lambda remark: -RISKS.index(remark.risk))


def _guarantees(quota: Quota, after: Program, along: Collection[tuple[str, str]]) -> Iterator[str]:
    """`nlp loses 4`, `vision gains 8`; `nobody's guarantee falls` where some gain and none loses."""
    pools = {change.pool for change in quota.holders if change.gained}
    moved = {(change.pool, change.holder.tenant) for change in quota.holders if change.gained}
    gains = [
        (change.holder.tenant, change.pool, change.gained)
        for change in quota.holders
        if change.holder.level == "tenant" and change.gained
        if (change.pool, change.holder.tenant) not in along and not _is_passed_on(change, moved, after)
    ]
    for verb, sign in (("loses", -1), ("gains", 1)):
        told = [(who, pool, units * sign) for who, pool, units in gains if units * sign > 0]
        people = len({who for who, _, _ in told})
        if people > _NAMED:
            in_one = len({pool for _, pool, _ in told}) == 1
            what = f"{sum(units for _, _, units in told):,}" if in_one else "guaranteed units"
            yield f"{people} tenants {verb.removesuffix('s')} {what}"
            continue
        by_tenant: dict[str, list[str]] = {}
        for who, pool, units in told:
            by_tenant.setdefault(who, []).append(f"{units:,}" + (f" of {pool}" if len(pools) > 1 else ""))
        for who, parts in by_tenant.items():
            yield f"{who} {verb} {few(parts)}"
    if gains and all(units > 0 for _, _, units in gains):
        yield "nobody's guarantee falls"


def _is_passed_on(change: QuotaChange, moved: Collection[tuple[str, str]], after: Program) -> bool:
    """Whether a tenant has more or less only because of tenants below it, which are told themselves."""
    was, now = (side.kept if side else 0 for side in (change.before, change.after))
    if was != now:
        return False
    return any(
        pool == change.pool and change.holder.tenant in after.tenants[TenantName(name)].ancestors
        for pool, name in moved
        if name in after.tenants
    )
