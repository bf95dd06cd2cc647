"""Reports for programs: JSON."""

import json

from tenantry.diagnostics import Diagnostic, Spot
from tenantry.diagnostics.render.json import render_json
from tests.unit.diagnostics.reports import EXAMPLE, NEWS, ODD, report

NOTICE = Diagnostic(NEWS, "m", Spot("a b.yaml", 2, 3))


def test_json_has_the_fixed_shape() -> None:
    data = render_json(report(EXAMPLE, NOTICE))

    assert data["summary"] == {"errors": 1, "warnings": 0, "information": 1}
    assert [item["code"] for item in data["diagnostics"]] == ["TN480", "TN412"]
    assert data["diagnostics"][1] == {
        "code": "TN412",
        "name": "promise-over-guarantee",
        "severity": "error",
        "message": "tenants of research are promised 4 units of h100-train more than it has",
        "file": "tenants/vision/tenant.yaml",
        "line": 15,
        "column": 37,
        "length": 2,
        "marker": "was 24",
        "help": "lower this to 32, or raise research (8 units of h100-train are unallocated)",
        "notes": [
            {"text": "research has  72", "file": "tenants/research/tenant.yaml", "line": 10, "column": 5},
            {
                "text": "promised      76   nlp 40 (tenants/nlp/tenant.yaml:11), vision 36",
                "file": None,
                "line": None,
                "column": None,
            },
        ],
    }


def test_json_can_be_written_in_utf8_whatever_a_file_is_called() -> None:
    named = Diagnostic(ODD, "bad \udcff", Spot("x\udcff.yaml", 1, 1))

    written = json.dumps(render_json(report(named)), ensure_ascii=False).encode()

    assert json.loads(written)["diagnostics"][0]["file"] == "x\\udcff.yaml"
