"""What becomes of the organisation's own rules: those that go or change, waivers, and labels that they read.

Pure. What a rule finds is told elsewhere; that clusters enforce a rule no more, with the rules of admission.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.plan.listing import few
from tenantry.plan.remark import Remark, Risk
from tenantry.program import Policy, Program

_WEAKER: Final = "a rule of the organisation is weaker or other"
_SEVERITIES: Final = ("information", "warning", "error")


def rule_remarks(before: Program, after: Program) -> Iterator[Remark]:
    """Policies by name, then labels of tenants."""
    old, new = ({one.name: one for one in program.policies} for program in (before, after))
    for name in sorted(old.keys() | new.keys()):
        was, now = old.get(name), new.get(name)
        if was is None and now is not None:
            yield Remark("", f"Policy **{name}** is new ({now.scope}, {now.severity}): {_means(now)}")
        elif was is not None and now is None:
            sentence = f"Policy **{name}** is removed ({was.scope}, {was.severity}), which said: {_means(was)}"
            # What clusters enforce no more has the headline already.
            clause = "" if was.scope == "admission" else f"policy {name} goes"
            yield Remark("", sentence, "medium", _WEAKER, clause)
        elif was is not None and now is not None and was != now:
            yield from _changed(was, now)
            yield from _waivers(was, now)
    yield from _labels(before, after)


def _means(policy: Policy) -> str:
    return (policy.description or policy.message).rstrip(".").replace("**", "*")


def _changed(was: Policy, now: Policy) -> Iterator[Remark]:
    parts = []
    risk: Risk = "medium"
    if was.severity != now.severity:
        parts.append(f"severity {was.severity} -> **{now.severity}**")
        if _SEVERITIES.index(now.severity) > _SEVERITIES.index(was.severity):
            risk = "low"
    more = [
        f"{word} {before} -> **{after}**"
        for word, before, after in (
            ("scope", was.scope, now.scope),
            ("kinds", *map(_listed, (was.kinds, now.kinds))),
            ("resources", *map(_listed, (was.resources, now.resources))),
            ("operations", *map(_listed, (was.operations, now.operations))),
        )
        if before != after
    ]
    if _asked(was) != _asked(now):
        more.append("**what it forbids changes**, in its expression")
    if parts or more:
        risk = "medium" if more else risk
        sentence = f"Policy **{now.name}** changes: {', '.join(parts + more)}; it said: {_means(was)}"
        rule, clause = (_WEAKER, f"policy {now.name} changes") if risk == "medium" else ("", "")
        yield Remark("", sentence, risk, rule, clause)


def _asked(policy: Policy) -> tuple[str, ...]:
    return policy.expression, *(f"{one.name}={one.expression}" for one in policy.variables)


def _listed(names: tuple[str, ...]) -> str:
    return few(sorted(names)) if names else "none"


def _waivers(was: Policy, now: Policy) -> Iterator[Remark]:
    known = {one.subject: one.until for one in was.waivers}
    for waiver in now.waivers:
        if waiver.subject not in known or waiver.until > known[waiver.subject]:
            reason = waiver.reason.rstrip(".").replace("**", "*")
            sentence = f"Policy **{now.name}** lets **{waiver.subject}** through until {waiver.until}: {reason}"
            clause = f"{waiver.subject} is let off policy {now.name}"
            yield Remark("", sentence, "medium", "a waiver is new or longer", clause)


def _labels(before: Program, after: Program) -> Iterator[Remark]:
    """Labels as they hold for a tenant, its own or inherited, where some policy of either side names the key."""
    policies = {one.name: one for one in (*before.policies, *after.policies)}
    found: dict[tuple[str, str, str], list[str]] = {}
    for name, now in after.tenants.items():
        if name in before.tenants:
            old, new = ({key: value.value for key, value in one.labels} for one in (before.tenants[name], now))
            for key in sorted(old.keys() | new.keys()):
                if old.get(key) != new.get(key):
                    found.setdefault((key, old.get(key, "none"), new.get(key, "none")), []).append(name)
    for (key, was, is_now), tenants in found.items():
        if readers := sorted(name for name, policy in policies.items() if _reads(policy, key)):
            sentence = (
                f"Label {key} of **{few(tenants)}** {was} -> **{is_now}**, which decides what "
                f"Policy {few(readers)} asks of them"
            )
            clause = f"label {key} of {few(tenants, named=1)} changes"
            rule = "a label changes that a policy reads"
            yield Remark(tenants[0] if len(tenants) == 1 else "", sentence, "medium", rule, clause)


def _reads(policy: Policy, key: str) -> bool:
    text = "\n".join(_asked(policy))
    return any(form in text for form in (f"'{key}'", f'"{key}"', f"labels.{key}", f"/{key}'", f'/{key}"'))
