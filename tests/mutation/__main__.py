"""`python -m tests.mutation [--count N] [--seed N] [--resume FILE]`: breaks the compiler in N places, shows who sees.

Places are drawn at random from the functions that make objects, spread over files and kinds of mistake. A mutant that
leaves the output of all fleets as it is, or that the compiler itself refuses, is passed over and counted. A mutant
counts as seen only by a test that passes without it. Ends with 1 where one was seen by no test. Takes about two minutes
a mutant, and a control plane.
"""

import argparse
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutation.operators import Mutant, mutants
from tests.mutation.parts import parts_for_fleets
from tests.mutation.results import PASSED_OVER, SEEN, UNSEEN, Result, Results
from tests.mutation.trial import EXAMPLE, Copy

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
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep results here, and go on after those it holds")
    options = parser.parse_args()
    for ending in (signal.SIGINT, signal.SIGTERM):  # either way the copy and the running tests go too
        signal.signal(ending, signal.default_int_handler)
    results = Results(None if options.list else options.resume)
    with TemporaryDirectory(prefix="tenantry-mutation-") as folder:
        copy = Copy.of(REPOSITORY, Path(folder))
        outcomes = _run(copy, results, options)
    tried = outcomes[SEEN] + outcomes[UNSEEN]
    passed_over = ", ".join(f"{outcomes[what]} {what}" for what in PASSED_OVER)
    print(f"\n{outcomes[SEEN]} of {tried} seen; passed over: {passed_over}")
    return 1 if outcomes[UNSEEN] else 0


def _run(copy: Copy, results: Results, options: argparse.Namespace) -> Counter[str]:
    per_file: Counter[str] = Counter()
    per_operator: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    number = 0
    for mutant in candidates(options.seed):
        if number == options.count:
            break
        most = options.count // 6 + 1
        if per_file[mutant.path] == _PER_FILE or per_operator[mutant.operator] == most:
            continue
        result = results.known(mutant)
        if result is None:
            kinds = copy.compile(mutant)
            if not kinds:
                result = Result(str(mutant), PASSED_OVER[0 if kinds is None else 1])
                results.add(result)
        if result and result.outcome in PASSED_OVER:
            outcomes[result.outcome] += 1
            continue
        number += 1
        per_file[mutant.path] += 1
        per_operator[mutant.operator] += 1
        print(f"{number:3} {mutant}", flush=True)
        if result is None:
            assert kinds
            result = _try(copy, mutant, kinds, only_list=options.list)
            results.add(result)
        else:
            print("\n".join(result.lines), flush=True)
        outcomes[result.outcome] += 1
    return outcomes


def _try(copy: Copy, mutant: Mutant, kinds: dict[str, set[str]], *, only_list: bool) -> Result:
    parts = parts_for_fleets(kinds.get(EXAMPLE, set()), {kind for found in kinds.values() for kind in found})
    where = "" if EXAMPLE in kinds else f" only in {', '.join(sorted(kinds))}"
    lines = [f"      changes {', '.join(sorted({kind for found in kinds.values() for kind in found}))}{where}"]
    print(lines[0], flush=True)
    if only_list:
        return Result(str(mutant), "listed")
    begin = time.monotonic()
    sighting = copy.seen_by(mutant, parts)
    seconds = f"({time.monotonic() - begin:.0f} s)"
    lines += [f"      {line}" for line in sighting.aside]
    if sighting.failure:
        lines.append(f"      seen by {sighting.part} {seconds}: {sighting.failure}")
        lines.append(f"      without the mutant it {sighting.without}")
    else:
        lines.append(f"      NOT SEEN by {', '.join(parts)} {seconds}")
    print("\n".join(lines[1:]), flush=True)
    return Result(str(mutant), SEEN if sighting.failure else UNSEEN, tuple(lines))


if __name__ == "__main__":
    sys.exit(main())
