"""CEL, compiled and evaluated: the only module that knows the engine.

The engine is imported on first use, because it costs memory and start-up time that a fleet without policies need not
pay. Nothing raises for bad expressions or bad data: compiling gives an expression or problems with line and column,
evaluating gives a value, a failure or exhaustion. Bounds: the engine refuses nesting beyond 32 and ends an evaluation
after some 10,000 steps of its loops; what a text may grow to is bounded before anything runs (`growth`).
"""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from tenantry.policy.functions import functions
from tenantry.policy.growth import OutgrownError, Size, Sizes, measured
from tenantry.policy.uniform import mixes_types
from tenantry.records import record

Type = Literal["bool", "string", "dyn", "map<string,dyn>", "list<string>"]

_PROBLEM: Final = re.compile(r"ERROR: <input>:(-?\d+):(-?\d+): (.*)$", re.MULTILINE)
_STATUS: Final = re.compile(r"^[A-Z_]+: | \[[A-Z_]+\]$")
_UNKNOWN: Final = re.compile(r"undeclared reference to '([^']*)'")
_UNEXPECTED: Final = re.compile(
    r"(?:mismatched input|extraneous input|no viable alternative at input|token recognition error at:) '(.*)'$"
)
_TOO_DEEP: Final = re.compile("recursion")
_EXHAUSTED: Final = re.compile("budget exceeded|recursion limit|bad_alloc")
_OF_PYTHON: Final = re.compile("not supported between instances|unsupported operand|unhashable")
_DOUBLING: Final = re.compile(r"\.\s*opt(?:Flat)?Map\b")
LITERAL: Final = re.compile(r"""[rR]?(?:'{3}.*?'{3}|"{3}.*?"{3}|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")""", re.DOTALL)
"""A text as expressions write it."""

_DOUBLINGS_MAX: Final = 6
"""The engine writes what stands before `optMap` out twice, so that a chain of them doubles with each link."""


class Problem(NamedTuple):
    """Why an expression does not compile; 1-based line and column in it, 0 where there is none.

    `unknown` is the name that is not declared, where that is the reason.
    """

    line: int
    column: int
    text: str
    unknown: str = ""


class Value(NamedTuple):
    """What an expression gave, as plain data."""

    value: Any


class Failed(NamedTuple):
    """The expression could not be computed on this data, and why: a missing key, an overflow, types that differ."""

    reason: str


class Exhausted(NamedTuple):
    """The evaluation was ended because it took too many steps."""

    reason: str


Outcome = Value | Failed | Exhausted


@record
class Expression:
    """A checked expression; `type` is what it gives: `BOOL`, `STRING`, `DYN` where only the data knows, ...; `size` is
    how large that can be."""

    type: str
    size: Size
    _compiled: Any

    def evaluate(self, data: Mapping[str, Any]) -> Outcome:
        """The value for JSON-like `data` by variable name."""
        try:
            result = self._compiled.eval(data=dict(data))
            if result.type().name() == "ERROR":
                return _unhappy(str(result.value()))
            return Value(result.plain_value())
        # The engine has no exceptions of its own; these are what its binding raises.
        except (RuntimeError, TypeError, ValueError, MemoryError, OverflowError) as problem:
            return _unhappy(str(problem))


@record
class Dialect:
    """What expressions of one scope may use. `as_at_admission`: only what the API server's CEL has too."""

    variables: Mapping[str, Type]
    as_at_admission: bool
    sizes: Sizes


