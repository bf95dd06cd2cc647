"""A report as plain data, with the same facts as the text; the caller writes it.

The shape is fixed for other programs. Text is as people wrote it, except that what no UTF-8 can hold is escaped.
"""

from typing import Any

from tenantry.diagnostics.model import Spot
from tenantry.diagnostics.report import Located, LocatedNote, Report


def render_json(report: Report) -> dict[str, Any]:
    """`{"diagnostics": [...], "summary": {"errors", "warnings", "information"}}`, in the order of the report."""
    return {
        "diagnostics": [_item(item) for item in report.items],
        "summary": {
            "errors": report.errors,
            "warnings": report.warnings,
            "information": report.information,
        },
    }


def _item(item: Located) -> dict[str, Any]:
    return {
        "code": item.code.code,
        "name": item.code.name,
        "severity": item.severity.value,
        "message": _valid(item.message),
        **_place(item.spot),
        "length": item.spot.length,
        "marker": _valid(item.marker),
        "help": _valid(item.help),
        "notes": [_note(note) for note in item.notes],
    }


def _note(note: LocatedNote) -> dict[str, Any]:
    place = {"file": None, "line": None, "column": None} if note.spot is None else _place(note.spot)
    return {"text": _valid(note.text), **place}


def _place(spot: Spot) -> dict[str, Any]:
    return {"file": _valid(spot.file), "line": spot.line, "column": spot.column}


def _valid(text: str) -> str:
    """File names may hold bytes that are no UTF-8, which Python keeps as lone surrogates."""
    return text.encode("utf-8", "backslashreplace").decode()
