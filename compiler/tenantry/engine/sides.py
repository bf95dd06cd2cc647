"""Two revisions of a fleet, each through the front end; the later one is judged against the earlier one's meaning.

Reads git objects, and the specs on disk where they are one side. What was before is taken from the earlier specs
themselves, never from inventories, which a pull request may have edited.
"""

from collections.abc import Callable, Sequence
from typing import Final

from tenantry.diagnostics import Spot, TenantryError
from tenantry.diagnostics.report import Report
from tenantry.engine.earlier import Earlier, earlier
from tenantry.engine.edited import edited, new_links
from tenantry.engine.front import Front, front_end
from tenantry.engine.kept import Kept
from tenantry.engine.placing import BothPlaces
from tenantry.engine.progress import Progress
from tenantry.engine.together import Clash, clashes
from tenantry.git import Merger, Repository, Revision
from tenantry.program import Before, Program
from tenantry.records import record
from tenantry.workspace import Specs

_EARLIER_MAX: Final = 20
"""Commits before a base that does not compile that are tried in its place."""

_BRANCHES_MAX: Final = 20


@record
class Sides:
    """Both sides and how people call them.

    `base` is None where there was no fleet before, and where what was there does not compile: then `unknown` is the
    first error there, by the name of the base. `base_problem` says why the base that was asked for is not the one that
    is compared with. `clashes` are those of branches that were to be merged together. `edited` are files below
    `output/` that a commit brings and its specs do not compile to, `links` folders that it made links.
    """

    base: Earlier | None
    base_name: str
    base_problem: str
    head: Front
    head_name: str
    clashes: tuple[Clash, ...] = ()
    unknown: Spot | None = None
    edited: tuple[str, ...] = ()
    links: tuple[str, ...] = ()

    @property
    def places(self) -> BothPlaces:
        """Where documents of both sides stand."""
        return BothPlaces(self.base.sources if self.base else None, self.base_name, self.head.sources)


def two_sides(repository: Repository, specs: Specs, base: str, head: str, *, kept: Kept, progress: Progress) -> Sides:
    """The sides of a plan: `base` by default where `head` left the main branch, `head` by default `specs`."""
    tip = repository.revision(head) if head else repository.head()
    start = repository.revision(base) if base else repository.merge_base(repository.main_branch(), tip)
    old = _Base.of(repository, start, kept, progress)
    progress(head or "the change")
    tree = repository.tree(tip) if head else None
    new = front_end(tree or specs, old.before)
    return Sides(
        old.side,
        str(old.revision),
        old.problem,
        new,
        str(tip) if head else "the files in this folder",
        unknown=old.unknown,
        edited=_edited(repository, start, tip, lambda: new.sound_program) if head else (),
        links=new_links(tree, repository.tree(start)) if tree else (),
    )


def merged_sides(
    repository: Repository, base: str, head: str, others: Sequence[str], *, kept: Kept, progress: Progress
) -> Sides:
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
    by_commit: dict[str, Revision] = {}
    for one in (tip, *map(repository.revision, others)):
        by_commit.setdefault(one.commit, one)
    branches = tuple(by_commit.values())
    old = _Base.of(repository, start, kept, progress)
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
    return Sides(
        old.side,
        str(old.revision),
        old.problem,
        new,
        f"{start.name} with {', '.join(names)}",
        tuple(found),
        unknown=old.unknown,
        edited=_edited(repository, start, tip, lambda: front_end(repository.tree(tip), old.before).sound_program),
        links=new_links(repository.tree(tip), repository.tree(start)),
    )


def _edited(
    repository: Repository, start: Revision, tip: Revision, program: Callable[[], Program | None]
) -> tuple[str, ...]:
    parted = repository.parted(start, tip)
    bases = dict.fromkeys((start.commit, parted.commit) if parted else (start.commit,))
    return edited(repository.tree(tip), [repository.tree(Revision(one, one)) for one in bases], program)


@record
class _Base:
    """What a change is compared with: the revision asked for, or the last before it that compiles.

    `unknown`: there was a fleet, and nobody can say what it meant; the place says why.
    """

    revision: Revision
    side: Earlier | None
    problem: str = ""
    unknown: Spot | None = None

    @property
    def before(self) -> Before:
        return self.side.before if self.side else Before()

    @classmethod
    def of(cls, repository: Repository, asked: Revision, kept: Kept, progress: Progress) -> "_Base":
        progress(asked.name)
        found = earlier(repository.tree(asked), kept)
        if not isinstance(found, Front):
            return cls(asked, found)
        first = Report.of(found.diagnostics, found.sources).items[0]
        why = f"{asked} does not compile: {first.message} [{first.code.code}], {first.spot.file}:{first.spot.line}"
        for number, commit in enumerate(repository.earlier(asked, _EARLIER_MAX), start=1):
            progress(f"{asked.name}~{number}")
            older = earlier(repository.tree(commit), kept)
            if older is None:
                break
            if not isinstance(older, Front):
                problem = f"{why}; compared with {commit}, {number} before it, so what changed between is in here too"
                return cls(commit, older, problem)
        reach = "; this clone is shallow: git fetch --unshallow origin brings more" if repository.is_shallow else ""
        problem = f"{why}, nor does any of the commits before it that are here; nothing is compared{reach}"
        spot = first.spot._replace(file=f"{str(asked).partition(' ')[0]}:{first.spot.file}")
        return cls(asked, None, problem, spot)
