"""The locator: references to places, places to spots, never an exception."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.diagnostics import Diagnostic, DocumentRef, FilePlace, Locator, Spot, Where
from tenantry.diagnostics.codes.syntax import TN105
from tenantry.diagnostics.report import Report
from tenantry.source import Sources, read_text
from tenantry.source import sources as module


def sources(**files: str) -> Sources:
    read = Sources()
    for name, text in files.items():
        content = read_text(f"{name}.yaml", text.encode())
        read.add(f"{name}.yaml", content.text, content.documents, content.diagnostics, complete=content.complete)
    return read


VISION = DocumentRef("Tenant", "vision")


def test_a_document_is_found_by_what_it_is() -> None:
    read = sources(a="kind: Pool\nmetadata: {name: x}\n---\nkind: Tenant\nmetadata:\n  name: vision\nspec: {a: 1}\n")

    assert read.spot(Where(VISION, ("spec", "a"))) == Spot("a.yaml", 7, 11)
    assert read.place(VISION) == FilePlace("a.yaml", 1)


def test_documents_of_two_tenants_with_one_name_are_told_apart() -> None:
    read = sources(
        a="kind: Project\nmetadata: {tenant: a, name: x}\n", b="kind: Project\nmetadata: {tenant: b, name: x}\n"
    )

    assert read.spot(Where(DocumentRef("Project", "x", "b"))).file == "b.yaml"


def test_of_two_documents_with_one_identity_the_first_counts() -> None:
    read = sources(a="kind: Tenant\nmetadata: {name: vision}\n", b="kind: Tenant\nmetadata: {name: vision}\n")

    assert read.spot(Where(VISION)).file == "a.yaml"
    assert read.spot(Where(FilePlace("b.yaml", 0))).file == "b.yaml"


def test_an_unknown_document_shows_as_what_it_is() -> None:
    assert sources().spot(Where(DocumentRef("Project", "x", "vision"))) == Spot("<Project vision/x>", 1, 1)


def test_lines_are_those_of_the_file_and_empty_outside_it() -> None:
    read = sources(a="a: 1\r\nb: 2\n")

    assert [read.line("a.yaml", line) for line in (0, 1, 2, 3, 4, -1)] == ["", "a: 1", "b: 2", "", "", ""]
    assert read.line("gone.yaml", 1) == ""
    assert read.text("gone.yaml") == ""


def test_files_that_broke_off_are_named() -> None:
    assert sources(a="a: 1\n", b="b: [\n", c="no\n").incomplete == {"b.yaml", "c.yaml"}


def test_only_the_last_files_are_remembered_and_all_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_REMEMBERED_FILES", 2)
    read = sources(a="k: 1\n", b="k: 2\n", c="k: 3\n")

    found = [read.spot(Where(FilePlace(f"{name}.yaml", 0), ("k",))) for name in "abcabc"]

    assert [spot.file for spot in found] == [f"{name}.yaml" for name in "abcabc"]
    assert len(read._positions) == 2


PATHS = st.lists(st.sampled_from(["a", "b", 0, 1, -1, "spec"]), max_size=5).map(tuple)


@given(st.text(st.sampled_from("ab:- \n[]{},&*'\"|\t\x00\u2028é"), max_size=60), st.integers(-1, 3), PATHS)
def test_no_place_in_no_text_raises(text: str, index: int, path: tuple[str | int, ...]) -> None:
    read = Sources()
    read.add("a.yaml", text, [], [], complete=False)
    locator: Locator = read

    for part in ("key", "value"):
        spot = locator.spot(Where(FilePlace("a.yaml", index), path, part))  # type: ignore[arg-type]
        assert spot.line >= 1
        assert spot.column >= 1
        assert spot.length >= 1
        locator.line(spot.file, spot.line)


def test_a_report_finds_its_places_here() -> None:
    read = sources(a="kind: Tenant\nmetadata: {name: vision}\n")

    report = Report.of([Diagnostic(TN105, "m", Where(VISION, ("metadata", "name")))], read)

    assert report.items[0].spot == Spot("a.yaml", 2, 18, 6)
