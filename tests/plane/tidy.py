"""The cache of built parts kept in order: one builds at a time, nothing half built stays, and old builds go."""

import fcntl
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.plane.parts import MANIFESTS, PROGRAMS
from tests.plane.store import cache, manifests_base, program_base

KEPT_DAYS = 14
"""A build of other versions stays so long after its last use: another clone, or another branch, may still want it."""

_BUILT = re.compile(r"[a-z]+-[0-9a-f]{16}")
_BUILDING = "building-"


@contextmanager
def alone(*, wait: bool = True) -> Iterator[bool]:
    """Whether nobody else builds or tidies while the body runs; waits for them unless told otherwise."""
    cache().mkdir(parents=True, exist_ok=True)
    with (cache() / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
        else:
            yield True


@contextmanager
def room_to_build() -> Iterator[Path]:
    """A folder on the cache's own disk, which goes with the body; one that a killed build leaves, `tidy` takes away."""
    with TemporaryDirectory(dir=cache(), prefix=_BUILDING) as folder:
        yield Path(folder)


def tidy() -> list[str]:
    """Takes away what killed builds left, and builds of other versions that nobody used for KEPT_DAYS; gives names.

    To be called alone. What is built of today's versions counts as used now.
    """
    wanted = {program_base(program) for program in PROGRAMS} | {manifests_base(entry) for entry in MANIFESTS}
    for folder in wanted:
        if folder.is_dir():
            os.utime(folder)
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    gone = [*cache().glob(f"{_BUILDING}*"), *cache().glob("*-*/tmp*/"), *cache().glob("*-*/*/tmp*/")]
    gone += [
        folder
        for folder in cache().iterdir()
        if _BUILT.fullmatch(folder.name) and folder not in wanted and folder.stat().st_mtime < oldest
    ]
    for folder in gone:
        remove(folder)
    return sorted(str(folder.relative_to(cache())) for folder in gone)


def remove(folder: Path) -> None:
    """Takes a folder away, also one with read-only folders in it, as copies of Go's modules are."""
    for path in [folder, *folder.rglob("*")]:
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
    shutil.rmtree(folder)
