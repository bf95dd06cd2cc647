from pathlib import Path

import pytest

from tests.support.cases import Expected, case_paths, judged, outcome_of, read_case, rendered


@pytest.mark.parametrize("path", case_paths(), ids=lambda path: path.stem)
def test_a_case_gives_exactly_its_message_at_its_line(path: Path) -> None:
    case = read_case(path)

    outcome = outcome_of(case)

    found = judged(outcome, case)
    places = [(one.code.code, outcome.spot(one)) for one in found]
    assert [Expected(code, spot.file, spot.line) for code, spot in places] == list(case.expected)
    assert [one.code for one in case.expected] == [case.code]
    assert rendered(outcome, found) == path.with_suffix(".txt").read_text()
