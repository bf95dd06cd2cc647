"""Where the built parts of the test plane lie: a cache outside the clone, keyed by what they are built from.

A program that KUBEBUILDER_ASSETS holds is taken from there, as users of envtest know it.
"""

import hashlib
import os
from pathlib import Path

from tests.plane.parts import MANIFESTS, MODULES, PROGRAMS, Manifests, Program


def cache() -> Path:
    """The folder of all built parts: below XDG_CACHE_HOME, or below .cache of the home directory."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "tenantry" / "plane"


def _digest(paths: list[Path], *texts: str) -> str:
    digest = hashlib.sha256("\0".join(texts).encode())
    for path in sorted(paths):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def built_program(program: Program) -> Path:
    """Where our own build of a program lies or will lie; another go.mod, go.sum or source is another place."""
    sources = [path for path in program.folder.rglob("*") if path.is_file()]
    return cache() / f"{program.module}-{_digest(sources, repr(program))}" / program.name


def find_program(program: Program) -> Path | None:
    """The program to run: from KUBEBUILDER_ASSETS where it is there, else ours; None where neither exists."""
    assets = os.environ.get("KUBEBUILDER_ASSETS")
    places = ([Path(assets) / program.name] if assets else []) + [built_program(program)]
    return next((place for place in places if os.access(place, os.X_OK)), None)


def program_path(name: str) -> Path:
    """The program of this name. Raises LookupError where it is not built; `make control-plane` builds it."""
    found = find_program(next(program for program in PROGRAMS if program.name == name))
    if found is None:
        raise LookupError(f"{name} is not built: run make control-plane")
    return found


def manifests_folder(manifests: Manifests) -> Path:
    """Where the copied files lie or will lie."""
    pins = MODULES / manifests.module / "go.mod" if manifests.module else MODULES / "manifests.txt"
    return cache() / f"manifests-{_digest([pins], repr(manifests))}" / manifests.name


def manifest_files(name: str) -> list[Path]:
    """The files of one entry of MANIFESTS, sorted by name."""
    return sorted(manifests_folder(next(entry for entry in MANIFESTS if entry.name == name)).iterdir())


def missing() -> list[str]:
    """Names of the parts that are not there yet; empty where the plane can start."""
    programs = [program.name for program in PROGRAMS if find_program(program) is None]
    return programs + [entry.name for entry in MANIFESTS if not manifests_folder(entry).is_dir()]
