"""An error of the YAML reader together with the lines around it.

Pure. The reader's marks may lie behind the text; here every place is one that can be shown.
"""

from typing import Any

from tenantry.diagnostics import Diagnostic, Note, Spot
from tenantry.diagnostics.codes.syntax import TN103
from tenantry.source.decode import split_lines


class Trouble:
    """An error of the reader with the text around it; lines and columns are 0-based here."""

    def __init__(self, file: str, text: str, error: Any) -> None:
        self.file = file
        self.lines = split_lines(text)
        self.problem: str = getattr(error, "problem", None) or ""
        self.context: str = getattr(error, "context", None) or ""
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        self.at_end = mark is not None and not self._rest_of_text(mark.line, mark.column)
        self.line, self.column = self._clamp(mark)
        context_mark = getattr(error, "context_mark", None)
        self.opening = self._clamp(context_mark) if context_mark is not None else (self.line, self.column)

    def _rest_of_text(self, line: int, column: int) -> bool:
        """Whether anything but blanks and comments follows."""
        rest = [self.lines[line][column:], *self.lines[line + 1 :]] if line < len(self.lines) else []
        return any(part.strip() and not part.lstrip().startswith("#") for part in rest)

    def _clamp(self, mark: Any) -> tuple[int, int]:
        """The place of a mark, which at the end of a text may lie behind it: then the last written character."""
        if mark is None:
            return 0, 0
        line, column = mark.line, mark.column
        if line >= len(self.lines) or (line == len(self.lines) - 1 and not self.lines[line]):
            line = max((i for i, text in enumerate(self.lines) if text.strip()), default=0)
            column = max(len(self.lines[line].rstrip()) - 1, 0)
        return line, min(column, len(self.lines[line]))

    @property
    def here(self) -> str:
        """The character the reader stopped at; empty at the end of a line."""
        return self.lines[self.line][self.column : self.column + 1]

    @property
    def at_line_start(self) -> bool:
        return not self.lines[self.line][: self.column].strip()

    def spot(self, line: int | None = None, column: int | None = None, length: int = 1) -> Spot:
        return Spot(
            self.file,
            (self.line if line is None else line) + 1,
            (self.column if column is None else column) + 1,
            max(length, 1),
        )

    def whole(self, line: int) -> Spot:
        """All that is written on a line, without its indentation."""
        text = self.lines[line]
        written = text.strip()
        return self.spot(line, len(text) - len(text.lstrip()) if written else 0, len(written))

    def line_before(self) -> int | None:
        """The nearest line above that holds more than a comment."""
        for line in range(self.line - 1, -1, -1):
            text = self.lines[line].strip()
            if text and not text.startswith("#"):
                return line
        return None

    def says(self, message: str, spot: Spot, *, help: str = "", notes: tuple[Note, ...] = ()) -> Diagnostic:
        return Diagnostic(TN103, message, spot, notes=notes, help=help)
