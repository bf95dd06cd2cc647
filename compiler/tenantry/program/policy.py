"""Organisation rules in CEL, as resolved.

Plain frozen data; expressions are text, checked elsewhere.
"""

from datetime import date
from typing import Any, Literal, NamedTuple

from tenantry.diagnostics import DocumentRef, Where
from tenantry.records import record


class Waiver(NamedTuple):
    """Who is let off, until the end of which day, and why."""

    subject: str
    until: date
    reason: str


class Example(NamedTuple):
    """An input the policy must pass or must fail; `where` is its place in the document."""

    must_pass: bool
    name: str
    inputs: dict[str, Any]
    where: Where


class Variable(NamedTuple):
    """A named value, read as `variables.<name>` by the expressions after it."""

    name: str
    expression: str
    where: Where


@record
class Policy:
    """One rule: `expression` true = fine. `kinds` for scopes program and change, `resources` for the others."""

    ref: DocumentRef
    name: str
    description: str
    scope: Literal["program", "manifests", "change", "admission"]
    severity: Literal["error", "warning", "information"]
    kinds: tuple[str, ...]
    resources: tuple[str, ...]
    """Plural resources with their API group after a dot: `pods`, `jobs.batch`."""

    operations: tuple[Literal["CREATE", "UPDATE", "DELETE"], ...]
    variables: tuple[Variable, ...]
    expression: str
    expression_where: Where
    message: str
    message_expression: str
    """Empty = `message` as it is."""

    examples: tuple[Example, ...]
    waivers: tuple[Waiver, ...]
