"""Where manifests do not hold what was meant: mistakes of the compiler, never of a person.

Pure.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from tenantry.effect.forest import Forest
from tenantry.program import PoolTree

_SHOWN: Final = 5


def disagreements(tree: PoolTree, forest: Forest) -> Iterator[str]:
    """The first few nodes of a pool's tree that the manifests lack or hold with other numbers."""
    return islice(_all(tree, forest), _SHOWN)


def _all(tree: PoolTree, forest: Forest) -> Iterator[str]:
    for node in tree.root.walk():
        made = forest.get(node.name)
        if made is None:
            yield f"no manifest holds {node.name}"
            continue
        for field, meant, holds in (("keeps", node.nominal, made.nominal), ("borrows", node.borrow, made.borrow)):
            if meant != holds:
                yield f"{made.kind} {node.name} {field} {holds} and should {field[:-1]} {meant}"
