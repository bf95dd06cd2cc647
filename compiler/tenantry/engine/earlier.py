"""The side before a change: what its specs mean, what they compile to, and their texts where somebody asks for them.

Reads git objects, and what was kept of earlier plans; keeps what it compiled.
"""

from collections.abc import Iterator
from functools import cached_property

from tenantry.engine.front import Front, front_end
from tenantry.engine.kept import Kept, KeptRevision
from tenantry.engine.lowered import lowered
from tenantry.git import CommittedTree
from tenantry.ir import Bundle
from tenantry.lower.bundles import facts
from tenantry.lower.facts import before_from
from tenantry.program import Before, Program
from tenantry.source import Sources, read_specs


class Earlier:
    """A revision without errors."""

    def __init__(self, specs: CommittedTree, program: Program, kept: Kept, known: KeptRevision | None = None) -> None:
        """`known` is what was kept of it."""
        self.program = program
        self._specs = specs
        self._kept = kept
        self._known = known

    @cached_property
    def before(self) -> Before:
        """What a later revision is judged against."""
        return before_from(facts(self.program))

    def sources(self) -> Sources:
        """Its texts, for the places in them; read once."""
        return self._sources

    @cached_property
    def _sources(self) -> Sources:
        return read_specs(self._specs)

    def bundles(self) -> Iterator[Bundle]:
        """What it compiles to, in the order of `lower.bundles`."""
        if self._known:
            return self._known.bundles()
        return self._kept.keeping(self._specs.digest(""), self.program, lowered(self.program))


def earlier(specs: CommittedTree, kept: Kept) -> Earlier | Front | None:
    """A revision as git has it: None where it has no specs, what the front end found where they have an error."""
    known = kept.load(specs.digest(""))
    if known:
        return Earlier(specs, known.program, kept, known)
    if not specs.spec_files():
        return None
    front = front_end(specs, Before())
    return Earlier(specs, front.sound_program, kept) if front.sound_program else front
