"""A page of text within 100 columns: labelled rows, places at the right, tables.

Pure. Everything may come from a spec, so it is made safe to print here, once.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from tenantry.answers.places import Place
from tenantry.diagnostics.render.printable import printable

WIDTH: Final = 100
_PLACES_AT: Final = 62
_LABEL: Final = 13


class Sheet:
    """Lines, top to bottom."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def __str__(self) -> str:
        """The page; ends in a newline."""
        return "".join(f"{line.rstrip()}\n" for line in self._lines)

    def row(self, label: str, text: str, place: Place | None = None, *, indent: int = 2) -> None:
        """`label` and beside it a text that wraps below itself."""
        self.hanging(f"{' ' * indent}{label:<{_LABEL - indent}}", text, place)

    def hanging(self, head: str, text: str, place: Place | None = None) -> None:
        """`head`, then a text whose further lines stand below its first; its place at the right, or below."""
        head = head if not head.strip() or head.endswith(" ") else f"{head} "
        room = max(WIDTH - len(head), 20)
        first, *more = wrap(printable(text), room, break_on_hyphens=False, break_long_words=False) or [""]
        lines = [head + first, *(" " * len(head) + line for line in more)]
        if place is not None:
            lines[-1:] = _with_place(lines[-1], printable(str(place)), len(head))
        self._lines += lines

    def title(self, text: str, place: Place | None = None) -> None:
        """What the page, or a part of it, is about."""
        self.hanging("", text, place)

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Rows below their heads; the first column and the last are texts, those between are numbers.

        Where a row is too wide its last cell stands below it.
        """
        cells = [[printable(cell) for cell in row] for row in (head, *rows)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
        last = len(head) - 1
        for row in cells:
            shown = [
                cell.ljust(widths[column]) if column in (0, last) else cell.rjust(widths[column])
                for column, cell in enumerate(row)
            ]
            line = "  " + "  ".join(shown)
            if len(line.rstrip()) <= WIDTH:
                self._lines.append(line)
            else:
                below = wrap(row[-1], WIDTH - 4, break_on_hyphens=False, break_long_words=False)
                self._lines += ["  " + "  ".join(shown[:-1]), *(f"    {part}" for part in below)]


def _with_place(line: str, place: str, hang: int) -> list[str]:
    aligned = f"{line:<{_PLACES_AT}}  {place}"
    if len(line) <= _PLACES_AT and len(aligned) <= WIDTH:
        return [aligned]
    if len(line) + 2 + len(place) <= WIDTH:
        return [f"{line}  {place}"]
    return [line, f"{' ' * min(max(WIDTH - len(place), hang), _PLACES_AT + 2)}{place}"]
