"""Units that a change moved: who keeps more or less of a pool than before, though no line of theirs may have changed.

Pure. Order is by pool, then from the root of its quota tree down.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tenantry.engine.scope import Scope
from tenantry.lower.bundles import PLATFORM
from tenantry.program import Program


class Remainder(NamedTuple):
    """Units of a pool that somebody keeps for those below, before and after a change."""

    keeper: str
    pool: str
    before: int
    after: int


def remainders(program: Program, scope: Scope) -> Iterator[Remainder]:
    """What moved: the platform's remainders, and those of tenants."""
    for tree in program.trees.values():
        for node in tree.root.walk():
            if not scope.holds(f"{program.pools[tree.pool].cluster}/{node.tenant or PLATFORM}"):
                continue
            before = program.before.kept.get(node.name)
            if before is not None and before != node.nominal and node.level in ("root", "tenant"):
                keeper = f"tenant {node.tenant}" if node.tenant else "the platform"
                yield Remainder(keeper, tree.pool, before, node.nominal)
