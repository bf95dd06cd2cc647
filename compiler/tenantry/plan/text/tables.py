"""The tables of a plan: heads and rows, for whoever prints them.

Pure.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from tenantry.plan.access_words import in_words, roles_in_words, where
from tenantry.plan.approvals import Need
from tenantry.plan.listing import few
from tenantry.plan.network_rows import network_rows
from tenantry.plan.plan import Plan
from tenantry.plan.quota import Holding, Ledger, QuotaChange
from tenantry.plan.rights import RightsChange
from tenantry.plan.text.consequence_rows import (
    admission_rows,
    frozen_rows,
    grant_rows,
    isolation_rows,
    loss_rows,
    rollout_rows,
)

_REASONS: Final = 8
_NUMBERS: Final = ("guaranteed", "shared", "contested", "reach")


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
    is_first = plan.day_before is None
    rows = tuple(
        (
            str(change.holder),
            *(_moved(change.before, change.after, name, is_first=is_first) for name in _NUMBERS),
            change.pool,
        )
        for change in plan.quota.holders
        if (change.holder.level == "tenant" if is_first else _is_shown(change))
    )
    title = "Quota of tenants" if is_first else "Quota"
    return Table(title, ("", *_NUMBERS, "pool"), rows)


def _is_shown(change: QuotaChange) -> bool:
    """Whether one of the numbers moved; of classes only what is promised to them is told."""
    if change.holder.level == "class":
        return bool(change.gained)
    was, now = change.before, change.after
    return was is None or now is None or any(getattr(was, name) != getattr(now, name) for name in _NUMBERS)


def _moved(before: Holding | Ledger | None, after: Holding | Ledger | None, name: str, *, is_first: bool) -> str:
    """`24 -> 32`; of a first import, where everything is new, `32`."""
    was, now = (getattr(one, name) if one else None for one in (before, after))
    if was == now or is_first:
        return str(now)
    return f"{'-' if was is None else was} -> {'-' if now is None else now}"


def _pools(plan: Plan) -> Table:
    names = ("nodes", "for_sale", "guaranteed", "unallocated")
    is_first = plan.day_before is None
    rows = []
    for change in plan.quota.pools:
        cells = [_moved(change.before, change.after, name, is_first=is_first) for name in names]
        rows.append((change.pool, *cells, _cluster(change.after or change.before)))
    return Table("Pools", ("", "nodes", "for sale", "guaranteed", "unallocated", "cluster"), tuple(rows))


def _cluster(ledger: Ledger | None) -> str:
    return ledger.cluster if ledger else ""


def _access(plan: Plan) -> Table:
    is_first = plan.day_before is None
    rows = [
        (one.subject, ", ".join(one.roles_after) if is_first else roles_in_words(one), _rights(one, is_first=is_first))
        for one in plan.access.rights
    ]
    rows += [
        (
            f"service account {one.account}",
            one.after,
            f"{one.tenant}/{one.project}" + ("" if is_first else f": was {one.before}"),
        )
        for one in plan.access.accounts
        if not is_first or one.after == "with token"
    ]
    return Table("Access", ("", "role", ""), tuple(rows))


def _rights(change: RightsChange, *, is_first: bool) -> str:
    clusters = sorted({cluster for place in change.places for cluster in place.clusters})
    place = f"{where(change)} on {', '.join(clusters)}"
    if is_first:
        return place
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
            " -> ".join(dict.fromkeys((one.cost_center_before, one.cost_center_after)[0 if one.before else 1 :])),
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
        (need.any_of[0], need.given_by or "missing", f"{need.role}: {few(need.reasons, named=_REASONS)}{_or(need)}")
        for need in plan.needs
    )
    return Table("Approvals", ("", "", ""), rows)


def _or(need: Need) -> str:
    """Who else may give the approval."""
    return f"; {few(need.any_of[1:])} may agree instead" if len(need.any_of) > 1 else ""


def _documents(plan: Plan) -> Table:
    if plan.day_before is None:
        kinds = Counter(one.document.partition(" ")[0] for one in plan.documents)
        return Table("Documents", ("", "", ""), tuple((kind, "", f"{count:,} added") for kind, count in kinds.items()))
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
