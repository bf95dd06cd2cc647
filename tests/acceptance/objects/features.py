"""What the language offers, read from its published schema, and which of it specs make use of.

A feature is a line of text, such as `Pool.spec.accelerator.vendor = amd`. For every field: that it is written, and that
it is left out where it may be; for every choice: each value; for every list of choices: each value in it. So a field
that the language gains is asked for here without a word.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tests.support.workspaces import REPOSITORY

Schema = dict[str, Any]
Document = dict[str, Any]

_SAME_FOR_ALL = ("apiVersion", "kind", "metadata")


def offered() -> set[str]:
    """Every feature of every kind of document."""
    schema = json.loads((REPOSITORY / "schemas" / "tenantry.json").read_text(encoding="utf-8"))
    definitions: dict[str, Schema] = schema["$defs"]
    kinds = schema["properties"]["kind"]["enum"]
    return {feature for kind in kinds for feature in _offered(definitions[kind], kind, definitions)}


def used(documents: Iterable[Document]) -> set[str]:
    """The features of these documents, as far as the schema offers them."""
    schema = json.loads((REPOSITORY / "schemas" / "tenantry.json").read_text(encoding="utf-8"))
    definitions: dict[str, Schema] = schema["$defs"]
    return {
        feature
        for document in documents
        for feature in _used(document, definitions[document["kind"]], document["kind"], definitions)
    }


def _offered(schema: Schema, path: str, definitions: dict[str, Schema]) -> Iterator[str]:
    schema = _followed(schema, definitions)
    if "items" in schema:
        yield from _offered(schema["items"], f"{path}[]", definitions)
    if schema.get("type") == "boolean":
        yield from (f"{path} = {value}" for value in (True, False))
    for value in schema.get("enum", ()):
        yield f"{path} = {value}"
    for name, field in _fields(schema):
        yield f"{path}.{name}"
        if name not in schema.get("required", ()):
            yield f"{path}.{name} left out"
        yield from _offered(field, f"{path}.{name}", definitions)


def _used(value: Any, schema: Schema, path: str, definitions: dict[str, Schema]) -> Iterator[str]:
    schema = _followed(schema, definitions)
    if isinstance(value, list):
        for item in value:
            yield from _used(item, schema.get("items", {}), f"{path}[]", definitions)
    elif isinstance(value, dict):
        for name, field in _fields(schema):
            if name in value:
                yield f"{path}.{name}"
                yield from _used(value[name], field, f"{path}.{name}", definitions)
            elif name not in schema.get("required", ()):
                yield f"{path}.{name} left out"
    elif "enum" in schema or schema.get("type") == "boolean":
        yield f"{path} = {value}"


def _fields(schema: Schema) -> Iterator[tuple[str, Schema]]:
    for name, field in schema.get("properties", {}).items():
        if name not in _SAME_FOR_ALL:
            yield name, field


def _followed(schema: Schema, definitions: dict[str, Schema]) -> Schema:
    while "$ref" in schema:
        schema = definitions[schema["$ref"].rpartition("/")[2]]
    return schema
