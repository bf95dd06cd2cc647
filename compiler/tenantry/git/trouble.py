"""What is said where git's objects cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager

import pygit2

from tenantry.diagnostics import TenantryError


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Turns what libgit2 raises while `what` is read into a TenantryError with the command that helps."""
    try:
        yield
    except (pygit2.GitError, KeyError) as problem:
        reason = f"object {problem.args[0]} is missing" if isinstance(problem, KeyError) else str(problem)
        raise TenantryError(
            f"git cannot read {what}: {reason}",
            help="a partial or damaged clone lacks objects: git fetch --refetch origin, or clone anew in full",
        ) from problem
