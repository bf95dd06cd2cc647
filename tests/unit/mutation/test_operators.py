"""Mistakes are made one at a time, and each leaves a module that still can be parsed."""

import ast
from textwrap import dedent

import pytest

from tests.mutation.operators import mutants
from tests.mutation.trial import Copy  # noqa: F401  (it must import without a control plane)

MODULE = dedent(
    '''
    """Ingress of nothing."""
    def rules(items, least):
        """Any of them."""
        kept = [item for item in items if item.size >= least]
        body = {"kind": "In", "port": 53, "open": True}
        return min(kept) + least if kept else body, ["get", "list"]
    RULE = "object.spec == 1 && variables.q != ''"
    '''
)


def made() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mutant in mutants("module.py", MODULE):
        found.setdefault(mutant.operator, []).append(f"{mutant.line} {mutant.before} -> {mutant.after}")
    return found


def test_makes_every_mistake_it_knows() -> None:
    assert made() == {
        "entry dropped": ['6 "kind": "In" -> nothing', '6 "port": 53 -> nothing', '6 "open": True -> nothing'],
        "element dropped": ['7 "get" -> nothing', '7 "list" -> nothing'],
        "other word": ['6 "In" -> "NotIn"', '7 "get" -> "patch"', '7 "list" -> "deletecollection"'],
        "off by one": ["6 53 -> 54"],
        "other truth": ["6 True -> False"],
        "other sign": ["7 + -> -"],
        "other function": ["7 min -> max"],
        "other comparison": ["5 >= -> >"],
        "other branch": ["7 kept -> not (kept)"],
        "filter dropped": ["5 item.size >= least -> True"],
        "other CEL": ["8 == -> !=", "8 && -> ||", "8 != -> =="],
    }


def test_each_differs_in_one_place_and_still_parses() -> None:
    for mutant in mutants("module.py", MODULE):
        ast.parse(mutant.text)
        changed = [
            number
            for number, (one, other) in enumerate(
                zip(MODULE.splitlines(), mutant.text.splitlines(), strict=True), start=1
            )
            if one != other
        ]
        assert changed == [mutant.line], str(mutant)


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("x = ['a', 'b', 'c',]", ["x = ['b', 'c',]", "x = ['a', 'c',]", "x = ['a', 'b',]"]),
        ("x = ('a', 'b', 'c')", ["x = ('b', 'c')", "x = ('a', 'c')", "x = ('a', 'b')"]),
        ("x = ('a', b)", ["x = (b,)"]),
        ("x = 'a', 'b'", ["x = ('b',)", "x = ('a',)"]),
    ],
)
def test_every_element_is_dropped_and_a_tuple_stays_one(text: str, texts: list[str]) -> None:
    assert [mutant.text for mutant in mutants("module.py", text)] == texts


def test_docstrings_are_left_alone() -> None:
    assert not any(mutant.line in (2, 4) for mutant in mutants("module.py", MODULE))


@pytest.mark.parametrize("text", ["x = f(1, 'Ä', {'a': 2, 'b': 3})", "y = 'Ä' if z == 1 else 2"])
def test_columns_are_counted_in_bytes(text: str) -> None:
    for mutant in mutants("module.py", text):
        ast.parse(mutant.text)
