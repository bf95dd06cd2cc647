"""Reads back exactly what the manifest writer writes, and nothing else.

Pure. Every accepted text is written again and must come out the same, so for all that is accepted
`dump_documents(read_documents(t)) == t`, and a file edited by hand is refused with the line where it departs.
"""

import re
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]  # C-made where there is one
from typing import Any, NamedTuple

from tenantry.emit.yaml import dump_document
from tenantry.ir import Body

_CACHED_LINES = 1 << 14
_CACHED_LENGTH = 128
_SHOWN_CHARACTERS = 60
_DEEPEST = 200
_LONGEST_NUMBER = 4300  # what Python turns into an int

_LINE = re.compile(r"(?P<indent> *)(?P<dashes>(?:- )*)(?P<rest>\S.*)")
_INT = re.compile(r"-?[0-9]+")
_FLOAT = re.compile(r"-?[0-9]+\.[0-9]+(?:e[+-][0-9]+)?")

_SCALAR, _OPEN, _BLOCK, _MAP, _LIST = range(5)
_WORDS: dict[str, tuple[int, Any]] = {
    "true": (_SCALAR, True),
    "false": (_SCALAR, False),
    "|": (_BLOCK, "\n"),
    "|-": (_BLOCK, ""),
    "{}": (_MAP, None),
    "[]": (_LIST, None),
}


