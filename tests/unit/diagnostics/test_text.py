"""What people see."""

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from tenantry.diagnostics import Diagnostic, Note, Spot
from tenantry.diagnostics.render.excerpt import excerpt
from tenantry.diagnostics.render.text import render_summary, render_text
from tests.unit.diagnostics.reports import EXAMPLE, NEWS, ODD, OVER, TEXTS, Texts, report

LOOK = """\
error[TN412]: tenants of research are promised 4 units of h100-train more than it has
  --> tenants/vision/tenant.yaml:15:37
   |
15 |   - {pool: h100-train,  guaranteed: 36, borrow: 32, weight: 2}
   |                                     ^^ was 24
   = research has  72   tenants/research/tenant.yaml:10
   = promised      76   nlp 40 (tenants/nlp/tenant.yaml:11), vision 36
   = help: lower this to 32, or raise research (8 units of h100-train are unallocated)
"""


def shown(diagnostic: Diagnostic, **lines: str) -> list[str]:
    texts = Texts(**lines)
    return render_text(report(diagnostic, texts=texts), texts).split("\n")


def test_a_message_looks_as_the_language_page_shows_it() -> None:
    assert render_text(report(EXAMPLE), TEXTS) == LOOK


def test_colours_are_codes_around_the_same_text() -> None:
    coloured = render_text(report(EXAMPLE), TEXTS, color=True)

    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == LOOK


def test_nothing_to_say_is_nothing_at_all() -> None:
    assert render_text(report(), TEXTS) == ""
    assert render_summary(report()) == "no problems"


def test_messages_are_parted_by_one_empty_line() -> None:
    text = render_text(report(EXAMPLE, Diagnostic(ODD, "m", Spot("x.yaml", 1, 1))), TEXTS)

    assert text.count("\n\n") == 1
    assert text.endswith("\n --> x.yaml:1:1\n")


def test_the_margin_is_as_wide_as_the_line_number() -> None:
    assert shown(Diagnostic(NEWS, "m", Spot("a.yaml", 5, 2)), a="\n\n\n\nabc") == [
        "info[TN480]: m",
        " --> a.yaml:5:2",
        "  |",
        "5 | abc",
        "  |  ^",
        "",
    ]


def test_a_file_without_text_has_no_excerpt() -> None:
    lines = shown(Diagnostic(OVER, "m", Spot("a.yaml", 1, 1), help="split it"))

    assert lines == ["error[TN412]: m", " --> a.yaml:1:1", "  = help: split it", ""]


def test_places_of_notes_stand_below_each_other() -> None:
    notes = (Note("one", Spot("a.yaml", 1, 1)), Note("thirteen", Spot("b.yaml", 2, 1)), Note("x" * 80, Spot("c", 3, 1)))

    assert shown(Diagnostic(OVER, "m", Spot("a.yaml", 1, 1), notes=notes))[2:5] == [
        "  = one        a.yaml:1",
        "  = thirteen   b.yaml:2",
        f"  = {'x' * 80}   c:3",
    ]


def test_a_help_of_several_lines_stays_inside_its_margin() -> None:
    lines = shown(Diagnostic(OVER, "m", Spot("a.yaml", 1, 1), help="write\n- {pool: a}\nerror[TN1]: not a message"))

    assert lines[2:5] == ["  = help: write", "    - {pool: a}", "    error[TN1]: not a message"]


def test_what_would_steer_a_terminal_is_shown_and_not_sent() -> None:
    evil = "\x1b[2Jx\x07\r\x9b31m\u202e\u2066\u200b\x00"
    diagnostic = Diagnostic(
        OVER, evil, Spot(f"{evil}.yaml", 1, 1), marker=evil, notes=(Note(evil, Spot(evil, 1, 1)),), help=evil
    )
    texts = Texts()
    texts.lines[f"{evil}.yaml"] = [evil]

    text = render_text(report(diagnostic, texts=texts), texts)

    assert text.count("\\x1b[2Jx\\x07\\r\\x9b31m\\u202e\\u2066\\u200b\\x00") == 7
    assert all(character == "\n" or unicodedata.category(character)[0] != "C" for character in text)


def test_a_newline_in_a_message_cannot_begin_a_line() -> None:
    assert shown(Diagnostic(OVER, "x\nerror[TN1]: y", Spot("a.yaml", 1, 1)))[0] == r"error[TN412]: x\nerror[TN1]: y"


def test_tabs_are_four_spaces_and_the_mark_stays_below_its_word() -> None:
    lines = shown(Diagnostic(OVER, "m", Spot("a.yaml", 1, 4, 2)), a="a:\tbb\tc")

    assert lines[3:5] == ["1 | a:    bb    c", "  |       ^^"]


def test_wide_characters_take_two_columns_and_accents_none() -> None:
    lines = shown(Diagnostic(OVER, "m", Spot("a.yaml", 1, 7, 2)), a="名前e\u0301: 値段")

    assert lines[3:5] == ["1 | 名前e\u0301: 値段", "  |        ^^^^"]


def test_a_long_line_is_cut_around_the_mark() -> None:
    line = "a: " + "x" * 300 + "HERE" + "y" * 300
    lines = shown(Diagnostic(OVER, "m", Spot("a.yaml", 1, 304, 4)), a=line)

    assert len(lines[3]) == 100
    assert lines[3].startswith("1 | …x")
    assert lines[3].endswith("y…")
    assert lines[3][lines[4].index("^") :].startswith("HERE")
    assert lines[4].count("^") == 4


def test_a_mark_behind_the_end_of_a_line_is_one_character() -> None:
    assert shown(Diagnostic(OVER, "m", Spot("a.yaml", 1, 9, 3)), a="abc")[4] == "  |    ^"


def test_the_summary_counts_in_words() -> None:
    place = Spot("a.yaml", 1, 1)
    found = [Diagnostic(OVER, "m", place), Diagnostic(ODD, "m", place), Diagnostic(ODD, "n", place)]

    assert render_summary(report(*found)) == "1 error, 2 warnings"
    assert render_summary(report(found[0]), color=True) == "\x1b[1;31m1 error\x1b[0m"


LINES = st.text(st.sampled_from("ab \t名é\u0301\x1b\u202e{"), max_size=400) | st.integers(0, 3000).map("x".__mul__)


@given(LINES, st.integers(1, 500), st.integers(1, 500), st.integers(20, 120))
def test_an_excerpt_keeps_its_width_and_marks_what_it_shows(line: str, column: int, length: int, width: int) -> None:
    found = excerpt(line, column, length, width=width)
    cells = sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in found.text
    )

    assert cells <= width
    assert found.marks >= 1
    assert found.before <= cells
    assert "\t" not in found.text
    assert "\x1b" not in found.text


@given(st.integers(0, 200), st.integers(0, 200), st.integers(30, 100))
def test_the_marked_word_is_always_in_sight(left: int, right: int, width: int) -> None:
    found = excerpt("x" * left + "WORD" + "y" * right, left + 1, 4, width=width)

    assert found.text[found.before : found.before + found.marks] == "WORD"
