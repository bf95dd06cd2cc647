"""The folder a fleet lives in: where its specs are, and what lies there.

Reads files only when asked for one by its path. Files come in the order of their relative paths.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Protocol

from tenantry.records import record

SPEC_FOLDERS = ("clusters", "tenants")

_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

Trouble = Literal["", "outside", "dangling", "irregular", "unreadable", "submodule"]
"""Why a file must not be read: a link that leaves the workspace, a link to nothing, no regular file (a pipe, a
device), a folder that may not be listed, or one whose files git keeps elsewhere; empty for a file that is fine."""


class NotAWorkspace(Exception):  # noqa: N818 - says what the folder is, as people say it
    """The folder holds no `clusters/` and `tenants/`; `help` says what to try."""

    def __init__(self, message: str, *, help: str) -> None:
        super().__init__(message)
        self.help = help


@record
class SpecFile:
    """One file that holds specs, or was meant to: `path` is relative to the workspace, with forward slashes."""

    path: str
    size: int
    misnamed: bool = False
    trouble: Trouble = ""


class Specs(Protocol):
    """Where specs are read from: a folder, or what git holds of one."""

    def spec_files(self) -> list[SpecFile]:
        """Every file that holds specs or was meant to, sorted by path."""
        ...

    def read(self, path: str, *, at_most: int) -> bytes:
        """The first `at_most` bytes of a file that `spec_files` lists. Raises OSError where it cannot be read."""
        ...


@record
class Workspace:
    """A folder with `clusters/` and `tenants/` (specs) and `output/` (what is compiled)."""

    root: Path

    @property
    def clusters(self) -> Path:
        return self.root / "clusters"

    @property
    def tenants(self) -> Path:
        return self.root / "tenants"

    @property
    def output(self) -> Path:
        return self.root / "output"

    @property
    def below_top(self) -> str:
        """How this folder is named from the top of the repository: `deploy/`; empty for the top, and outside of any.

        The top is the nearest folder upwards that holds a `.git`, whatever that is: nothing of it is read.
        """
        for top in (self.root, *self.root.parents):
            if os.path.lexists(top / ".git"):
                return "" if top == self.root else f"{self.root.relative_to(top).as_posix()}/"
        return ""

    @staticmethod
    def find(start: Path) -> "Workspace":
        """The workspace at `start` itself; parents are not searched, so that a command never surprises.

        Raises NotAWorkspace when `clusters/` or `tenants/` is missing.
        """
        root = Path(os.path.abspath(start))  # noqa: PTH100 - `resolve` would show people another path than theirs
        missing = [f"{name}/" for name in SPEC_FOLDERS if not (root / name).is_dir()]
        if missing:
            raise NotAWorkspace(
                f"{start} is not a workspace: it holds no {' and no '.join(missing)}",
                help="go to the folder that holds clusters/ and tenants/, name it with -C DIR, "
                "or make one with `tenantry init`",
            )
        return Workspace(root)

    def spec_files(self) -> list[SpecFile]:
        """Every `*.yaml` below `clusters/` and `tenants/`, sorted by path; hidden files and folders are skipped.

        A file that ends in `.yml` comes back flagged as misnamed. A link is followed only where its target stays
        inside the workspace, and adds nothing when the target is read anyway, so that each real file is read
        once and loops of links end.
        """
        return sorted(_Walk(os.path.realpath(self.root)).files(), key=lambda file: file.path)

    def read(self, path: str, *, at_most: int) -> bytes:
        """The first `at_most` bytes of a file. Raises OSError; waits for no writer where a pipe took its place."""
        descriptor = os.open(f"{self.root}/{path}", os.O_RDONLY | _WITHOUT_WAITING)
        try:
            parts = []
            while at_most > 0 and (part := os.read(descriptor, at_most)):
                parts.append(part)
                at_most -= len(part)
        finally:
            os.close(descriptor)
        return parts[0] if len(parts) == 1 else b"".join(parts)


class _Walk:
    """One pass over the spec folders: first everything real, then what links add."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._folders: set[str] = set()
        self._real_files: set[str] = set()
        self._links: list[str] = []

    def files(self) -> Iterator[SpecFile]:
        for name in SPEC_FOLDERS:
            if os.path.islink(os.path.join(self._root, name)):  # noqa: PTH114, PTH118 - strings are far cheaper here
                self._links.append(name)
            else:
                yield from self._folder(name, f"{self._root}/{name}")
        while self._links:
            links, self._links = sorted(self._links), []
            for link in links:
                yield from self._follow(link)

    def _folder(self, relative: str, real: str) -> Iterator[SpecFile]:
        """Spec files below the folder whose real path is `real` and which people know as `relative`."""
        pending = [(relative, real)]
        while pending:
            relative, real = pending.pop()
            if real in self._folders:
                continue
            self._folders.add(real)
            try:
                entries = list(os.scandir(real))
            except OSError:
                yield SpecFile(relative, 0, trouble="unreadable")
                continue
            for entry in entries:
                name = entry.name
                if name[0] == ".":
                    continue
                path = f"{relative}/{name}"
                if entry.is_symlink():
                    self._links.append(path)
                elif entry.is_dir(follow_symlinks=False):
                    pending.append((path, f"{real}/{name}"))
                elif is_spec_name(name):
                    self._real_files.add(f"{real}/{name}")
                    yield _spec_file(path, entry.stat(follow_symlinks=False))

    def _follow(self, link: str) -> Iterator[SpecFile]:
        """What stands behind a link, which people know as `link`."""
        target = os.path.realpath(f"{self._root}/{link}")
        inside = target == self._root or target.startswith(self._root + os.sep)
        try:
            # The link itself: `realpath` steps back over folders that are not there, which no system does.
            status = os.stat(f"{self._root}/{link}")  # noqa: PTH116 - strings are far cheaper here
        except OSError:
            if is_spec_name(link):
                yield SpecFile(link, 0, trouble="dangling" if inside else "outside")
            return
        if stat.S_ISDIR(status.st_mode):
            if inside:
                yield from self._folder(link, target)
            else:
                yield SpecFile(link, 0, trouble="outside")
        elif is_spec_name(link):
            if not inside:
                yield SpecFile(link, 0, trouble="outside")
            elif target not in self._real_files:
                self._real_files.add(target)
                yield _spec_file(link, status)


def is_spec_name(name: str) -> bool:
    """Whether a file of this name holds specs, or was meant to."""
    return name.endswith(".yaml") or name.lower().endswith((".yaml", ".yml"))


def _spec_file(path: str, status: os.stat_result) -> SpecFile:
    return SpecFile(
        path,
        status.st_size,
        misnamed=not path.endswith(".yaml"),
        trouble="" if stat.S_ISREG(status.st_mode) else "irregular",
    )
