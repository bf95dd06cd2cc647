"""How large a text an expression could build: doubling in disguise is refused before it runs.

The engine bounds the steps of loops but not the size of texts: ten times `.replace('x', <28 x>)` asks for more memory
than any machine has. So the checked expression is walked once with assumed sizes of what it is given, and the largest
text or list that any part of it could build is computed. Pure; deterministic.
Source of the wire format: cel.expr.CheckedExpr, protocol buffers encoding.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

TEXT_LIMIT: Final = 1 << 20
LIST_LIMIT: Final = 1_000_000
_ANY: Final = b"type.googleapis.com/cel.expr.CheckedExpr"


class Sizes(NamedTuple):
    """What an expression is assumed to be given: characters of a text, entries of a list."""

    text: int
    entries: int


class _Size(NamedTuple):
    """Bounds of a value: characters of the longest text in it, entries of the longest list in it."""

    text: int
    entries: int


class _OutgrownError(Exception):
    """A part may build more than the limits."""


def outgrows(checked: bytes, sizes: Sizes) -> str:
    """Why the serialized expression is refused: a sentence; empty where it stays within the limits."""
    message = _fields(checked)
    body = _bytes(message, 2) if _bytes(message, 1) == _ANY else checked
    walker = _Walker(_Size(sizes.text, sizes.entries))
    try:
        walker.size(_bytes(_fields(body), 4), {})
    except _OutgrownError as grown:
        return str(grown)
    return ""


class _Walker:
    def __init__(self, given: _Size) -> None:
        self._given = given

    def size(self, expression: bytes, scope: dict[str, _Size]) -> _Size:
        for field, value in _wire(expression):
            if not isinstance(value, bytes):
                continue
            if field == 3:
                return _constant(value)
            if field == 4:
                name = _bytes(_fields(value), 1).decode()
                return scope.get(name, self._given)
            if field == 5:
                return self.size(_bytes(_fields(value), 1), scope)
            if field == 6:
                return self._call(_fields(value), scope)
            if field == 7:
                elements = [self.size(one, scope) for one in _all(_fields(value), 1)]
                return _largest(elements, entries=len(elements))
            if field == 8:
                entries = [_fields(entry) for entry in _all(_fields(value), 2)]
                parts = [self.size(part, scope) for entry in entries for at in (3, 4) for part in _all(entry, at)]
                return _largest(parts, entries=len(entries))
            if field == 9:
                return self._comprehension(_fields(value), scope)
        return _Size(1, 1)

    def _call(self, call: dict[int, list[bytes]], scope: dict[str, _Size]) -> _Size:
        function = _bytes(call, 2).decode()
        operands = [self.size(one, scope) for one in (*_all(call, 1), *_all(call, 3))]
        most = _largest(operands)
        if function == "_+_":
            one, other = operands
            grown = _Size(one.text + other.text, one.entries + other.entries)
        elif function == "replace" and len(operands) >= 3:
            grown = _Size(operands[0].text * (operands[2].text + 1), 1)
        elif function == "join":
            separator = operands[1].text if len(operands) > 1 else 0
            grown = _Size(operands[0].entries * (operands[0].text + separator), 1)
        elif function == "format":
            grown = _Size(operands[0].text + operands[1].text * operands[1].entries, 1)
        elif function == "split":
            grown = _Size(most.text, most.text + 1)
        elif function == "string":
            grown = _Size(max(most.text, 40), 1)
        elif function in ("strings.quote", "base64.encode"):
            grown = _Size(2 * most.text + 4, 1)
        else:
            return most
        return _within(grown, function)

    def _comprehension(self, loop: dict[int, list[bytes]], scope: dict[str, _Size]) -> _Size:
        """A macro: `accu` begins with `init`, and every turn adds one entry at most: there are no other loops."""
        range_ = self.size(_bytes(loop, 2), scope)
        init = self.size(_bytes(loop, 4), scope)
        variable, accumulator = _bytes(loop, 1).decode(), _bytes(loop, 3).decode()
        inner = {**scope, variable: range_, accumulator: _Size(0, 0)}
        gain = self.size(_bytes(loop, 6), inner)
        entries = max(init.entries + range_.entries, gain.entries)
        total = _within(_Size(max(init.text, gain.text), entries), "a loop")
        return self.size(_bytes(loop, 7), {**scope, accumulator: total})


def _within(size: _Size, what: str) -> _Size:
    if size.text > TEXT_LIMIT or size.entries > LIST_LIMIT:
        name = {"_+_": "`+`"}.get(what, f"`{what}`" if what.isidentifier() else what)
        raise _OutgrownError(f"{name} could build a text or list that is larger than an expression may build")
    return size


def _constant(value: bytes) -> _Size:
    texts = [one for field, one in _wire(value) if field in (6, 7) and isinstance(one, bytes)]
    return _Size(max((len(one) for one in texts), default=1), 1)


def _largest(sizes: list[_Size], *, entries: int = 0) -> _Size:
    return _Size(
        max((size.text for size in sizes), default=0), max(entries, max((size.entries for size in sizes), default=0))
    )


def _fields(message: bytes) -> dict[int, list[bytes]]:
    found: dict[int, list[bytes]] = {}
    for field, value in _wire(message):
        if isinstance(value, bytes):
            found.setdefault(field, []).append(value)
    return found


def _bytes(message: dict[int, list[bytes]], field: int) -> bytes:
    return message.get(field, [b""])[0]


def _all(message: dict[int, list[bytes]], field: int) -> list[bytes]:
    return message.get(field, [])


def _wire(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Fields of a message in order: number, and a varint or bytes."""
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        field, kind = tag >> 3, tag & 7
        if kind == 0:
            number, at = _varint(message, at)
            yield field, number
            continue
        length, at = _varint(message, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
        yield field, message[at : at + length]
        at += length


def _varint(message: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = message[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7
