"""A workspace as one commit holds it: its specs, and any other file, read from git objects without a checkout.

Nothing on disk but git's own objects is read. A symbolic link is followed inside the workspace of that commit and
nowhere else; filters, line endings and attributes change nothing: what is read is what was committed.
"""

import os
from collections.abc import ItemsView, Iterator
from errno import EFBIG
from typing import Final, NamedTuple

import pygit2
from pygit2.enums import FileMode

from tenantry.git.trouble import readable
from tenantry.workspace import SPEC_FOLDERS, SpecFile, Trouble, is_spec_name

_HOPS_MAX: Final = 40
"""Links that one path may lead through, as on Linux."""

_LINK_BYTES_MAX: Final = 4096
_REGULAR: Final = (FileMode.BLOB, FileMode.BLOB_EXECUTABLE)


class _Entry(NamedTuple):
    """What stands at a path: its real path (no links in it), kind and object."""

    path: str
    mode: int
    oid: pygit2.Oid

    @property
    def is_folder(self) -> bool:
        return self.mode == FileMode.TREE

    @property
    def is_link(self) -> bool:
        return self.mode == FileMode.LINK


class CommittedTree:
    """The files of a workspace in one commit, by paths relative to the workspace with forward slashes."""

    def __init__(self, git: pygit2.Repository, top: pygit2.Oid | None, objects: object = None) -> None:
        """`top` is the tree of the workspace's folder; None where the commit has no such folder. `objects` holds what
        `git` needs to read it and would not keep alive itself."""
        self._git = git
        self._objects = objects
        self._top = top
        self._folders: dict[pygit2.Oid, dict[str, tuple[int, pygit2.Oid]]] = {}

    @classmethod
    def of(cls, git: pygit2.Repository, tree: pygit2.Tree, prefix: str) -> "CommittedTree":
        """The workspace in the folder `prefix` of a commit's tree; empty: the tree itself."""
        found = cls(git, tree.id)
        if not prefix:
            return found
        entry = found._entry(prefix)
        return cls(git, entry.oid if entry is not None and entry.is_folder else None)

    def spec_files(self) -> list[SpecFile]:
        """Every `*.yaml` below `clusters/` and `tenants/`, by the same rules as on disk, sorted by path."""
        return sorted(_Walk(self).files(), key=lambda file: file.path)

    def read(self, path: str, *, at_most: int) -> bytes:
        """The bytes of a file. Raises OSError where there is none, or where it holds more than `at_most` bytes."""
        entry = self.find(path)
        if not isinstance(entry, _Entry) or entry.is_folder:
            raise FileNotFoundError(2, "no such file or directory", path)
        return self._content(entry.oid, at_most)

    def files(self, folder: str) -> Iterator[str]:
        """Every regular file below a folder, sorted by folder; links are not followed. Nothing where there is none."""
        start = self._entry(folder)
        pending = [start] if start is not None and start.is_folder else []
        while pending:
            entry = pending.pop()
            inner = [_Entry(_below(entry.path, name), *of) for name, of in self._folder(entry.oid).items()]
            pending.extend(one for one in reversed(inner) if one.is_folder)
            yield from (one.path for one in inner if one.mode in _REGULAR)

    def entries(self, top: str) -> ItemsView[str, str]:
        """Everything at or below a path that is no folder, by path: links, submodules and files, with mode and id."""
        start = self._entry(top)
        found, pending = dict[str, str](), [start] if start is not None else []
        while pending:
            entry = pending.pop()
            if entry.is_folder:
                pending += [_Entry(_below(entry.path, name), *of) for name, of in self._folder(entry.oid).items()]
            else:
                found[entry.path] = f"{entry.mode:o} {entry.oid}"
        return found.items()

    def holds(self, path: str, content: bytes) -> bool:
        """Whether a regular file of exactly these bytes stands at a path in which no link is followed."""
        entry = self._entry(path)
        if entry is None or entry.mode not in _REGULAR or self.size(entry.oid) != len(content):
            return False
        return self._content(entry.oid, len(content)) == content

    def is_link(self, path: str) -> bool:
        """Whether a symbolic link stands at a path, or a submodule, whose files git keeps elsewhere."""
        entry = self._entry(path)
        return entry is not None and (entry.is_link or entry.mode == FileMode.COMMIT)

    def digest(self, folder: str) -> str:
        """The id of a folder's content: equal where it is the same to the last byte; empty where there is none."""
        entry = self._entry(folder)
        return str(entry.oid) if entry is not None else ""

    def find(self, path: str) -> "_Entry | Trouble":
        """What stands at a path once links are followed, or why nothing can be read there."""
        waiting, real, hops = path.split("/")[::-1], list[str](), 0
        while waiting:
            name = waiting.pop()
            if name in ("", "."):
                continue
            if name == "..":
                if not real:
                    return "outside"
                real.pop()
                continue
            entry = self._entry("/".join([*real, name]))
            if entry is None:
                return "dangling"
            if not entry.is_link:
                if waiting and not entry.is_folder:
                    return "dangling"
                real.append(name)
                continue
            hops += 1
            target = self._target(entry)
            if not target or hops > _HOPS_MAX:
                return "dangling"
            if target.startswith("/"):
                return "outside"
            waiting += target.split("/")[::-1]
        return self._entry("/".join(real)) or "dangling"

    def size(self, oid: pygit2.Oid) -> int:
        """Bytes of a file, without reading it."""
        with readable("a file"):
            _, size = self._git.odb.read_header(oid)
        return int(size)

    def _entry(self, path: str) -> _Entry | None:
        """What stands at a path in which no link is followed; the empty path is the workspace itself."""
        if self._top is None:
            return None
        found: tuple[int, pygit2.Oid] = (FileMode.TREE, self._top)
        for name in path.split("/") if path else ():
            if found[0] != FileMode.TREE:
                return None
            inner = self._folder(found[1]).get(name)
            if inner is None:
                return None
            found = inner
        return _Entry(path, *found)

    def _folder(self, oid: pygit2.Oid) -> dict[str, tuple[int, pygit2.Oid]]:
        known = self._folders.get(oid)
        if known is None:
            with readable("a folder"):
                tree = self._git[oid]
            assert isinstance(tree, pygit2.Tree)
            known = self._folders[oid] = {
                os.fsdecode(one.raw_name): (one.filemode, one.id) for one in tree if one.raw_name is not None
            }
        return known

    def _target(self, link: _Entry) -> str:
        """Where a link leads; empty for one that no system would follow."""
        try:
            return os.fsdecode(self._content(link.oid, _LINK_BYTES_MAX))
        except OSError:
            return ""

    def _content(self, oid: pygit2.Oid, at_most: int) -> bytes:
        if self.size(oid) > at_most:
            raise OSError(EFBIG, os.strerror(EFBIG))
        with readable("a file"):
            blob = self._git[oid]
        assert isinstance(blob, pygit2.Blob)
        return blob.data


