"""`python -m tests.acceptance.breaks [CODE...]` prints code, edits and verdict; with codes also every message."""

import sys
import tempfile
from pathlib import Path

from tests.acceptance.breaks import BREAKS
from tests.acceptance.breaks.example import Example

_SHOWN = 4_000
"""Characters of messages that are printed for one break."""


def main(codes: list[str]) -> int:
    """Judges the breaks of the given codes, or of all; 1 where any goes wrong."""
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        example = Example(Path(folder))
        for code, breaks in BREAKS.items():
            if codes and not code.startswith(tuple(codes)):
                continue
            lines, right = [], 0
            for broken in breaks:
                try:
                    outcome = example.judge(code, broken)
                except AssertionError as problem:
                    lines.append(f"\n# {broken.what}: {problem}")
                    continue
                right += outcome.is_right
                if codes or not outcome.is_right:
                    expected = "" if outcome.is_right else f" EXPECTED {outcome.expected}, FOUND {outcome.found}"
                    lines.append(f"\n# {broken.what}{expected}\n{outcome.text[:_SHOWN]}")
            verdict = "ok" if right == len(breaks) else "WRONG"
            wrong += right != len(breaks)
            print(f"{code}  {len(breaks)} edits  {verdict}", *lines, sep="\n")
    print(f"{len(BREAKS)} codes, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
