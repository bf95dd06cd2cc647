"""Places of paths, by hand and against ruamel's round-trip positions."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from tenantry.diagnostics import Part, Path, Spot
from tenantry.source.positions import Positions


def locate(file: str, text: str, index: int, path: Path, part: Part = "value") -> Spot:
    return Positions(file, text).locate(index, path, part)


TEXT = """\
kind: Tenant
metadata: {tenant: vision, name: a}
spec:
  members:
  - {group: engineers, role: developer}
  -
    group: leads
  - group: "x y"   # words
    role:
  priorities: [high, {name: low}]
  empty: {}
  note: first
    second
  long: |
    text
---
kind: Other
"""


@pytest.mark.parametrize(
    ("path", "part", "expected"),
    [
        ((), "value", (1, 1, 4)),
        (("kind",), "value", (1, 7, 6)),
        (("kind",), "key", (1, 1, 4)),
        (("metadata",), "value", (2, 1, 8)),
        (("metadata", "name"), "value", (2, 34, 1)),
        (("metadata", "name"), "key", (2, 28, 4)),
        (("spec", "members"), "value", (4, 3, 7)),
        (("spec", "members", 0), "value", (5, 3, 1)),
        (("spec", "members", 0, "role"), "value", (5, 30, 9)),
        (("spec", "members", 1), "value", (7, 5, 1)),
        (("spec", "members", 2), "value", (8, 3, 1)),
        (("spec", "members", 2), "key", (8, 3, 1)),
        (("spec", "members", 2, "group"), "value", (8, 12, 5)),
        (("spec", "members", 2, "role"), "value", (9, 5, 4)),
        (("spec", "priorities", 0), "value", (10, 16, 4)),
        (("spec", "priorities", 1), "value", (10, 22, 1)),
        (("spec", "priorities", 1, "name"), "value", (10, 29, 3)),
        (("spec", "empty"), "value", (11, 3, 5)),
        (("spec", "note"), "value", (12, 9, 5)),
        (("spec", "long"), "value", (14, 9, 1)),
        # Past what is written: the nearest parent's key.
        (("spec", "quota"), "value", (3, 1, 4)),
        (("spec", "quota", 3, "pool"), "key", (3, 1, 4)),
        (("spec", "members", 9), "value", (4, 3, 7)),
        (("spec", "members", 0, "age"), "value", (5, 3, 1)),
        (("kind", "x"), "value", (1, 1, 4)),
        (("status",), "value", (1, 1, 4)),
    ],
)
def test_a_path_stands_where_a_person_would_point(path: Path, part: Any, expected: tuple[int, int, int]) -> None:
    assert locate("f.yaml", TEXT, 0, path, part) == Spot("f.yaml", *expected)


def test_documents_are_told_apart_by_their_index() -> None:
    assert locate("f.yaml", TEXT, 1, ("kind",)) == Spot("f.yaml", 17, 7, 5)
    assert locate("f.yaml", TEXT, 2, ("kind",)) == Spot("f.yaml", 1, 1)


def test_what_stands_before_a_break_in_the_text_is_still_found() -> None:
    assert locate("f.yaml", "a: 1\n---\nb: 2\n---\nc: [", 1, ("b",)) == Spot("f.yaml", 3, 4)


@pytest.mark.parametrize("text", ["", "a: [", "\x00", "a: &x [*x]", "\ud800"])
def test_a_text_that_is_no_yaml_has_a_first_line(text: str) -> None:
    assert locate("f.yaml", text, 0, ("a", 0, 0, 0, "b")).line == 1


def test_columns_count_code_points_and_lines_end_in_three_ways() -> None:
    assert locate("f.yaml", "ä: 1\r\n名: {é: 😀x, b: 2}\rc: 3\n", 0, ("名", "b")) == Spot("f.yaml", 2, 15)
    assert locate("f.yaml", "ä: 1\r\n名: 2\rc: 3\n", 0, ("c",)) == Spot("f.yaml", 3, 4)


# The oracle: ruamel's round-trip loader, a reader of its own, keeps line and column of every key and value.

KEYS = st.text(st.sampled_from("abcdé名_-x"), min_size=1, max_size=6).filter(lambda key: key[0] not in "-_")
LEAVES = st.sampled_from(["1", "text", '"quoted: text"', "'it''s'", "long plain words", "2.5", "é 名"])


@st.composite
def blocks(draw: st.DrawFn, indent: int = 0, depth: int = 3) -> str:
    """A random mapping as people write it: block and flow, comments, blank lines, several indentations."""
    lines = []
    pad = " " * indent
    for key in draw(st.lists(KEYS, min_size=1, max_size=4, unique=True)):
        shape = draw(st.sampled_from(["leaf", "map", "list", "flow", "flowlist"])) if depth else "leaf"
        if draw(st.booleans()):
            lines.append(f"{pad}# words: [{draw(st.integers(0, 9))}")
        if shape == "leaf":
            lines.append(f"{pad}{key}:{' ' * draw(st.integers(1, 3))}{draw(LEAVES)}")
        elif shape == "map":
            step = draw(st.integers(1, 4))
            lines.append(f"{pad}{key}:\n{draw(blocks(indent + step, depth - 1))}")
        elif shape == "list":
            step = draw(st.integers(0, 2))
            lines.append(f"{pad}{key}:")
            for _ in range(draw(st.integers(1, 3))):
                inner = draw(blocks(indent + step + 2, depth - 1))
                head = " " * (indent + step) + "- "
                # The dash takes the place of the first two blanks, where no comment stands first.
                lines.append(
                    head + inner[len(head) :] if not inner.lstrip().startswith("#") else head.rstrip() + "\n" + inner
                )
        elif shape == "flow":
            entries = ", ".join(f"{k}: {draw(LEAVES)}" for k in draw(st.lists(KEYS, max_size=3, unique=True)))
            lines.append(f"{pad}{key}: {{{entries}}}")
        else:
            lines.append(f"{pad}{key}: [{', '.join(draw(st.lists(LEAVES, max_size=3)))}]")
    return "\n".join(lines)


def expected(node: Any, path: Path = ()) -> list[tuple[Path, str, int, int]]:
    """Every key and scalar that ruamel knows, with 1-based line and column."""
    found: list[tuple[Path, str, int, int]] = []
    entries = node.items() if isinstance(node, dict) else enumerate(node)
    for step, value in entries:
        here = (*path, step)
        if isinstance(node, dict):
            line, column = node.lc.key(step)
            found.append((here, "key", line + 1, column + 1))
        if isinstance(value, dict | list):
            found += expected(value, here)
        else:
            line, column = node.lc.value(step) if isinstance(node, dict) else node.lc.item(step)
            found.append((here, "value", line + 1, column + 1))
    return found


@pytest.mark.parametrize(
    ("step", "place"),
    [(0, (2, 3)), (1, (3, 5)), (2, (1, 1)), (3, (5, 3)), (9, (1, 1)), (-1, (1, 1)), ("a", (1, 1))],
)
def test_a_number_below_a_text_below_a_bar_is_its_line(step: int | str, place: tuple[int, int]) -> None:
    positions = Positions("f.yaml", "text: |  # a template\n  first\n    second\n\n  fourth\nnext: 1\n")

    spot = positions.locate(0, ("text", step), "value")

    assert (spot.line, spot.column) == place


def test_a_number_below_a_text_that_is_folded_or_in_quotes_is_the_key() -> None:
    assert Positions("f.yaml", "a: >\n  b\n  c\n").locate(0, ("a", 1), "value")[1:3] == (1, 1)
    assert Positions("f.yaml", 'a: "b\\nc"\n').locate(0, ("a", 1), "value")[1:3] == (1, 1)


@settings(max_examples=60, deadline=None)
@given(blocks(), st.sampled_from(["\n", "\r\n"]))
def test_every_position_agrees_with_ruamel(text: str, breaks: str) -> None:
    text = text.replace("\n", breaks)
    positions = Positions("f.yaml", text)

    for path, part, line, column in expected(YAML(typ="rt").load(text)):
        spot = positions.locate(0, path, part)  # type: ignore[arg-type]
        assert (spot.line, spot.column) == (line, column), (path, part)
        assert positions.line(line)[column - 1 :], "a place lies within its line"
