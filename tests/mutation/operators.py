"""Small mistakes that a programmer could make, at every place of a module where each is possible.

A mutant is a new text of one file that differs in one place. Text outside that place stays as it is, comments too.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

_WORDS = {
    "Ingress": "Egress",
    "Egress": "Ingress",
    "In": "NotIn",
    "NotIn": "In",
    "Exists": "DoesNotExist",
    "Any": "Never",
    "Never": "Any",
    "LowerPriority": "Never",
    "Deny": "Audit",
    "Fail": "Ignore",
    "Hold": "None",
    "HoldAndDrain": "Hold",
    "get": "patch",
    "list": "deletecollection",
    "watch": "update",
    "create": "get",
    "CREATE": "DELETE",
    "UPDATE": "CREATE",
    "TCP": "UDP",
    "UDP": "TCP",
    "requests.": "",
    "NoSchedule": "PreferNoSchedule",
    "confirm": "true",
    "LessThanOrEqualToFinalShare": "LessThanInitialShare",
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sum": "max"}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
}
_CEL = re.compile(r"&&|\|\||==|!=|<=|\.all\(|\.exists\(|startsWith")
_CEL_SWAPS = {
    "&&": "||",
    "||": "&&",
    "==": "!=",
    "!=": "==",
    "<=": "<",
    ".all(": ".exists(",
    ".exists(": ".all(",
    "startsWith": "endsWith",
}
_CEL_HINTS = ("object.", "oldObject", "variables.", "request.", "namespaceObject")


@dataclass(frozen=True)
class Mutant:
    """One mistake: where it is (line from 1), its kind, what stood there and what stands there now, the new text."""

    path: str
    line: int
    operator: str
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.operator}: {self.before} -> {self.after}"


def mutants(path: str, text: str) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its syntax tree. Docstrings and imports are left alone."""
    source = _Source(path, text)
    tree = ast.parse(text)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) not in docstrings:
            yield from _of_values(source, node)
            yield from _of_decisions(source, node)


def _of_values(source: "_Source", node: ast.AST) -> Iterator[Mutant]:
    match node:
        case ast.Dict() if len(node.keys) > 1:
            yield from source.without_entries(node)
        case ast.List() | ast.Tuple() if len(node.elts) > 1 and isinstance(node.ctx, ast.Load):
            yield from source.without_elements(node)
        case ast.Constant(value=str()):
            yield from source.other_words(node)
        case ast.Constant(value=bool()):
            yield source.replace(node, "other truth", str(not node.value))
        case ast.Constant(value=int(number)):
            yield source.replace(node, "off by one", str(number + 1))
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            yield from source.other_sign(node)


def _of_decisions(source: "_Source", node: ast.AST) -> Iterator[Mutant]:
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
            yield source.replace(node.func, "other function", _CALLS[name])
        case ast.Compare(ops=[operator]) if type(operator) in _COMPARISONS:
            new = f" {_COMPARISONS[type(operator)]} "
            yield source.between(node.left, node.comparators[0], "other comparison", new)
        case ast.If() | ast.IfExp():
            yield source.replace(node.test, "other branch", f"not ({source.part(node.test)})")
        case ast.comprehension() if node.ifs:
            yield source.replace(node.ifs[0], "filter dropped", "True")


class _Source:
    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text
        self._starts = [0]
        for line in text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line.encode()))
        self._bytes = text.encode()

    def part(self, node: ast.AST) -> str:
        begin, end = self._range(node)
        return self._bytes[begin:end].decode()

    def replace(self, node: ast.AST, operator: str, new: str) -> Mutant:
        return self._cut(*self._range(node), operator, new)

    def between(self, left: ast.AST, right: ast.AST, operator: str, new: str) -> Mutant:
        return self._cut(self._range(left)[1], self._range(right)[0], operator, new)

    def without_entries(self, node: ast.Dict) -> Iterator[Mutant]:
        for index, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            if isinstance(key, ast.Constant):
                end = self._range(value)[1]
                after = node.keys[index + 1] if index + 1 < len(node.keys) else None
                if isinstance(after, ast.expr):
                    end = self._range(after)[0]
                yield self._cut(self._range(key)[0], end, "entry dropped", "")

    def without_elements(self, node: ast.List | ast.Tuple) -> Iterator[Mutant]:
        for index, element in enumerate(node.elts):
            if not isinstance(element, ast.Constant):
                continue
            others = node.elts[:index] + node.elts[index + 1 :]
            if isinstance(node, ast.Tuple) and len(others) == 1:  # without the comma it would be no tuple any more
                yield self.replace(node, "element dropped", f"({self.part(others[0])},)")
            elif others[index:]:
                yield self._cut(self._range(element)[0], self._range(others[index])[0], "element dropped", "")
            else:
                yield self._cut(self._range(others[-1])[1], self._range(element)[1], "element dropped", "")

    def other_words(self, node: ast.Constant) -> Iterator[Mutant]:
        literal = self.part(node)
        assert isinstance(node.value, str)
        if node.value in _WORDS and literal == f'"{node.value}"':
            yield self.replace(node, "other word", f'"{_WORDS[node.value]}"')
        if any(hint in node.value for hint in _CEL_HINTS):
            begin, _ = self._range(node)
            for found in _CEL.finditer(literal):
                start = begin + len(literal[: found.start()].encode())
                yield self._cut(start, start + len(found[0].encode()), "other CEL", _CEL_SWAPS[found[0]])

    def other_sign(self, node: ast.BinOp) -> Iterator[Mutant]:
        if not isinstance(node.left, ast.Constant | ast.JoinedStr | ast.List):
            sign = " - " if isinstance(node.op, ast.Add) else " + "
            yield self.between(node.left, node.right, "other sign", sign)

    def _range(self, node: ast.AST) -> tuple[int, int]:
        begin = self._starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self._starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return begin, end

    def _cut(self, begin: int, end: int, operator: str, new: str) -> Mutant:
        changed = self._bytes[:begin] + new.encode() + self._bytes[end:]
        line = self._bytes[:begin].count(b"\n") + 1
        old = self._bytes[begin:end].decode().strip(" ,\n")
        return Mutant(self._path, line, operator, _short(old), _short(new) or "nothing", changed.decode())


def _short(text: str) -> str:
    joined = " ".join(text.split())
    return joined if len(joined) <= 60 else f"{joined[:57]}..."
