"""What became of each mutant, kept in a file, so that a run that was ended can be gone on with."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

PASSED_OVER = ("refused by the compiler", "no change of the output")
SEEN, UNSEEN = "seen", "NOT SEEN"


@dataclass(frozen=True)
class Result:
    """One mutant by its name, what became of it, and the lines that were printed about it."""

    mutant: str
    outcome: str
    lines: tuple[str, ...] = ()


class Results:
    """The results of a run; each is appended to the file, where there is one, as soon as it is known."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, Result] = {}
        if path and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                self._known[row["mutant"]] = Result(row["mutant"], row["outcome"], tuple(row["lines"]))

    def known(self, mutant: object) -> Result | None:
        """What an earlier run says of a mutant."""
        return self._known.get(str(mutant))

    def add(self, result: Result) -> None:
        """Keeps a result."""
        self._known[result.mutant] = result
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")
