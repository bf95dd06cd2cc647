"""The output tree on disk: what stands there, and what must change.

Reads below the output root only; `replacing` makes the changes. Files that no inventory lists are never changed or
deleted.
"""

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tenantry.diagnostics import TenantryError
from tenantry.emit.inventory import INVENTORY_FILE, Inventory, NotAnInventory, leaving_lines, may_own, read_inventory
from tenantry.emit.render import Rendered
from tenantry.emit.replacing import TEMPORARY_PREFIX, Replacing
from tenantry.emit.strays import strays
from tenantry.records import record
from tenantry.workspace import Workspace

_AS_IT_STANDS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
"""Follows no link, and waits for no writer where a pipe stands in the place of a file."""

_ARGOCD = "argocd"
"""What root reads, with all folders below."""


@dataclass(slots=True)
class Changes:
    """What a run does to the output tree; paths are relative to the output root, sorted when asked for."""

    written: dict[str, bytes] = field(default_factory=dict)
    unchanged: int = 0
    deleted: list[str] = field(default_factory=list)
    objects_before: int = 0
    objects_deleted: int = 0
    inventories: dict[str, bytes] = field(default_factory=dict)
    """New texts of inventories that differ from those on disk, by folder."""

    leaving: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Files that the old inventory of such a folder lists and the new one does not, sorted."""

    folders: set[str] = field(default_factory=set)
    """Every folder that holds, held or will hold a file of ours."""

    gone: set[str] = field(default_factory=set)
    """Folders whose last file goes, and their inventory with it."""

    strays: list[str] = field(default_factory=list)
    """Files that Argo CD would apply and that are not the tool's own, sorted. Nobody but people may delete them."""

    @property
    def lasting_strays(self) -> list[str]:
        """Those that writing does not sweep away as left behind by a killed run."""
        return [path for path in self.strays if not path.rpartition("/")[2].startswith(TEMPORARY_PREFIX)]


def _every(_: str) -> bool:
    return True


