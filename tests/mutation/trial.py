"""One mutant in a copy of the repository: what it makes the compiler write, and which tests see it.

A mutant is seen by a test that passes without it and fails with it. What fails without it too is no witness, nor is a
run that ends for another reason than a failed test. A failure that may have come from the machine has to come twice.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.acceptance.objects.editions import generated_specs, written_specs
from tests.acceptance.objects.variety import write_specs
from tests.mutation.changed import changed
from tests.mutation.operators import Mutant
from tests.mutation.parts import PARTS
from tests.mutation.verdict import FILE, Failure, failures_in

EXAMPLE = "example"
SEED = 2
"""The generated fleet that the suite takes through a plane; the one named `wide` has a cluster for each Kueue."""

_COPIED = ("clusters", "tenants", "output", "compiler", "tests", "benchmarks", "docs", "schemas", "pyproject.toml")
_COMPILE = (sys.executable, "-m", "tenantry", "compile", "--allow-deletes", "1000")
_COMPILE_SECONDS = 60
_TESTS_SECONDS = 1800
_FALSE_WITNESSES = 3
"""So many tests of a part may fail without the mutant too, before the part is left."""


@dataclass(frozen=True)
class Sighting:
    """What became of a mutant: the part and the failure that saw it, if any, and what else happened on the way."""

    part: str = ""
    failure: Failure | None = None
    without: str = ""
    """What the same test did without the mutant."""
    aside: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Run:
    code: int
    failures: list[Failure]
    last: str


@dataclass(frozen=True)
class Copy:
    """A copy of the repository, in which mutants take turns, with other fleets beside the worked example."""

    folder: Path
    fleets: dict[str, Path]
    _passing: dict[str, bool] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, repository: Path, folder: Path) -> "Copy":
        """Copies what compiling and testing need, and compiles all fleets."""
        for name in _COPIED:
            source = repository / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(source, folder / name)
        others = {"wide": written_specs("wide"), f"seed-{SEED}": generated_specs(SEED)}
        copy = cls(folder, {EXAMPLE: folder, **{name: folder / "fleets" / name for name in others}})
        for name, specs in others.items():
            write_specs(copy.fleets[name], specs)
        for workspace in copy.fleets.values():  # the example too: its output need not be that of this compiler yet
            done = copy._run([*_COMPILE], _COMPILE_SECONDS, workspace)
            assert done.returncode == 0, done.stderr
        return copy

    def compile(self, mutant: Mutant) -> dict[str, set[str]] | None:
        """Compiles all fleets with the mutant in place; gives the kinds and fragments that became others, by fleet.

        None where the compiler refuses one, or does not end: no test on a plane is needed.
        """
        found: dict[str, set[str]] = {}
        with self._in_place(mutant):
            for name, workspace in self.fleets.items():
                mutated = workspace / "mutated"
                try:
                    done = self._run([*_COMPILE, "--out", mutated.name], _COMPILE_SECONDS, workspace)
                    if done.returncode:
                        return None
                    if kinds := changed(workspace / "output", mutated):
                        found[name] = kinds
                except subprocess.TimeoutExpired:
                    return None
                finally:
                    shutil.rmtree(mutated, ignore_errors=True)
        return found

    def seen_by(self, mutant: Mutant, parts: list[str]) -> Sighting:
        """Runs the parts with the mutant in place until a test of one sees it."""
        aside: list[str] = []
        for part in parts:
            refuted: list[str] = []
            while len(refuted) < _FALSE_WITNESSES:
                run = self._test(mutant, PARTS[part], *(f"--deselect={test}" for test in refuted))
                if run.code == 0:
                    break
                if run.code != 1 or not run.failures:
                    aside.append(f"{part} did not run: pytest ended with {run.code}: {run.last}")
                    break
                failure = run.failures[0]
                without = self._doubt(mutant, failure)
                if not without:
                    return Sighting(
                        part, failure, "passes" if failure.is_plain else "passes; with it fails again", tuple(aside)
                    )
                aside.append(f"not counted, because {without}: {failure}")
                refuted.append(failure.test)
        return Sighting(aside=tuple(aside))

    def _doubt(self, mutant: Mutant, failure: Failure) -> str:
        """Why a failure shows nothing; empty where it does."""
        if failure.test not in self._passing:
            self._passing[failure.test] = self._test(None, failure.test).code == 0
        if not self._passing[failure.test]:
            return "it does not pass without the mutant either"
        if not failure.is_plain and self._test(mutant, failure.test).code != 1:
            return "it did not fail again"
        return ""

    def _test(self, mutant: Mutant | None, *arguments: str) -> _Run:
        failures = self.folder / "failures.jsonl"
        failures.unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-p", "tests.mutation.verdict"]
        with self._compiled(mutant):
            try:
                done = self._run([*command, *arguments], _TESTS_SECONDS, self.folder, {FILE: str(failures)})
            except subprocess.TimeoutExpired:
                return _Run(-1, [], f"no end after {_TESTS_SECONDS} s")
        lines = done.stdout.strip().splitlines() or done.stderr.strip().splitlines() or [""]
        return _Run(done.returncode, failures_in(failures), lines[-1])

    @contextmanager
    def _compiled(self, mutant: Mutant | None) -> Iterator[None]:
        """The mutant in place, and the worked example's committed output as it makes it."""
        if mutant is None:
            yield
            return
        kept = self.folder / "kept"
        shutil.copytree(self.folder / "output", kept)
        try:
            with self._in_place(mutant):
                self._run([*_COMPILE], _COMPILE_SECONDS, self.folder)
                yield
        finally:
            shutil.rmtree(self.folder / "output")
            kept.rename(self.folder / "output")

    @contextmanager
    def _in_place(self, mutant: Mutant) -> Iterator[None]:
        path = self.folder / mutant.path
        original = path.read_text(encoding="utf-8")
        path.write_text(mutant.text, encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(original, encoding="utf-8")

    def _run(
        self, command: list[str], seconds: float, folder: Path, more: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        temporary = self.folder / "temporary"  # failed tests leave what they made; it goes with the copy
        temporary.mkdir(exist_ok=True)
        env = {**os.environ, "PYTHONPATH": str(self.folder / "compiler"), "PYTHONDONTWRITEBYTECODE": "1"}
        env["TMPDIR"] = str(temporary)
        return subprocess.run(
            command,
            cwd=folder,
            env={**env, **(more or {})},
            capture_output=True,
            text=True,
            check=False,
            timeout=seconds,
        )
