"""What was found wrong in one file, no more of it than anybody reads.

A file of a megabyte can hold a quarter of a million mistakes; the first hundred are kept and the rest counted.
"""

from tenantry.diagnostics import Diagnostic, Severity, Spot
from tenantry.diagnostics.codes.syntax import TN123
from tenantry.source.limits import MAX_FINDINGS


class Findings:
    """Collects the diagnostics of one file, each once."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.errors = 0
        """Errors met so far, kept or not."""
        self._kept: dict[Diagnostic, None] = {}
        self._left_out = 0

    def add(self, diagnostic: Diagnostic) -> None:
        """Takes a diagnostic in."""
        if diagnostic.severity is Severity.ERROR:
            self.errors += 1
        if diagnostic in self._kept:
            return
        if self.full:
            self._left_out += 1
        else:
            self._kept[diagnostic] = None

    @property
    def full(self) -> bool:
        """Whether further diagnostics are only counted: then nobody needs to work out their details."""
        return len(self._kept) >= MAX_FINDINGS

    def all(self) -> list[Diagnostic]:
        """What was kept, in the order it was found, and one diagnostic for all that was not."""
        kept = list(self._kept)
        if self._left_out:
            rest = f"{self._left_out:,} more findings in this file are not shown"
            kept.append(Diagnostic(TN123, rest, Spot(self.file, 1, 1)))
        return kept
