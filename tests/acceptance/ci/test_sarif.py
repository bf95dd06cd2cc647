"""Everything that checks ever say is valid SARIF by the schema of OASIS, at the line and column that it speaks of."""

from pathlib import Path

import pytest

from tenantry.diagnostics import Diagnostic, Note, Spot
from tenantry.diagnostics.codes.quota import TN412
from tenantry.diagnostics.render.sarif import render_sarif
from tenantry.diagnostics.report import Report
from tests.support.cases import case_paths, outcome_of, read_case
from tests.support.sarif import violations


def test_every_case_is_valid_and_exact() -> None:
    for path in case_paths():
        outcome = outcome_of(read_case(path))
        report = Report.of(outcome.diagnostics, outcome.sources)

        log = render_sarif(report, version="0.1.0")

        assert violations(log) == [], path.name
        regions = [one["locations"][0]["physicalLocation"]["region"] for one in log["runs"][0]["results"]]
        for region, item in zip(regions, report.items, strict=True):
            text = outcome.sources.line(item.spot.file, region["startLine"])
            # Never past the line, whose end is a place too: something is missing there.
            assert 1 <= region["startColumn"] <= len(text) + 1, (path.name, region)
            assert region["endColumn"] > region["startColumn"]


def test_hostile_texts_and_names_stay_valid() -> None:
    evil = "x\n\x00\x1b]0;\udcff\u202e"
    spot = Spot("a b\udcff%#?\n.yaml", 1, 1)
    diagnostic = Diagnostic(TN412, evil, spot, notes=(Note(evil, spot),), help=evil)

    class Nowhere:
        def spot(self, where: object) -> Spot:
            return spot

        def line(self, file: str, line: int) -> str:
            return ""

    log = render_sarif(Report.of([diagnostic], Nowhere()), version="0.1.0")

    assert violations(log) == []
    assert "\n" not in str(log["runs"][0]["results"][0]["locations"])


@pytest.mark.parametrize(
    "broken",
    [
        {"version": "2.1.0"},
        {"version": "2.0.0", "runs": []},
        {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "t"}}, "results": [{"ruleId": "x"}]}]},
        {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "t"}}, "columnKind": "bytes"}]},
    ],
)
def test_the_schema_can_refuse(broken: dict[str, object]) -> None:
    assert violations(broken) != []


def test_nothing_of_the_schema_lies_here() -> None:
    assert not list(Path(__file__).parents[2].rglob("sarif-schema*.json"))
