"""One mutant in a copy of the repository: what it makes the compiler write, and which tests see it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.operators import Mutant
from tests.mutation.parts import PARTS
from tests.support.documents import read_documents

_COPIED = ("clusters", "tenants", "output", "compiler", "tests", "benchmarks", "docs", "schemas", "pyproject.toml")
_COMPILE_SECONDS = 60
_TESTS_SECONDS = 1800


@dataclass(frozen=True)
class Copy:
    """A copy of the repository, in which mutants take turns."""

    folder: Path

    @classmethod
    def of(cls, repository: Path, folder: Path) -> "Copy":
        """Copies what compiling and testing need."""
        for name in _COPIED:
            source = repository / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(source, folder / name)
        return cls(folder)

    def compile(self, mutant: Mutant) -> set[str] | None:
        """Compiles the worked example with the mutant in place; gives the kinds and fragments that became others.

        None where the compiler refuses: its own checks saw the mistake, no test is needed.
        """
        mutated = self.folder / "mutated"
        try:
            with self._in_place(mutant):
                done = self._run([sys.executable, "-m", "tenantry", "compile", "--out", mutated.name], _COMPILE_SECONDS)
            return None if done.returncode else _changed(self.folder / "output", mutated)
        finally:
            shutil.rmtree(mutated, ignore_errors=True)

    def seen_by(self, mutant: Mutant, parts: list[str]) -> tuple[str, str]:
        """Runs the parts with the mutant in place until one fails; gives its name and the first failure.

        Two empty texts where no part saw it.
        """
        kept = self.folder / "kept"
        shutil.copytree(self.folder / "output", kept)
        try:
            with self._in_place(mutant):
                self._run([sys.executable, "-m", "tenantry", "compile", "--allow-deletes", "1000"], _COMPILE_SECONDS)
                for part in parts:
                    done = self._run(
                        [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", PARTS[part]], _TESTS_SECONDS
                    )
                    if done.returncode:
                        return part, _first_failure(done.stdout)
            return "", ""
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

    def _run(self, command: list[str], seconds: float) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(self.folder / "compiler"), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            command, cwd=self.folder, env=env, capture_output=True, text=True, check=False, timeout=seconds
        )


def _changed(old: Path, new: Path) -> set[str]:
    before, after = _objects(old), _objects(new)
    return {key[0] for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def _objects(folder: Path) -> dict[tuple[str, ...], object]:
    found: dict[tuple[str, ...], object] = {}
    for path in sorted(folder.rglob("*.yaml")):
        if "_install" in path.parts:
            # Parsed, so that comments, which tell an operator what to do, do not count.
            found[path.name, str(path.relative_to(folder))] = read_documents([path])
            continue
        for item in read_documents([path]):
            metadata = item["metadata"]
            where = str(path.relative_to(folder).parts[0])
            found[item["kind"], where, metadata.get("namespace", ""), metadata["name"]] = item
    return found


def _first_failure(printed: str) -> str:
    lines = [line for line in printed.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return lines[0] if lines else printed.strip().splitlines()[-1]
