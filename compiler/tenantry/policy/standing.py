"""Policies as people ask about them: what each is for, who is let through, and how its examples come out.

Pure.
"""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from tenantry.diagnostics import Diagnostic
from tenantry.policy.check import tried
from tenantry.policy.compilation import Workshop
from tenantry.program import Policy


class WaiverStanding(NamedTuple):
    """Who is let through, until the end of which day and why; `over` where that day has passed."""

    subject: str
    until: date
    reason: str
    over: bool


class PolicyStanding(NamedTuple):
    """A policy in short; `asked_about` are kinds of document or resources."""

    policy: str
    scope: str
    severity: str
    asked_about: tuple[str, ...]
    description: str
    examples: int
    waivers: tuple[WaiverStanding, ...]


class Trial(NamedTuple):
    """How the examples of a policy come out. Where it does not compile none is tried, and `problems` say why."""

    policy: str
    scope: str
    examples: int
    passed: int
    failed: int
    problems: tuple[Diagnostic, ...]


def standing(policy: Policy, day: date) -> PolicyStanding:
    """The policy as it stands on a day."""
    return PolicyStanding(
        policy.name,
        policy.scope,
        policy.severity,
        policy.kinds or policy.resources,
        policy.description,
        len(policy.examples),
        tuple(WaiverStanding(one.subject, one.until, one.reason, one.until < day) for one in policy.waivers),
    )


def try_examples(policies: Iterable[Policy]) -> tuple[Trial, ...]:
    """Every policy tried on all of its examples, in the order given."""
    workshop, found = Workshop(), []
    for policy in policies:
        rule, problems = workshop.rule(policy)
        failures = [problem for one in policy.examples if (problem := tried(rule, one))] if rule else []
        counts = (len(policy.examples) - len(failures), len(failures)) if rule else (0, 0)
        found.append(Trial(policy.name, policy.scope, len(policy.examples), *counts, (*problems, *failures)))
    return tuple(found)
