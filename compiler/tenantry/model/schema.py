"""JSON Schemas (draft 2020-12) of the kinds, from the models: for editors, and for other programs.

Pure but for `write_schemas`. Same models, same bytes; properties stand in the order of the models.
"""

import json
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from tenantry.model.kinds import KINDS

DIALECT = "https://json-schema.org/draft/2020-12/schema"
UNION_FILE = "tenantry.json"
"""The schema of a document of any kind, chosen by `kind`."""

_MODE: Literal["validation"] = "validation"


class _SpecSchema(GenerateJsonSchema):
    """pydantic's generator without the titles it makes up, and without null for what may be left out."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002  (pydantic asks so)
        return False

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        return {key: value for key, value in super().model_schema(schema).items() if key != "title"}

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        inner = self.generate_inner(schema["schema"])
        default = _plain(schema.get("default"))
        return inner if default is None else {**inner, "default": default}

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        keys, values = schema.get("keys_schema"), schema.get("values_schema")
        return {
            "type": "object",
            **({"propertyNames": self.generate_inner(keys)} if keys else {}),
            **({"additionalProperties": self.generate_inner(values)} if values else {}),
        }

    def generate(self, schema: CoreSchema, mode: JsonSchemaMode = _MODE) -> JsonSchemaValue:
        return {"$schema": DIALECT, **super().generate(schema, mode)}


def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of one kind. Raises KeyError for a kind that does not exist."""
    return KINDS[kind].model_json_schema(schema_generator=_SpecSchema, mode=_MODE)


def union_schema() -> dict[str, Any]:
    """The JSON Schema of a document of any kind. `if` and `then` by kind, so that editors speak of one kind only."""
    generator = _SpecSchema(by_alias=True)
    refs, definitions = generator.generate_definitions(
        [(kind, _MODE, model.__pydantic_core_schema__) for kind, model in _built().items()]
    )
    return {
        "$schema": DIALECT,
        "description": "A document of tenantry.",
        "type": "object",
        "required": ["apiVersion", "kind"],
        "properties": {
            "kind": {"enum": list(KINDS), "description": "What the document describes."},
        },
        "allOf": [
            {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": refs[(kind, _MODE)]}
            for kind in KINDS
        ],
        "$defs": definitions,
    }


def schema_files() -> dict[str, str]:
    """The text of every schema file by its name: one per kind, then `UNION_FILE`."""
    files = {f"{kind.lower()}.json": _text(schema(kind)) for kind in KINDS}
    return {**files, UNION_FILE: _text(union_schema())}


def write_schemas(folder: Path) -> None:
    """Writes every schema file into `folder`, which is made where it is missing. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in schema_files().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _built() -> dict[str, type[BaseModel]]:
    for model in KINDS.values():
        model.model_rebuild()
    return dict(KINDS)


def _plain(default: Any) -> Any:
    """A default as JSON-like data, spelled as an author would."""
    if isinstance(default, BaseModel):
        fields = type(default).model_fields
        return {
            field.alias or name: _plain(getattr(default, name))
            for name, field in fields.items()
            if name in default.model_fields_set
        }
    if isinstance(default, tuple):
        return [_plain(entry) for entry in default]
    return default if default is None or isinstance(default, str | int | bool | dict) else str(default)


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
