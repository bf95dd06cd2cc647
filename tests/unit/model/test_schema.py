"""The JSON Schemas accept what the models accept, and refuse what editors should underline."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tenantry.model import KINDS
from tenantry.model.schema import UNION_FILE, schema, schema_files, union_schema
from tests.unit.model.documents import edited, tree, without


def errors(whole_schema: dict[str, Any], document: Any) -> list[str]:
    return [error.message for error in Draft202012Validator(whole_schema).iter_errors(document)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_every_kind_is_valid_by_its_schema_and_by_the_union(kind: str) -> None:
    Draft202012Validator.check_schema(schema(kind))

    assert errors(schema(kind), tree(kind)) == []
    assert errors(union_schema(), tree(kind)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_an_unknown_field_is_refused_at_every_level(kind: str) -> None:
    for path in (("surprise",), ("metadata", "surprise"), ("spec", "surprise")):
        assert len(errors(schema(kind), edited(kind, path, 1))) == 1
        assert len(errors(union_schema(), edited(kind, path, 1))) == 1


def test_the_union_is_a_valid_schema_that_refuses_a_kind_that_does_not_exist() -> None:
    Draft202012Validator.check_schema(union_schema())

    assert errors(union_schema(), edited("Tenant", ("kind",), "Tennant")) != []


def test_a_missing_field_is_refused() -> None:
    assert errors(schema("Tenant"), without("Tenant", ("spec", "owners"))) == ["'owners' is a required property"]


@pytest.mark.parametrize(
    ("kind", "path", "value"),
    [
        ("Tenant", ("spec", "parent"), None),
        ("Tenant", ("spec", "parent"), "Re Search"),
        ("Tenant", ("spec", "owners"), []),
        ("Tenant", ("spec", "owners", 0), {"group": "a", "user": "b"}),
        ("Tenant", ("spec", "priorities"), ["high", "high"]),
        ("Tenant", ("spec", "quota", 0, "guaranteed"), "24"),
        ("Pool", ("spec", "node", "devices"), {"hca": 8}),
        ("Pool", ("spec", "accelerator", "sharing"), {}),
        ("Link", ("spec", "ports", 0), "8080"),
        ("Grant", ("spec", "from"), "tomorrow"),
    ],
)
def test_common_mistakes_are_underlined_in_the_editor(kind: str, path: tuple[str | int, ...], value: Any) -> None:
    assert errors(schema(kind), edited(kind, path, value)) != []


def test_every_property_carries_its_description_or_that_of_its_mapping() -> None:
    definitions = {"": schema("Project"), **union_schema()["$defs"]}
    for name, definition in definitions.items():
        for key, field in definition["properties"].items():
            assert "description" in field or "$ref" in field, f"{name}.{key}"


def test_there_is_a_file_per_kind_and_one_for_all() -> None:
    assert list(schema_files()) == [*(f"{kind.lower()}.json" for kind in KINDS), UNION_FILE]


def test_defaults_are_spelled_as_an_author_would() -> None:
    definitions = schema("Cluster")["$defs"]

    assert definitions["ClusterKueue"]["properties"]["podsReadyTimeout"]["default"] == "1h"
    assert definitions["ClusterKueue"]["properties"]["namespace"]["default"] == "kueue-system"


def test_files_are_json_that_ends_with_one_newline() -> None:
    for text in schema_files().values():
        assert text.endswith("}\n")
        json.loads(text)
