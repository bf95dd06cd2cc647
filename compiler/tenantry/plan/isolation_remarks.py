"""Isolation in words of what a tenant can do.

Pure.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.plan.isolation import ANY, FieldChange, Isolation, IsolationChange
from tenantry.plan.listing import few
from tenantry.plan.remark import Remark, Risk

_LET_BE: Final = "what runs is let be, new pods are judged by it"
_LEVELS: Final = {
    ("looser", "privileged"): "pods that take over their node",
    ("looser", "baseline"): "pods that run as root",
    ("tighter", "baseline"): "pods that reach into their node",
    ("tighter", "restricted"): "pods that run as root or with privileges",
}
_UNQUEUED: Final = "pods without a queue"


def isolation_remarks(isolation: Isolation) -> Iterator[Remark]:
    """One remark for all tenants to whom the same happens."""
    alike: dict[tuple[str, str, tuple[FieldChange, ...]], list[str]] = {}
    for change in isolation.tenants:
        alike.setdefault(change[1:], []).append(change.tenant)
    for (before, after, fields), tenants in alike.items():
        yield _remark(IsolationChange(tenants[0], before, after, fields), tenants)
    moved: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for one in isolation.priorities:
        moved.setdefault(one[1:], []).append(one.tenant)
    for (gained, lost), tenants in moved.items():
        yield from _priorities(gained, lost, tenants)


def _remark(change: IsolationChange, tenants: list[str]) -> Remark:
    looser = [one for one in change.fields if one.effect == "looser"]
    tighter = [one for one in change.fields if one.effect == "tighter"]
    moved = change.profile_before != change.profile_after
    profile = f"**{change.profile_before} -> {change.profile_after}**" if moved else change.profile_after
    parts = [f"**{few(tenants)}** isolation {profile}"]
    for word, fields in (("newly allowed", looser), ("**no longer allowed**", tighter)):
        if fields:
            parts.append(f"{word}: {', '.join(map(_allowed, fields))}")
    parts += (_otherwise(one) for one in change.fields if one.effect == "other")
    parts += [_LET_BE] if tighter else []
    return Remark(tenants[0] if len(tenants) == 1 else "", "; ".join(parts), *_judged(looser, tighter, tenants))


def _judged(looser: list[FieldChange], tighter: list[FieldChange], tenants: list[str]) -> tuple[Risk, str, str]:
    """Risk, rule and clause."""
    who = tenants[0] if len(tenants) == 1 else f"{len(tenants)} tenants"
    if any(not one.bound for one in looser):
        return "high", "isolation loosens", f"isolation of {who} loosens"
    if tighter:
        return "medium", "isolation tightens", f"isolation of {who} tightens"
    return ("medium", "a bound of isolation rises", "") if looser else ("low", "", "")


def _allowed(change: FieldChange) -> str:
    """What a field lets a tenant do, or keeps it from doing, as the object of a sentence."""
    kind, _, key = change.field.partition(" ")
    match kind:
        case "podSecurity":
            return f"{_LEVELS[change.effect, change.after]} ({change.before} -> {change.after})"
        case "nodes":
            beside = " beside those of others on the cluster's shared nodes" if change.effect == "looser" else ""
            return f"{_UNQUEUED}{beside}"
        case "sharedAccelerators":
            return "work on sliced and shared accelerators"
        case "images":
            return _images(change)
        case "services":
            old, new = set(change.before.split(", ")), set(change.after.split(", "))
            moved = new - old if change.effect == "looser" else old - new
            return f"services of type {few(sorted(moved))}"
        case _:
            return _bound(change, f"{key} for {_UNQUEUED}" if kind == "unqueued" else key)


def _images(change: FieldChange) -> str:
    """Prefixes that the other side does not cover; none at all covers everything."""
    looser = change.effect == "looser"
    more, less = (change.after, change.before) if looser else (change.before, change.after)
    if more == ANY:
        return "images from anywhere" if looser else f"images but those from {less}"
    gained = [prefix for prefix in more.split(", ") if not prefix.startswith(tuple(less.split(", ")))]
    return f"images from {few(gained)}"


def _bound(change: FieldChange, what: str) -> str:
    if change.effect == "looser":
        return f"{change.after} instead of {change.before} {what}"
    return f"more than {change.after} {what} ({change.before} before)"


def _otherwise(change: FieldChange) -> str:
    if change.field == "podDefaults":
        return f"containers without requests get {change.after} instead of {change.before}"
    return f"{change.field} {change.before} -> {change.after}"


def _priorities(gained: tuple[str, ...], lost: tuple[str, ...], tenants: list[str]) -> Iterator[Remark]:
    about = tenants[0] if len(tenants) == 1 else ""
    if gained:
        sentence = f"**{few(tenants)}** may use priority **{few(gained)}**, which orders work inside its own queues"
        yield Remark(about, sentence)
    if lost:
        sentence = f"**{few(tenants)}** may use priority **{few(lost)}** no more: new work that names it is refused"
        clause = f"{few(tenants, named=1)} {'loses' if about else 'lose'} priority {few(lost, named=1)}"
        yield Remark(about, sentence, "medium", "a priority is lost", clause)
