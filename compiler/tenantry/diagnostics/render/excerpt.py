"""One source line as it can be shown: safe, within the width of a screen, with the place of its marks.

Pure. Columns are characters of the source; cells are columns of the screen.
"""

from tenantry.diagnostics.render.printable import printable
from tenantry.records import record

_TAB = "    "
_CUT = "…"


@record
class Excerpt:
    """`text` to show, and where the marks go below it: cells before them, and how many."""

    text: str
    before: int
    marks: int


def excerpt(line: str, column: int, length: int, *, width: int) -> Excerpt:
    """The part of `line` around the 1-based `column` that fits into `width` cells.

    Tabs are shown as four spaces, unsafe characters as escapes, and `…` stands for what was cut. At least one
    cell is marked, behind the end of the line too.
    """
    # A line of a megabyte needs no look at every character: nothing this far away can be shown.
    skipped = max(column - 1 - width, 0)
    near = line[skipped : column + length + width].rstrip() if len(line) > 4 * width else line.rstrip()
    if len(line) <= 4 * width:
        skipped = 0
    ended = skipped + len(near) >= len(line.rstrip())
    shown = [_TAB if character == "\t" else printable(character) for character in near]
    cells = [_cells(text) for text in shown]
    first = min(column - 1 - skipped, len(near))
    last = min(first + max(length, 1), len(near))
    start, end = _window(cells, first, last, width, whole=skipped == 0 and ended)
    left = _CUT if start or skipped else ""
    right = _CUT if end < len(near) or not ended else ""
    visible_last = max(min(last, end), first)
    marks = sum(cells[first:visible_last])
    before = len(left) + sum(cells[start:first])
    return Excerpt(left + "".join(shown[start:end]) + right, before, max(marks, 1))


def _window(cells: list[int], first: int, last: int, width: int, *, whole: bool) -> tuple[int, int]:
    """Characters to show, so that the marked ones are among them with as much before them as after."""
    if whole and sum(cells) <= width:
        return 0, len(cells)
    room = width - 2 * len(_CUT)
    start = end = first
    while end < last and room >= cells[end]:
        room -= cells[end]
        end += 1
    before = room // 2 if sum(cells[end:]) > room // 2 else room - sum(cells[end:])
    while start > 0 and cells[start - 1] <= before:
        start -= 1
        before -= cells[start]
        room -= cells[start]
    while end < len(cells) and cells[end] <= room:
        room -= cells[end]
        end += 1
    return start, end


def _cells(text: str) -> int:
    """Screen columns of a text: two for a wide character of East Asia, none for an accent that combines."""
    if text.isascii():
        return len(text)
    import unicodedata  # only for lines that are not plain ASCII

    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )
