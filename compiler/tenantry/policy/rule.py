"""A policy compiled: asked about one thing at a time, it says whether all is well, and if not, in which words.

Pure. Nothing here raises for what a person wrote.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from tenantry.policy.cel import LITERAL, Exhausted, Expression, Failed, Outcome, Value
from tenantry.policy.subjects import SECTIONS
from tenantry.program import Policy

_MESSAGE_MAX: Final = 2_000
_KEY: Final = r"\s*(?:\.\s*\??\s*|\[\s*\??\s*['\"])(\w+)"
_FIELD: Final = re.compile(rf"\b(?:subject|before|after){_KEY}")


class Verdict(NamedTuple):
    """`outcome` holds True or False, or why there is neither; `message` is empty unless it is False."""

    outcome: Outcome
    message: str = ""

    @property
    def passes(self) -> bool:
        return isinstance(self.outcome, Value) and self.outcome.value is True


class Rule(NamedTuple):
    """A policy whose expressions all compiled; variables in the order written."""

    policy: Policy
    variables: tuple[tuple[str, Expression], ...]
    condition: Expression
    message: Expression | None

    def judge(self, inputs: Mapping[str, Any]) -> Verdict:
        """Asks about `inputs`, which hold a value for every name of the policy's scope."""
        data = dict(inputs)
        broken: dict[str, Outcome] = {}
        for name, expression in self.variables:
            outcome = expression.evaluate(data)
            if isinstance(outcome, Value):
                data[f"variables.{name}"] = outcome.value
            elif isinstance(outcome, Exhausted):
                return Verdict(outcome)
            else:
                broken[name] = outcome
        outcome = self.condition.evaluate(data)
        if isinstance(outcome, Failed):
            return Verdict(_rooted(outcome, broken))
        if isinstance(outcome, Value) and not isinstance(outcome.value, bool):
            return Verdict(Failed(f"it gives {_shown(outcome.value)}, which is neither true nor false"))
        if isinstance(outcome, Value) and outcome.value is False:
            return Verdict(outcome, self._words(data))
        return Verdict(outcome)

    def _words(self, data: Mapping[str, Any]) -> str:
        said = self.message.evaluate(data) if self.message else None
        if isinstance(said, Value) and isinstance(said.value, str) and said.value.strip():
            return " ".join(said.value[:_MESSAGE_MAX].split())
        return self.policy.message

    def fields(self) -> tuple[str, ...]:
        """Fields of what is asked about that decide, in the order they are first named."""
        return tuple(dict.fromkeys(_FIELD.findall(" ".join(self._deciding()))))

    def fleet_sections(self, fleet: str = "fleet") -> frozenset[str]:
        """Sections of a `fleet` that the expressions can see: those they name, or all where they name none openly."""
        # A message may speak of the fleet without reading it; what is in brackets is a key.
        text = " ".join(_without_texts(one) for one in (*self._deciding(), self.policy.message_expression))
        named = re.findall(rf"\b{fleet}{_KEY}", text)
        if len(named) < len(re.findall(rf"\b{fleet}\b", text)):
            return frozenset(SECTIONS)
        return frozenset(named) & frozenset(SECTIONS)

    def _deciding(self) -> tuple[str, ...]:
        return (*(one.expression for one in self.policy.variables), self.policy.expression)


def _without_texts(expression: str) -> str:
    return LITERAL.sub(
        lambda found: found[0] if expression[: found.start()].rstrip(" ?").endswith("[") else "''", expression
    )


def _rooted(failed: Failed, broken: Mapping[str, Outcome]) -> Failed:
    """Where a variable that could not be computed is what is missing: why that one could not."""
    for name, outcome in broken.items():
        if failed.reason == f"`variables.{name}` is not given" and isinstance(outcome, Failed):
            return Failed(f"variable `{name}`: {outcome.reason}")
    return failed


def _shown(value: Any) -> str:
    text = repr(value)
    return f"`{text}`" if len(text) <= 40 else f"a {type(value).__name__}"
