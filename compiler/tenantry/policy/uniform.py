"""Lists and maps written out whose entries are of several types: CEL takes them, the API server does not.

Pure. The server refuses a whole policy for `['a', 1]`, and for `[object.data.a, 'x']` too, whose first entry could be
of any type; arguments of `format` are let off. So what a rule for admission writes is walked with the types that the
checker found.
Source: cel-go, `ValidateHomogeneousAggregateLiterals`, as Kubernetes switches it on.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from tenantry.policy.wire import Fields, checked_expression, every, fields, first, number, numbers

_LET_OFF: Final = "format"
_ANYTHING: Final = b"\n\x00"
"""The type `dyn`; the checker may leave it out."""
_TO_BE_FOUND: Final = 10
_OPTIONAL: Final = 14


def mixes_types(serialized: bytes) -> str:
    """`a list` or `a map` that mixes types, of a serialized checked expression; empty where none does."""
    checked = checked_expression(serialized)
    types = {number(entry, 1): first(fields(entry), 2) for entry in every(checked, 3)}
    return _mixed(first(checked, 4), types)


def _mixed(expression: bytes, types: Mapping[int, bytes]) -> str:
    message = fields(expression)
    if message.get(6) and first(fields(first(message, 6)), 2).decode() == _LET_OFF:
        return ""
    if message.get(7):
        values = fields(first(message, 7))
        optional = set(numbers(first(values, 2)))
        if _differ(_type(one, types, optional=at in optional) for at, one in enumerate(every(values, 1))):
            return "a list"
    if message.get(8):
        entries = every(fields(first(message, 8)), 2)
        keys = (_type(first(fields(one), 3), types) for one in entries)
        values_of = (_type(first(fields(one), 4), types, optional=bool(number(one, 5))) for one in entries)
        if _differ(keys) or _differ(values_of):
            return "a map"
    return next((found for part in _parts(message) if (found := _mixed(part, types))), "")


def _parts(message: Fields) -> Iterable[bytes]:
    """The expressions inside an expression."""
    for select in every(message, 5):
        yield from every(fields(select), 1)
    for call in map(fields, every(message, 6)):
        yield from (*every(call, 1), *every(call, 3))
    for values in map(fields, every(message, 7)):
        yield from every(values, 1)
    for entries in map(fields, every(message, 8)):
        for entry in map(fields, every(entries, 2)):
            yield from (*every(entry, 3), *every(entry, 4))
    for loop in map(fields, every(message, 9)):
        for at in (2, 4, 5, 6, 7):
            yield from every(loop, at)


def _type(expression: bytes, types: Mapping[int, bytes], *, optional: bool = False) -> bytes:
    found = types.get(number(expression, 2)) or _ANYTHING
    if not optional:
        return found
    return first(fields(first(fields(found), _OPTIONAL)), 2) or _ANYTHING


def _differ(types: Iterable[bytes]) -> bool:
    return len({one for one in types if _TO_BE_FOUND not in fields(one)}) > 1
