"""What people see: exact pages, within 100 columns, safe to print."""

from pathlib import Path

import pytest

from tenantry.answers.places import Place
from tenantry.answers.sheet import WIDTH, Sheet
from tenantry.explain import render
from tests.unit.explain.fleet import Fleet, fleet_files, fleet_of, small_fleet

GOLDEN = Path(__file__).parents[2] / "golden" / "explain"

QUESTIONS = {
    "quota-of-project": ("vision/detection", "h100-train"),
    "quota-of-tenant": ("research", "h100-train"),
    "quota-on-class-lines": ("finance/risk", "h100-finance"),
    "quota-never-borrowing": ("vision/serving", "h100-infer"),
    "tenant": ("vision", ""),
    "project": ("vision/detection", ""),
    "project-on-class-lines": ("vision/serving", ""),
    "class": ("inference", ""),
    "profile": ("strict", ""),
    "role": ("developer", ""),
    "grant": ("vision/cvpr-deadline", ""),
    "link": ("vision/features", ""),
    "pool-never-borrowing": ("h100-infer", ""),
    "pool": ("h100-train", ""),
    "model": ("H100-SXM5-80GB", ""),
    "cluster": ("prod-a", ""),
    "cohort": ("Cohort/h100-train.vision", ""),
    "link-policy": ("NetworkPolicy/vision-detection/link-features", ""),
}


@pytest.fixture(scope="module")
def fleet() -> Fleet:
    return small_fleet()


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_page_reads_exactly_so(fleet: Fleet, name: str, update_golden: bool) -> None:
    expected = GOLDEN / f"{name}.txt"

    page = render(fleet.ask(*QUESTIONS[name]))

    if update_golden:
        expected.parent.mkdir(exist_ok=True)
        expected.write_text(page)
    assert page == expected.read_text()


def test_every_page_keeps_within_a_hundred_columns(fleet: Fleet) -> None:
    subjects = [*fleet.program.tenants, *(f"pool:{pool}" for pool in fleet.program.pools), *fleet.program.clusters]
    questions = [(subject, "") for subject in subjects] + list(QUESTIONS.values())
    for question in questions:
        for line in render(fleet.ask(*question)).splitlines():
            assert len(line) <= WIDTH, line


def test_the_page_has_every_number_of_the_answer(fleet: Fleet) -> None:
    page = render(fleet.ask("vision/detection", "h100-train"))

    lines = {line.split()[0]: line.split() for line in page.splitlines()}
    assert [lines[number][1] for number in ("guaranteed", "contested", "reach")] == ["8", "16", "72"]
    assert "32   shared in vision" in page


def test_what_steers_a_terminal_is_shown_as_an_escape() -> None:
    files = fleet_files()
    path = "tenants/vision/tenant.yaml"
    files[path] = files[path].replace("Computer vision", '"Computer\\u202evision"')

    page = render(fleet_of(files).ask("vision"))

    assert "\u202e" not in page
    assert "\\u202e" in page


def test_a_place_stands_at_the_right_or_below_where_the_text_leaves_no_room() -> None:
    sheet = Sheet()
    sheet.row("short", "text", Place("a.yaml", 3))
    sheet.row("long", "word " * 17, Place("tenants/vision/projects.yaml", 12))

    first, second, third = str(sheet).splitlines()
    assert first.split() == ["short", "text", "a.yaml:3"]
    assert second.endswith("word")
    assert third.strip() == "tenants/vision/projects.yaml:12"


def test_a_row_of_a_table_that_is_too_wide_puts_its_last_cell_below() -> None:
    sheet = Sheet()
    sheet.table(("name", "units", "place"), [("a", "8", "x" * 60), ("b" * 40, "16", "y" * 60)])

    assert max(map(len, str(sheet).splitlines())) <= WIDTH
    assert f"  {'y' * 60}" in str(sheet)
