"""The jinja2 sandbox of addon templates: what a template may be made of, and how much it may say.

Pure. Templates come in pull requests: they may not assign, call, import or recurse, text cannot be multiplied, loops
run only over given values and nest little, and the result is bounded while it is made. Every name is one of a given
value or of a loop.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from jinja2 import StrictUndefined, TemplateError, nodes
from jinja2.runtime import LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment

from tenantry.addons.words import TOO_DEEP, in_words, not_allowed

MAX_RESULT_CHARACTERS: Final = 262_144
MAX_LOOP_DEPTH: Final = 3
MAX_DEPTH: Final = 32
"""Parts inside parts of a template; far below what the engine's own recursion bears, so that it decides nothing."""

MAX_INDENT: Final = 8
MAX_DIGITS: Final = 40
"""Of a number; arithmetic ends at 19."""

MAX_BRACKETS: Final = 16
"""Brackets inside brackets, each of which takes the engine a dozen calls to read."""

_NODES: Final = frozenset(
    {
        nodes.Template, nodes.Output, nodes.TemplateData, nodes.Name, nodes.Getattr, nodes.Getitem, nodes.Const,
        nodes.For, nodes.If, nodes.CondExpr, nodes.Filter, nodes.Test, nodes.Compare, nodes.Operand, nodes.And,
        nodes.Or, nodes.Not, nodes.Add, nodes.Sub, nodes.Mul, nodes.FloorDiv, nodes.Mod, nodes.List, nodes.Tuple,
    }
)  # fmt: skip
_FILTERS: Final = frozenset(
    {
        "default",
        "first",
        "int",
        "join",
        "last",
        "length",
        "lower",
        "sort",
        "string",
        "tojson",
        "trim",
        "unique",
        "upper",
    }
)
_TESTS: Final = frozenset(
    {"defined", "undefined", "divisibleby", "even", "odd", "in", "eq", "ne", "lt", "gt", "le", "ge"}
)
_ARITHMETIC: Final = frozenset({"+", "-", "*", "//", "%"})
_OF_LOOP: Final = frozenset({"index", "index0", "first", "last", "length"})
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class TemplateProblem(Exception):  # noqa: N818
    """A template is not allowed, or failed; `line` is 1-based in the template, 0 where no line is to blame."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Environment(ImmutableSandboxedEnvironment):
    intercepted_binops = _ARITHMETIC

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Only keys of mappings are read, and where a loop stands; nothing has methods."""
        return isinstance(obj, LoopContext) and attr in _OF_LOOP

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic is for whole numbers of sensible size: text is never added, repeated or formatted."""
        if not (type(left) is int and type(right) is int and abs(left) < 1 << 62 and abs(right) < 1 << 62):
            raise TemplateError(f"`{operator}` is for whole numbers only")
        return super().call_binop(context, operator, left, right)


class Sandbox:
    """Compiles and fills templates; each is compiled once."""

    def __init__(self) -> None:
        self._environment = _Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
        self._environment.globals.clear()
        self._environment.filters = {name: self._environment.filters[name] for name in _FILTERS}
        self._environment.tests = {name: self._environment.tests[name] for name in _TESTS}
        self._compiled: dict[tuple[str, frozenset[str]], Any] = {}

    def fill(self, template: str, values: Mapping[str, Any]) -> str:
        """The text that `template` gives for `values`. Raises TemplateProblem."""
        try:
            compiled = self._compile(template, frozenset(values))
            pieces, size = [], 0
            for piece in compiled.generate(values):
                size += len(piece)
                if size > MAX_RESULT_CHARACTERS:
                    raise TemplateProblem(f"it gives more than {MAX_RESULT_CHARACTERS:,} characters", 0)
                pieces.append(piece)
            return "".join(pieces)
        except (RecursionError, SyntaxError):
            raise TemplateProblem(TOO_DEEP, 0) from None
        except (TemplateError, ArithmeticError, TypeError, ValueError, LookupError, AttributeError) as problem:
            raise TemplateProblem(in_words(problem), _line(problem)) from None

    def _compile(self, template: str, given: frozenset[str]) -> Any:
        key = (template, given)
        if key not in self._compiled:
            self._refuse_by_words(template)
            for part in _parts(self._environment.parse(template), given):
                part.refuse_unsafe()
            self._compiled[key] = self._environment.from_string(template)
        return self._compiled[key]

    def _refuse_by_words(self, template: str) -> None:
        """Refuses what the engine would stumble over while it reads the template."""
        depth = 0
        for line, token, text in self._environment.lex(template):
            if token == "operator":
                depth += (text in "([{") - (text in ")]}")
                if depth > MAX_BRACKETS:
                    raise TemplateProblem(TOO_DEEP, 0)
            elif token in ("integer", "float") and len(text) > MAX_DIGITS:
                raise TemplateProblem(f"it holds a number of more than {MAX_DIGITS} digits", line)


class _Part(NamedTuple):
    """A node of a template with what surrounds it; `ranges`: whether it says what a loop runs over."""

    node: nodes.Node
    parent: nodes.Node
    line: int
    depth: int
    loops: int
    names: frozenset[str]
    ranges: bool

    def inside(self) -> Iterator["_Part"]:
        """The parts of this part, in the order of the text; a loop's names are there in its body only."""
        node = self.node
        for child in node.iter_child_nodes(exclude=("target",)):
            part = self._replace(
                node=child, parent=node, line=child.lineno or self.line, depth=self.depth + 1, ranges=self.ranges
            )
            if isinstance(node, nodes.For) and child is node.iter:
                part = part._replace(ranges=True)
            elif isinstance(node, nodes.For) and child not in node.else_:
                part = part._replace(names=self.names | {"loop", *_targets(node.target)})
            yield part

    def refuse_unsafe(self) -> None:
        """Raises TemplateProblem for what addons may not use."""
        node = self.node
        if type(node) not in _NODES or (isinstance(node, nodes.For) and node.recursive):
            raise TemplateProblem(not_allowed(node), self.line)
        if self.depth > MAX_DEPTH:
            raise TemplateProblem(TOO_DEEP, 0)
        if self.loops > MAX_LOOP_DEPTH:
            raise TemplateProblem(f"loops may nest {MAX_LOOP_DEPTH} deep", self.line)
        if isinstance(node, nodes.Name):
            self._refuse_unknown(node)
        if isinstance(node, nodes.Const) and isinstance(node.value, str) and _SURROGATE.search(node.value):
            raise TemplateProblem("it holds half a character (U+D800 to U+DFFF); write the whole one", self.line)
        if isinstance(node, nodes.Filter) and node.name == "tojson" and not all(map(_is_indent, node.args)):
            raise TemplateProblem(f"`tojson` indents by at most {MAX_INDENT}", self.line)
        # Lists of texts that were put together in a loop around this one would multiply them.
        items = node.items if self.ranges and isinstance(node, (nodes.List, nodes.Tuple)) else ()
        if not all(isinstance(item, nodes.Const) for item in items):
            raise TemplateProblem("a list that a loop runs over holds plain texts and numbers only", self.line)

    def _refuse_unknown(self, name: nodes.Name) -> None:
        if name.name not in self.names:
            given = ", ".join(f"`{one}`" for one in sorted(self.names - {"loop"}))
            raise TemplateProblem(f"`{name.name}` is not given; the values are {given}", self.line)
        parent = self.parent
        if name.name == "loop" and not (isinstance(parent, nodes.Getattr) and parent.attr in _OF_LOOP):
            known = ", ".join(f"`loop.{one}`" for one in sorted(_OF_LOOP))
            raise TemplateProblem(f"of `loop` there is {known} only", self.line)


def _is_indent(argument: nodes.Expr) -> bool:
    return isinstance(argument, nodes.Const) and argument.value in range(MAX_INDENT + 1)


def _parts(template: nodes.Template, given: frozenset[str]) -> Iterator[_Part]:
    """All parts of a template, in the order of the text."""
    waiting = [_Part(template, template, 1, 0, 0, given, ranges=False)]
    while waiting:
        part = waiting.pop()
        part = part._replace(loops=part.loops + isinstance(part.node, nodes.For))
        yield part
        waiting.extend(reversed(list(part.inside())))


def _targets(target: nodes.Node) -> Iterator[str]:
    """The names that a loop gives to what it runs over."""
    names = [target] if isinstance(target, nodes.Name) else target.find_all(nodes.Name)
    return (name.name for name in names)


def _line(problem: BaseException) -> int:
    """The template's line: told by a syntax error, else the innermost frame of the template in the traceback."""
    line = getattr(problem, "lineno", None)
    trace = problem.__traceback__
    while line is None and trace is not None:
        if trace.tb_frame.f_code.co_filename == "<template>":
            line = trace.tb_lineno
        trace = trace.tb_next
    return line or 0
