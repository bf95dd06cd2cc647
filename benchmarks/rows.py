"""The figures of one run, as rows of a table. Pure."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import median

from benchmarks.measure import Timing

_HEAD = ("what", "min", "median", "cpu", "memory", "n", "ratio", "target", "")


@dataclass(frozen=True, slots=True)
class Row:
    """A figure: seconds and bytes, the ratio that its target speaks of, and whether it is met (None: no target)."""

    section: str
    what: str
    least: float | None = None
    middle: float | None = None
    cpu: float | None = None
    peak: int | None = None
    rounds: int = 0
    ratio: str = ""
    target: str = ""
    met: bool | None = None
    note: str = ""


def timing_row(
    section: str,
    what: str,
    timing: Timing,
    *,
    ratio: str = "",
    target: str = "",
    met: bool | None = None,
    note: str = "",
) -> Row:
    """The row of a timing."""
    return Row(
        section,
        what,
        timing.least,
        timing.middle,
        timing.cpu,
        timing.peak,
        len(timing.samples),
        ratio,
        target,
        met,
        note,
    )


def ratio_row(section: str, what: str, rounds: Iterable[tuple[float, float]], *, target: float) -> Row:
    """The row of two things timed by turns in one process: seconds of the first, and least over least."""
    ours, theirs = zip(*rounds, strict=True)
    ratio = min(ours) / min(theirs)
    return Row(
        section,
        what,
        min(ours),
        median(ours),
        rounds=len(ours),
        ratio=f"{ratio:.2f} x json.dumps ({min(theirs):.3f} s)",
        target=f"<= {target:g} x",
        met=ratio <= target,
    )


def as_text(rows: list[Row]) -> str:
    """The rows as a table for people, a heading for every section; seconds and MiB."""
    cells = [_HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEAD))]
    lines, section = [], ""
    for line, row in zip(cells, [None, *rows], strict=True):
        if row is not None and row.section != section:
            section = row.section
            lines += ["", section]
        text = "  ".join(
            cell.ljust(width) if column in (0, 6, 7, 8) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        lines.append(f"  {text}".rstrip())
        if row is not None and row.note:
            lines.append(f"    {row.note}")
    return "\n".join(lines)


def as_json(rows: list[Row], *, facts: dict[str, object]) -> str:
    """The same facts for programs: seconds, bytes."""
    return json.dumps({**facts, "rows": [asdict(row) for row in rows]}, indent=2)


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.what,
        _seconds(row.least),
        _seconds(row.middle),
        _seconds(row.cpu),
        "" if row.peak is None else f"{row.peak / 2**20:.0f} MiB",
        str(row.rounds or ""),
        row.ratio,
        row.target,
        "" if row.met is None else ("met" if row.met else "MISSED"),
    )


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.3f} s"
