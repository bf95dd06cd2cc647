"""Places on both sides of a comparison: those before bear the name of their revision, as git writes it.

Reads the texts of the side before when one is asked for. `3f2a91c04d1e:tenants/vision/tenant.yaml` is what `git show`
takes, and cannot be taken for a line of the files as they are.
"""

from collections.abc import Callable
from dataclasses import replace

from tenantry.diagnostics import Spot, Where
from tenantry.diagnostics.report import Located, LocatedNote, Report
from tenantry.records import record
from tenantry.source import Sources


@record
class BothPlaces:
    """The `Locator` of a comparison; `base` gives the texts of the side before; it is None where nothing was."""

    base: Callable[[], Sources] | None
    base_name: str
    head: Sources

    def spot(self, where: Where) -> Spot:
        """The place on the side after."""
        return self.head.spot(where)

    def at_base(self, where: Where) -> Where | Spot:
        """The place on the side before."""
        if self.base is None:
            return where
        spot = self.base().spot(where)
        return spot._replace(file=f"{self._mark}{spot.file}")

    def line(self, file: str, line: int) -> str:
        """The text of a line of either side; empty where there is none."""
        if self.base is not None and file.startswith(self._mark):
            return self.base().line(file.removeprefix(self._mark), line)
        return self.head.line(file, line)

    def on_head(self, report: Report) -> Report:
        """The same for hosts that know only the files after: a place before becomes the top of that file, a note's
        place becomes words."""
        return Report(tuple(map(self._item_on_head, report.items)))

    def _item_on_head(self, item: Located) -> Located:
        notes = tuple(map(self._note_on_head, item.notes))
        if not item.spot.file.startswith(self._mark):
            return replace(item, notes=notes)
        was = LocatedNote(f"it stood at {item.spot.file}:{item.spot.line}")
        return replace(item, spot=Spot(item.spot.file.removeprefix(self._mark), 1, 1), notes=(*notes, was))

    def _note_on_head(self, note: LocatedNote) -> LocatedNote:
        if note.spot is None or not note.spot.file.startswith(self._mark):
            return note
        return LocatedNote(f"{note.text} ({note.spot.file}:{note.spot.line})")

    @property
    def _mark(self) -> str:
        return f"{self.base_name.partition(' ')[0]}:"
