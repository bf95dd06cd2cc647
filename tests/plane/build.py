"""Builds what is missing of the test plane, with a line of progress for each part.

Needs Go on the PATH, and a module proxy where modules are not in Go's own cache. Writes into the cache alone, each part
complete or not at all; two builds at once wait for each other.
"""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.plane.parts import MODULES, PROGRAMS, Manifests, Program, pinned_modules, required_version
from tests.plane.record import write_record
from tests.plane.store import (
    built_program,
    manifests_base,
    manifests_folder,
    missing_manifests,
    missing_programs,
    program_base,
)
from tests.plane.tidy import alone, remove, room_to_build, tidy

_EVERY_SECONDS = 60


class BuildError(Exception):
    """A part cannot be built; the text says which and what Go said."""


def build_missing() -> list[str]:
    """Builds every part that is not there or not whole; gives the names of those left out for want of a C compiler.

    Raises BuildError at the first that cannot be built.
    """
    with alone():
        tidy()
        programs = missing_programs()
        left_out = [] if _has_c_compiler() else [program for program in programs if program.judge]
        programs = [program for program in programs if program not in left_out]
        for number, program in enumerate(programs, start=1):
            _say(f"{program.name}: {number} of {len(programs)}, about {program.minutes} min if nothing is cached")
            with _still_running(program.name):
                _build(program)
        for entry in missing_manifests():
            _copy(entry)
    return [program.name for program in left_out]


def _has_c_compiler() -> bool:
    """Go's own word: it turns C off where it finds no compiler."""
    return _go(MODULES, "env", "CGO_ENABLED").strip() == "1"


def _build(program: Program) -> None:
    with room_to_build() as folder:
        made = folder / "made"
        made.mkdir()
        flags = ["-trimpath", "-ldflags", _linker_flags(), *_patched(program, folder)]
        _go(program.folder, "build", *flags, "-o", str(made / program.name), program.package)
        write_record(made)
        _put(made, program_base(program))
    assert built_program(program).exists()


def _put(made: Path, base: Path) -> None:
    if base.exists():
        remove(base)
    made.rename(base)


def _patched(program: Program, folder: Path) -> list[str]:
    """Flags that build from a copy of the program's module in which one piece is replaced."""
    if program.replaced is None:
        return []
    name, old, new = program.replaced
    module, source = _go(program.folder, "list", "-f", "{{.Module.Path}} {{.Module.Dir}}", program.package).split()
    copy = folder / "module"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("docs", "keps", "charts", "test", "CHANGELOG"))
    subprocess.run(["chmod", "-R", "u+w", str(copy)], check=True)  # Go's module cache is read-only, and so is its copy
    patched = copy / program.package.removeprefix(module).strip("/") / name
    text = patched.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise BuildError(f"{patched} holds {old} {text.count(old)} times, not once")
    patched.write_text(text.replace(old, new), encoding="utf-8")
    for pins in ("go.mod", "go.sum"):
        shutil.copyfile(program.folder / pins, folder / pins)
    with (folder / "go.mod").open("a", encoding="utf-8") as file:
        file.write(f"\nreplace {module} => {copy}\n")
    return ["-modfile", str(folder / "go.mod")]


def _linker_flags() -> str:
    # Without these the server calls itself v0.0.0-master, and its clients misjudge what it can do.
    version = required_version("kubernetes", "k8s.io/kubernetes")
    major, minor, _ = version.removeprefix("v").split(".")
    values = {"gitVersion": version, "gitMajor": major, "gitMinor": minor}
    return " ".join(["-s -w", *(f"-X k8s.io/component-base/version.{key}={value}" for key, value in values.items())])


def _copy(entry: Manifests) -> None:
    source = _module_folder(entry) / entry.folder
    with room_to_build() as folder:
        made = folder / "made"
        files = made / entry.name
        files.mkdir(parents=True)
        for path in sorted(source.glob(entry.pattern)):
            if path.name != "kustomization.yaml":
                shutil.copyfile(path, files / path.name)
        if not any(files.iterdir()):
            raise BuildError(f"{entry.path} has no {entry.pattern} in {entry.folder}")
        write_record(made)
        _put(made, manifests_base(entry))
    assert manifests_folder(entry).is_dir()


def _module_folder(entry: Manifests) -> Path:
    if entry.module:
        folder = next(program.folder for program in PROGRAMS if program.module == entry.module)
        return Path(json.loads(_go(folder, "mod", "download", "-json", entry.path))["Dir"])
    pinned = pinned_modules()[entry.path]
    with TemporaryDirectory() as nowhere:
        found = json.loads(_go(Path(nowhere), "mod", "download", "-json", f"{pinned.path}@{pinned.version}"))
    if found["Sum"] != pinned.checksum:
        raise BuildError(f"{pinned.path}@{pinned.version} has checksum {found['Sum']}, not the one in manifests.txt")
    return Path(found["Dir"])


def _go(folder: Path, *arguments: str) -> str:
    finished = subprocess.run(
        ["go", *arguments],
        cwd=folder,
        env={**os.environ, "GOFLAGS": f"{os.environ.get('GOFLAGS', '')} -buildvcs=false"},
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode:
        raise BuildError(f"go {' '.join(arguments)} in {folder}:\n{finished.stderr[-4000:]}")
    return finished.stdout


@contextmanager
def _still_running(name: str) -> Iterator[None]:
    begin, done = time.monotonic(), threading.Event()

    def report() -> None:
        while not done.wait(_EVERY_SECONDS):
            _say(f"{name}: {time.monotonic() - begin:.0f} s so far")

    threading.Thread(target=report, daemon=True).start()
    try:
        yield
    finally:
        done.set()
    _say(f"{name}: built in {time.monotonic() - begin:.0f} s")


def _say(text: str) -> None:
    sys.stdout.write(f"control plane: {text}\n")
    sys.stdout.flush()
