"""The git repository around a workspace: names to commits, and where two lines of work parted.

Reads git objects and refs through libgit2, which runs no hooks, filters, drivers or helpers, whatever a repository's
configuration says. Writes nothing. What is missing or refused is a `TenantryError` with the command that helps.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pygit2

from tenantry.diagnostics import TenantryError
from tenantry.git.tree import CommittedTree
from tenantry.git.trouble import readable
from tenantry.records import record

_MAIN_BRANCHES: Final = (
    "refs/remotes/origin/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
)
"""Where the main branch may be, in this order: what others see comes before what this clone calls so."""

_SHORT: Final = 12
_NOT_OWNED: Final = "not owned by current user"


@record
class Revision:
    """A commit by the name it was asked for; `commit` is its full id."""

    name: str
    commit: str

    def __str__(self) -> str:
        short = self.commit[:_SHORT]
        return short if self.commit.startswith(self.name) else f"{self.name} ({short})"


class Repository:
    """The repository that holds the folder `workspace`; `prefix` leads from its top to there (empty: the top)."""

    def __init__(self, found: pygit2.Repository, prefix: str) -> None:
        self._git = found
        self.prefix = prefix

    @classmethod
    def around(cls, workspace: Path) -> "Repository":
        """The repository that `workspace` lies in. Raises TenantryError where there is none, or none to be trusted."""
        real = os.path.realpath(workspace)
        try:
            path = pygit2.discover_repository(real)
            if path is None:
                raise TenantryError(
                    f"{workspace} is in no git repository, and a plan compares revisions",
                    help="run `git init` and commit the workspace, or go to a clone",
                )
            found = pygit2.Repository(path)
        except pygit2.GitError as problem:
            raise _unusable(workspace, problem) from problem
        top = found.workdir and os.path.realpath(found.workdir)
        inside = top and (real == top or real.startswith(top.rstrip(os.sep) + os.sep))
        return cls(found, os.path.relpath(real, top).replace(os.sep, "/") if inside and real != top else "")

    @property
    def objects(self) -> pygit2.Repository:
        """What this package reads objects with."""
        return self._git

    @property
    def is_shallow(self) -> bool:
        """Whether the clone was cut off somewhere in its history."""
        return bool(self._git.is_shallow)

    def revision(self, name: str) -> Revision:
        """The commit that `name` means: a branch, tag, id or expression such as `HEAD~2`. Raises TenantryError."""
        with readable(name):
            try:
                found = self._git.revparse_single(name).peel(pygit2.Commit)
            except (KeyError, ValueError, pygit2.InvalidSpecError):
                raise self._unknown(name) from None
            return Revision(name, str(found.id))

    def head(self) -> Revision:
        """The commit that is checked out, by its branch. Raises TenantryError where nothing was committed yet."""
        with readable("what is checked out"):
            if self._git.head_is_unborn:
                raise TenantryError(
                    "this repository has no commit yet, so there is nothing to compare with",
                    help="commit the workspace first: git add clusters tenants && git commit",
                )
            name = "HEAD" if self._git.head_is_detached else self._git.head.shorthand
            return Revision(name, str(self._git.head.peel(pygit2.Commit).id))

    def main_branch(self) -> Revision:
        """The tip of the main branch: what `origin` calls so, else `main` or `master`. Raises TenantryError.

        Looked up by its full name, since a tag of the same short name would come first.
        """
        for name in _MAIN_BRANCHES:
            with readable(name):
                try:
                    reference = self._git.lookup_reference(name).resolve()
                except KeyError:  # not there, or it leads to a branch that is gone
                    continue
                tip = reference.peel(pygit2.Commit)
                return Revision(name.removeprefix("refs/remotes/").removeprefix("refs/heads/"), str(tip.id))
        raise TenantryError(
            "this clone knows no main branch: there is no origin/HEAD, main or master",
            help="name what to compare with, as in `tenantry plan origin/trunk`, or fetch it: git fetch origin main",
        )

    def merge_base(self, one: Revision, other: Revision) -> Revision:
        """The newest commit that both come from. Raises TenantryError where this clone holds none."""
        found = self.parted(one, other)
        if found is not None:
            return found
        if self.is_shallow:
            raise TenantryError(
                f"{one.name} and {other.name} have no common commit in this shallow clone",
                help="fetch the history: git fetch --unshallow origin (in CI: a full checkout, such as fetch-depth: 0)",
            )
        raise TenantryError(
            f"{one.name} and {other.name} have no commit in common",
            help="name the commit to compare with: tenantry plan BASE",
        )

    def parted(self, one: Revision, other: Revision) -> Revision | None:
        """The newest commit that both come from, as far as this clone reaches."""
        with readable(f"the history of {one.name} and {other.name}"):
            found: pygit2.Oid | None = self._git.merge_base(one.commit, other.commit)
        return None if found is None else Revision(str(found), str(found))

    def earlier(self, revision: Revision, most: int) -> Iterator[Revision]:
        """The commits before one on its main line, the nearest first, at most so many; a shallow clone ends early."""
        with readable(f"the history of {revision.name}"):
            commit = self._git[revision.commit].peel(pygit2.Commit)
            for _ in range(most):
                if not commit.parent_ids or commit.parent_ids[0] not in self._git:
                    return
                commit = commit.parents[0]
                yield Revision(str(commit.id), str(commit.id))

    def tree(self, revision: Revision) -> CommittedTree:
        """The workspace as it stands in a commit."""
        with readable(str(revision)):
            commit = self._git[revision.commit].peel(pygit2.Commit)
            return CommittedTree.of(self._git, commit.tree, self.prefix)

    def _unknown(self, name: str) -> TenantryError:
        if self.is_shallow:
            return TenantryError(
                f"`{name}` names no commit in this shallow clone",
                help="fetch it: git fetch --unshallow origin, or git fetch --depth=1 origin <branch or commit>",
            )
        return TenantryError(
            f"`{name}` names no commit in this clone",
            help="see `git branch --all` for what there is; what is elsewhere comes with `git fetch origin`",
        )


def _unusable(workspace: Path, problem: pygit2.GitError) -> TenantryError:
    if _NOT_OWNED in str(problem):
        return TenantryError(
            f"the repository around {workspace} belongs to another user, so git does not trust it",
            help=f"if you do: git config --global --add safe.directory {os.path.realpath(workspace)}",
        )
    return TenantryError(
        f"the repository around {workspace} cannot be opened: {problem}",
        help="mend it with git, or clone it anew",
    )
