"""A report in SARIF 2.1.0 as plain data, for code scanning; the caller writes it.

Pure. Source of the shape: OASIS SARIF 2.1.0, and GitHub, "SARIF support for code scanning", for what has to be there
besides. Columns count code points, as `columnKind` says.
"""

from typing import Any
from urllib.parse import quote

from tenantry.diagnostics.model import Code, Severity, Spot
from tenantry.diagnostics.render.printable import printable
from tenantry.diagnostics.report import Located, Report

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render_sarif(report: Report, *, version: str) -> dict[str, Any]:
    """One run of tenantry `version`; rules are the codes that occur, in their order."""
    codes = sorted({item.code for item in report.items}, key=lambda code: code.code)
    index = {code.code: position for position, code in enumerate(codes)}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "tenantry", "version": version, "rules": [_rule(code) for code in codes]}},
                "columnKind": "unicodeCodePoints",
                "results": [_result(item, index[item.code.code]) for item in report.items],
            }
        ],
    }


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.code,
        "name": code.name,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.title},
        "help": {"text": f"{code.title}. {_more(code)}"},
        "defaultConfiguration": {"level": _LEVELS[code.severity]},
    }


def _more(code: Code) -> str:
    if code.code.startswith("TN"):
        return f"`tenantry explain {code.code}` says why, and what to write instead."
    return "`tenantry plan` says more."


def _result(item: Located, rule_index: int) -> dict[str, Any]:
    lines = [item.message, *(note.text for note in item.notes), *([f"help: {item.help}"] if item.help else [])]
    related = [
        {"message": {"text": printable(note.text)}, **_location(note.spot)}
        for note in item.notes
        if note.spot is not None
    ]
    result: dict[str, Any] = {
        "ruleId": item.code.code,
        "ruleIndex": rule_index,
        "level": _LEVELS[item.severity],
        "message": {"text": "\n".join(printable(line) for line in lines)},
        "locations": [_location(item.spot)],
    }
    return result | {"relatedLocations": related} if related else result


def _location(spot: Spot) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(spot.file.encode("utf-8", "surrogateescape")), "uriBaseId": "%SRCROOT%"},
            "region": {
                "startLine": spot.line,
                "startColumn": spot.column,
                "endColumn": spot.column + spot.length,
            },
        }
    }
