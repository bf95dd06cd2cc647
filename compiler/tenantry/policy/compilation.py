"""From a policy to a rule, or to what is wrong with its expressions.

Pure. One expression gives one message: the first problem is said, further ones of it are notes.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from tenantry.diagnostics import Diagnostic, Note, Where
from tenantry.diagnostics.codes.policy import TN530, TN531, TN532, TN538
from tenantry.policy.cel import Compiler, Expression, Problem
from tenantry.policy.growth import TOO_LARGE, VOLUME_LIMIT, Size
from tenantry.policy.rule import Rule
from tenantry.policy.scopes import DIALECTS
from tenantry.program import Policy, Variable

_FUNCTIONS = (
    "all",
    "exists",
    "exists_one",
    "filter",
    "map",
    "has",
    "size",
    "matches",
    "startsWith",
    "endsWith",
    "contains",
    "orValue",
    "hasValue",
    "join",
    "split",
    "quantity",
    "compareTo",
    "sum",
    "min",
    "max",
    "cidr",
    "containsIP",
)
"""Those worth suggesting."""

_NESTED_MAX = 6
"""Lists and maps inside each other; the engine refuses types that are deeper than 13."""

_BROKEN = Size(1, 1)
"""A variable that is broken counts as small, so that what uses it is not refused for its sake."""


class Workshop:
    """Compiles policies; one compiler per scope, made when first needed."""

    def __init__(self) -> None:
        self._compilers: dict[str, Compiler] = {}

    def rule(self, policy: Policy) -> tuple[Rule | None, list[Diagnostic]]:
        """The rule, or None with what is wrong."""
        found: list[Diagnostic] = []
        types: dict[str, str] = {}
        variables: dict[str, Expression] = {}
        first_of: dict[str, Variable] = {}
        for variable in policy.variables:
            if variable.name in first_of:
                found.append(_named_twice(policy, first_of[variable.name], variable))
                continue
            first_of[variable.name] = variable
            compiled = self._expression(policy, variable.expression, variable.where, types, variables, found)
            if compiled is not None:
                variables[variable.name] = compiled
            # A variable that is broken is said once; what uses it is checked as if it could be anything.
            types = {**types, variable.name: compiled.type if compiled and _can_be_declared(compiled.type) else "DYN"}
        if not found and sum(variable.size.volume for variable in variables.values()) > VOLUME_LIMIT:
            found.append(_too_large_together(policy))
        condition = self._expression(policy, policy.expression, policy.expression_where, types, variables, found)
        if condition is not None and condition.type not in ("BOOL", "DYN"):
            found.append(_wrong_type(policy, "true or false", condition, policy.expression_where))
        message = None
        if policy.message_expression:
            where = Where(policy.ref, ("spec", "messageExpression"))
            message = self._expression(policy, policy.message_expression, where, types, variables, found)
            if message is not None and message.type not in ("STRING", "DYN"):
                found.append(_wrong_type(policy, "a text", message, where))
        if found or condition is None:
            return None, found
        return Rule(policy, tuple(variables.items()), condition, message), []

    def _expression(
        self,
        policy: Policy,
        text: str,
        where: Where,
        types: dict[str, str],
        variables: Mapping[str, Expression],
        found: list[Diagnostic],
    ) -> Expression | None:
        if policy.scope not in self._compilers:
            self._compilers[policy.scope] = Compiler(DIALECTS[policy.scope])
        sizes = {name: variables[name].size if name in variables else _BROKEN for name in types}
        compiled = self._compilers[policy.scope].compile(text, types, sizes)
        if isinstance(compiled, Expression):
            return compiled
        problem = _problem(policy, text, where, compiled, types)
        # What goes on multiplying along a chain is one mistake: the first that is too large stands for it.
        if not (_is_too_large(problem) and any(map(_is_too_large, found))):
            found.append(problem)
        return None


def _is_too_large(problem: Diagnostic) -> bool:
    return problem.message.endswith(TOO_LARGE)


def _can_be_declared(type_: str) -> bool:
    """Whether the engine's own spelling of a type can be read back; optionals and types of types cannot, and a type
    that is nearly as deep as a type may be would be refused in whatever uses it."""
    return type_.count("<") <= _NESTED_MAX and all(
        word in ("BOOL", "INT", "UINT", "DOUBLE", "STRING", "BYTES", "DYN", "LIST", "MAP") for word in _words(type_)
    )


def _words(type_: str) -> list[str]:
    return type_.replace("<", " ").replace(">", " ").replace(",", " ").split()


def _named_twice(policy: Policy, first: Variable, second: Variable) -> Diagnostic:
    return Diagnostic(
        TN538,
        f"policy `{policy.name}` gives the name `{second.name}` to two variables",
        _name_of(second),
        notes=(Note("the first", _name_of(first)),),
        help="give each its own name",
    )


def _name_of(variable: Variable) -> Where:
    return Where(variable.where.document, (*variable.where.path[:-1], "name"))


def _too_large_together(policy: Policy) -> Diagnostic:
    return Diagnostic(
        TN530,
        f"the variables of policy `{policy.name}` do not compile: together they could build more than they may",
        Where(policy.ref, ("spec", "variables"), "key"),
        help="see docs/policies.md for what expressions may do",
    )


def _wrong_type(policy: Policy, needed: str, expression: Expression, where: Where) -> Diagnostic:
    return Diagnostic(
        TN532,
        f"policy `{policy.name}` needs an expression that gives {needed}; this one gives {expression.type.lower()}",
        where,
        help="compare it with something, as in `size(subject.owners) >= 2`"
        if needed == "true or false"
        else "wrap it in `string(...)`",
    )


def _problem(
    policy: Policy, text: str, where: Where, problems: tuple[Problem, ...], types: dict[str, str]
) -> Diagnostic:
    first, *others = problems
    notes = tuple(
        Note(f"{_place(text, other)}: {other.text}" if other.column > 0 else other.text)
        for other in _without_repetition(first, others)
    )
    at = f", {_place(text, first)}" if first.column > 0 else ""
    if first.unknown:
        return Diagnostic(
            TN531,
            f"policy `{policy.name}` uses `{first.unknown}`, which is not there with scope `{policy.scope}`{at}",
            where,
            notes=notes,
            help=_instead(policy.scope, first.unknown, types),
        )
    return Diagnostic(
        TN530,
        f"an expression of policy `{policy.name}` does not compile{at}: {first.text}",
        where,
        notes=notes,
        help="see docs/policies.md for what expressions may do",
    )


def _without_repetition(first: Problem, others: Iterable[Problem]) -> Iterable[Problem]:
    seen = {first.text}
    for other in others:
        if other.text not in seen:
            seen.add(other.text)
            yield other


def _place(text: str, problem: Problem) -> str:
    if "\n" in text.rstrip():
        return f"line {problem.line}, column {problem.column} of the expression"
    return f"column {problem.column} of the expression"


def _instead(scope: str, unknown: str, types: dict[str, str]) -> str:
    there = [*DIALECTS[scope].variables, *(f"variables.{name}" for name in types)]
    close = get_close_matches(unknown, [*there, *_FUNCTIONS], n=1)
    shown = ", ".join(f"`{name}`" for name in there)
    return f"closest: `{close[0]}`; the values are {shown}" if close else f"the values are {shown}"
