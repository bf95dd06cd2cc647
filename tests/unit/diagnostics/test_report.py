"""Order, counts and places of a report."""

from itertools import permutations

from tenantry.diagnostics import Diagnostic, FilePlace, Note, Spot, Where
from tests.unit.diagnostics.reports import EXAMPLE, NEWS, ODD, OVER, Texts, report


def test_messages_are_sorted_by_file_line_and_code_whatever_their_order() -> None:
    found = [
        Diagnostic(OVER, "m", Spot("b.yaml", 1, 1)),
        Diagnostic(OVER, "m", Spot("a.yaml", 10, 1)),
        Diagnostic(OVER, "m", Spot("a.yaml", 9, 1)),
        Diagnostic(ODD, "m", Spot("a.yaml", 9, 7)),
    ]

    orders = {report(*order).items for order in permutations(found)}

    (items,) = orders
    assert [(item.spot.file, item.spot.line, item.code.code) for item in items] == [
        ("a.yaml", 9, "TN118"),
        ("a.yaml", 9, "TN412"),
        ("a.yaml", 10, "TN412"),
        ("b.yaml", 1, "TN412"),
    ]


def test_what_is_said_twice_is_kept_once_even_by_two_ways_to_one_place() -> None:
    exact = Diagnostic(OVER, "m", Spot("a.yaml", 3, 1))
    by_path = Diagnostic(OVER, "m", Where(FilePlace("a.yaml", 0), (3,)))

    assert len(report(exact, by_path, exact).items) == 1


def test_different_words_at_one_place_are_both_kept() -> None:
    place = Spot("a.yaml", 3, 1)

    assert len(report(Diagnostic(OVER, "m", place), Diagnostic(OVER, "n", place)).items) == 2


def test_severities_are_counted() -> None:
    place = Spot("a.yaml", 3, 1)

    counted = report(*(Diagnostic(code, "m", place) for code in (OVER, ODD, NEWS)), Diagnostic(ODD, "n", place))

    assert (counted.errors, counted.warnings, counted.information) == (1, 2, 1)


def test_places_of_notes_are_found_too() -> None:
    note = Note("here", Where(FilePlace("b.yaml", 0), (7,)))

    (item,) = report(Diagnostic(OVER, "m", Where(FilePlace("a.yaml", 0), (2,)), notes=(note, Note("nowhere")))).items

    assert [note.spot for note in item.notes] == [Spot("b.yaml", 7, 1), None]


def test_places_are_asked_for_file_by_file() -> None:
    texts = Texts()
    found = [Diagnostic(OVER, f"m{i}", Where(FilePlace(f"{i % 3}.yaml", 0), (i + 1,))) for i in range(9)]

    report(*found, texts=texts)

    assert texts.asked == sorted(texts.asked)


def test_files_may_be_named_from_further_above() -> None:
    (item,) = report(EXAMPLE).below("deploy/").items

    assert item.spot.file == "deploy/tenants/vision/tenant.yaml"
    assert [note.spot and note.spot.file for note in item.notes] == ["deploy/tenants/research/tenant.yaml", None]
    assert report(EXAMPLE).below("") == report(EXAMPLE)