class _Walk:
    """One pass over the spec folders: first everything real, then what links add."""

    def __init__(self, tree: CommittedTree) -> None:
        self._tree = tree
        self._folders: set[str] = set()
        self._real_files: set[str] = set()
        self._links: list[str] = []

    def files(self) -> Iterator[SpecFile]:
        for name in SPEC_FOLDERS:
            entry = self._tree._entry(name)
            if entry is not None:
                yield from self._one(name, entry)
        while self._links:
            links, self._links = sorted(self._links), []
            for link in links:
                yield from self._follow(link)

    def _one(self, path: str, entry: _Entry) -> Iterator[SpecFile]:
        if entry.is_link:
            self._links.append(path)
        elif entry.is_folder:
            yield from self._folder(path, entry)
        elif entry.mode == FileMode.COMMIT:
            yield SpecFile(path, 0, trouble="submodule")
        elif is_spec_name(path):
            self._real_files.add(entry.path)
            yield self._file(path, entry)

    def _folder(self, path: str, entry: _Entry) -> Iterator[SpecFile]:
        """Spec files of the folder that people know as `path`; a real folder is read once."""
        if entry.path in self._folders:
            return
        self._folders.add(entry.path)
        for name, of in self._tree._folder(entry.oid).items():
            if name[0] != ".":
                yield from self._one(f"{path}/{name}", _Entry(_below(entry.path, name), *of))

    def _follow(self, link: str) -> Iterator[SpecFile]:
        """What stands behind a link, which people know as `link`."""
        found = self._tree.find(link)
        if not isinstance(found, _Entry):
            # What lies outside may be a folder full of specs; only git does not say so.
            if is_spec_name(link) or (found == "outside" and "." not in link.rpartition("/")[2]):
                yield SpecFile(link, 0, trouble=found)
        elif found.mode == FileMode.COMMIT:
            yield SpecFile(link, 0, trouble="submodule")
        elif found.is_folder:
            yield from self._folder(link, found)
        elif is_spec_name(link) and found.path not in self._real_files:
            self._real_files.add(found.path)
            yield self._file(link, found)

    def _file(self, path: str, entry: _Entry) -> SpecFile:
        return SpecFile(path, self._tree.size(entry.oid), misnamed=not path.endswith(".yaml"))


def _below(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
