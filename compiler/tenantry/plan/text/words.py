"""The words that every form of a plan shares: its judgement, line by line.

Pure. Sentences keep their `**` marks; who prints them decides what becomes of them.
"""

from collections.abc import Collection, Iterable, Iterator
from decimal import Decimal
from typing import Final

from tenantry.plan.approvals import Need
from tenantry.plan.cost import Cost
from tenantry.plan.listing import counted
from tenantry.plan.plan import Plan

_NEEDS: Final = 6
_OF_MANY: Final = 2
"""So many approvals are named in full; where there are more than that, only these."""

_CENTERS: Final = 4
_FOR_ALL: Final = frozenset({"manages capacity", "owns the fleet"})

EMPTY = "no change in meaning: the same objects, the same promises"


def title(plan: Plan) -> str:
    """`Plan: vision gains 8, nobody's guarantee falls. Risk: low`."""
    return f"Plan: {EMPTY}" if plan.is_empty else f"Plan: {plan.headline}. Risk: {plan.risk}{_blocked(plan)}"


def _blocked(plan: Plan) -> str:
    """What stands in the way of a merge whatever people approve; named in the title, so that nobody misses it."""
    names = sorted({one.policy for one in plan.policies if one.blocks})
    more = f" and {len(names) - 2} more" if len(names) > 2 else ""
    return f". Blocked by policy {', '.join(names[:2])}{more}" if names else ""


def judgement(plan: Plan) -> Iterator[str]:
    """The sentences below the title: who has to agree, what it costs, what happens, riskiest first.

    Who has to agree and the cost are a line each and stand first, so that they are seen however much happens.
    """
    if plan.base_problem:
        yield f"**Note:** {plan.base_problem}."
    if line := needs_line(plan.needs):
        yield line
    if line := cost_line(plan.cost):
        yield line
    for remark in plan.remarks:
        yield f"{remark.sentence}."


def needs_line(needs: Iterable[Need]) -> str:
    """Who has to agree; empty where nobody has."""
    said = "; ".join(_needs_in_words(needs))
    return f"Needs: {said}." if said else ""


def _needs_in_words(needs: Iterable[Need]) -> Iterator[str]:
    """`group research-leads (research gives; missing)`, each once; of many those who decide for the fleet come first,
    and the rest is counted."""
    roles: dict[tuple[str, str], dict[str, None]] = {}
    for need in needs:
        given = f"given by {need.given_by}" if need.given_by else "missing"
        roles.setdefault((need.any_of[0], given), {}).update(dict.fromkeys(need.role.split(", ")))
    asked = list(roles.items())
    named = len(asked) if len(asked) <= _NEEDS else _OF_MANY
    if len(asked) > named:
        asked.sort(key=lambda one: (one[0][1] != "missing", not _FOR_ALL & one[1].keys()))
    yield from (f"{who} ({', '.join(_roles(said))}; {given})" for (who, given), said in asked[:named])
    if more := [given for (_, given), _ in asked[named:]]:
        missing = more.count("missing")
        yield f"and {len(more)} more ({'' if missing == len(more) else f'{missing} '}missing; see Approvals)"


def _roles(said: Collection[str]) -> Iterator[str]:
    """`owns nlp`, `gives`: whose it is stands only once."""
    owned = [role.removeprefix("owns ") for role in said if role.startswith("owns ")]
    yield from (f"owns {name}" for name in owned)
    for role in said:
        name, _, rest = role.partition(" ")
        if not role.startswith("owns "):
            yield rest if name in owned else role


def cost_line(cost: Cost) -> str:
    """`Cost: EUR 15,184 a month move from R-100 to R-110; total unchanged.`, empty where nothing changes."""
    centers: dict[str, Decimal] = {}
    for one in cost.tenants:
        centers[one.cost_center_before] = centers.get(one.cost_center_before, Decimal(0)) - one.before
        centers[one.cost_center_after] = centers.get(one.cost_center_after, Decimal(0)) + one.after
    moved = {name: amount for name, amount in sorted(centers.items()) if amount}
    total = cost.total_after - cost.total_before
    if not moved:
        return ""
    largest = sorted(moved.items(), key=lambda one: -abs(one[1]))
    more = [(name, amount) for name, amount in largest if amount > 0]
    less = [(name, -amount) for name, amount in largest if amount < 0]
    if not total and len(more) == len(less) == 1:
        way = f"from {_center(less[0][0])} to {_center(more[0][0])}"
        return f"Cost: {money(cost, more[0][1])} a month move {way}; total unchanged."
    parts = [f"{_center(name)} +{money(cost, amount)}" for name, amount in more[:_CENTERS]]
    parts += [f"{_center(name)} -{money(cost, amount)}" for name, amount in less[:_CENTERS]]
    if left := len(largest) - len(parts):
        parts.append(counted(left, "more cost centre"))
    end = f"total {money(cost, cost.total_before)} -> {money(cost, cost.total_after)}" if total else "total unchanged"
    return f"Cost a month: {', '.join(parts)}; {end}."


def money(cost: Cost, amount: Decimal) -> str:
    """`EUR 15,184`, with cents only where there are any."""
    return (
        f"{cost.currency} {amount:,.0f}" if amount == amount.to_integral_value() else f"{cost.currency} {amount:,.2f}"
    )


def _center(name: str) -> str:
    return name or "no cost centre"
