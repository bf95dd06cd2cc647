"""The table of risks in docs/plan.md against what plans of the stories say."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_ROW = re.compile(r"^\| (low|medium|high|destructive) \| (.+) \|$", re.MULTILINE)


def test_every_reason_for_a_risk_is_a_row_of_the_table() -> None:
    documented = _ROW.findall((ROOT / "docs/plan.md").read_text(encoding="utf-8"))
    said = {
        (remark["risk"], remark["rule"], path.stem)
        for path in sorted((ROOT / "tests/golden/plans").glob("*.json"))
        for remark in json.loads(path.read_text(encoding="utf-8"))["plan"]["remarks"]
        if remark["rule"]
    }
    assert {rule for _, rule, _ in said} >= {"a guarantee falls", "data goes", "isolation loosens"}
    missing = [
        one for one in sorted(said) if not any(risk == one[0] and row.startswith(one[1]) for risk, row in documented)
    ]
    assert missing == []


def test_risks_stand_from_the_most_to_the_least() -> None:
    documented = [risk for risk, _ in _ROW.findall((ROOT / "docs/plan.md").read_text(encoding="utf-8"))]
    assert documented == sorted(documented, key=("destructive", "high", "medium", "low").index)
