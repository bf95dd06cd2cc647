"""The tables of a plan: heads and rows, for whoever prints them.

Pure.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tenantry.plan.access_words import in_words, roles_in_words, where
from tenantry.plan.network_rows import network_rows
from tenantry.plan.plan import Plan
from tenantry.plan.quota import Holding, Ledger
from tenantry.plan.rights import RightsChange
from tenantry.plan.text.consequence_rows import (
    admission_rows,
    frozen_rows,
    grant_rows,
    isolation_rows,
    loss_rows,
    rollout_rows,
)


class Table(NamedTuple):
    """A title, heads and rows; the first and the last column are texts, those between are numbers."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(plan: Plan) -> Iterator[Table]:
    """Every table that has rows, in the order people read them."""
    found = (
        _holders(plan),
        _pools(plan),
        _access(plan),
        _cost(plan),
        _network(plan),
        *_consequences(plan),
        _policies(plan),
        _approvals(plan),
        _documents(plan),
        _objects(plan),
        Table("Roll-out", ("", "added", "changed", "removed", "ask first", "waves"), tuple(rollout_rows(plan))),
    )
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


def _access(plan: Plan) -> Table:
    rows = [(one.subject, roles_in_words(one), _rights(one)) for one in plan.access.rights]
    rows += [
        (f"service account {one.account}", one.after, f"{one.tenant}/{one.project}: was {one.before}")
        for one in plan.access.accounts
    ]
    return Table("Access", ("", "role", ""), tuple(rows))


def _rights(change: RightsChange) -> str:
    clusters = sorted({cluster for place in change.places for cluster in place.clusters})
    place = f"{where(change)} on {', '.join(clusters)}"
    if change.namespaces != "kept":
        return f"{place}, {change.namespaces} with its namespaces"
    parts = [("gains", change.gained), ("loses", change.lost)]
    return f"{place}: {' and '.join(f'{verb} {in_words(rights)}' for verb, rights in parts if rights)}"


def _network(plan: Plan) -> Table:
    return Table("Network", ("", "", ""), tuple(network_rows(plan.network)))


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


def _consequences(plan: Plan) -> Iterator[Table]:
    yield Table("Isolation", ("", "", ""), tuple(isolation_rows(plan)))
    yield Table("Admission", ("", "", ""), tuple(admission_rows(plan)))
    yield Table("Grants", ("", "", "", "guaranteed", ""), tuple(grant_rows(plan)))
    yield Table("What goes", ("", "size", ""), tuple(loss_rows(plan)))
    yield Table("What cannot be changed", ("", "", ""), tuple(frozen_rows(plan)))


def _policies(plan: Plan) -> Table:
    rows = tuple(
        (
            one.document or "the policy itself",
            f"waived until {one.waived_until}" if one.waived_until else "blocks" if one.blocks else one.severity,
            f"{one.policy}: {one.message}",
        )
        for one in plan.policies
    )
    return Table("Policies", ("", "", ""), rows)


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
