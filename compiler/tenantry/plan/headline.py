"""A change in one line: who gains, who loses, what else a reviewer must not miss.

Pure.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from tenantry.plan.quota import Quota
from tenantry.plan.remark import RISKS, Remark

_NAMED: Final = 3
_CLAUSES: Final = 3
_FIRST: Final = frozenset({"destructive", "high"})
"""Risks whose clauses come before who gains."""


def headline(quota: Quota, remarks: Iterable[Remark]) -> str:
    """The line without its risk; what is risky comes first."""
    told = [(remark.risk in _FIRST, remark.clause) for remark in _riskiest_first(remarks) if remark.clause]
    first = dict.fromkeys(clause for is_first, clause in told if is_first)
    later = dict.fromkeys(clause for is_first, clause in told if not is_first and clause not in first)
    shown = [*first, *_guarantees(quota), *later]
    if not shown:
        return "nobody's guarantee changes"
    more = len(shown) - _CLAUSES
    return ", ".join(shown[:_CLAUSES]) + (f", and {more} more" if more > 0 else "")


def _riskiest_first(remarks: Iterable[Remark]) -> list[Remark]:
    return sorted(remarks, key=lambda remark: -RISKS.index(remark.risk))


def _guarantees(quota: Quota) -> Iterator[str]:
    """`vision gains 8`, `nlp loses 4`; `nobody's guarantee falls` where some gain and none loses."""
    pools = {change.pool for change in quota.holders if change.gained}
    gains = [
        (change.holder.tenant, change.pool, change.gained)
        for change in quota.holders
        if change.holder.level == "tenant" and change.gained
    ]
    for verb, sign in (("gains", 1), ("loses", -1)):
        told = [(who, pool, units * sign) for who, pool, units in gains if units * sign > 0]
        if len(told) > _NAMED:
            people = len({who for who, _, _ in told})
            yield f"{people} tenants {verb.removesuffix('s')} {sum(units for _, _, units in told)}"
            continue
        for who, pool, units in told:
            yield f"{who} {verb} {units}" + (f" of {pool}" if len(pools) > 1 else "")
    if gains and all(units > 0 for _, _, units in gains):
        yield "nobody's guarantee falls"
