"""Composed nodes to plain values, with everything that specs may not hold reported at its place.

Pure. One pass over a document; positions are looked at only where there is something to say.
"""

from typing import Any

from tenantry.diagnostics import Code, Diagnostic, Note, Spot
from tenantry.diagnostics.codes.syntax import (
    TN102,
    TN105,
    TN106,
    TN107,
    TN108,
    TN111,
    TN115,
    TN116,
    TN118,
    TN122,
)
from tenantry.source.composer import MappingNode, Node, ScalarNode
from tenantry.source.decode import describe_character, hidden_character
from tenantry.source.findings import Findings
from tenantry.source.limits import MAX_DEPTH, MAX_NUMBER, MAX_TEXT
from tenantry.source.scalars import Ambiguous, Scalar, Unusable, read_plain

_REMEMBERED_SCALARS = 50_000
_REMEMBERED_LENGTH = 64
_FRAME = frozenset({"apiVersion", "kind", "metadata", "spec"})
"""Keys with which every document begins."""
_NEW = object()
_Composed = Any
"""A node; PyYAML's own types say that every node has a tag, which is not so without a resolver."""


class Converter:
    """Converts the documents of any number of files; remembers what the plain scalars it met mean."""

    def __init__(self) -> None:
        self._plain: dict[str, Any] = {}
        self._findings = Findings("")
        self._look_closely = False
        self._root: _Composed = None
        self.ran_together = False
        """Whether the last document holds a second one, because a `---` is missing."""

    def convert(self, findings: Findings, root: MappingNode, *, look_closely: bool) -> dict[str, Any]:
        """The plain values of a document; what there is to say about it goes to `findings`.

        What is refused is left out (of two equal keys the first counts; a refused value reads as None).
        `look_closely` also checks the length of texts and what their escapes stand for; a caller may spare that
        where the file is short and holds no backslash.
        """
        self._findings, self._look_closely = findings, look_closely
        self._root, self.ran_together = root, False
        return self._mapping(root, 1)

    def _mapping(self, node: _Composed, depth: int) -> dict[str, Any]:
        if node.tag is not None:
            self._tag(node)
        if depth > MAX_DEPTH:
            self._too_deep(node)
            return {}
        plain = self._plain
        tree: dict[str, Any] = {}
        for key, value in node.value:
            name, tag = key.value, key.tag
            if (
                type(key) is not ScalarNode or tag is not None or name in tree or name == "<<"
            ) and not self._usable_key(key, tree, node):
                continue
            if self._look_closely:
                self._closely(key)
            # Most values are plain scalars met before: they take no call.
            kind = type(value)
            if kind is ScalarNode and not value.style and value.tag is None:
                known = plain.get(value.value, _NEW)
                tree[name] = self._new_plain(value) if known is _NEW else known
            else:
                tree[name] = self._value(value, depth)
        return tree

    def _sequence(self, node: _Composed, depth: int) -> list[Any]:
        if node.tag is not None:
            self._tag(node)
        if depth > MAX_DEPTH:
            self._too_deep(node)
            return []
        return [self._value(value, depth) for value in node.value]

    def _value(self, node: _Composed, depth: int) -> Any:
        """The value of a node that stands `depth` levels deep."""
        kind = type(node)
        if kind is ScalarNode:
            if node.style or node.tag is not None:
                return self._quoted(node)
            known = self._plain.get(node.value, _NEW)
            return self._new_plain(node) if known is _NEW else known
        return self._mapping(node, depth + 1) if kind is MappingNode else self._sequence(node, depth + 1)

    def _usable_key(self, key: _Composed, tree: dict[str, Any], parent: MappingNode) -> bool:
        """Whether an entry may be taken in; says why not."""
        if not isinstance(key, ScalarNode):
            self._key_not_text(key)
            return False
        if key.tag is not None:
            self._tag(key)
        if key.value in tree:
            if parent is self._root and key.value in _FRAME:
                self._second_document(key)
            else:
                self._duplicate(key, parent.value)
            return False
        if key.value == "<<" and not key.style:
            self._merge(key)
            return False
        return True

    def _quoted(self, node: _Composed) -> str | None:
        """The text of a scalar in quotes or of a block; a scalar with a tag is refused, whatever its style."""
        if node.tag is not None:
            self._tag(node)
            return None
        if self._look_closely:
            self._closely(node)
        text: str = node.value
        return text

    def _new_plain(self, node: ScalarNode) -> Scalar:
        """The value of a plain scalar that was not met before, or that is spoken of each time."""
        text: str = node.value
        read = read_plain(text)
        if isinstance(read, Ambiguous):
            self._report(
                TN118,
                f"`{text}` is read as {read.here}; older YAML readers take it for {read.elsewhere}",
                node,
                help=f"write {read.instead}",
            )
            return read.value
        if isinstance(read, Unusable):
            what = f"longer than {MAX_NUMBER} characters" if read.reason == "long" else "not finite"
            self._report(TN116, f"this number is {what}", node, help="put it in quotes where it is a text")
            return None
        if " - " in text and node.end_mark.line > node.start_mark.line:
            self._report(
                TN122,
                "this text runs over several lines, and a later line looks like a list item",
                node,
                help="align the `-` with those above it, or put the text in quotes",
            )
        elif self._look_closely:
            self._closely(node)
        elif len(text) <= _REMEMBERED_LENGTH and len(self._plain) < _REMEMBERED_SCALARS:
            self._plain[text] = read
        return read

    def _closely(self, node: ScalarNode) -> None:
        text: str = node.value
        if len(text) > MAX_TEXT:
            self._report(TN115, f"this text has {len(text)} characters; {MAX_TEXT} is the most", node)
        elif node.style == '"':
            hidden = hidden_character(text)
            if hidden is not None:
                self._report(
                    TN102,
                    f"this text holds {describe_character(hidden)}, written as an escape",
                    node,
                    help="remove the escape",
                )

    def _second_document(self, key: ScalarNode) -> None:
        """Says once that a document begins anew: its other keys would only follow."""
        if not self.ran_together:
            self.ran_together = True
            self._report(
                TN105,
                f"`{key.value}` is written twice in one document",
                key,
                help="write `---` on a line of its own where the second document begins, or keep one of the two",
            )

    def _duplicate(self, key: ScalarNode, entries: list[tuple[Node, Node]]) -> None:
        # The search is linear, which a hostile file could make quadratic: not for what is only counted.
        searched = entries[:1] if self._findings.full else entries
        first = next(
            (other for other, _ in searched if isinstance(other, ScalarNode) and other.value == key.value), key
        )
        self._report(
            TN105,
            f"`{_short(key.value)}` is written twice in one mapping",
            key,
            notes=(Note("the first is here", self._spot(first)),),
            help="keep one of the two",
        )

    def _merge(self, key: ScalarNode) -> None:
        self._report(TN108, "`<<` does not merge mappings here", key, help="write the fields out")

    def _key_not_text(self, key: Node) -> None:
        shown = "mapping" if isinstance(key, MappingNode) else "list"
        self._report(
            TN106,
            f"a key is a text, and this is a {shown}",
            key,
            help="specs are no templates: write the value itself in place of {{ }}" if shown == "mapping" else "",
        )

    def _tag(self, node: Node) -> None:
        self._report(
            TN107, "values have no tags here", node, help="remove the tag; put the value in quotes where it is a text"
        )

    def _too_deep(self, node: Node) -> None:
        self._report(TN111, f"values are nested deeper than {MAX_DEPTH} levels", node, help="write it flatter")

    def _report(self, code: Code, message: str, node: Node, *, notes: tuple[Note, ...] = (), help: str = "") -> None:
        self._findings.add(Diagnostic(code, message, self._spot(node), notes=notes, help=help))

    def _spot(self, node: Node) -> Spot:
        return node_spot(self._findings.file, node)


def node_spot(file: str, node: Node) -> Spot:
    """The place of a node; a scalar on one line is underlined whole, all else at its first character."""
    start, end = node.start_mark, node.end_mark
    one_line = isinstance(node, ScalarNode) and end.line == start.line
    return Spot(file, start.line + 1, start.column + 1, max(end.column - start.column, 1) if one_line else 1)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