class Compiler:
    """Compiles expressions of one dialect; keeps the engine's environments, which take a millisecond to make."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._environments: dict[tuple[tuple[str, str], ...], Any] = {}

    def compile(
        self, text: str, named: Mapping[str, str], sizes: Mapping[str, Size] = MappingProxyType({})
    ) -> Expression | tuple[Problem, ...]:
        """Checks `text`; `named` and `sizes` are types and sizes of the rule's own `variables.<name>`, as `Expression`
        has them."""
        if len(_DOUBLING.findall(text)) > _DOUBLINGS_MAX:
            return (Problem(0, 0, f"it uses `optMap` or `optFlatMap` more than {_DOUBLINGS_MAX} times"),)
        key = tuple(named.items())
        if key not in self._environments:
            self._environments[key] = _environment(self._dialect, named)
        try:
            compiled = self._environments[key].compile(text)
        except (RuntimeError, ValueError, MemoryError) as problem:
            return _problems(text, str(problem))
        serialized = compiled.serialize()
        if self._dialect.as_at_admission and (refused := _refused_at_admission(text, serialized)):
            return (Problem(0, 0, refused),)
        try:
            size = measured(serialized, self._dialect.sizes, sizes)
        except OutgrownError as grown:
            return (Problem(0, 0, str(grown)),)
        return Expression(compiled.return_type().name(), size, compiled)


def _refused_at_admission(text: str, serialized: bytes) -> str:
    """What the API server takes no policy with, though its language has it; empty where there is no such thing."""
    if "`" in LITERAL.sub("", text):
        return "the API server knows no names in backticks; write `['name']` instead"
    mixed = mixes_types(serialized)
    return (
        f"{mixed} in it mixes types, which the API server refuses; convert its entries, or `dyn(...)` each"
        if mixed
        else ""
    )


def _environment(dialect: Dialect, named: Mapping[str, str]) -> Any:
    from cel_expr_python import cel  # type: ignore[import-untyped]
    from cel_expr_python.ext import ext_math, ext_optional, ext_strings  # type: ignore[import-untyped]

    if dialect.as_at_admission:
        extensions = [ext_strings.ExtStrings(2), ext_optional.ExtOptional(0)]
    else:
        extensions = [ext_strings.ExtStrings(), ext_optional.ExtOptional(), ext_math.ExtMath()]
    overloads: dict[str, list[Any]] = {}
    for one in functions():
        overloads.setdefault(one.name, []).append(
            cel.Overload(
                one.id,
                return_type=cel.Type(one.returns),
                parameters=[cel.Type(parameter) for parameter in one.parameters],
                is_member=one.member,
                impl=one.implementation,
            )
        )
    return cel.NewEnv(
        variables={
            **{name: cel.Type(type_) for name, type_ in dialect.variables.items()},
            **{f"variables.{name}": cel.Type(type_.lower()) for name, type_ in named.items()},
        },
        extensions=extensions,
        functions=[cel.FunctionDecl(name, group) for name, group in overloads.items()],
    )


def _problems(expression: str, said: str) -> tuple[Problem, ...]:
    if _TOO_DEEP.search(said):
        return (Problem(0, 0, "it is nested deeper than 32 levels"),)
    found = []
    for line, column, text in _PROBLEM.findall(said):
        text = _STATUS.sub("", text)
        unknown = _UNKNOWN.search(text)
        if unknown:
            found.append(_undeclared(expression, int(line), int(column), unknown[1]))
        else:
            found.append(Problem(int(line), int(column), _plain(text)))
    return tuple(found) or (Problem(0, 0, _plain(_STATUS.sub("", said))),)


def _undeclared(expression: str, line: int, column: int, name: str) -> Problem:
    """The engine names `subjet.owners` and points at its dot; it is `subjet` that is not there."""
    root = name if name.startswith("variables.") else name.partition(".")[0]
    lines = expression.split("\n")
    if root != name and 0 < line <= len(lines):
        column = lines[line - 1].rfind(root, 0, column) + 1 or column
    return Problem(line, column, f"`{root}` is not there", root)


def _plain(text: str) -> str:
    """The engine's words without what only its authors understand."""
    text = text.replace(" (in container '')", "").replace("Syntax error: ", "").partition(" expecting ")[0]
    unexpected = _UNEXPECTED.match(text)
    if unexpected:
        return f"`{unexpected[1]}` is not expected there" if unexpected[1] != "<EOF>" else "it ends too early"
    overload = re.fullmatch(r"found no matching overload for '(.*)' applied to '(.*)'", text)
    if overload is None:
        return text
    return f"`{overload[1].strip('_')}` cannot be applied to {overload[2]}"


def _unhappy(said: str) -> Failed | Exhausted:
    if _EXHAUSTED.search(said):
        return Exhausted("its loops take more steps than an expression may")
    reason = _STATUS.sub("", _STATUS.sub("", said))
    missing = re.search(r"Key not found in map : (.*)$", reason)
    if missing:
        return Failed(f"there is no key {missing[1]}")
    unbound = re.search(r'No value with name "(.*)" found', reason)
    if unbound:
        return Failed(f"`{unbound[1]}` is not given")
    if _OF_PYTHON.search(reason):
        return Failed("values of different types cannot be compared or added up")
    return Failed(reason[:1].lower() + reason[1:])
