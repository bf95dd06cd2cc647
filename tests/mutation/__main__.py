"""`python -m tests.mutation [--count N] [--seed N]`: breaks the compiler in N places, and shows who sees it.

Places are drawn at random from the functions that make objects, spread over files and kinds of mistake. A mutant that
leaves the worked example's output as it is, or that the compiler itself refuses, is passed over and counted. Ends with
1 where a mutant was seen by no test. Takes about a minute a mutant, and a control plane.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutation.operators import Mutant, mutants
from tests.mutation.parts import parts_for
from tests.mutation.trial import Copy

REPOSITORY = Path(__file__).resolve().parents[2]
_FOLDERS = ("compiler/tenantry/kinds", "compiler/tenantry/lower", "compiler/tenantry/admission")
_FILES = ("compiler/tenantry/cohorts.py",)
_PER_FILE = 2


def candidates(seed: int) -> list[Mutant]:
    """All mutants of the files that make objects, in an order drawn by `seed`."""
    paths = [path for folder in _FOLDERS for path in sorted((REPOSITORY / folder).rglob("*.py"))]
    paths += [REPOSITORY / name for name in _FILES]
    found = [
        mutant
        for path in paths
        for mutant in mutants(str(path.relative_to(REPOSITORY)), path.read_text(encoding="utf-8"))
    ]
    random.Random(seed).shuffle(found)
    return found


def main() -> int:
    """Runs the trial; 0 where every mutant was seen."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--count", type=int, default=30, help="mutants to try (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default 1)")
    parser.add_argument("--list", action="store_true", help="only pick them, run no tests")
    options = parser.parse_args()
    per_file: Counter[str] = Counter()
    per_operator: Counter[str] = Counter()
    passed_over: Counter[str] = Counter()
    unseen = []
    number = 0
    with TemporaryDirectory(prefix="tenantry-mutation-") as folder:
        copy = Copy.of(REPOSITORY, Path(folder))
        for mutant in candidates(options.seed):
            if number == options.count:
                break
            most = options.count // 6 + 1
            if per_file[mutant.path] == _PER_FILE or per_operator[mutant.operator] == most:
                continue
            kinds = copy.compile(mutant)
            if not kinds:
                passed_over["refused by the compiler" if kinds is None else "no change of the output"] += 1
                continue
            number += 1
            per_file[mutant.path] += 1
            per_operator[mutant.operator] += 1
            parts = parts_for(kinds)
            print(f"{number:3} {mutant}\n      changes {', '.join(sorted(kinds))}", flush=True)
            if options.list:
                continue
            begin = time.monotonic()
            part, failure = copy.seen_by(mutant, parts)
            if part:
                print(f"      seen by {part} ({time.monotonic() - begin:.0f} s): {failure}", flush=True)
            else:
                unseen.append(mutant)
                print(f"      NOT SEEN by {', '.join(parts)} ({time.monotonic() - begin:.0f} s)", flush=True)
    print(f"\n{number - len(unseen)} of {number} seen; passed over: {dict(passed_over)}")
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
