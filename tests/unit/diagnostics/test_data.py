"""Reports for programs: JSON, SARIF, GitHub's workflow commands."""

import json

from tenantry.diagnostics import Diagnostic, Note, Spot
from tenantry.diagnostics.render.github import render_github
from tenantry.diagnostics.render.json import render_json
from tenantry.diagnostics.render.sarif import render_sarif
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


def test_sarif_names_rules_levels_and_places() -> None:
    (run,) = render_sarif(report(EXAMPLE, NOTICE), version="1.2.3")["runs"]

    assert run["tool"]["driver"]["version"] == "1.2.3"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["TN412", "TN480"]
    assert [(r["ruleId"], r["ruleIndex"], r["level"]) for r in run["results"]] == [
        ("TN480", 1, "note"),
        ("TN412", 0, "error"),
    ]
    first, second = (result["locations"][0]["physicalLocation"] for result in run["results"])
    assert first["artifactLocation"]["uri"] == "a%20b.yaml"
    assert second["region"] == {"startLine": 15, "startColumn": 37, "endColumn": 39}
    assert [r["message"]["text"] for r in run["results"][1]["relatedLocations"]] == ["research has  72"]
    assert "relatedLocations" not in run["results"][0]


def test_github_gets_one_command_a_line() -> None:
    assert render_github(report(EXAMPLE)) == (
        "::error file=tenants/vision/tenant.yaml,line=15,col=37,endColumn=39,title=TN412 promise-over-guarantee"
        "::tenants of research are promised 4 units of h100-train more than it has"
        "%0Aresearch has  72 (tenants/research/tenant.yaml:10)"
        "%0Apromised      76   nlp 40 (tenants/nlp/tenant.yaml:11), vision 36"
        "%0Ahelp: lower this to 32, or raise research (8 units of h100-train are unallocated)\n"
    )


def test_no_spec_can_add_a_command_of_its_own() -> None:
    evil = "x\n::set-env name=a::b\r::error::100%"

    text = render_github(report(Diagnostic(ODD, evil, Spot("a,b:c\n.yaml", 1, 1), notes=(Note(evil),), help=evil)))

    assert text.count("\n") == 1
    assert text.startswith("::warning file=a%2Cb%3Ac\\n.yaml,line=1,")
    assert "100%25" in text
