"""The back end in order: lower, judge, render.

Pure. Works bundle by bundle, so that a large fleet is never held whole.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tenantry.conform import Conformance, ShippedSchemas, too_large
from tenantry.diagnostics import Diagnostic, Severity
from tenantry.emit.render import Rendered, render
from tenantry.emit.yaml import Writer
from tenantry.engine.progress import Progress
from tenantry.engine.scope import Scope
from tenantry.ir import Bundle, Manifest
from tenantry.lower.bundles import bundles
from tenantry.names import ClusterName
from tenantry.policy import ManifestRules
from tenantry.program import Placement, Program
from tenantry.versions import KUBERNETES, KUEUE

if TYPE_CHECKING:
    from tenantry.addons import AddonRenderer


class BackEnd:
    """Makes the bundles in scope; `problems` and `by_kind` (objects) are complete once all bundles were drawn."""

    def __init__(self, program: Program, scope: Scope, *, progress: Progress) -> None:
        self.problems: list[Diagnostic] = []
        self.by_kind: Counter[str] = Counter()
        self._program = program
        self._scope = scope
        self._progress = progress
        self._rules = ManifestRules(program)
        schemas = ShippedSchemas()
        argocd = program.fleet.argocd.version
        self._fleet_judge = Conformance(KUBERNETES.newest, KUEUE.newest, argocd, schemas=schemas)
        self._judges = {
            name: Conformance(cluster.kubernetes, cluster.kueue.version, argocd, schemas=schemas)
            for name, cluster in program.clusters.items()
        }

    @property
    def has_errors(self) -> bool:
        return any(problem.severity is Severity.ERROR for problem in self.problems)

    def rendered(self) -> Iterator[Rendered]:
        """The files of every bundle, in the order of bundles; `problems` and `by_kind` grow meanwhile."""
        writer = Writer()
        for bundle in self._judged():
            yield render(bundle, writer)

    def judge(self) -> None:
        """Makes and judges every bundle, for the sake of `problems` alone."""
        for _ in self._judged():
            pass

    def _judged(self) -> Iterator[Bundle]:
        addons = _addons(self._program)
        extra = addons.manifests if addons else _no_manifests
        made = bundles(self._program, extra=extra, clusters=self._scope.clusters, tenants=self._scope.tenants)
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
        self.problems.extend(self._rules.findings(all_asked=self._scope.is_whole))


def _addons(program: Program) -> "AddonRenderer | None":
    """What fills addons; only a fleet that has some pays for loading a template engine."""
    if not program.addons:
        return None
    from tenantry.addons import AddonRenderer

    return AddonRenderer(program)


def _no_manifests(_: Placement) -> Iterable[Manifest]:
    return ()
