"""What a violation is called in a message.

Pure. The sentence goes after `at spec.stopPolicy: `; values are shown as JSON and cut when long.
"""

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from tenantry.conform.violation import Violation

# Source: apimachinery resource.Quantity, as controller-gen writes it into CRDs.
QUANTITY_PATTERN = (
    r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))"
    r"(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$"
)
_SHOWN_CHARACTERS = 60


def sentence(violation: Violation) -> str:
    """What is wrong at the place, and what would be right as far as the schema says it."""
    word = _WORDS.get(violation.keyword)
    if word is None:
        return f"{_shown(violation.value)} breaks `{violation.keyword}` of the schema"
    return word(violation.value, violation.schema)


def missing_fields(violation: Violation) -> list[str]:
    """Required fields that the mapping lacks, sorted."""
    return [name for name in violation.schema.get("required", ()) if name not in violation.value]


def misspelt(violation: Violation) -> dict[str, str]:
    """Unknown fields of the mapping and the field each most likely stands for; only where one is close."""
    from difflib import get_close_matches

    fields = [name for name in violation.schema.get("properties", {}) if name not in violation.value]
    close = {name: get_close_matches(name, fields, n=1) for name in _unknown_fields(violation)}
    return {name: found[0] for name, found in close.items() if found}


def _unknown_fields(violation: Violation) -> list[str]:
    return sorted(name for name in violation.value if name not in violation.schema.get("properties", {}))


def _unknown(value: dict[str, Any], schema: dict[str, Any]) -> str:
    violation = Violation((), "additionalProperties", value, schema)
    close = misspelt(violation)
    parts = [
        f"`{name}` is not a field" + (f" (did you mean `{close[name]}`?)" if name in close else "")
        for name in _unknown_fields(violation)
    ]
    return "; ".join(parts)


def _missing(value: dict[str, Any], schema: dict[str, Any]) -> str:
    names = missing_fields(Violation((), "required", value, schema))
    return f"{', '.join(f'`{name}`' for name in names)} {'is' if len(names) == 1 else 'are'} missing"


def _type(value: object, schema: dict[str, Any]) -> str:
    wanted = schema["type"]
    kinds = [wanted] if isinstance(wanted, str) else wanted
    allowed = " or ".join(_article(kind) for kind in kinds)
    return f"{_shown(value)} is {_kind_of(value)} and must be {allowed}"


def _enum(value: object, schema: dict[str, Any]) -> str:
    return f"{_shown(value)} is not one of {', '.join(_shown(option) for option in schema['enum'])}"


def _pattern(value: object, schema: dict[str, Any]) -> str:
    if schema["pattern"] == QUANTITY_PATTERN:
        return f"{_shown(value)} is not a quantity"
    return f"{_shown(value)} does not match `{schema['pattern']}`"


def _bound(text: str, keyword: str) -> Callable[[Any, dict[str, Any]], str]:
    """A sentence about the `{value}` or its `{size}`, and the number that the schema has: `{bound}`."""

    def say(value: Any, schema: dict[str, Any]) -> str:
        size = len(value) if isinstance(value, str | list | dict) else 0
        return text.format(value=_shown(value), size=size, bound=_shown(schema[keyword]))

    return say


_WORDS: Mapping[str, Callable[[Any, dict[str, Any]], str]] = MappingProxyType(
    {
        "additionalProperties": _unknown,
        "required": _missing,
        "type": _type,
        "const": _bound("{value} must be {bound}", "const"),
        "enum": _enum,
        "pattern": _pattern,
        "minimum": _bound("{value} is below {bound}", "minimum"),
        "maximum": _bound("{value} is above {bound}", "maximum"),
        "minLength": _bound("{value} has {size} characters and needs {bound}", "minLength"),
        "maxLength": _bound("{value} has {size} characters and may have {bound}", "maxLength"),
        "minItems": _bound("it has {size} items and needs {bound}", "minItems"),
        "maxItems": _bound("it has {size} items and may have {bound}", "maxItems"),
        "minProperties": _bound("it has {size} entries and needs {bound}", "minProperties"),
        "maxProperties": _bound("it has {size} entries and may have {bound}", "maxProperties"),
        "uniqueItems": _bound("{value} holds an item twice", "uniqueItems"),
    }
)


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return f"`{text}`" if len(text) <= _SHOWN_CHARACTERS else f"`{text[: _SHOWN_CHARACTERS - 3]}...`"


def _kind_of(value: object) -> str:
    if value is None:
        return "null"
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return _article(names.get(type(value), f"Python {type(value).__name__}"))


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}" if kind != "JSON" else "a value that JSON has"
