"""Every check has a code, every code a page, and every check of the program a case: the three lists agree."""

import re
from pathlib import Path

import pytest

from tenantry.check import CHECKS
from tenantry.diagnostics.codes import ALL_CODES, isolation, quota
from tenantry.diagnostics.model import Code, Severity
from tests.support.cases import case_paths

PAGES = Path(__file__).parents[2] / "docs" / "checks"
HEADINGS = ["What it finds", "Why it matters", "Example", "Instead", "When to silence it", "Since"]
SEVERITIES = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.INFO: "Information"}
CHECKED = {code.code for block in (quota, isolation) for code in vars(block).values() if isinstance(code, Code)}


def page_paths() -> list[Path]:
    """Pages written by hand; those of refusals at admission (8xx) are generated with the rules."""
    return sorted(path for path in PAGES.glob("TN*.md") if not path.stem.startswith("TN8"))


def test_every_code_of_a_check_has_exactly_one_check() -> None:
    assert sorted(one.code.code for one in CHECKS) == sorted(CHECKED)


def test_every_code_of_a_check_has_a_case() -> None:
    assert {path.stem.partition("-")[0] for path in case_paths()} >= CHECKED


def test_every_case_has_its_message_and_no_message_is_left_over() -> None:
    messages = {path.stem for path in case_paths()[0].parent.glob("*.txt")}

    assert messages == {path.stem for path in case_paths()}


@pytest.mark.parametrize("path", page_paths(), ids=lambda path: path.stem)
def test_a_page_names_its_code_and_has_every_part(path: Path) -> None:
    text = path.read_text()
    code = ALL_CODES[path.stem]

    assert text.startswith(f"# {code.code}: {code.name}\n\n{SEVERITIES[code.severity]}. {code.title}.\n")
    assert re.findall(r"^## (.+)$", text, re.M) == HEADINGS
    assert all(part.strip() for part in re.split(r"^## .+$", text, flags=re.M))


@pytest.mark.parametrize("code", sorted(CHECKED))
def test_the_example_of_a_page_is_one_of_the_cases_of_its_code(code: str) -> None:
    text = (PAGES / f"{code}.md").read_text()
    fences = re.findall(r"^```(yaml|text)\n(.*?)^```$", text, re.M | re.S)

    (kind, shown), (message_kind, message) = fences[:2]

    assert (kind, message_kind) == ("yaml", "text")
    cases = {path.with_suffix(".txt").read_text(): path for path in case_paths() if path.stem.startswith(code)}
    assert message in cases
    assert specs(shown) in specs(cases[message].read_text())


def specs(text: str) -> str:
    """What a case or an example says, without the comments that place it."""
    return re.sub(r"^# .*\n|[ \t]*# expect: TN[0-9]{3}$", "", text, flags=re.M)
