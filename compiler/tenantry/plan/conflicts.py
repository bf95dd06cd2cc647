"""Branches that cannot all be merged: each pair by its numbers, as data and as remarks.

Pure.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from tenantry.diagnostics.report import Located
from tenantry.plan.listing import few
from tenantry.plan.remark import Remark


class Conflict(NamedTuple):
    """Why branches cannot all be merged: by `text` (git cannot merge a file), or by `meaning` (a check refuses what
    comes out). One branch alone where it is broken by itself; `notes` are the numbers behind the message."""

    branches: tuple[str, ...]
    kind: Literal["text", "meaning"]
    code: str
    file: str
    line: int
    message: str
    notes: tuple[str, ...] = ()


def conflicts_of(branches: tuple[str, ...], files: Iterable[str], errors: Iterable[Located]) -> Iterator[Conflict]:
    """The conflicts of some branches: `files` that git cannot merge, and what checks say of what it can."""
    for file in files:
        yield Conflict(branches, "text", "", file, 0, "both change the same lines")
    for error in errors:
        notes = tuple(note.text for note in error.notes)
        yield Conflict(branches, "meaning", error.code.code, error.spot.file, error.spot.line, error.message, notes)


def conflict_remarks(conflicts: Iterable[Conflict]) -> Iterator[Remark]:
    """A sentence for each conflict."""
    for one in conflicts:
        names = few(one.branches, named=len(one.branches))
        cannot = ("cannot be merged", "cannot both be merged", "cannot all be merged")[min(len(one.branches), 3) - 1]
        place = f"{one.file}:{one.line}" if one.line else one.file
        code = f" [{one.code}]" if one.code else ""
        numbers = f" ({'; '.join(' '.join(note.split()) for note in one.notes)})" if one.notes else ""
        sentence = f"**{names}** {cannot}: {one.message}{code}, {place}{numbers}"
        yield Remark("", sentence, "high", "branches conflict", f"{names} {cannot}")
