"""The jinja2 sandbox of addon templates: what a template may be made of, and how much it may say.

Pure. Templates come in pull requests: they may not assign, call, import or recurse, text cannot be multiplied, loops
run only over given values and nest little, and the result is bounded while it is made.
"""

from collections.abc import Mapping
from typing import Any, Final

from jinja2 import StrictUndefined, TemplateError, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

MAX_RESULT_CHARACTERS: Final = 262_144
MAX_LOOP_DEPTH: Final = 3

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


class TemplateProblem(Exception):  # noqa: N818
    """A template is not allowed, or failed; `line` is 1-based in the template."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Environment(ImmutableSandboxedEnvironment):
    intercepted_binops = _ARITHMETIC

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Only keys of mappings are read; nothing has methods."""
        return False

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
        self._compiled: dict[str, Any] = {}

    def fill(self, template: str, values: Mapping[str, Any]) -> str:
        """The text that `template` gives for `values`. Raises TemplateProblem."""
        try:
            compiled = self._compiled.get(template)
            if compiled is None:
                self._refuse_unsafe(self._environment.parse(template))
                compiled = self._compiled[template] = self._environment.from_string(template)
            pieces, size = [], 0
            for piece in compiled.generate(values):
                size += len(piece)
                if size > MAX_RESULT_CHARACTERS:
                    raise TemplateProblem(f"it gives more than {MAX_RESULT_CHARACTERS:,} characters", 1)
                pieces.append(piece)
            return "".join(pieces)
        except TemplateError as problem:
            raise TemplateProblem(problem.message or str(problem), _line(problem)) from None
        except (ArithmeticError, TypeError, ValueError, LookupError, AttributeError, RecursionError) as problem:
            raise TemplateProblem(f"it fails: {problem}", _line(problem)) from None

    def _refuse_unsafe(self, template: nodes.Template) -> None:
        waiting: list[tuple[nodes.Node, int]] = [(template, 0)]
        while waiting:
            node, loops = waiting.pop()
            if type(node) not in _NODES or (isinstance(node, nodes.For) and node.recursive):
                raise TemplateProblem(f"`{type(node).__name__.lower()}` is not allowed in an addon", node.lineno)
            loops += isinstance(node, nodes.For)
            if loops > MAX_LOOP_DEPTH:
                raise TemplateProblem(f"loops may nest {MAX_LOOP_DEPTH} deep", node.lineno)
            waiting.extend((child, loops) for child in node.iter_child_nodes())


def _line(problem: BaseException) -> int:
    """The template's line: told by a syntax error, else the innermost frame of the template in the traceback."""
    line = getattr(problem, "lineno", None)
    trace = problem.__traceback__
    while line is None and trace is not None:
        if trace.tb_frame.f_code.co_filename == "<template>":
            line = trace.tb_lineno
        trace = trace.tb_next
    return line or 1
