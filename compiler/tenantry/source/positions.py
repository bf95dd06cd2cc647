"""Where a path of a document stands in its text, found by composing the text again.

Pure. Nothing of this is kept while all is well: a message is rare, and composing one file takes a fraction of
a millisecond.
"""

from tenantry.diagnostics import Part, Path, Spot
from tenantry.records import record
from tenantry.source.composer import MappingNode, Node, ScalarNode, SequenceNode, YAMLError, compose
from tenantry.source.convert import node_spot
from tenantry.source.decode import split_lines


@record
class _Entry:
    """A value on the way down, and what names it: its key, or the list it is an item of."""

    value: Node
    key: Node | None = None
    parent: Node | None = None


class Positions:
    """The composed nodes of one text; of a text that breaks off, what comes before the break."""

    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._lines = split_lines(text)
        self._roots: list[Node] = []
        try:
            stream = compose(text.encode("utf-8", "surrogatepass"))
            while stream.check_node():
                self._roots.append(stream.get_node())
        except (YAMLError, RecursionError):
            pass

    def locate(self, index: int, path: Path, part: Part) -> Spot:
        """The spot of a value or its key in document `index`; the first line where there is no such document.

        A scalar is underlined as far as it goes on its first line; of a mapping or list its key, or the `-` of the
        item it is. A path that runs past what is written ends at the nearest parent's key, but for a number below a
        text that stands below a `|`: that is the line of the text, from 0.
        """
        if not 0 <= index < len(self._roots):
            return Spot(self._file, 1, 1)
        entry = _Entry(self._roots[index])
        for step in path:
            inner = _enter(entry.value, step)
            if inner is None:
                return self._line_of_block(entry.value, step) or self._name(entry)
            entry = inner
        if part == "value" and isinstance(entry.value, ScalarNode):
            return self._scalar(entry)
        return self._name(entry)

    def _scalar(self, entry: _Entry) -> Spot:
        """A written value; for one that was left empty (`key:`) its key."""
        value = entry.value
        start, end = value.start_mark, value.end_mark
        if (start.line, start.column) == (end.line, end.column):
            return self._name(entry)
        if end.line == start.line:
            return node_spot(self._file, value)
        line = self.line(start.line + 1)
        return Spot(self._file, start.line + 1, start.column + 1, max(len(line.rstrip()) - start.column, 1))

    def _line_of_block(self, value: Node, step: str | int) -> Spot | None:
        """A line of a text below a `|`, which begins on the line after it; None for anything else."""
        if not isinstance(value, ScalarNode) or value.style != "|" or not isinstance(step, int):
            return None
        number = value.start_mark.line + 2 + step
        line = self.line(number)
        written = line.strip()
        if step < 0 or step >= value.value.count("\n") + 1 or not written:
            return None
        return Spot(self._file, number, line.index(written) + 1, len(written))

    def _name(self, entry: _Entry) -> Spot:
        """The key of an entry, the dash of an item, or for a whole document its first key."""
        if entry.key is not None:
            return node_spot(self._file, entry.key)
        if isinstance(entry.parent, SequenceNode):
            return self._item(entry.value, entry.parent)
        if isinstance(entry.value, MappingNode) and entry.value.value and not entry.value.flow_style:
            return node_spot(self._file, entry.value.value[0][0])
        return node_spot(self._file, entry.value)

    def _item(self, item: Node, parent: SequenceNode) -> Spot:
        """The `-` before an item in a block list; an item in brackets, or behind an alias, itself."""
        start = item.start_mark
        dashes = self.line(start.line + 1)[: start.column].rstrip()
        inside = start.line >= parent.start_mark.line
        if not parent.flow_style and inside and dashes.endswith("-"):
            return Spot(self._file, start.line + 1, len(dashes))
        return node_spot(self._file, item)

    def line(self, number: int) -> str:
        """The text of a 1-based line; empty where there is none."""
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""


def _enter(node: Node, step: str | int) -> _Entry | None:
    if isinstance(node, MappingNode) and isinstance(step, str):
        for key, value in node.value:
            if isinstance(key, ScalarNode) and key.value == step:
                return _Entry(value, key=key, parent=node)
    elif isinstance(node, SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
        return _Entry(node.value[step], parent=node)
    return None
