"""A rule asked about many things: what it finds, with waivers applied, and each kind of trouble said once.

Pure. Findings come in the order in which things were asked about, then trouble, then waivers.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from tenantry.diagnostics import Code, Diagnostic, Note, Spot, Where
from tenantry.diagnostics.codes.policy import TN534, TN535, TN540, TN541, TN542
from tenantry.policy.cel import Exhausted, Failed
from tenantry.policy.remedy import remedy
from tenantry.policy.rule import Rule
from tenantry.policy.waivers import Waivers
from tenantry.program import Waiver

_CODES: Final[Mapping[str, Code]] = {"error": TN540, "warning": TN541, "information": TN542}


class Hit(NamedTuple):
    """Who breaks the rule, in which words, and what is to be said of it; `waiver` where one lets it through."""

    who: str
    message: str
    diagnostic: Diagnostic
    waiver: Waiver | None = None


class Hearing:
    """One rule's findings on one day. `policy_at` says where the policy's own places stand, if not in the specs."""

    def __init__(self, rule: Rule, day: date, *, policy_at: Callable[[Where], Where | Spot] = lambda at: at) -> None:
        self.rule = rule
        self._waivers = Waivers(rule.policy, day)
        self._policy_at = policy_at
        self._hits: dict[Where | Spot, Hit] = {}
        self._waived: list[Hit] = []
        self._more: dict[Where | Spot, list[str]] = {}
        self._failed: list[tuple[str, str]] = []
        self._exhausted = ""
        self._hint = ""

    def ask(
        self,
        who: str,
        where: Where | Spot,
        inputs: Mapping[str, Any],
        *,
        also_named: Iterable[str] = (),
        facts: Callable[[], Iterable[Note]] = tuple,
    ) -> None:
        """Asks about `who`, found at `where`; a waiver may name it or one of `also_named`; `facts` explain a hit."""
        if self._exhausted:
            return
        verdict = self.rule.judge(inputs)
        if verdict.passes:
            return
        waiver = self._waivers.cover((who, *also_named))
        if waiver is not None:
            self._waived.append(self._hit(who, where, verdict.message, (), waiver))
        elif isinstance(verdict.outcome, Exhausted):
            self._exhausted = who
        elif isinstance(verdict.outcome, Failed):
            self._failed.append((who, verdict.outcome.reason))
            self._hint = self._hint or _closest(verdict.outcome.reason, inputs.get("subject") or inputs.get("after"))
        elif where in self._hits:
            self._more.setdefault(where, []).append(who)
        else:
            self._hits[where] = self._hit(who, where, verdict.message, facts())

    @property
    def hits(self) -> list[Hit]:
        """What breaks the rule, in the order asked; then what would if it were not for a waiver."""
        return [*self._hits.values(), *self._waived]

    def findings(self, *, all_asked: bool) -> list[Diagnostic]:
        """What was found; `all_asked`: whether everything was asked about, so that needless waivers can be told.

        One document that makes many objects makes one mistake: the first object stands for the others.
        """
        found = [*map(self._with_others, self._hits.values()), *self.trouble(), *self._waivers.over()]
        if all_asked and not self._failed and not self._exhausted:
            found.extend(self._waivers.needless())
        return found

    def _hit(
        self, who: str, where: Where | Spot, message: str, facts: Iterable[Note], waiver: Waiver | None = None
    ) -> Hit:
        policy = self.rule.policy
        said = message or policy.message
        said = said if _names(said, who.rpartition(" ")[2]) else f"{who}: {said}"
        rule = Note(f"policy `{policy.name}`: {policy.description}", self._policy_at(policy.expression_where))
        return Hit(who, said, Diagnostic(_CODES[policy.severity], said, where, notes=(*facts, rule)), waiver)

    def _with_others(self, hit: Hit) -> Diagnostic:
        said = hit.diagnostic
        others = self._more.get(said.where)
        if not others:
            return said
        return replace(said, notes=(*said.notes, Note(f"and so for {len(others)} more, such as {others[0]}")))

    def trouble(self) -> Iterable[Diagnostic]:
        """Why the rule could not be asked about everything, each kind of reason once."""
        policy, where = self.rule.policy, self._policy_at(self.rule.policy.expression_where)
        if self._exhausted:
            yield Diagnostic(
                TN535,
                f"policy `{policy.name}` takes more steps for {self._exhausted} than an expression may",
                where,
                help="nest fewer loops; an expression may take 10,000 steps",
            )
        if self._failed:
            (who, reason), *others = self._failed
            yield Diagnostic(
                TN534,
                f"policy `{policy.name}` cannot be computed for {who}: {reason}",
                where,
                notes=(Note(f"nor for {len(others)} more, such as {others[0][0]}"),) if others else (),
                help=self._hint
                or remedy(reason, missing="ask with has(...) or write `.?key.orValue(...)` where a key may be missing"),
            )


def _names(message: str, name: str) -> bool:
    """Whether the message says whom it is about."""
    return re.search(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])", message) is not None


def _closest(reason: str, subject: Any) -> str:
    """What a missing key was probably meant to be, among the fields of the subject."""
    missing = re.search(r'there is no key "(.*)"$', reason)
    close = get_close_matches(missing[1], subject, n=1) if missing and isinstance(subject, dict) else []
    return f"did you mean `{close[0]}`?" if close else ""
