"""Rows of the tables about isolation, admission, grants, what goes, and roll-out.

Pure.
"""

from collections.abc import Iterator

from tenantry.plan.plan import Plan

Row = tuple[str, ...]


def isolation_rows(plan: Plan) -> Iterator[Row]:
    """Tenant, field, what it was and is."""
    for change in plan.isolation.tenants:
        for field in change.fields:
            yield change.tenant, field.effect, f"{field.field}: {field.before} -> {field.after}"
    for moved in plan.isolation.priorities:
        yield from ((moved.tenant, "looser", f"priority {name}") for name in moved.gained)
        yield from ((moved.tenant, "tighter", f"priority {name}") for name in moved.lost)


def admission_rows(plan: Plan) -> Iterator[Row]:
    """Rule, what becomes of it, where."""
    for change in plan.admission.rules:
        yield change.rule, change.action, f"{change.cluster}: {', '.join(change.policies)}"


def grant_rows(plan: Plan) -> Iterator[Row]:
    """Who, when, from what to what, why."""
    for event in (*plan.grants.now, *plan.grants.soon):
        at_risk = f", {event.at_risk} at risk" if event.at_risk else ""
        numbers = f"{event.before} -> {event.after}{at_risk}"
        yield str(event.holder), event.event, str(event.day), numbers, f"{event.pool}, {event.grant}: {event.reason}"


def loss_rows(plan: Plan) -> Iterator[Row]:
    """What goes, of which size, whose."""
    for loss in plan.lifecycle.losses:
        whose = f"{loss.tenant}/{loss.project}" if loss.project else loss.tenant or "platform"
        yield f"{loss.kind} {loss.name}", loss.size, f"{whose} on {loss.cluster}"


def frozen_rows(plan: Plan) -> Iterator[Row]:
    """What cannot be changed, and what to do instead."""
    for one in plan.lifecycle.replacements:
        yield f"{one.object} on {one.cluster}", "", f"{one.field} {one.before} -> {one.after}; instead: {one.steps}"


def rollout_rows(plan: Plan) -> Iterator[Row]:
    """What each Application does, how much of it asks first, and in which waves."""
    for sync in plan.lifecycle.rollout:
        counts = (str(number or "") for number in (sync.added, sync.changed, sync.removed, sync.asks))
        yield sync.application, *counts, ", ".join(map(str, sync.waves))
