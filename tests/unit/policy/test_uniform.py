"""What the API server takes no policy with: lists and maps of several types, names in backticks."""

import pytest

from tenantry.policy.cel import Compiler, Expression, Problem
from tenantry.policy.scopes import DIALECTS

ADMISSION, MANIFESTS = Compiler(DIALECTS["admission"]), Compiler(DIALECTS["manifests"])


def refusal(text: str) -> str:
    compiled = ADMISSION.compile(text, {"named": "STRING"})
    if isinstance(compiled, Expression):
        return ""
    (problem,) = compiled
    assert isinstance(problem, Problem)
    return problem.text


@pytest.mark.parametrize(
    "text",
    [
        "['a', 1] != []",
        "object.name in [object.other, 'x']",
        "[[1], ['a']] != []",
        "object.all(c, c in [1, 2.0])",
        "[1].map(n, [n, 'a']) != []",
        "(object.yes ? ['a', 1] : []) != []",
        "{'a': ['x', 1]} != {}",
        "[?object.?a, 'x'] != []",
        "[optional.of(1), optional.of('a')] != []",
        "'%s'.format(['a']) in ['b', 1]",
    ],
)
def test_a_list_of_several_types_is_refused(text: str) -> None:
    assert refusal(text).startswith("a list in it mixes types, which the API server refuses")


@pytest.mark.parametrize(
    "text", ["{'a': 1, 'b': 'c'} != {}", "{1: 'a', 'b': 'c'} != {}", "{?'a': object.?b, 'c': 1} != {}"]
)
def test_a_map_of_several_types_is_refused(text: str) -> None:
    assert refusal(text).startswith("a map in it mixes types")


@pytest.mark.parametrize(
    "text",
    [
        "['a', 'b', string(object.c), variables.named] != []",
        "[object.a, object.b + object.c] != []",
        "[[], [1]] != []",
        "[?object.?a, ?object.?b] != []",
        "[dyn('a'), dyn(1), object.b] != []",
        "'%s has %d'.format(['a', 1]) == object.c",
        "'%s'.format([['a', 1]]) == object.c",
        "{'a': 1, 'b': 2} != {}",
        "[object.a == 1, has(object.b)] != []",
    ],
)
def test_entries_of_one_type_are_fine_and_what_format_is_given(text: str) -> None:
    assert refusal(text) == ""


def test_other_scopes_may_mix_types_because_no_server_is_asked() -> None:
    assert isinstance(MANIFESTS.compile("object.name in [1, 'x']", {}), Expression)


def test_a_name_in_backticks_is_refused_but_not_a_backtick_in_a_text() -> None:
    assert "backticks" in refusal("object.`name` == ''")
    for quoted in ("'`'", '"`"', "'''`'''", '"""`"""', r"'\'`'", "r'`'"):
        assert refusal(f"object.name == {quoted}") == ""
