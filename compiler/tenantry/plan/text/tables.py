"""The tables of a plan: heads and rows, for whoever prints them.

Pure.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tenantry.plan.plan import Plan
from tenantry.plan.quota import Holding, Ledger


class Table(NamedTuple):
    """A title, heads and rows; the first and the last column are texts, those between are numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(plan: Plan) -> Iterator[Table]:
    """Every table that has rows, in the order people read them."""
    found = (_holders(plan), _pools(plan), _cost(plan), _approvals(plan), _documents(plan), _objects(plan))
    return (table for table in found if table.rows)


def _holders(plan: Plan) -> Table:
    rows = tuple(
        (
            str(change.holder),
            *(_moved(change.before, change.after, name) for name in ("guaranteed", "shared", "contested", "reach")),
            change.pool,
        )
        for change in plan.quota.holders
        if change.holder.level != "class" or change.gained
    )
    return Table("Quota", ("", "guaranteed", "shared", "contested", "reach", "pool"), rows)


def _moved(before: Holding | None, after: Holding | None, name: str) -> str:
    was, now = (getattr(one, name) if one else None for one in (before, after))
    if was == now:
        return str(now)
    return f"{'-' if was is None else was} -> {'-' if now is None else now}"


def _pools(plan: Plan) -> Table:
    names = ("nodes", "for_sale", "guaranteed", "unallocated")
    rows = []
    for change in plan.quota.pools:
        cells = [_ledger(change.before, change.after, name) for name in names]
        rows.append((change.pool, *cells, _cluster(change.after or change.before)))
    return Table("Pools", ("", "nodes", "for sale", "guaranteed", "unallocated", "cluster"), tuple(rows))


def _ledger(before: Ledger | None, after: Ledger | None, name: str) -> str:
    was, now = (getattr(one, name) if one else None for one in (before, after))
    if was == now:
        return str(now)
    return f"{'-' if was is None else was} -> {'-' if now is None else now}"


def _cluster(ledger: Ledger | None) -> str:
    return ledger.cluster if ledger else ""


def _cost(plan: Plan) -> Table:
    rows = tuple(
        (
            one.tenant,
            f"{one.before:,.2f}",
            f"{one.after:,.2f}",
            f"{one.after - one.before:+,.2f}",
            " -> ".join(dict.fromkeys((one.cost_center_before, one.cost_center_after))),
        )
        for one in plan.cost.tenants
    )
    return Table(f"Cost a month, {plan.cost.currency}", ("", "before", "after", "change", "cost centre"), rows)


def _approvals(plan: Plan) -> Table:
    rows = tuple(
        (need.any_of[0], need.given_by or "missing", f"{need.role}: {', '.join(need.reasons)}") for need in plan.needs
    )
    return Table("Approvals", ("", "", ""), rows)


def _documents(plan: Plan) -> Table:
    rows = []
    for one in plan.documents:
        fields = f": {', '.join(one.fields)}" if one.action == "changed" else ""
        rows.append((one.document, "", f"{one.action}{fields}"))
    return Table("Documents", ("", "", ""), tuple(rows))


def _objects(plan: Plan) -> Table:
    objects = plan.objects
    kinds = sorted({*objects.added, *objects.changed, *objects.removed})
    rows = tuple(
        (kind, *(str(part.get(kind, "")) for part in (objects.added, objects.changed, objects.removed)), "")
        for kind in kinds
    )
    return Table(f"Objects, {objects.before} -> {objects.after}", ("", "added", "changed", "removed", ""), rows)
