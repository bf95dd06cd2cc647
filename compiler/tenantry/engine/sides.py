"""Two revisions of a fleet, each through the front end; the later one is judged against the earlier one's meaning.

Reads specs. What was before is taken from the earlier specs themselves, never from inventories, which a pull request
may have edited.
"""

from tenantry.engine.front import Front, front_end
from tenantry.engine.progress import Progress
from tenantry.lower.bundles import facts
from tenantry.lower.facts import before_from
from tenantry.program import Before
from tenantry.records import record
from tenantry.workspace import Specs


@record
class Sides:
    """`base` is None where there was no fleet before; a base with errors says nothing of what was before."""

    base: Front | None
    head: Front


def both_sides(base: Specs, head: Specs, *, progress: Progress) -> Sides:
    """Reads, resolves and checks both sides."""
    progress("the base")
    old = front_end(base, Before()) if base.spec_files() else None
    known = old.sound_program if old else None
    before = before_from(facts(known)) if known else Before()
    progress("the change")
    return Sides(old, front_end(head, before))
