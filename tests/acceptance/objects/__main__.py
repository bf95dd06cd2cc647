"""The long run: `python -m tests.acceptance.objects SEEDS` takes all fleets and so many generated ones the whole way.

Prints a table of kinds: objects emitted, accepted, and given back otherwise than sent. Exits with 1 where any
object was refused, differed, was warned of or left something behind; each such fault is printed.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.acceptance.objects.course import full_course
from tests.acceptance.objects.editions import Editions, example_specs, generated_specs, two_editions, written_specs
from tests.acceptance.objects.planes import plane_of_kueue, plane_of_old_kueue
from tests.acceptance.objects.tally import Tally
from tests.plane.api import Object
from tests.plane.processes import Processes
from tests.support.workspaces import REPOSITORY


def main(seeds: range) -> int:
    """Judges the fleets of these seeds and the written ones; gives the exit code."""
    begun = time.monotonic()
    tally = Tally()
    with TemporaryDirectory() as folder:
        for name, seed, specs in _fleets(seeds):
            fleet = two_editions(Path(folder), name, specs, seed)
            judge(fleet, tally, old_kueue=False)
            judge(fleet, tally, old_kueue=True)
    print(tally.table())
    print(f"\n{tally.requests} requests, {len(tally.faults)} faults, {time.monotonic() - begun:.0f} s")
    return 1 if tally.faults else 0


def judge(fleet: Editions, tally: Tally, *, old_kueue: bool) -> None:
    """Takes the parts of a fleet the whole way, on a plane of their own, and adds to the tally."""
    chosen = list(fleet.parts(old_kueue=old_kueue))
    if not chosen:
        return
    with Processes() as processes:
        plane = plane_of_old_kueue(processes) if old_kueue else plane_of_kueue(processes, REPOSITORY)
        for older, current in chosen:
            begun = time.monotonic()
            outcome = full_course(plane, older, current)
            tally.count(current.items, outcome)
            kueue = "Kueue 0.17's kinds" if old_kueue else "Kueue"
            words = f"{fleet.name}/{current.name} on {kueue}: {len(current.items)} objects, {outcome.requests} requests"
            print(f"{words}, {len(outcome.faults)} faults, {time.monotonic() - begun:.0f} s", flush=True)
            for fault in outcome.faults:
                print(f"  {fault}", flush=True)


def _fleets(seeds: range) -> Iterator[tuple[str, int, Mapping[str, list[Object]]]]:
    yield "example", 0, example_specs()
    yield "wide", 0, written_specs("wide")
    yield "bare", 0, written_specs("bare")
    for seed in seeds:
        yield f"seed-{seed}", seed, generated_specs(seed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.acceptance.objects", description=__doc__)
    parser.add_argument("seeds", type=int, help="how many generated fleets")
    parser.add_argument("--first", type=int, default=1, help="seed of the first (default: %(default)s)")
    options = parser.parse_args()
    sys.exit(main(range(options.first, options.first + options.seeds)))
