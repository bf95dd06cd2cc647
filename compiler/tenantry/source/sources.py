"""All that was read: documents in order, what is wrong with them, and where everything stands.

Keeps the text of every file, and the nodes of the files that messages spoke of last. Reads no disk.
"""

from collections import OrderedDict
from collections.abc import Sequence

from tenantry.diagnostics import Diagnostic, DocumentRef, FilePlace, Spot, Where
from tenantry.source.document import Document
from tenantry.source.positions import Positions

_REMEMBERED_FILES = 64


class Sources:
    """The specs of a workspace, and the `Locator` of every diagnostic about them."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._documents: list[Document] = []
        self._diagnostics: list[Diagnostic] = []
        self._incomplete: set[str] = set()
        self._places: dict[DocumentRef, FilePlace] = {}
        self._positions: OrderedDict[str, Positions] = OrderedDict()

    def add(
        self,
        file: str,
        text: str,
        documents: Sequence[Document],
        diagnostics: Sequence[Diagnostic],
        *,
        complete: bool,
    ) -> None:
        """Takes in what one file gave; `complete` is False where documents may be missing."""
        self._texts[file] = text
        self._diagnostics += diagnostics
        if not complete:
            self._incomplete.add(file)
        for document in documents:
            self._documents.append(document)
            ref = document.ref
            if ref is not None:
                self.bind(ref, document.place)

    def bind(self, ref: DocumentRef, place: FilePlace) -> None:
        """Says where the document `ref` stands; of several the first counts."""
        self._places.setdefault(ref, place)

    @property
    def documents(self) -> tuple[Document, ...]:
        """Every document that is a mapping, sound or not, in the order of files and of the text."""
        return tuple(self._documents)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the reader has to say, in the order of files."""
        return tuple(self._diagnostics)

    @property
    def incomplete(self) -> frozenset[str]:
        """Files of which documents may be missing: do not call dangling what may stand there."""
        return frozenset(self._incomplete)

    @property
    def files(self) -> tuple[str, ...]:
        """Every file that was looked at, in order."""
        return tuple(self._texts)

    def text(self, file: str) -> str:
        """The text of a file without its byte order mark; empty for a file that was not read."""
        return self._texts.get(file, "")

    def place(self, ref: DocumentRef) -> FilePlace | None:
        """Where a document stands, or None for one that is not in the specs."""
        return self._places.get(ref)

    def spot(self, where: Where) -> Spot:
        """The exact place; never raises. A document that is not in the specs shows as `<Kind name>`, line 1."""
        document = where.document
        if isinstance(document, DocumentRef):
            place = self._places.get(document)
            if place is None:
                return Spot(f"<{document}>", 1, 1)
        else:
            place = document
        return self._positions_of(place.file).locate(place.index, where.path, where.part)

    def line(self, file: str, line: int) -> str:
        """The text of a 1-based line; empty where there is none."""
        return self._positions_of(file).line(line)

    def _positions_of(self, file: str) -> Positions:
        known = self._positions.get(file)
        if known is not None:
            self._positions.move_to_end(file)
            return known
        positions = self._positions[file] = Positions(file, self._texts.get(file, ""))
        if len(self._positions) > _REMEMBERED_FILES:
            self._positions.popitem(last=False)
        return positions
