"""Waivers of a policy: who is let through until which day, and which of them are over or let nothing through.

Pure. A waiver holds to the end of its last day (UTC); the day is the program's.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from tenantry.diagnostics import Diagnostic, Where
from tenantry.diagnostics.codes.policy import TN536, TN537
from tenantry.program import Policy, Waiver


class Waivers:
    """The waivers of one policy on one day; remembers which of them were needed."""

    def __init__(self, policy: Policy, day: date) -> None:
        self._policy = policy
        self._day = day
        self._used: set[int] = set()

    def cover(self, names: Iterable[str]) -> Waiver | None:
        """The first in force that is for any of the names, such as `Tenant vision`; all of them count as needed."""
        known = set(names)
        fitting = {index: waiver for index, waiver in self._in_force() if waiver.subject in known}
        self._used |= fitting.keys()
        return next(iter(fitting.values()), None)

    def over(self) -> Iterator[Diagnostic]:
        """Those past their last day."""
        for index, waiver in enumerate(self._policy.waivers):
            if waiver.until < self._day:
                yield Diagnostic(
                    TN536,
                    f"the waiver of policy `{self._policy.name}` for {waiver.subject} ended on {waiver.until}",
                    self._where(index, "until"),
                    help="remove it, or give it a later day and say why",
                )

    def needless(self) -> Iterator[Diagnostic]:
        """Those in force that nothing needed so far."""
        for index, waiver in self._in_force():
            if index not in self._used:
                yield Diagnostic(
                    TN537,
                    f"the waiver of policy `{self._policy.name}` for {waiver.subject} lets nothing through",
                    self._where(index, "subject"),
                    help="remove it; if it should hold, write kind and name as in `Tenant vision`",
                )

    def _in_force(self) -> Iterator[tuple[int, Waiver]]:
        for index, waiver in enumerate(self._policy.waivers):
            if waiver.until >= self._day:
                yield index, waiver

    def _where(self, index: int, field: str) -> Where:
        return Where(self._policy.ref, ("spec", "waivers", index, field))
