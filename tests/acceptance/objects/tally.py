"""What became of objects, counted by kind: how many were emitted, accepted, and given back otherwise than sent."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.acceptance.objects.round_trip import Outcome, key
from tests.plane.api import Object


@dataclass
class Tally:
    """Counts by kind, and a line for everything that was not as it should be."""

    emitted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    requests: int = 0
    faults: list[str] = field(default_factory=list)

    def count(self, items: Iterable[Object], outcome: Outcome) -> None:
        """Counts each object once, whatever was done with it."""
        for item in items:
            self.emitted[item["kind"]] += 1
            self.refused[item["kind"]] += key(item) in outcome.refused
            self.differing[item["kind"]] += key(item) in outcome.differing
        self.requests += outcome.requests
        self.faults += outcome.faults

    def table(self) -> str:
        """The counts as a Markdown table, kinds in the order of their names."""
        rows = [self._row(kind, self.emitted[kind], self.refused[kind], self.differing[kind]) for kind in self.kinds]
        total = self._row("all", self.emitted.total(), self.refused.total(), self.differing.total())
        return "\n".join(["| kind | emitted | accepted | differing |", "| --- | ---: | ---: | ---: |", *rows, total])

    @property
    def kinds(self) -> list[str]:
        """The kinds that were counted, in the order of their names."""
        return sorted(self.emitted)

    def _row(self, kind: str, emitted: int, refused: int, differing: int) -> str:
        return f"| {kind} | {emitted} | {emitted - refused} | {differing} |"
