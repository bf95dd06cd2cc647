"""Commands timed side by side: by turns within one run, each in a process of its own, with its CPU time and memory.

A machine's speed changes from minute to minute, so figures are compared only within one run.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

_LAUNCH = Path(__file__).parent / "scripts" / "launch.py"


class Failed(Exception):  # noqa: N818
    """A command that was to be measured did not end well."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One run: wall and CPU seconds, peak memory in bytes, and what it printed."""

    wall: float
    cpu: float
    peak: int
    output: str


@dataclass(frozen=True, slots=True)
class Timing:
    """All runs of one command."""

    samples: tuple[Sample, ...]

    @property
    def least(self) -> float:
        """Wall seconds of the fastest run."""
        return min(sample.wall for sample in self.samples)

    @property
    def middle(self) -> float:
        """Median of wall seconds."""
        return median(sample.wall for sample in self.samples)

    @property
    def cpu(self) -> float:
        """CPU seconds, user and system, of the run that needed least."""
        return min(sample.cpu for sample in self.samples)

    @property
    def peak(self) -> int:
        """Most memory of any run, in bytes."""
        return max(sample.peak for sample in self.samples)


Command = Callable[[int], list[str]]
"""The arguments of a command for round n; made right before it runs, outside the time that is measured."""


def side_by_side(rounds: int, commands: Mapping[str, Command], *, warm: bool = True) -> dict[str, Timing]:
    """Runs every command `rounds` times by turns, after one turn that does not count. Raises Failed."""
    names = list(commands)
    samples: dict[str, list[Sample]] = {name: [] for name in names}
    for number in range(-1 if warm else 0, rounds):
        shift = number % len(names)
        for name in names[shift:] + names[:shift]:
            sample = run(commands[name](number))
            if number >= 0:
                samples[name].append(sample)
    return {name: Timing(tuple(found)) for name, found in samples.items()}


def run(command: list[str], *, folder: Path | None = None) -> Sample:
    """Runs a command once, with bytecode caches as a user has them. Raises Failed where it does not exit with 0."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    finished = subprocess.run(
        [sys.executable, "-I", "-S", str(_LAUNCH), *command],
        capture_output=True,
        check=True,
        cwd=folder,
        env=environment,
        text=True,
    )
    result = json.loads(finished.stdout)
    if result["code"] != 0:
        last = result["output"].strip().splitlines()[-5:]
        raise Failed(f"{' '.join(command)} ended with {result['code']}: {' / '.join(last)}")
    return Sample(result["wall"], result["cpu"], result["peak"], result["output"])


def without_reading(timing: Timing) -> Timing:
    """The timing of a script that prints the wall and CPU seconds for reading its input, less those."""
    less = []
    for sample in timing.samples:
        wall, cpu = json.loads(sample.output)
        less.append(Sample(sample.wall - wall, sample.cpu - cpu, sample.peak, ""))
    return Timing(tuple(less))
