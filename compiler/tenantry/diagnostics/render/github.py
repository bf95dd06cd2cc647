"""A report as workflow commands, which GitHub shows at the lines of a pull request.

Pure: returns text. Source: GitHub, workflow commands (`::error file=...::message`); its escapes keep a spec
from adding commands of its own.
"""

from tenantry.diagnostics.model import Severity
from tenantry.diagnostics.render.printable import printable
from tenantry.diagnostics.report import Located, Report

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render_github(report: Report) -> str:
    """One command a line, in the order of the report; empty for a report that has none."""
    return "".join(_command(item) + "\n" for item in report.items)


def _command(item: Located) -> str:
    spot = item.spot
    properties = {
        "file": spot.file,
        "line": str(spot.line),
        "col": str(spot.column),
        "endColumn": str(spot.column + spot.length),
        "title": f"{item.code.code} {item.code.name}",
    }
    places = [f"{note.text} ({note.spot.file}:{note.spot.line})" if note.spot else note.text for note in item.notes]
    lines = [item.message, *places, *([f"help: {item.help}"] if item.help else [])]
    message = "%0A".join(_escaped(line) for line in lines)
    written = ",".join(f"{key}={_escaped_property(value)}" for key, value in properties.items())
    return f"::{_COMMANDS[item.severity]} {written}::{message}"


def _escaped(text: str) -> str:
    return printable(text).replace("%", "%25")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
