"""The whole compile: from specs to an output tree, or to the list of what would change.

Writes only below the output root, and nothing at all where there is any error.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from tenantry.conform import Conformance, ShippedSchemas, too_large
from tenantry.diagnostics import Diagnostic, NotAllowedError, Severity, UnknownNameError
from tenantry.emit.inventory import INVENTORY_FILE
from tenantry.emit.output import Changes, OutputTree
from tenantry.emit.render import Rendered, render
from tenantry.emit.yaml import Writer
from tenantry.engine.front import Front, front_end
from tenantry.ir import Bundle, Manifest
from tenantry.lower.bundles import FLEET_FOLDER, PLATFORM, bundles
from tenantry.names import ClusterName
from tenantry.policy import ManifestRules
from tenantry.program import Placement, Program
from tenantry.records import record
from tenantry.versions import KUBERNETES, KUEUE
from tenantry.workspace import Workspace

if TYPE_CHECKING:
    from tenantry.addons import AddonRenderer

DELETES_WITHOUT_ASKING = 20
"""So many objects may go without `--allow-deletes`; beyond it, not more than a tenth of all."""

_DELETED_SHARE_WITHOUT_ASKING = 10
_FEW_NAMES = 5


class Remainder(NamedTuple):
    """Units of a pool that somebody keeps for those below: before and after, where a change moved them."""

    keeper: str
    pool: str
    before: int
    after: int


Progress = Callable[[str], None]
"""Told what is under way, in a word or two; called often, so it must be quick."""


def quiet(_: str) -> None:
    """Tells nobody."""


@record
class Compilation:
    """What a compile did, or would do. Paths are relative to the output root and sorted; `by_kind` counts objects."""

    front: Front
    diagnostics: tuple[Diagnostic, ...]
    written: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    unchanged: int = 0
    objects: int = 0
    by_kind: tuple[tuple[str, int], ...] = ()
    remainders: tuple[Remainder, ...] = ()

    @property
    def has_errors(self) -> bool:
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)

    @property
    def is_fresh(self) -> bool:
        """Whether the output tree held exactly what the specs say."""
        return not (self.written or self.deleted)


def compile_workspace(
    workspace: Workspace,
    output: OutputTree,
    *,
    dry_run: bool,
    clusters: frozenset[str] = frozenset(),
    tenants: frozenset[str] = frozenset(),
    allow_deletes: int = 0,
    progress: Progress = quiet,
) -> Compilation:
    """Compiles the workspace into `output`; with `dry_run` nothing is written.

    Given clusters or tenants narrow what is compared, written and deleted, never what is checked. Raises
    UnknownNameError for one that neither the specs nor the output tree know, NotAllowedError where more objects would
    go than is allowed, and TenantryError where the disk refuses.
    """
    with output.locked(to_read=dry_run):
        progress("checking the specs")
        front = front_end(workspace, output)
        if front.has_errors or front.program is None:
            return Compilation(front, front.diagnostics)
        _refuse_unknown(front, front.program, clusters, tenants)
        back = _BackEnd(front.program, clusters, tenants, progress)
        changes = output.compare(back.rendered(), front.inventories, meant=_within(clusters, tenants))
        diagnostics = (*front.diagnostics, *back.problems)
        if any(problem.severity is Severity.ERROR for problem in back.problems):
            return Compilation(front, diagnostics)
        if not dry_run:
            _refuse_too_many_deletes(changes, allow_deletes)
            progress("writing")
            output.apply(changes)
    return Compilation(
        front,
        diagnostics,
        written=tuple(sorted([*changes.written, *_inventory_files(changes.inventories)])),
        deleted=tuple(sorted([*changes.deleted, *_inventory_files(changes.gone)])),
        unchanged=changes.unchanged,
        objects=sum(back.by_kind.values()),
        by_kind=tuple(sorted(back.by_kind.items())),
        remainders=tuple(_remainders(front.program, clusters, tenants)),
    )


def check_workspace(
    workspace: Workspace, output: OutputTree, *, as_of: date | None = None, progress: Progress = quiet
) -> Front:
    """Everything there is to say about the specs: the front end's word and, without errors there, what is wrong with
    what would be emitted. Writes nothing. `as_of` replaces the fleet's date, for questions only."""
    progress("checking the specs")
    front = front_end(workspace, output, as_of=as_of)
    if front.has_errors or front.program is None:
        return front
    back = _BackEnd(front.program, progress=progress)
    for _ in back.judged():
        pass
    return replace(front, diagnostics=(*front.diagnostics, *back.problems))


