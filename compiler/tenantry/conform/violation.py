"""Where an object leaves its schema, the same whichever library found it.

Pure. A library says only which keyword was broken at which place; all else is read from schema and object.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from tenantry.diagnostics.model import Path
from tenantry.ir import Body

_STRUCTURE = ("additionalProperties", "required")
_FIRST_IS_WORST = ("type", *_STRUCTURE, "const", "enum", "pattern")


class Violation(NamedTuple):
    """One broken keyword: place in the object, the value there, and the subschema that holds the keyword."""

    path: Path
    keyword: str
    value: Any
    schema: dict[str, Any]


def violation_at(
    schema: dict[str, Any], body: Body, path: Sequence[str | int], schema_path: Sequence[str | int]
) -> Violation:
    """The broken keyword at `schema_path`.

    Libraries differ in how a path crosses a reference: with a `$ref` step, without one, or from `$defs` on.
    """
    value: Any = body
    for step in path:
        value = value[step]
    node: Any = schema
    for step in schema_path[:-1]:
        if "$ref" in node and (step == "$ref" or step not in node):
            node = schema["$defs"][node["$ref"].rpartition("/")[2]]
        if step != "$ref":
            node = node[step]
    if schema_path[-1] not in node:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]]
    return Violation(tuple(path), str(schema_path[-1]), value, node)


def one_per_mistake(found: Iterable[Violation]) -> list[Violation]:
    """Sorted by place; at one place only the worst is kept: a wrong type explains a missed enum and pattern.

    Unknown and missing fields of one mapping are different mistakes and both stay.
    """
    kept: list[Violation] = []
    for item in sorted(found, key=_order):
        here = [other.keyword for other in kept if other.path == item.path]
        apart = item.keyword in _STRUCTURE and "type" not in here and item.keyword not in here
        if not here or apart:
            kept.append(item)
    return kept


def foreign_values(body: Body) -> list[Violation]:
    """Values and keys that JSON lacks (a date, a number as key: a template's YAML may), in document order."""
    return [Violation(path, "type", value, {"type": "JSON"}) for path, value in _foreign(body, ())]


def _foreign(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    if isinstance(value, dict):
        for key, child in value.items():
            if isinstance(key, str):
                yield from _foreign(child, (*path, key))
            else:
                yield path, key
    elif isinstance(value, list):
        for position, child in enumerate(value):
            yield from _foreign(child, (*path, position))
    elif value is not None and not isinstance(value, str | int | float):
        yield path, value


def _order(item: Violation) -> tuple[list[tuple[bool, int, str]], int, str]:
    places = [(True, 0, step) if isinstance(step, str) else (False, step, "") for step in item.path]
    known = item.keyword in _FIRST_IS_WORST
    return places, _FIRST_IS_WORST.index(item.keyword) if known else len(_FIRST_IS_WORST), item.keyword
