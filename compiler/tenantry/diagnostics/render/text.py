"""A report for people: headline, place, source line with marks, notes, the way out.

Pure: returns text. Everything that may come from a spec is made safe to print first.
"""

from tenantry.diagnostics.model import Locator, Severity
from tenantry.diagnostics.render.excerpt import excerpt
from tenantry.diagnostics.render.printable import printable
from tenantry.diagnostics.report import Located, LocatedNote, Report

WIDTH = 100
"""Screen columns that a source line keeps within."""

_BOLD = "1"
_DIM = "34"
_COLORS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.INFO: "1;36"}
_WIDEST_NOTE = 60


def render_text(report: Report, locator: Locator, *, color: bool = False) -> str:
    """Every diagnostic, an empty line between them; empty for a report that has none. Ends in a newline."""
    blocks = ["\n".join(_block(item, locator, _Paint(on=color))) for item in report.items]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def render_summary(report: Report, *, color: bool = False) -> str:
    """`2 errors, 1 warning`: what there is, in one line without a newline; `no problems` where nothing is."""
    paint = _Paint(on=color)
    counted = (
        (report.errors, "error", "errors", Severity.ERROR),
        (report.warnings, "warning", "warnings", Severity.WARNING),
        (report.information, "information", "information", Severity.INFO),
    )
    parts = [
        paint(_COLORS[severity], f"{count} {one if count == 1 else many}")
        for count, one, many, severity in counted
        if count
    ]
    return ", ".join(parts) or "no problems"


class _Paint:
    """Puts text between ANSI codes, or leaves it as it is."""

    def __init__(self, *, on: bool) -> None:
        self._on = on

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self._on and text else text


def _block(item: Located, locator: Locator, paint: _Paint) -> list[str]:
    style = _COLORS[item.severity]
    spot = item.spot
    margin = " " * len(str(spot.line))
    lines = [
        paint(style, f"{item.severity.value}[{item.code.code}]") + paint(_BOLD, f": {printable(item.message)}"),
        f"{margin}{paint(_DIM, '-->')} {printable(spot.file)}:{spot.line}:{spot.column}",
    ]
    source = locator.line(spot.file, spot.line)
    if source.strip():
        shown = excerpt(source, spot.column, spot.length, width=WIDTH - len(margin) - 3)
        marker = f" {printable(item.marker)}" if item.marker else ""
        bar = paint(_DIM, "|")
        lines += [
            f"{margin} {bar}",
            f"{paint(_DIM, str(spot.line))} {bar} {shown.text}",
            f"{margin} {bar} {' ' * shown.before}{paint(style, '^' * shown.marks + marker)}",
        ]
    equals = paint(_DIM, "=")
    lines += [f"{margin} {equals} {note}" for note in _notes(item.notes, margin)]
    if item.help:
        lines.append(f"{margin} {equals} {paint(_BOLD, 'help')}: {_indented(item.help, margin)}")
    return lines


def _notes(notes: tuple[LocatedNote, ...], margin: str) -> list[str]:
    """Each note, followed by its place; places stand below each other where the texts allow."""
    texts = [_indented(note.text, margin) for note in notes]
    lengths = [len(text) for text, note in zip(texts, notes, strict=True) if note.spot is not None]
    column = max((length for length in lengths if length <= _WIDEST_NOTE), default=0)
    return [
        text if note.spot is None else f"{text.ljust(column)}   {printable(note.spot.file)}:{note.spot.line}"
        for text, note in zip(texts, notes, strict=True)
    ]


def _indented(text: str, margin: str) -> str:
    """Several lines below each other, indented so that none can pass for a message of its own."""
    return f"\n{margin}   ".join(printable(line) for line in text.split("\n"))
