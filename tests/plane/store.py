"""Where the built parts of the test plane lie: a cache outside the clone, keyed by what they are built from.

A program that KUBEBUILDER_ASSETS holds is taken from there, as users of envtest know it.
"""

import hashlib
import os
from pathlib import Path

from tests.plane.parts import MANIFESTS, MODULES, PROGRAMS, Manifests, Program
from tests.plane.record import is_whole


def cache() -> Path:
    """The folder of all built parts: below XDG_CACHE_HOME, or below .cache of the home directory."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tenantry" / "plane"


def _digest(paths: list[Path], *texts: str) -> str:
    digest = hashlib.sha256("\0".join(texts).encode())
    for path in sorted(paths):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def program_base(program: Program) -> Path:
    """The folder of our own build of a program; another go.mod, go.sum or source is another place."""
    sources = [path for path in program.folder.rglob("*") if path.is_file()]
    return cache() / f"{program.module}-{_digest(sources, repr(program))}"


def built_program(program: Program) -> Path:
    """Where our own build of a program lies or will lie."""
    return program_base(program) / program.name


def assets() -> Path | None:
    """The folder of the user's own programs, where there is one."""
    named = os.environ.get("KUBEBUILDER_ASSETS")
    return Path(named).absolute() if named else None


def brought_program(program: Program) -> Path | None:
    """A program that the user brings; None where it is to be ours."""
    folder = assets()
    return folder / program.name if folder and _runs(folder / program.name) else None


def find_program(program: Program) -> Path | None:
    """The program to run: the user's own where there is one, else ours; None where neither is there and whole."""
    if brought := brought_program(program):
        return brought
    return built_program(program) if _runs(built_program(program)) and is_whole(program_base(program)) else None


def _runs(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def program_path(name: str) -> Path:
    """The program of this name. Raises LookupError where it is not built; `make control-plane` builds it."""
    found = find_program(next(program for program in PROGRAMS if program.name == name))
    if found is None:
        raise LookupError(f"{name} is not built: run make control-plane")
    return found


def manifests_base(manifests: Manifests) -> Path:
    """The folder of one entry of MANIFESTS; another version or choice of files is another place."""
    pins = MODULES / manifests.module / "go.mod" if manifests.module else MODULES / "manifests.txt"
    return cache() / f"manifests-{_digest([pins], repr(manifests))}"


def manifests_folder(manifests: Manifests) -> Path:
    """Where the copied files lie or will lie."""
    return manifests_base(manifests) / manifests.name


def manifest_files(name: str) -> list[Path]:
    """The files of one entry of MANIFESTS, sorted by name."""
    return sorted(manifests_folder(next(entry for entry in MANIFESTS if entry.name == name)).iterdir())


def missing_programs() -> list[Program]:
    """Programs that are not there, or not as they were built."""
    return [program for program in PROGRAMS if find_program(program) is None]


def missing_manifests() -> list[Manifests]:
    """Manifests that are not there, or not as they were copied."""
    return [entry for entry in MANIFESTS if not is_whole(manifests_base(entry))]


def missing() -> list[str]:
    """Names of the parts that are not there yet."""
    return [program.name for program in missing_programs()] + [entry.name for entry in missing_manifests()]


def missing_for_plane() -> list[str]:
    """Names of the parts that a plane lacks; empty where it can start."""
    judges = {program.name for program in PROGRAMS if program.judge}
    return [name for name in missing() if name not in judges]
