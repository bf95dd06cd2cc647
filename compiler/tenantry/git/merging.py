"""Lines of work merged in memory: what the specs would be if several branches were merged.

Nothing is written to the repository: what a merge makes lives in memory and goes with it. libgit2 merges texts itself;
merge drivers that a configuration names are not run.
"""

from collections.abc import Iterable

import pygit2
from pygit2.enums import FileMode

from tenantry.git.repository import Repository, Revision
from tenantry.git.tree import CommittedTree
from tenantry.git.trouble import readable
from tenantry.records import record
from tenantry.workspace import SPEC_FOLDERS


@record
class Merge:
    """The specs after a merge; `conflicts` are the files that git cannot merge, sorted, and then `tree` is None."""

    tree: CommittedTree | None
    conflicts: tuple[str, ...]


class Merger:
    """Merges branches into a start, in the order given; specs alone, because what is compiled follows from them."""

    def __init__(self, repository: Repository, start: Revision) -> None:
        self._repository = repository
        self._git = repository.objects
        self._start = start
        # Above the repository's own: whatever is written lands here.
        self._memory = _Memory()
        self._git.odb.add_backend(self._memory, 1000)

    def merge(self, branches: Iterable[Revision]) -> Merge:
        """The specs of the start with all branches merged, one after the other."""
        with readable("the branches"):
            ours = self._specs(self._start)
            for branch in branches:
                ancestor = self._repository.merge_base(self._start, branch)
                index = self._git.merge_trees(self._specs(ancestor), ours, self._specs(branch))
                if index.conflicts is not None:
                    return Merge(None, tuple(sorted(_conflicting(index))))
                ours = self._git[index.write_tree(self._git)].peel(pygit2.Tree)
            return Merge(CommittedTree(self._git, ours.id, self._memory), ())

    def _specs(self, revision: Revision) -> pygit2.Tree:
        """A tree of nothing but the folders that hold specs, of the workspace as it stands in a commit."""
        builder = self._git.TreeBuilder()
        tree = self._repository.tree(revision)
        for folder in SPEC_FOLDERS:
            if digest := tree.digest(folder):
                builder.insert(folder, pygit2.Oid(hex=digest), FileMode.TREE)
        return self._git[builder.write()].peel(pygit2.Tree)


def _conflicting(index: pygit2.Index) -> set[str]:
    return {side.path for conflict in index.conflicts or () for side in conflict if side is not None}


class _Memory(pygit2.OdbBackend):
    """Objects that live as long as the process."""

    def __init__(self) -> None:
        super().__init__()
        self._objects: dict[str, tuple[int, bytes]] = {}

    def read_cb(self, oid: pygit2.Oid) -> tuple[int, bytes]:
        return self._objects[str(oid)]

    def read_header_cb(self, oid: pygit2.Oid) -> tuple[int, int]:
        kind, data = self._objects[str(oid)]
        return kind, len(data)

    def read_prefix_cb(self, prefix: pygit2.Oid) -> tuple[int, bytes, pygit2.Oid]:
        # libgit2 asks this way for whole ids too; nobody here asks for less.
        return *self._objects[str(prefix)], prefix

    def write_cb(self, oid: pygit2.Oid, data: bytes, kind: int) -> None:
        self._objects[str(oid)] = kind, bytes(data)

    def exists_cb(self, oid: pygit2.Oid) -> bool:
        return str(oid) in self._objects

    def exists_prefix_cb(self, prefix: pygit2.Oid) -> pygit2.Oid:
        raise KeyError(str(prefix))

    def refresh_cb(self) -> None:
        """Nothing comes from elsewhere."""
