"""The long run: `python -m tests.acceptance.quota.trees 200 [first [seed]]`, in batches of trees, each on a new plane.

Prints what was unequal as it is met, and the figures so far after each batch. Ends with 1 where anything was.
"""

import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

from tests.acceptance.quota.trees.findings import Finding
from tests.acceptance.quota.trees.stand import stand_on
from tests.plane.processes import Processes

_BATCH = 40
_LONGEST_SECONDS = 1800
_SEED = 1


def main(count: int, first: int = 0, seed: int = _SEED) -> int:
    """Runs `count` trees from number `first` on; gives the exit code."""
    begin = time.monotonic()
    findings: list[Finding] = []
    for start in range(first, first + count, _BATCH):
        numbers = range(start, min(start + _BATCH, first + count))
        batch_begin = time.monotonic()
        with (
            tempfile.TemporaryDirectory() as folder,
            Processes() as processes,
            stand_on(processes, Path(folder), seed, numbers) as stand,
        ):
            up = time.monotonic() - batch_begin
            found = stand.let_all_waves_rest(seconds=_LONGEST_SECONDS)
        findings += found
        took = time.monotonic() - batch_begin
        print(f"trees {numbers.start} to {numbers.stop - 1}: up in {up:.0f} s, done in {took:.0f} s", flush=True)
        for finding in found:
            for difference in finding.differences:
                print(f"  tree {finding.tree.number}, wave {finding.wave}: {difference}", flush=True)
        print(summary(findings), f"{time.monotonic() - begin:.0f} s", flush=True)
    return 1 if any(finding.differences for finding in findings) else 0


def summary(findings: list[Finding]) -> str:
    """How many trees were equal, had a true tie, or were unequal, and how many times a tree came to rest."""
    by_tree = defaultdict(list)
    for finding in findings:
        by_tree[finding.tree.number].append(finding)
    kinds = Counter(_kind(row) for row in by_tree.values())
    rests = sum(not one.ties and not one.tree.mixed and not one.differences for one in findings)
    return (
        f"{len(by_tree)} trees, {len(findings)} times at rest: {kinds['equal']} trees equal, "
        f"{kinds['tie']} left out for a true tie, {kinds['mixed']} of mixed sizes that kept all promises, "
        f"{kinds['unequal']} unequal; "
        f"{rests} rests equal without a tie;"
    )


def _kind(row: list[Finding]) -> str:
    if any(finding.differences for finding in row):
        return "unequal"
    if row[0].tree.mixed:
        return "mixed"
    return "tie" if any(finding.ties for finding in row) else "equal"


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