class _BackEnd:
    """Lowers, judges and renders bundle by bundle; what it counted and found is complete once all were drawn."""

    def __init__(
        self,
        program: Program,
        clusters: frozenset[str] = frozenset(),
        tenants: frozenset[str] = frozenset(),
        progress: Progress = quiet,
    ) -> None:
        self.problems: list[Diagnostic] = []
        self.by_kind: Counter[str] = Counter()
        self._program = program
        self._clusters = clusters
        self._tenants = tenants
        self._progress = progress
        self._rules = ManifestRules(program)
        schemas = ShippedSchemas()
        argocd = program.fleet.argocd.version
        self._fleet_judge = Conformance(KUBERNETES.newest, KUEUE.newest, argocd, schemas=schemas)
        self._judges = {
            name: Conformance(cluster.kubernetes, cluster.kueue.version, argocd, schemas=schemas)
            for name, cluster in program.clusters.items()
        }

    def rendered(self) -> Iterator[Rendered]:
        """The files of every bundle that is wanted, in the order of bundles."""
        writer = Writer()
        for bundle in self.judged():
            yield render(bundle, writer)

    def judged(self) -> Iterator[Bundle]:
        """Every bundle that is wanted, judged; `problems` and `by_kind` grow meanwhile."""
        addons = _addons(self._program)
        extra = addons.manifests if addons else _no_manifests
        made = bundles(self._program, extra=extra, clusters=self._clusters, tenants=self._tenants)
        for bundle in made:
            self._progress(bundle.folder)
            judge = self._judges[ClusterName(bundle.cluster)] if bundle.cluster else self._fleet_judge
            for manifest in bundle.manifests:
                self.by_kind[manifest.key.kind] += 1
                self.problems.extend(judge.problems(manifest))
                self._rules.ask(manifest)
            if (large := too_large(bundle)) is not None:
                self.problems.append(large)
            yield bundle
        self.problems.extend(addons.problems if addons else ())
        self.problems.extend(self._rules.findings(all_asked=not (self._clusters or self._tenants)))


def _addons(program: Program) -> "AddonRenderer | None":
    """What fills addons; only a fleet that has some pays for loading a template engine."""
    if not program.addons:
        return None
    from tenantry.addons import AddonRenderer

    return AddonRenderer(program)


def _no_manifests(_: Placement) -> Iterable[Manifest]:
    return ()


def _inventory_files(folders: Iterable[str]) -> Iterator[str]:
    return (f"{folder}/{INVENTORY_FILE}" for folder in folders)


def _within(clusters: frozenset[str], tenants: frozenset[str]) -> Callable[[str], bool]:
    """Whether a folder such as `prod-a/vision` is one of those asked for; with none given, every folder is."""

    def within(folder: str) -> bool:
        cluster, owner = folder.split("/")
        return (not clusters or cluster in clusters) and (not tenants or owner in tenants)

    return within


def _remainders(program: Program, clusters: frozenset[str], tenants: frozenset[str]) -> Iterator[Remainder]:
    """Who keeps more or less than before of which pool: the platform and tenants with others below them."""
    within = _within(clusters, tenants)
    for tree in program.trees.values():
        for node in tree.root.walk():
            if not within(f"{program.pools[tree.pool].cluster}/{node.tenant or PLATFORM}"):
                continue
            before = program.before.kept.get(node.name)
            if before is not None and before != node.nominal and node.level in ("root", "tenant"):
                keeper = f"tenant {node.tenant}" if node.tenant else "the platform"
                yield Remainder(keeper, tree.pool, before, node.nominal)


def _refuse_unknown(front: Front, program: Program, clusters: frozenset[str], tenants: frozenset[str]) -> None:
    """What the specs no longer name may be asked for as long as it stands in the output tree."""
    standing = [folder.split("/") for folder in front.inventories if folder != FLEET_FOLDER]
    for noun, asked, known in (
        ("cluster", clusters, {*program.clusters, *(area for area, _ in standing)}),
        ("tenant", tenants, {*program.tenants, *(owner for _, owner in standing if owner[0] != "_")}),
    ):
        for name in sorted(asked.difference(known)):
            raise UnknownNameError(f"there is no {noun} `{name}`", help=_known(name, sorted(known), f"{noun}s/"))


def _known(name: str, known: list[str], folder: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    if close:
        return f"did you mean `{close[0]}`?"
    if len(known) > _FEW_NAMES:
        return f"see {folder}"
    return f"there {'is' if len(known) == 1 else 'are'} {' and '.join(known)}"


def _refuse_too_many_deletes(changes: Changes, allowed: int) -> None:
    gone = changes.objects_deleted
    if gone <= max(DELETES_WITHOUT_ASKING, changes.objects_before // _DELETED_SHARE_WITHOUT_ASKING, allowed):
        return
    raise NotAllowedError(
        f"{gone} of {changes.objects_before} objects would be deleted from the output tree; nothing was written",
        help=f"if that is meant, say so: tenantry compile --allow-deletes {gone}",
    )
