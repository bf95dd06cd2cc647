"""What revisions mean and compile to, kept from one plan to the next in a folder of the user's own.

Reads and writes that folder alone, never one that a repository brings along: entries are pickles, which could run code.
An entry is named after all that it follows from, so it needs no date. One that is damaged, or that another user could
have written, is as good as none; so is a folder that cannot be written.
"""

import os
import pickle
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Final

import tenantry
from tenantry.ir import Bundle
from tenantry.program import Program
from tenantry.records import record

_DIGEST_BYTES: Final = 32
_ENTRIES_MAX: Final = 8
"""The bases of so many branches; one takes about 0.75 kB for each object."""

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


@record
class KeptRevision:
    """A revision as it was read and compiled before."""

    program: Program
    pickled: bytes
    """Its bundles, one after the other."""

    def bundles(self) -> Iterator[Bundle]:
        """The bundles in the order they came in, made one at a time."""
        stream = BytesIO(self.pickled)
        while stream.tell() < len(self.pickled):
            yield pickle.load(stream)


@record
class Kept:
    """The entries in `folder`; None: nothing is kept."""

    folder: Path | None

    def load(self, tree: str) -> KeptRevision | None:
        """What is kept of the revision whose workspace is the git tree of this id."""
        data = self._trusted(tree)
        payload, digest = data[:-_DIGEST_BYTES], data[-_DIGEST_BYTES:]
        if not payload or _digest(payload) != digest:
            return None
        stream = BytesIO(payload)
        return KeptRevision(pickle.load(stream), payload[stream.tell() :])

    def keeping(self, tree: str, program: Program, bundles: Iterable[Bundle]) -> Iterator[Bundle]:
        """The bundles as they come; once all of them were drawn, they are kept with their program."""
        if self.folder is None:
            yield from bundles
            return
        pickled = [pickle.dumps(program, pickle.HIGHEST_PROTOCOL)]
        for bundle in bundles:
            pickled.append(pickle.dumps(bundle, pickle.HIGHEST_PROTOCOL))
            yield bundle
        with suppress(OSError):
            self._write(self.folder, tree, b"".join(pickled))

    def _trusted(self, tree: str) -> bytes:
        """The bytes of an entry that nobody else can have written; none where there is no such entry."""
        if self.folder is None:
            return b""
        with suppress(OSError):
            if _is_ours(os.lstat(self.folder)):
                descriptor = os.open(self.folder / _name(tree), os.O_RDONLY | os.O_NOFOLLOW)
                with os.fdopen(descriptor, "rb") as file:
                    return file.read() if _is_ours(os.fstat(descriptor)) else b""
        return b""

    def _write(self, folder: Path, tree: str, payload: bytes) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished = folder / f".{os.getpid()}"
        try:
            descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(payload)
                file.write(_digest(payload))
            unfinished.replace(folder / _name(tree))
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise
        newest_first = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in newest_first[_ENTRIES_MAX:]:
            path.unlink(missing_ok=True)


def _is_ours(found: os.stat_result) -> bool:
    return found.st_uid == os.geteuid() and not found.st_mode & _OTHERS_WRITE


def _name(tree: str) -> str:
    """Of the entry for a tree, as this program, with what is installed beside it, compiles it."""
    package = Path(tenantry.__file__).parent
    return _digest("\0".join([tree, sys.version, *_stamps(package)]).encode()).hex()


def _stamps(package: Path) -> Iterator[str]:
    """Every module with its size and time of change; and when a library beside them came or went."""
    for folder in sorted({Path(path) for path in sys.path if path.endswith("site-packages")}):
        with suppress(OSError):
            yield f"{folder} {folder.stat().st_mtime_ns}"
    pending = [package]
    while pending:
        inner = sorted(os.scandir(pending.pop()), key=lambda entry: entry.name)
        for entry in inner:
            if entry.is_dir():
                pending.append(Path(entry.path))
            elif entry.name.endswith(".py"):
                found = entry.stat()
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=_DIGEST_BYTES).digest()
