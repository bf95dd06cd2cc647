"""Admission policies as plain data: rules with their reason, and the policy that they make together.

Pure. A `Rule` is what a person reads and tests; a `Validation` is the form the API server takes. Variables are
those of Kubernetes: evaluated when first used, so a rule pays only for what it reads; a policy lists only the
variables that its rules reach.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from tenantry.diagnostics.model import Code

Operation = Literal["CREATE", "UPDATE", "DELETE"]
Reason = Literal["Invalid", "Forbidden"]

CREATE: Final[tuple[Operation, ...]] = ("CREATE",)
UPDATE: Final[tuple[Operation, ...]] = ("UPDATE",)
DELETE: Final[tuple[Operation, ...]] = ("DELETE",)
WRITE: Final[tuple[Operation, ...]] = ("CREATE", "UPDATE")

_VARIABLE = re.compile(r"\bvariables\.([A-Za-z]+)")


class Named(NamedTuple):
    """A variable or a match condition: a name and a CEL expression."""

    name: str
    expression: str


class Rule(NamedTuple):
    """`expression` true = fine. `message` is a CEL expression that gives the text after the code.

    `fallback` is said where the message fails. `why` is for the page of the code.
    """

    code: Code
    on: tuple[Operation, ...]
    expression: str
    message: str
    fallback: str
    why: str
    reason: Reason = "Invalid"


class ResourceRule(NamedTuple):
    """Resources of API groups (the empty text is the core group), every version."""

    groups: tuple[str, ...]
    resources: tuple[str, ...]
    operations: tuple[Operation, ...]


class Validation(NamedTuple):
    """One validation as the API server takes it; an empty `message_expression` is left out."""

    expression: str
    message: str
    message_expression: str
    reason: Reason


class PolicySpec(NamedTuple):
    """A ValidatingAdmissionPolicy. `object_labels` narrows to objects that bear them, before or after the request."""

    resources: tuple[ResourceRule, ...]
    object_labels: tuple[tuple[str, str], ...]
    conditions: tuple[Named, ...]
    variables: tuple[Named, ...]
    validations: tuple[Validation, ...]


class Mutation(NamedTuple):
    """A JSON patch: a CEL expression that gives a list of `JSONPatch`."""

    expression: str


class MutationSpec(NamedTuple):
    """A MutatingAdmissionPolicy; variables and conditions as in `PolicySpec`."""

    resources: tuple[ResourceRule, ...]
    conditions: tuple[Named, ...]
    variables: tuple[Named, ...]
    mutations: tuple[Mutation, ...]


def policy_spec(
    *,
    resources: tuple[ResourceRule, ...],
    conditions: tuple[Named, ...],
    variables: Sequence[Named],
    rules: Iterable[Rule],
    object_labels: tuple[tuple[str, str], ...] = (),
) -> PolicySpec:
    """The policy of some rules, in their order; of `variables` it keeps what is used, in the order given."""
    operations = {operation for resource in resources for operation in resource.operations}
    validations = tuple(_validation(rule, operations) for rule in rules)
    texts = [text for one in validations for text in (one.expression, one.message_expression)]
    return PolicySpec(resources, object_labels, conditions, used_variables(variables, texts), validations)


def used_variables(variables: Sequence[Named], texts: Iterable[str]) -> tuple[Named, ...]:
    """The variables that `texts` reach, also through other variables; order kept.

    Raises `KeyError` for a name that is not among `variables`: the API server would refuse the policy.
    """
    known = {variable.name: variable.expression for variable in variables}
    waiting = [name for text in texts for name in _VARIABLE.findall(text)]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(_VARIABLE.findall(known[name]))
    return tuple(variable for variable in variables if variable.name in reached)


def _validation(rule: Rule, operations: set[Operation]) -> Validation:
    expression = rule.expression
    if set(rule.on) < operations:
        asked = " || ".join(f"request.operation == {quoted(operation)}" for operation in rule.on)
        expression = f"!({asked}) || ({expression})"
    prefix = f"{rule.code.code}: "
    return Validation(expression, prefix + rule.fallback, f"{quoted(prefix)} + {rule.message}", rule.reason)


def quoted(text: str) -> str:
    """`text` as a CEL string literal."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"


def listed(texts: Iterable[str]) -> str:
    """Texts as a CEL list of string literals; an empty list keeps its type."""
    inner = ", ".join(quoted(text) for text in texts)
    return f"[{inner}]" if inner else "['']"
