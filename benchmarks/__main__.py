"""`python -m benchmarks`: measures side by side in one run, and prints a table with the targets beside the figures.

Exits with 0 whether or not targets are met, with 1 where something that was to be measured failed.
"""

import argparse
import os
import platform
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import Failed
from benchmarks.rows import Row, as_json, as_text
from benchmarks.suite import Fleet, start_up

_KAPITAN_UP_TO = 5_000
"""Manifests of the largest fleet that kapitan is given: it takes minutes for more."""

_QUIET = 1.0
"""Load average below which wall times mean something."""


def main() -> int:
    """Runs the benchmark as the command line says."""
    options = _options()
    load = os.getloadavg()[0]
    with TemporaryDirectory(prefix="tenantry-benchmark-", dir=options.folder) as temporary:
        try:
            rows, sizes = _rows(options, Path(temporary))
        except Failed as problem:
            sys.stderr.write(f"error: {problem}\n")
            return 1
    facts: dict[str, object] = {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load before": round(load, 1),
        "seed": options.seed,
    }
    if options.format == "json":
        sys.stdout.write(as_json(rows, facts={**facts, "fleets": sizes}) + "\n")
    else:
        head = ", ".join(f"{key} {value}" for key, value in facts.items())
        busy = "" if load < _QUIET else " (the machine is busy: trust cpu and ratios more than seconds)"
        sys.stdout.write(f"{head}{busy}; wall time, by turns in one run\n{as_text(rows)}\n")
    return 0


def _rows(options: argparse.Namespace, folder: Path) -> tuple[list[Row], list[object]]:
    _say("start-up")
    rows: list[Row] = list(start_up(options.rounds * 2))
    sizes: list[object] = []
    for manifests in options.manifests:
        _say(f"a fleet of {manifests:,} manifests")
        fleet = Fleet(folder / str(manifests), options.seed, manifests, options.rounds)
        sizes.append(fleet.size.as_data())
        rows.extend(fleet.compiles())
        rows.extend(fleet.plans())
        if options.kapitan and manifests <= _KAPITAN_UP_TO:
            _say("kapitan")
            rows.append(fleet.beside_kapitan())
    return rows, sizes


def _say(what: str) -> None:
    """Progress, where a person watches."""
    if sys.stderr.isatty():
        sys.stderr.write(f"measuring {what} ...\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__.partition("\n")[0] if __doc__ else ""
    )
    parser.add_argument("--manifests", type=int, nargs="+", default=[2_400, 12_000], help="sizes of the fleets")
    parser.add_argument("--rounds", type=int, default=9, help="runs of each command; 9 when left out")
    parser.add_argument("--seed", type=int, default=1, help="which fleet; 1 when left out")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print")
    parser.add_argument("--folder", type=Path, default=None, help="where to work; the system's temporary folder")
    parser.add_argument("--no-kapitan", dest="kapitan", action="store_false", help="leave kapitan out")
    return parser.parse_args()


sys.exit(main())