class NotCanonical(ValueError):  # noqa: N818  # it states what the text is
    """The text is not what the writer writes; `line` is 1-based, `reason` one clause."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class _Line(NamedTuple):
    """One line taken apart: column of its first character, number of dashes, key if any, what it holds."""

    column: int
    dashes: int
    key: str | None
    kind: int
    value: Any


def read_documents(text: str) -> list[Body]:
    """The bodies of a file that `dump_documents` wrote, in order; an empty text has none.

    Raises `NotCanonical` for any other text.
    """
    if not text:
        return []
    lines = text.split("\n")
    if lines.pop():
        raise NotCanonical(len(lines) + 1, "the file must end with a line break")
    if lines[0] != "---":
        raise NotCanonical(1, "a document must open with `---`")
    bodies: list[Body] = []
    start = 0
    while start < len(lines):
        body, end = _read_body(lines, start + 1)
        _refuse_unless_written(body, lines, start, end)
        bodies.append(body)
        start = end
    return bodies


def _read_body(lines: list[str], at: int) -> tuple[Body, int]:
    """The body that begins at line index `at`, and the index of the next `---` or of the end.

    What may be wrong with the text and is not seen here shows when the body is written again.
    """
    tree = _Tree()
    while at < len(lines) and (text := lines[at]) != "---":
        try:
            line = _line(text) if len(text) <= _CACHED_LENGTH else _take_apart(text)
            if tree.waiting is not None and not tree.opens(line):
                raise NotCanonical(at, f"`{tree.waiting[1]}` has no value")
            value, after = _held(lines, at + 1, line)
            tree.put(line, value)
        except NotCanonical:
            raise
        except ValueError as error:
            raise NotCanonical(at + 1, str(error)) from None
        at = after
    if tree.waiting is not None:
        raise NotCanonical(at, f"`{tree.waiting[1]}` has no value")
    return tree.body, at


class _Tree:
    """A body that grows line by line. A line is placed by its column: the map or list that is open there.

    A line further left closes what is open to its right. `waiting` is a key whose value begins on the next line:
    its map, itself, its column.
    """

    __slots__ = ("_lists", "_maps", "_rightmost", "body", "waiting")

    def __init__(self) -> None:
        self.body: Body = {}
        self.waiting: tuple[dict[str, Any], str, int] | None = None
        self._maps: dict[int, dict[str, Any]] = {0: self.body}
        self._lists: dict[int, list[Any]] = {}
        self._rightmost = 0

    def opens(self, line: _Line) -> bool:
        """Whether the line begins the value of the waiting key, which then waits no more."""
        if self.waiting is None:
            return False
        entries, key, column = self.waiting
        if line.dashes and line.column == column:
            entries[key] = self._lists[column] = []
        elif not line.dashes and line.column == column + 2:
            entries[key] = self._maps[column + 2] = {}
        else:
            return False
        self.waiting = None
        return True

    def put(self, line: _Line, value: Any) -> None:
        """Raises `ValueError`, with the reason, where nothing is open that could take the line."""
        column, dashes, key, kind, _ = line
        if column < self._rightmost:
            self._maps = {at: entries for at, entries in self._maps.items() if at <= column}
            self._lists = {at: items for at, items in self._lists.items() if at <= column}
        if dashes:
            column = self._put_item(column, dashes, {} if key is not None else value)
        else:
            self._lists.pop(column, None)
        self._rightmost = column
        if key is None:
            # The one line without key or dash is `{}`, the body that has no entries.
            if not dashes and (kind != _MAP or self.body):
                raise ValueError("a key or a dash must begin the line")
            return
        entries = self._maps.get(column)
        if entries is None:
            raise ValueError("no map is open at this indent")
        if kind == _OPEN:
            self.waiting = entries, key, column
        else:
            entries[key] = value

    def _put_item(self, column: int, dashes: int, item: Any) -> int:
        """Appends behind the last dash, each dash before it opening a list; returns the column behind it."""
        items = self._lists.get(column)
        if items is None:
            raise ValueError("no list is open at this indent")
        for _ in range(dashes - 1):
            column += 2
            self._lists[column] = []
            items.append(self._lists[column])
            items = self._lists[column]
        items.append(item)
        if type(item) is dict:
            self._maps[column + 2] = item
        return column + 2


def _held(lines: list[str], at: int, line: _Line) -> tuple[Any, int]:
    """The value that `line` holds, a block read on from line index `at`, and the index of the line behind it."""
    if line.kind == _MAP:
        return {}, at
    if line.kind == _LIST:
        return [], at
    if line.kind != _BLOCK:
        return line.value, at
    column = line.column + 2 * line.dashes + (0 if line.key is None else 2)
    indent, start = " " * column, at
    while at < len(lines) and (lines[at].startswith(indent) or not lines[at]):
        at += 1
    return "\n".join(inner[column:] for inner in lines[start:at]) + line.value, at


def _take_apart(text: str) -> _Line:
    """Raises `ValueError`, with the reason, for what cannot be a line."""
    match = _LINE.fullmatch(text)
    if match is None:
        raise ValueError("this is neither `key: value` nor `- value`")
    column, dashes, rest = len(match["indent"]), len(match["dashes"]) // 2, match["rest"]
    if column + 2 * dashes > _DEEPEST:
        raise ValueError("this is nested too deeply")
    key: str | None
    if rest[0] == '"':
        key, end = scanstring(rest, 1)
        held = rest[end:]
        if not held:
            return _Line(column, dashes, None, _SCALAR, key)
        if held[0] != ":":
            raise ValueError("a colon must follow the quoted text")
        held = held[2:]
    else:
        key, colon, held = rest.partition(": ")
        if not colon:
            if rest[-1] != ":":
                return _Line(column, dashes, None, *_value(rest))
            key = rest[:-1]
    return _Line(column, dashes, key, *(_value(held) if held else (_OPEN, None)))


_line = lru_cache(maxsize=_CACHED_LINES)(_take_apart)


def _value(text: str) -> tuple[int, Any]:
    if text[0] == '"':
        value, end = scanstring(text, 1)
        if end != len(text):
            raise ValueError("something follows the quoted text")
        return _SCALAR, value
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        if len(text) > _LONGEST_NUMBER:
            raise ValueError(f"a number has {len(text)} characters, more than {_LONGEST_NUMBER}")
        return _SCALAR, int(text)
    if _FLOAT.fullmatch(text):
        return _SCALAR, float(text)
    return _SCALAR, text


def _refuse_unless_written(body: Body, lines: list[str], start: int, end: int) -> None:
    """The law of this module, for one document: written again, it is these lines."""
    try:
        written = dump_document(body).split("\n")
    except ValueError as error:
        raise NotCanonical(start + 1, str(error)) from None
    written.pop()
    if written == lines[start:end]:
        return
    for offset, (line, ours) in enumerate(zip(lines[start:end], written, strict=False)):
        if line != ours:
            raise NotCanonical(start + offset + 1, f"the writer has `{ours[:_SHOWN_CHARACTERS]}` here")
    raise NotCanonical(start + min(len(written), end - start) + 1, "the writer has fewer or more lines")
