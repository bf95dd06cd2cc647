"""Files below one root, replaced whole and deleted: what readers see is always the old file or the new one.

Touches the disk below the root only, and follows no link out of it.
"""

import os
from pathlib import Path

from tenantry.diagnostics import TenantryError

TEMPORARY_PREFIX = ".tenantry-"


class Replacing:
    """One run's changes below `root`. Raises OSError where the disk refuses; paths are relative, with `/`."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._made: set[str] = set()
        """Folders that are there and no links, as far as this run has looked."""

    def replace(self, path: str, content: bytes) -> None:
        """Puts a file with this content at `path`, whatever file was there."""
        folder, _, name = path.rpartition("/")
        if folder not in self._made:
            self._make(folder)
        temporary = f"{self._root}/{folder}/{TEMPORARY_PREFIX}{name}"
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o644)
        try:
            try:
                _write(descriptor, content)
            finally:
                os.close(descriptor)
            os.replace(temporary, f"{self._root}/{path}")  # noqa: PTH105 - strings are far cheaper here
        except OSError:
            Path(temporary).unlink(missing_ok=True)
            raise

    def delete(self, path: str) -> None:
        """Removes a file, where it is there, and the folders above it that are empty then."""
        target = Path(self._root, path)
        target.unlink(missing_ok=True)
        for folder in Path(path).parents:
            if folder == Path():
                return
            try:
                (Path(self._root) / folder).rmdir()
            except OSError:
                # Not empty: it holds files of others, or more of ours.
                return
            self._made.discard(str(folder))

    def sweep(self, folder: str) -> None:
        """Removes what a killed run left half written in a folder of ours."""
        try:
            names = os.listdir(f"{self._root}/{folder}")  # noqa: PTH208 - strings are far cheaper here
        except FileNotFoundError:
            return
        for name in names:
            if name.startswith(TEMPORARY_PREFIX):
                Path(self._root, folder, name).unlink(missing_ok=True)

    def _make(self, folder: str) -> None:
        """Makes a folder and those above it. Raises TenantryError where a link would lead out of the tree."""
        Path(self._root).mkdir(parents=True, exist_ok=True)
        step = self._root
        for part in folder.split("/"):
            step = f"{step}/{part}"
            if os.path.islink(step):  # noqa: PTH114 - strings are far cheaper here
                raise TenantryError(
                    f"{step} is a link; the tool writes only into folders of its own", help="replace it by a folder"
                )
            Path(step).mkdir(exist_ok=True)
        self._made.add(folder)


def _write(descriptor: int, content: bytes) -> None:
    while content:
        content = content[os.write(descriptor, content) :]