@record
class OutputTree:
    """The folder `root` (usually `output/`) as the tool's own tree."""

    root: Path

    @staticmethod
    def of(workspace: Workspace, out: Path | None = None) -> "OutputTree":
        """The tree to write: `out`, or the workspace's own.

        Raises TenantryError where `out` lies among the specs, which the next run would read, and where the workspace's
        own is a link that leads out of it: that came with the repository, and nobody here asked for it.
        """
        if out is not None:
            for folder in (workspace.clusters, workspace.tenants):
                if out.resolve().is_relative_to(folder.resolve()):
                    raise TenantryError(f"{out} lies among the specs", help=f"name a folder outside {folder.name}/")
            return OutputTree(out)
        output = workspace.output
        if output.is_symlink() and workspace.root.resolve() not in output.resolve().parents:
            raise TenantryError(
                f"{output} is a link that leads out of the workspace",
                help="replace it by a folder, or say that it is meant: --out output",
            )
        return OutputTree(output)

    def inventories(self) -> dict[str, Inventory]:
        """Every inventory on disk by folder. Raises TenantryError where one cannot be read."""
        found = {}
        for folder in self._folders():
            path = self.root / folder / INVENTORY_FILE
            try:
                with open(path, encoding="utf-8", opener=_following_no_link) as file:
                    inventory = read_inventory(file.read())
            except FileNotFoundError:
                continue
            except NotAnInventory as problem:
                raise _edited(path, str(problem)) from problem
            except UnicodeDecodeError as problem:
                raise _edited(path, "it is not UTF-8") from problem
            except OSError as problem:
                raise _unusable(path, problem) from problem
            for listed in inventory.paths():
                if not may_own(folder, listed):
                    raise _edited(path, f"it lists `{listed}`, which is not its own")
            found[folder] = inventory
        return found

    @contextmanager
    def locked(self, *, to_read: bool = False) -> Iterator[None]:
        """Keeps other runs out of the tree meanwhile; with `to_read` only those that write.

        A folder that had to be made and stayed empty is removed again. Raises TenantryError where a run is under way,
        or where no folder can be.
        """
        made = not os.path.lexists(self.root)
        if made and to_read:
            yield
            return
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as problem:
            raise _unusable(self.root, problem) from problem
        try:
            try:
                fcntl.flock(descriptor, (fcntl.LOCK_SH if to_read else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            except BlockingIOError:
                raise TenantryError(f"another compile is writing {self.root}", help="wait until it is done") from None
            yield
        finally:
            os.close(descriptor)
            if made:
                with suppress(OSError):
                    self.root.rmdir()

    def _folders(self) -> Iterator[str]:
        """Folders two levels below the root, by name: `prod-a/vision`."""
        for area in _subfolders(self.root):
            for folder in _subfolders(self.root / area):
                yield f"{area}/{folder}"

    def _stands(self, path: str, content: bytes) -> bool:
        """Whether the file holds exactly these bytes."""
        try:
            descriptor = os.open(f"{self.root}/{path}", _AS_IT_STANDS)
        except OSError:
            return False
        try:
            size = os.fstat(descriptor).st_size
            return size == len(content) and os.read(descriptor, size + 1) == content
        finally:
            os.close(descriptor)

    def _exists(self, path: str) -> bool:
        return os.path.lexists(f"{self.root}/{path}")

    def _is_folder(self, path: str) -> bool:
        target = Path(f"{self.root}/{path}")
        return target.is_dir() and not target.is_symlink()

    def compare(
        self, rendered: Iterable[Rendered], before: dict[str, Inventory], *, meant: Callable[[str], bool] = _every
    ) -> Changes:
        """What it takes to hold exactly `rendered`, judged by bytes.

        Folders that are not `meant` stay as they are. Raises TenantryError where a file that no inventory lists
        stands in the way.
        """
        changes = Changes(objects_before=sum(len(inventory.objects) for inventory in before.values()))
        own = {path for inventory in before.values() for path in inventory.paths()}
        wanted: set[str] = set()
        folders: set[str] = set()
        for one in rendered:
            folders.add(one.folder)
            wanted.update(one.files)
            self._compare_files(changes, one, own)
            old = before.get(one.folder)
            if old is None:
                continue
            kept = {entry.key for entry in one.inventory.objects}
            changes.objects_deleted += sum(entry.key not in kept for entry in old.objects)
            if one.folder in changes.inventories:
                changes.leaving[one.folder] = tuple(sorted(set(old.paths()).difference(one.files)))
        for folder, inventory in before.items():
            if folder not in folders:
                if not meant(folder):
                    continue
                changes.gone.add(folder)
                changes.objects_deleted += len(inventory.objects)
            changes.deleted.extend(path for path in inventory.paths() if path not in wanted and self._exists(path))
        changes.deleted = sorted(set(changes.deleted))
        changes.folders = folders.union(path.rpartition("/")[0] for path in own | wanted)
        self._refuse_links(changes.folders)
        looked_at = {_ARGOCD, *folders, *filter(meant, before)}
        changes.strays = sorted(strays(str(self.root), looked_at, own | wanted))
        return changes

    def _refuse_links(self, folders: Iterable[str]) -> None:
        """Nothing is written or deleted through a link: pull requests can bring one that leads anywhere."""
        for step in sorted({step for folder in folders for step in (folder.partition("/")[0], folder)}):
            if os.path.islink(f"{self.root}/{step}"):  # noqa: PTH114 - strings are far cheaper here
                raise TenantryError(
                    f"{self.root}/{step} is a link; the tool's own folders are none", help="replace it by a folder"
                )

    def _compare_files(self, changes: Changes, one: Rendered, own: set[str]) -> None:
        for path, content in one.files.items():
            if self._stands(path, content):
                changes.unchanged += 1
                continue
            if self._is_folder(path):
                raise TenantryError(
                    f"{self.root / path} is a folder, and stands where one of the tool's files belongs",
                    help="move it away, or delete it, and compile again",
                )
            if path not in own and self._exists(path):
                raise TenantryError(
                    f"{self.root / path} is not the tool's own, and stands where one of its files belongs",
                    help="move it away, or delete it, and compile again",
                )
            changes.written[path] = content
        if self._stands(f"{one.folder}/{INVENTORY_FILE}", one.inventory_text):
            changes.unchanged += 1
        else:
            changes.inventories[one.folder] = one.inventory_text

    def apply(self, changes: Changes) -> None:
        """Makes the changes. Raises TenantryError where the disk refuses; what was begun can be completed later.

        Safe to interrupt: inventories are written first and name all files that come and go, every file is replaced
        whole, and inventories are settled last, so that the next run completes what was begun.
        """
        disk = Replacing(self.root)
        try:
            for folder in sorted(changes.folders):
                disk.sweep(folder)
            for folder, text in sorted(changes.inventories.items()):
                disk.replace(f"{folder}/{INVENTORY_FILE}", text + leaving_lines(changes.leaving.get(folder, ())))
            for path, content in sorted(changes.written.items()):
                disk.replace(path, content)
            for path in changes.deleted:
                disk.delete(path)
            for folder, leaving in sorted(changes.leaving.items()):
                if leaving:
                    disk.replace(f"{folder}/{INVENTORY_FILE}", changes.inventories[folder])
            for folder in sorted(changes.gone):
                disk.delete(f"{folder}/{INVENTORY_FILE}")
        except OSError as problem:
            raise TenantryError(
                f"{self.root} could not be written: {problem.strerror or problem} "
                f"({problem.filename2 or problem.filename})",
                help="make room or mend the permissions, and compile again: the next run completes this one",
            ) from problem


def _edited(path: Path, why: str) -> TenantryError:
    return TenantryError(
        f"{path} was edited or belongs to another version: {why}",
        help=way_back(path.parent),
    )


def way_back(folder: Path) -> str:
    """What to do about an inventory in `folder` that cannot be believed."""
    return f"restore it from git; or delete {folder}, compile again, and delete what is then in the way"


def _unusable(path: Path, problem: OSError) -> TenantryError:
    is_file = isinstance(problem, FileExistsError | NotADirectoryError)
    reason = "it is a file, not a folder" if is_file else problem.strerror or problem
    return TenantryError(f"{path} cannot be used: {reason}", help="move it away, or mend its permissions")


def _subfolders(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except FileNotFoundError:
        return []
    except OSError as problem:
        raise _unusable(folder, problem) from problem


def _following_no_link(path: str, flags: int) -> int:
    return os.open(path, flags | _AS_IT_STANDS)
