"""Where things were written, as people name it: a file and a line.

Pure. Places are looked up with the `Locator` that was handed in; nothing here knows how specs are read.
"""

from typing import NamedTuple

from tenantry.diagnostics import DocumentRef, Locator, Where
from tenantry.program import BUILT_IN
from tenantry.records import record


class Place(NamedTuple):
    """A 1-based line of a spec file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@record
class Places:
    """Turns places in documents into lines of files."""

    locator: Locator

    def of(self, where: Where) -> Place | None:
        """The line of a value, or of the nearest thing around it that was written; None for a built-in default."""
        if where.document == BUILT_IN.document:
            return None
        spot = self.locator.spot(where)
        return Place(spot.file, spot.line)

    def document(self, ref: DocumentRef) -> Place | None:
        """The line that gives a document its name."""
        return self.of(Where(ref, ("metadata", "name")))

    def is_written(self, where: Where) -> bool:
        """Whether the value stands in its document, so that it is no default of the language."""
        if where.document == BUILT_IN.document:
            return False
        if not where.path or isinstance(where.path[-1], int):
            return True
        spot = self.locator.spot(where._replace(part="key"))
        start = spot.column - 1
        key = self.locator.line(spot.file, spot.line)[start : start + spot.length]
        return key.strip("\"'") == where.path[-1]
