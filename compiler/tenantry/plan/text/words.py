"""The words that every form of a plan shares: its judgement, line by line.

Pure. Sentences keep their `**` marks; who prints them decides what becomes of them.
"""

from collections.abc import Iterator
from decimal import Decimal

from tenantry.plan.approvals import Need
from tenantry.plan.cost import Cost
from tenantry.plan.plan import Plan

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
    if plan.needs:
        yield f"Needs: {'; '.join(map(need_in_words, plan.needs))}."
    if line := cost_line(plan.cost):
        yield line
    for remark in plan.remarks:
        yield f"{remark.sentence}."


def need_in_words(need: Need) -> str:
    """`group research-leads (research gives; missing)`."""
    given = f"given by {need.given_by}" if need.given_by else "missing"
    return f"{need.any_of[0]} ({need.role}; {given})"


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
    more = [(name, amount) for name, amount in moved.items() if amount > 0]
    less = [(name, -amount) for name, amount in moved.items() if amount < 0]
    if not total and len(more) == len(less) == 1:
        way = f"from {_center(less[0][0])} to {_center(more[0][0])}"
        return f"Cost: {money(cost, more[0][1])} a month move {way}; total unchanged."
    parts = [f"{_center(name)} +{money(cost, amount)}" for name, amount in more]
    parts += [f"{_center(name)} -{money(cost, amount)}" for name, amount in less]
    end = f"total {money(cost, cost.total_before)} -> {money(cost, cost.total_after)}" if total else "total unchanged"
    return f"Cost a month: {', '.join(parts)}; {end}."


def money(cost: Cost, amount: Decimal) -> str:
    """`EUR 15,184`, with cents only where there are any."""
    return (
        f"{cost.currency} {amount:,.0f}" if amount == amount.to_integral_value() else f"{cost.currency} {amount:,.2f}"
    )


def _center(name: str) -> str:
    return name or "no cost centre"
