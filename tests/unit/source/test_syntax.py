"""Errors of the YAML reader in plain words, for both of PyYAML's readers."""

import pytest

from tenantry.diagnostics import Diagnostic, Spot
from tenantry.source import composer, read_text

CASES = [
    ("a:\n\tb: 1\n", "TN104", (2, 1), "indented with a tab"),
    ("a:\n  b: 1\n \t c: 2\n", "TN104", (3, 2), "indented with a tab"),
    ("a: b: c\n", "TN103", (1, 5), "second `:`"),
    ("a: @x\n", "TN103", (1, 4), "cannot begin with `@`"),
    ("a: `x`\n", "TN103", (1, 4), "cannot begin with a backtick"),
    ("a: %x\n", "TN103", (1, 4), "cannot begin with `%`"),
    ("a: [1, 2\nb: 3\n", "TN103", (2, 2), "`,` or `]` is missing"),
    ("x: {a: 1\n  b: 2}\n", "TN103", (2, 4), "`,` or `}` is missing"),
    ("a: 1\nb: [1, 2", "TN103", (2, 4), "`[` is never closed"),
    ("a: 1\nb: {x: 1\n\n# end\n", "TN103", (2, 4), "`{` is never closed"),
    ("a: 'x\nb: 1\n", "TN103", (1, 4), "quote is never closed"),
    ('a: "\\q"\n', "TN103", (1, 5), "`\\q` is no complete escape"),
    ('a: "\\xZZ"\n', "TN103", (1, 5), "`\\x` is no complete escape"),
    ("verbs: [*]\n", "TN103", (1, 9), "`*` begins an alias"),
    ("verbs: *all\n", "TN103", (1, 8), "`*all` is an alias"),
    ("a: &\n", "TN103", (1, 4), "`&` begins an anchor"),
    ("a: &x 1\nb: &x 2\n", "TN103", (2, 4), "two anchors"),
    ("a: 1\n b: 2\n", "TN103", (2, 2), "indented deeper"),
    ("a:\n  b: 1\n c: 2\n", "TN103", (3, 2), "indentation of this line fits no line"),
    ("  a: 1\nb: 2\n", "TN103", (2, 1), "indentation of this line fits no line"),
    ("a:\n- 1\n-2\n", "TN103", (3, 1), "needs a space after its `-`"),
    ("a: 1\nfoo\n", "TN103", (2, 1), "neither `key: value` nor a list item"),
    ("a: 1\nguaranteed:24\n", "TN103", (2, 11), "space is missing after this `:`"),
    ("guaranteed:24\nx: 1\n", "TN103", (1, 11), "space is missing after this `:`"),
    ("key\nb: 1\n", "TN103", (1, 1), "has no `:`"),
    ("a: - b\n", "TN103", (1, 4), "cannot begin on the line of its key"),
    ("a: | x\n y\n", "TN103", (1, 6), "begins on the next line"),
    ("- a\nb: 1\n", "TN103", (2, 1), "a key stands where a list item"),
    ("a: 1\n- b\n", "TN103", (2, 1), "a list item stands where a key"),
    ("a: ]\n", "TN103", (1, 4), "cannot begin with `]`"),
    ("a: [,]\n", "TN103", (1, 5), "a value is missing before this `,`"),
    ("a: {x: 1}}\n", "TN103", (1, 10), "`}` closes nothing"),
    ("a: 'it's'\n", "TN103", (1, 8), "text follows"),
    ("a: 1\n... x\n", "TN103", (2, 5), "nothing may follow"),
    ("%YAML 2.0\n---\na: 1\n", "TN103", (1, 1), "directive"),
    ("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n", "TN103", (2, 1), "merge that stopped in a conflict"),
]


def only(text: str) -> tuple[Diagnostic, Spot]:
    (diagnostic,) = read_text("f.yaml", text.encode()).diagnostics
    assert isinstance(diagnostic.where, Spot)
    return diagnostic, diagnostic.where


@pytest.mark.parametrize(("text", "code", "place", "words"), CASES)
def test_a_syntax_error_is_told_in_plain_words_at_its_place(
    text: str, code: str, place: tuple[int, int], words: str
) -> None:
    diagnostic, spot = only(text)

    assert (diagnostic.code.code, (spot.line, spot.column)) == (code, place)
    assert words in diagnostic.message


@pytest.mark.parametrize(("text", "code", "place", "words"), CASES)
def test_the_reader_without_libyaml_says_the_same(
    text: str, code: str, place: tuple[int, int], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composer, "_Stream", composer._PureStream)

    diagnostic, spot = only(text)

    assert diagnostic.code.code == code
    assert spot.line == place[0]
    assert words in diagnostic.message


def test_an_unclosed_bracket_is_shown_where_it_was_opened() -> None:
    diagnostic, _ = only("a:\n- [1, 2\n- b: 3\n")

    assert [note.where for note in diagnostic.notes] == [Spot("f.yaml", 2, 3)]
