"""How the build tool rewrites upstream schemas, on small sources made here."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOL = Path(__file__).parents[3] / "tools" / "plain_schema.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("plain_schema", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["plain_schema"] = module
    spec.loader.exec_module(module)
    return module


def plain(tool: ModuleType, node: dict[str, Any]) -> Any:
    return tool.Dialect({}, closes_empty_objects=True).plain(node, "here")


def test_an_inline_flag_becomes_both_cases(tool: ModuleType) -> None:
    pattern = tool.without_inline_flags(r"^(?i)(abort|[a-z0-9]\.)?$")

    assert pattern == r"^([aA][bB][oO][rR][tT]|[a-z0-9A-Z]\.)?$"
    assert re.search(pattern, "ABort")


def test_a_choice_of_number_and_text_is_a_list_of_types_with_its_pattern(tool: ModuleType) -> None:
    node = {"anyOf": [{"type": "integer"}, {"type": "string"}], "pattern": "^8$", "x-kubernetes-int-or-string": True}

    assert plain(tool, node) == {"type": ["integer", "string"], "pattern": "^8$"}


def test_an_object_is_closed_unless_it_keeps_unknown_fields_or_is_a_map(tool: ModuleType) -> None:
    closed = {"type": "object", "properties": {"a": {"type": ["string", "null"], "description": "words"}}}
    keeps = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    mapping = {"type": "object", "additionalProperties": {"type": "string"}}

    assert plain(tool, closed) == {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "additionalProperties": False,
    }
    assert plain(tool, keeps) == {"type": "object"}
    assert plain(tool, mapping) == mapping


def test_number_formats_become_ranges_that_never_widen_one(tool: ModuleType) -> None:
    node = {"type": "integer", "format": "int32", "minimum": 0}

    assert plain(tool, node) == {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}


def test_a_set_has_unique_items(tool: ModuleType) -> None:
    node = {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"}

    assert plain(tool, node)["uniqueItems"] is True


def test_a_keyword_that_the_tool_does_not_know_stops_it(tool: ModuleType) -> None:
    with pytest.raises(SystemExit, match="patternProperties"):
        plain(tool, {"type": "object", "patternProperties": {}})


def test_a_schema_that_contains_itself_stops_it(tool: ModuleType) -> None:
    loop = {"x.Loop": {"type": "object", "properties": {"a": {"$ref": "#/$defs/x.Loop"}}}}

    with pytest.raises(SystemExit, match="contains itself"):
        tool.Dialect(loop, closes_empty_objects=False).plain(loop["x.Loop"], "here")


def test_a_repeated_part_is_written_once(tool: ModuleType) -> None:
    part = {"type": "object", "properties": {f"field-{n}": {"type": "string"} for n in range(9)}}
    schema = {"type": "object", "properties": {"a": part, "b": {"type": "array", "items": part}}}

    shared = tool.Sharing().share(schema)

    assert shared["properties"]["a"] == shared["properties"]["b"]["items"] == {"$ref": "#/$defs/s0"}
    assert shared["$defs"] == {"s0": part}
