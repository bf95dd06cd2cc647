"""Places on both sides of a comparison."""

from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Spot, Where
from tenantry.diagnostics.codes.policy import TN540
from tenantry.diagnostics.report import Report
from tenantry.engine.placing import BothPlaces
from tenantry.source import Sources, read_text

LINK = DocumentRef("Link", "features", "vision")
OLD = "# moved\nkind: Link\nmetadata: {tenant: vision, name: features}\n"
NEW = "kind: Link\nmetadata: {tenant: vision, name: features}\n"
NAME = Where(LINK, ("metadata", "name"))


def sources(text: str) -> Sources:
    made = Sources()
    content = read_text("tenants/vision/links.yaml", text.encode())
    made.add("tenants/vision/links.yaml", text, content.documents, content.diagnostics, complete=True)
    return made


PLACES = BothPlaces(lambda: sources(OLD), "main (0123456789ab)", sources(NEW))
BEFORE = Spot("main:tenants/vision/links.yaml", 3, 34, 8)


def test_each_side_has_its_own_place_and_text() -> None:
    assert PLACES.spot(NAME) == Spot("tenants/vision/links.yaml", 2, 34, 8)
    assert PLACES.at_base(NAME) == BEFORE
    assert PLACES.line("main:tenants/vision/links.yaml", 2) == "kind: Link"
    assert PLACES.line("tenants/vision/links.yaml", 1) == "kind: Link"


def test_without_a_side_before_there_is_only_one_place() -> None:
    alone = BothPlaces(None, "main", sources(NEW))

    assert alone.at_base(NAME) == NAME


def test_hosts_are_told_files_that_they_know() -> None:
    note = Note("policy `rule`", BEFORE)
    report = Report.of([Diagnostic(TN540, "gone", BEFORE, notes=(note,)), Diagnostic(TN540, "there", NAME)], PLACES)

    gone, there = PLACES.on_head(report).items

    assert gone.spot == Spot("tenants/vision/links.yaml", 1, 1)
    assert [one.text for one in gone.notes] == [
        "policy `rule` (main:tenants/vision/links.yaml:3)",
        "it stood at main:tenants/vision/links.yaml:3",
    ]
    assert {one.spot for one in gone.notes} == {None}
    assert there.spot == PLACES.spot(NAME)
