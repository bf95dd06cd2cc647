"""Reference pages of the kinds as Markdown, from the JSON Schemas and the examples.

Pure but for `write_reference`. Same models, same bytes; fields stand in the order of the models.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tenantry.model.base import TenantOwned
from tenantry.model.examples import EXAMPLES
from tenantry.model.kinds import KINDS
from tenantry.model.schema import schema

INDEX_FILE = "README.md"
_GENERATED = "<!-- Generated from the models by tools/generate.py; edits are lost. -->"
_TYPES = {"boolean": "true or false", "integer": "whole number", "string": "text", "object": "mapping"}


def reference_files() -> dict[str, str]:
    """The text of every page by its file name: the index, then one page per kind."""
    return {INDEX_FILE: _index(), **{_file(kind): page(kind) for kind in KINDS}}


def write_reference(folder: Path) -> None:
    """Writes every page into `folder`, which is made where it is missing. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in reference_files().items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def page(kind: str) -> str:
    """The page of one kind: what it is, an example, and a table per mapping. Raises KeyError for no kind."""
    whole = schema(kind)
    definitions = whole.pop("$defs")
    parts = [f"# {kind}", _GENERATED, whole["description"], _home(kind), f"```yaml\n{EXAMPLES[kind]}```"]
    for path, mapping in _mappings("", whole, definitions):
        parts.append(f"## {path or 'Document'}")
        if path:
            parts.append(mapping["description"])
        parts.append(_table(path, mapping, definitions))
    return "\n\n".join(parts) + "\n"


def _file(kind: str) -> str:
    return f"{kind.lower()}.md"


def _index() -> str:
    rows = [f"| [{kind}]({_file(kind)}) | {_first_line(KINDS[kind].__doc__)} | {_owner(kind)} |" for kind in KINDS]
    head = ["# Reference of the kinds", _GENERATED, "Every document has `apiVersion: tenantry.dev/v1alpha1`."]
    return "\n\n".join([*head, "\n".join(["| kind | what it is | owned by |", "| --- | --- | --- |", *rows])]) + "\n"


def _owner(kind: str) -> str:
    metadata = KINDS[kind].model_fields["metadata"].annotation
    return "tenant" if metadata is TenantOwned or kind == "Tenant" else "fleet"


def _home(kind: str) -> str:
    where = "`tenants/<tenant>/`" if _owner(kind) == "tenant" else "`clusters/`"
    return f"Written below {where}, in any `*.yaml`."


def _first_line(doc: str | None) -> str:
    return (doc or "").strip().splitlines()[0]


def _mappings(path: str, mapping: Any, definitions: Any) -> Iterator[tuple[str, Any]]:
    """The mapping at `path` and those below it, each with its path (`spec.quota[]`), parents first."""
    yield path, mapping
    for key, field in mapping["properties"].items():
        below = f"{path}.{key}" if path else key
        entry = field.get("items", field)
        if "$ref" in entry:
            yield from _mappings(below + ("[]" if "items" in field else ""), _target(entry, definitions), definitions)


def _target(field: Any, definitions: Any) -> Any:
    return definitions[field["$ref"].rpartition("/")[2]]


def _table(path: str, mapping: Any, definitions: Any) -> str:
    required = mapping.get("required", ())
    rows = ["| field | type | default | what it says |", "| --- | --- | --- | --- |"]
    for key, field in mapping["properties"].items():
        default = "needed" if key in required else _default(field)
        description = field.get("description") or _target(field, definitions)["description"]
        rows.append(f"| `{key}` | {_type(path, key, field)} | {default} | {_cell(description)} |")
    return "\n".join(rows)


def _default(field: Any) -> str:
    if "default" not in field:
        return "left out"
    default = field["default"]
    return f"`{default}`" if isinstance(default, str) and default else f"`{json.dumps(default)}`"


def _type(path: str, key: str, field: Any) -> str:
    """What is written there, in words; a mapping links to its own table."""
    below = f"{path}.{key}" if path else key
    if "$ref" in field:
        return f"[mapping](#{_anchor(below)})"
    if field.get("type") == "array":
        inner = field["items"]
        kind = f"[mapping](#{_anchor(below + '[]')})" if "$ref" in inner else _scalar(inner)
        return f"list of {kind}"
    if "additionalProperties" in field and "propertyNames" in field:
        return f"map of {_scalar(field['propertyNames'])} to {_scalar(field['additionalProperties'])}"
    return _scalar(field)


def _scalar(field: Any) -> str:
    if "const" in field:
        return f"`{field['const']}`"
    if "enum" in field:
        return ", ".join(f"`{choice}`" for choice in field["enum"])
    if "title" in field:
        return str(field["title"])
    if field.get("type") == "integer" and "minimum" in field:
        return f"whole number, {field['minimum']} to {field['maximum']}"
    return _TYPES[field.get("type", "object")]


def _anchor(heading: str) -> str:
    """The anchor that Markdown renderers give a heading."""
    return heading.lower().replace(".", "").replace("[", "").replace("]", "")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
