"""Open branches together: which of them cannot be merged, and which pairs of them cannot both be.

Reads git objects. Each branch may be fine by itself, and two of them promise the same units.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tenantry.diagnostics import Severity
from tenantry.diagnostics.report import Located, Report
from tenantry.engine.front import front_end
from tenantry.engine.progress import Progress
from tenantry.git import Merger, Revision
from tenantry.program import Before
from tenantry.records import record

_MORE_THAN_A_PAIR: Final = 3


@record
class Clash:
    """What keeps branches from being merged: files that git cannot merge, or else errors of what comes out. One branch
    alone where it is broken by itself."""

    branches: tuple[str, ...]
    files: tuple[str, ...]
    errors: tuple[Located, ...]


def clashes(merger: Merger, branches: Sequence[Revision], before: Before, *, progress: Progress) -> list[Clash]:
    """Every branch that is broken by itself, then every pair of the others that cannot both be merged; where there is
    none, all of them, if they cannot be merged together."""
    alone = {branch: _clash(merger, (branch,), before, progress) for branch in branches}
    sound = [branch for branch, clash in alone.items() if clash is None]
    pairs = (_clash(merger, pair, before, progress) for pair in combinations(sound, 2))
    found = [clash for clash in (*alone.values(), *pairs) if clash is not None]
    if found or len(branches) < _MORE_THAN_A_PAIR:
        return found
    whole = _clash(merger, tuple(branches), before, progress)
    return [whole] if whole else []


def _clash(merger: Merger, branches: tuple[Revision, ...], before: Before, progress: Progress) -> Clash | None:
    names = tuple(one.name for one in branches)
    progress(" with ".join(names))
    merge = merger.merge(branches)
    if merge.tree is None:
        return Clash(names, merge.conflicts, ())
    front = front_end(merge.tree, before)
    if not front.has_errors:
        return None
    found = Report.of(front.diagnostics, front.sources).items
    return Clash(names, (), tuple(item for item in found if item.severity is Severity.ERROR))
