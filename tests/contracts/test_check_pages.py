"""Every code has a page, all pages have the same parts, and what they show is what really comes out."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tenantry import api
from tenantry.diagnostics import Diagnostic
from tenantry.diagnostics.codes import ALL_CODES
from tenantry.diagnostics.render.text import render_text
from tenantry.diagnostics.report import Report
from tenantry.model.load import load
from tenantry.source import Sources, read_text
from tests.support.pages import read_page
from tests.support.workspaces import REPOSITORY

PAGES = REPOSITORY / "docs" / "checks"
HEADINGS = ["What it finds", "Why it matters", "Example", "Instead", "When to silence it", "Since"]
OF_TEXTS = sorted(code for code in ALL_CODES if code[2] in "12")
OF_ADDONS = ["TN501", "TN521", "TN522", "TN523", "TN524", "TN525"]


@pytest.mark.parametrize("code", sorted(ALL_CODES))
def test_every_code_has_a_page_with_the_same_parts(code: str) -> None:
    page = read_page(PAGES / f"{code}.md")

    assert page.headings[0] == f"{code}: {ALL_CODES[code].name}"
    assert list(page.headings[1:]) == HEADINGS
    assert f"{ALL_CODES[code].title}." in page.prose


def test_no_page_is_left_of_a_code_that_is_gone() -> None:
    assert {path.stem for path in PAGES.glob("TN*.md")} == set(ALL_CODES)


@pytest.mark.parametrize("code", OF_TEXTS)
def test_the_example_about_a_text_gives_its_code_and_the_message_on_the_page(code: str) -> None:
    page = read_page(PAGES / f"{code}.md")

    for example in page.below("Example", "yaml"):
        codes, text = _said(example)
        assert codes == [code]
        assert text in page.below("Example", "text")
    for repaired in page.below("Instead", "yaml"):
        assert _said(repaired)[0] == []


@pytest.mark.parametrize("code", OF_ADDONS)
def test_the_example_of_an_addon_gives_its_code_and_the_message_on_the_page(code: str, tmp_path: Path) -> None:
    page = read_page(PAGES / f"{code}.md")
    api.init(tmp_path)

    codes, text = _compiled(tmp_path, page.below("Example", "yaml"))
    assert codes == [code]
    assert [text] == page.below("Example", "text")
    assert _compiled(tmp_path, page.below("Instead", "yaml"))[0] == []


def _said(text: str) -> tuple[list[str], str]:
    """Codes and rendered messages of a text as the only spec."""
    content = read_text("spec.yaml", text.encode())
    sources = Sources()
    sources.add("spec.yaml", content.text, content.documents, content.diagnostics, complete=content.complete)
    found: list[Diagnostic] = [*content.diagnostics]
    for document in content.documents:
        found += load(document)[1] if document.sound else []
    return [one.code.code for one in found], render_text(Report.of(found, sources), sources)


def _compiled(workspace: Path, specs: Iterable[str]) -> tuple[list[str], str]:
    """Codes and rendered messages of a small fleet with these addons."""
    (workspace / "clusters" / "addons.yaml").write_text("---\n".join(specs), encoding="utf-8")
    compiled = api.compile(api.open_workspace(workspace), dry_run=True)
    return [one.code.code for one in compiled.report.items], render_text(compiled.report, compiled.front.sources)
