import pytest

from tenantry.conform.violation import Violation, one_per_mistake, violation_at
from tenantry.conform.wording import misspelt, sentence


def test_a_long_value_is_cut() -> None:
    words = sentence(Violation(("a",), "enum", "x" * 500, {"enum": ["y"]}))

    assert words == f"`{'x' * 57}...` is not one of `y`"


def test_a_keyword_without_words_of_its_own_still_says_what_it_is() -> None:
    assert sentence(Violation(("a",), "multipleOf", 3, {"multipleOf": 2})) == "`3` breaks `multipleOf` of the schema"


def test_a_guess_is_never_a_field_that_is_already_there() -> None:
    schema = {"properties": {"name": {}, "names": {}}, "additionalProperties": False}

    assert misspelt(Violation((), "additionalProperties", {"nams": 1, "name": 2}, schema)) == {"nams": "names"}


def test_a_wrong_type_hides_the_other_keywords_of_its_place() -> None:
    broken = [Violation(("a",), keyword, 8, {}) for keyword in ("pattern", "enum", "type", "minLength")]

    assert [item.keyword for item in one_per_mistake(broken)] == ["type"]


@pytest.mark.parametrize(
    "schema_path",
    [
        ("properties", "a", "$ref", "enum"),
        ("properties", "a", "enum"),
        ("$defs", "s0", "enum"),
    ],
)
def test_a_broken_keyword_is_found_however_the_path_crosses_a_reference(schema_path: tuple[str, ...]) -> None:
    schema = {"properties": {"a": {"$ref": "#/$defs/s0"}}, "$defs": {"s0": {"enum": ["x"]}}}

    found = violation_at(schema, {"a": "y"}, ("a",), schema_path)

    assert found == Violation(("a",), "enum", "y", {"enum": ["x"]})
