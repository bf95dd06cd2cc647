"""Protocol buffers read field by field: enough to walk a checked expression, without a library and its classes.

Pure. Source: the protocol buffers encoding; field numbers are those of cel.expr.CheckedExpr.
"""

from collections.abc import Iterator
from typing import Final

_ANY: Final = b"type.googleapis.com/cel.expr.CheckedExpr"

Fields = dict[int, list[bytes]]
"""Values of a message by field number, in their order; numbers are left out."""


def checked_expression(serialized: bytes) -> Fields:
    """The fields of a checked expression: 3 the types of its parts, 4 the expression."""
    message = fields(serialized)
    return fields(first(message, 2)) if first(message, 1) == _ANY else message


def fields(message: bytes) -> Fields:
    """The fields of a message that are texts or messages themselves."""
    found: Fields = {}
    for field, value in wire(message):
        if isinstance(value, bytes):
            found.setdefault(field, []).append(value)
    return found


def first(message: Fields, field: int) -> bytes:
    """The first value of a field; empty where there is none."""
    return message.get(field, [b""])[0]


def every(message: Fields, field: int) -> list[bytes]:
    """All values of a field."""
    return message.get(field, [])


def number(message: bytes, field: int) -> int:
    """The number in a field; 0 where there is none."""
    return next((value for at, value in wire(message) if at == field and isinstance(value, int)), 0)


def numbers(packed: bytes) -> Iterator[int]:
    """The numbers of a packed field."""
    at = 0
    while at < len(packed):
        value, at = _varint(packed, at)
        yield value


def wire(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Fields of a message in order: number, and a varint or bytes."""
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        field, kind = tag >> 3, tag & 7
        if kind == 0:
            value, at = _varint(message, at)
            yield field, value
            continue
        length, at = _varint(message, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
        yield field, message[at : at + length]
        at += length


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
