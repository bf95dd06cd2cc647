"""Two revisions of a fleet, each through the front end; the later one is judged against the earlier one's meaning.

Reads git objects, and the specs on disk where they are one side. What was before is taken from the earlier specs
themselves, never from inventories, which a pull request may have edited.
"""

from collections.abc import Sequence
from typing import Final

from tenantry.diagnostics import TenantryError
from tenantry.diagnostics.report import Report
from tenantry.engine.front import Front, front_end
from tenantry.engine.placing import BothPlaces
from tenantry.engine.progress import Progress
from tenantry.engine.together import Clash, clashes
from tenantry.git import Merger, Repository, Revision
from tenantry.lower.bundles import facts
from tenantry.lower.facts import before_from
from tenantry.program import Before
from tenantry.records import record
from tenantry.workspace import Specs

_EARLIER_MAX: Final = 20
"""Commits before a base that does not compile that are tried in its place."""

_BRANCHES_MAX: Final = 20


@record
class Sides:
    """Both sides and how people call them.

    `base` is None where there was no fleet before. `base_problem` says why the base that was asked for is not the one
    that is compared with. `clashes` are those of branches that were to be merged together.
    """

    base: Front | None
    base_name: str
    base_problem: str
    head: Front
    head_name: str
    clashes: tuple[Clash, ...] = ()

    @property
    def places(self) -> BothPlaces:
        """Where documents of both sides stand."""
        return BothPlaces(self.base.sources if self.base else None, self.base_name, self.head.sources)


def two_sides(repository: Repository, specs: Specs, base: str, head: str, *, progress: Progress) -> Sides:
    """The sides of a plan: `base` by default where `head` left the main branch, `head` by default `specs`."""
    tip = repository.revision(head) if head else repository.head()
    start = repository.revision(base) if base else repository.merge_base(repository.main_branch(), tip)
    old = _Base.of(repository, start, progress)
    progress(head or "the change")
    new = front_end(repository.tree(tip) if head else specs, old.before)
    return Sides(old.front, str(old.revision), old.problem, new, str(tip) if head else "the files in this folder")


def merged_sides(repository: Repository, base: str, head: str, others: Sequence[str], *, progress: Progress) -> Sides:
    """The sides of a plan of several branches merged into `base`, by default the tip of the main branch.

    Where they cannot all be merged the other side is `head` alone, merged into the base. Raises TenantryError for a
    head that git cannot merge.
    """
    if len(others) >= _BRANCHES_MAX:
        raise TenantryError(
            f"{len(others)} branches are more than can be tried in pairs",
            help=f"name at most {_BRANCHES_MAX - 1} with --with",
        )
    tip = repository.revision(head) if head else repository.head()
    start = repository.revision(base) if base else repository.main_branch()
    branches = (tip, *map(repository.revision, others))
    old = _Base.of(repository, start, progress)
    merger = Merger(repository, start)
    found = clashes(merger, branches, old.before, progress=progress)
    together = merger.merge((tip,) if found else branches)
    if together.tree is None:
        raise TenantryError(
            f"git cannot merge {tip.name} into {start.name}: both change {', '.join(together.conflicts)}",
            help=f"bring the branch up to date: git merge {start.name}",
        )
    names = [tip.name] if found else [one.name for one in branches]
    new = front_end(together.tree, old.before)
    return Sides(old.front, str(old.revision), old.problem, new, f"{start.name} with {', '.join(names)}", tuple(found))


@record
class _Base:
    """What a change is compared with: the revision asked for, or the last before it that compiles."""

    revision: Revision
    front: Front | None
    before: Before
    problem: str

    @classmethod
    def of(cls, repository: Repository, asked: Revision, progress: Progress) -> "_Base":
        progress(asked.name)
        front = _read(repository, asked)
        if front is None or front.sound_program is not None:
            return cls(asked, front, _before(front), "")
        first = Report.of(front.diagnostics, front.sources).items[0]
        why = f"{asked} does not compile: {first.message} [{first.code.code}], {first.spot.file}:{first.spot.line}"
        for number, earlier in enumerate(repository.earlier(asked, _EARLIER_MAX), start=1):
            progress(f"{asked.name}~{number}")
            older = _read(repository, earlier)
            if older is None or older.sound_program is not None:
                problem = f"{why}; compared with {earlier}, {number} before it, so what changed between is in here too"
                return cls(earlier, older, _before(older), problem)
        return cls(asked, None, Before(), f"{why}, nor does any of the commits before it; nothing is compared")


def _read(repository: Repository, revision: Revision) -> Front | None:
    specs = repository.tree(revision)
    return front_end(specs, Before()) if specs.spec_files() else None


def _before(front: Front | None) -> Before:
    program = front.sound_program if front else None
    return before_from(facts(program)) if program else Before()
