"""CEL, compiled and evaluated: the only module that knows the engine.

The engine is imported on first use, because it costs memory and start-up time that a fleet without policies need not
pay. Nothing raises for bad expressions or bad data: compiling gives an expression or problems with line and column,
evaluating gives a value, a failure or exhaustion. Bounds: the engine refuses nesting beyond 32 and ends an evaluation
some 10,000 steps of its loops; what a text may grow to is bounded before anything runs (`growth`). Data that stays
the same while many documents are asked about is converted once (`_Desk`).
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from tenantry.policy.functions import Function, functions
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
_Evaluation = Callable[[Mapping[str, Any]], Any]
"""Gives the engine's own value for data by variable name."""


@record
class Expression:
    """A checked expression; `type` is what it gives: `BOOL`, `STRING`, `DYN` where only the data knows, ...; `size` is
    how large that can be."""

    type: str
    size: Size
    _evaluate: _Evaluation

    def evaluate(self, data: Mapping[str, Any]) -> Outcome:
        """The value for JSON-like `data` by variable name. What the dialect says stays must not be changed in place."""
        try:
            result = self._evaluate(data)
            if result.type().name() == "ERROR":
                return _unhappy(str(result.value()))
            return Value(result.plain_value())
        # The engine has no exceptions of its own; these are what its binding raises.
        except (RuntimeError, TypeError, ValueError, MemoryError, OverflowError) as problem:
            return _unhappy(str(problem))


@record
class Dialect:
    """What expressions of one scope may use. `as_at_admission`: only what the API server's CEL has too. `staying`:
    variables that mostly hold the same object from one evaluation to the next."""

    variables: Mapping[str, Type]
    as_at_admission: bool
    sizes: Sizes
    staying: frozenset[str] = frozenset()


class Compiler:
    """Compiles expressions of one dialect; keeps the engine's environments, which take a millisecond to make."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._environments: dict[tuple[tuple[str, str], ...], Any] = {}
        self._desk: _Desk | None = None

    def compile(
        self, text: str, named: Mapping[str, str], sizes: Mapping[str, Size] = MappingProxyType({})
    ) -> Expression | tuple[Problem, ...]:
        """Checks `text`; `named` and `sizes` are types and sizes of the rule's own `variables.<name>`, as `Expression`
        has them."""
        if len(_DOUBLING.findall(text)) > _DOUBLINGS_MAX:
            return (Problem(0, 0, f"it uses `optMap` or `optFlatMap` more than {_DOUBLINGS_MAX} times"),)
        key = tuple(named.items())
        if key not in self._environments:
            self._environments[key] = _environment(
                self._dialect,
                {
                    **self._dialect.variables,
                    **{f"variables.{name}": type_.lower() for name, type_ in named.items()},
                },
            )
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
        return Expression(compiled.return_type().name(), size, self._evaluation(text, compiled, named))

    def _evaluation(self, text: str, compiled: Any, named: Iterable[str]) -> _Evaluation:
        """At the desk where the expression reads what stays and all it may read is given, else by itself."""
        by_itself: _Evaluation = lambda data: compiled.eval(data=dict(data))  # noqa: E731
        if not any(re.search(rf"\b{name}\b", text) for name in self._dialect.staying):
            return by_itself
        self._desk = self._desk or _Desk(self._dialect)
        at_desk = self._desk.evaluation(text)
        needed = {*self._dialect.variables, *(f"variables.{name}" for name in named)}
        return (lambda data: at_desk(data) if needed <= data.keys() else by_itself(data)) if at_desk else by_itself


class _Desk:
    """Evaluates expressions so that what stays is converted once, not for every document that is asked about.

    The engine converts data anew for each evaluation, unless an activation keeps it; and an activation cannot be
    changed. So the activation holds what stays, and what differs from one evaluation to the next comes out of
    functions, bound to its name around the expression. The expression was checked before, without any of this.
    """

    def __init__(self, dialect: Dialect) -> None:
        from cel_expr_python.ext import ext_bindings  # type: ignore[import-untyped]

        self._staying = tuple(sorted(dialect.staying))
        self._moving = tuple(sorted(dialect.variables.keys() - dialect.staying))
        self._now: Mapping[str, Any] = {}
        self._kept: tuple[Any, ...] = ()
        self._activation: Any = None
        of_type = {**dialect.variables, "variables": "map<string,dyn>"}
        # Functions of a constant may be computed while compiling; `turn` is none.
        self._environment = _environment(
            dialect,
            {**{name: of_type[name] for name in self._staying}, "turn": "int"},
            [ext_bindings.ExtBindings()],
            [
                Function(f"given_{name}", f"given_{name}", ("int",), of_type[name], False, partial(self._given, name))
                for name in (*self._moving, "variables")
            ],
        )

    def evaluation(self, text: str) -> _Evaluation | None:
        """How to evaluate a text that was checked; None where it is nested too deep for something around it."""
        for name in (*self._moving, "variables"):
            text = f"cel.bind({name}, given_{name}(turn), {text}\n)"
        try:
            compiled = self._environment.compile(text)
        except (RuntimeError, ValueError, MemoryError):
            return None
        return partial(self._evaluate, compiled)

    def _evaluate(self, compiled: Any, data: Mapping[str, Any]) -> Any:
        kept = tuple(data[name] for name in self._staying)
        if self._activation is None or any(one is not other for one, other in zip(kept, self._kept, strict=True)):
            self._kept = kept
            self._activation = self._environment.Activation({**dict(zip(self._staying, kept, strict=True)), "turn": 0})
        self._now = data
        return compiled.eval(activation=self._activation)

    def _given(self, name: str, _turn: int) -> Any:
        if name != "variables":
            return self._now[name]
        return {
            key.removeprefix("variables."): value for key, value in self._now.items() if key.startswith("variables.")
        }


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


def _environment(
    dialect: Dialect, variables: Mapping[str, str], more: Iterable[Any] = (), also: Iterable[Function] = ()
) -> Any:
    from cel_expr_python import cel  # type: ignore[import-untyped]
    from cel_expr_python.ext import ext_math, ext_optional, ext_strings

    if dialect.as_at_admission:
        extensions = [ext_strings.ExtStrings(2), ext_optional.ExtOptional(0)]
    else:
        extensions = [ext_strings.ExtStrings(), ext_optional.ExtOptional(), ext_math.ExtMath()]
    overloads: dict[str, list[Any]] = {}
    for one in (*functions(), *also):
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
        variables={name: cel.Type(type_) for name, type_ in variables.items()},
        extensions=[*extensions, *more],
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
