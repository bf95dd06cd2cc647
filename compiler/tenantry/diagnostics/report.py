"""Diagnostics with exact places, in the order people read them.

Pure. Sorted by file, line and code, so that two runs can be compared; what is said twice is kept once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tenantry.diagnostics.model import Code, Diagnostic, Locator, Note, Severity, Spot, Where
from tenantry.records import record


@record
class LocatedNote:
    """A further fact; `spot` is None where it belongs to no place."""

    text: str
    spot: Spot | None = None


@record
class Located:
    """A diagnostic whose places are exact."""

    code: Code
    message: str
    spot: Spot
    marker: str = ""
    notes: tuple[LocatedNote, ...] = ()
    help: str = ""

    @property
    def severity(self) -> Severity:
        return self.code.severity


@dataclass(frozen=True)
class Report:
    """All there is to say about a run."""

    items: tuple[Located, ...]

    @classmethod
    def of(cls, diagnostics: Iterable[Diagnostic], locator: Locator) -> "Report":
        """Every diagnostic in its place. Raises what the locator raises."""
        # By document first: a locator that remembers the last files then opens each of them once.
        waiting = sorted(diagnostics, key=lambda diagnostic: _document(diagnostic.where))
        located = dict.fromkeys(_located(diagnostic, locator) for diagnostic in waiting)
        return cls(tuple(sorted(located, key=_order)))

    def with_more(self, items: Iterable[Located]) -> "Report":
        """The same with further messages that have their places already."""
        return Report(tuple(sorted(dict.fromkeys((*self.items, *items)), key=_order)))

    def below(self, folder: str) -> "Report":
        """The same with files named from further above: `folder` leads there and ends in a slash, or is empty."""
        return Report(tuple(_below(folder, item) for item in self.items)) if folder else self

    @cached_property
    def errors(self) -> int:
        return self._count(Severity.ERROR)

    @cached_property
    def warnings(self) -> int:
        return self._count(Severity.WARNING)

    @cached_property
    def information(self) -> int:
        return self._count(Severity.INFO)

    def _count(self, severity: Severity) -> int:
        return sum(1 for item in self.items if item.severity is severity)


def _order(item: Located) -> tuple[str, int, str, int, str, int]:
    spot = item.spot
    return spot.file, spot.line, item.code.code, spot.column, item.message, spot.length


def _document(where: Where | Spot) -> str:
    return where.file if isinstance(where, Spot) else str(where.document)


def _below(folder: str, item: Located) -> Located:
    notes = tuple(
        LocatedNote(note.text, note.spot and note.spot._replace(file=folder + note.spot.file)) for note in item.notes
    )
    spot = item.spot._replace(file=folder + item.spot.file)
    return Located(item.code, item.message, spot, item.marker, notes, item.help)


def _located(diagnostic: Diagnostic, locator: Locator) -> Located:
    return Located(
        diagnostic.code,
        diagnostic.message,
        _exact(diagnostic.where, locator),
        diagnostic.marker,
        tuple(_located_note(note, locator) for note in diagnostic.notes),
        diagnostic.help,
    )


def _located_note(note: Note, locator: Locator) -> LocatedNote:
    text = f"{note.text}   {', '.join(_item(item, locator) for item in note.items)}" if note.items else note.text
    return LocatedNote(text, None if note.where is None else _exact(note.where, locator))


def _item(note: Note, locator: Locator) -> str:
    """`nlp 40 (tenants/nlp/tenant.yaml:11)`: a part of a note, with its place inside the line."""
    if note.where is None:
        return note.text
    spot = _exact(note.where, locator)
    return f"{note.text} ({spot.file}:{spot.line})"


def _exact(where: Where | Spot, locator: Locator) -> Spot:
    return where if isinstance(where, Spot) else locator.spot(where)
