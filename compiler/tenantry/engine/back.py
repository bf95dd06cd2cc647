"""The back end in order: lower, judge, render.

Pure. Works bundle by bundle, so that a large fleet is never held whole.
"""

from collections import Counter
from collections.abc import Iterator

from tenantry.addons import AddonFindings, AddonRenderer
from tenantry.conform import Conformance, ShippedSchemas, too_large
from tenantry.diagnostics import Diagnostic, any_error
from tenantry.emit.render import Rendered, render
from tenantry.emit.yaml import Writer
from tenantry.engine.progress import Progress
from tenantry.engine.scope import Scope
from tenantry.ir import Bundle
from tenantry.lower.bundles import bundles
from tenantry.names import ClusterName
from tenantry.policy import ManifestRules
from tenantry.program import Program
from tenantry.versions import KUBERNETES, KUEUE


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
        return any_error(self.problems)

    def rendered(self) -> Iterator[Rendered]:
        """The files of every bundle, in the order of bundles; `problems` and `by_kind` grow meanwhile."""
        writer = Writer()
        for bundle in self.bundles():
            yield render(bundle, writer)

    def judge(self) -> None:
        """Makes and judges every bundle, for the sake of `problems` alone."""
        for _ in self.bundles():
            pass

    def bundles(self) -> Iterator[Bundle]:
        """Every bundle in scope, judged; `problems` and `by_kind` grow meanwhile."""
        addons, scope = AddonRenderer(self._program), self._scope
        findings = AddonFindings(self._program)
        for bundle in bundles(self._program, extra=addons.manifests, clusters=scope.clusters, tenants=scope.tenants):
            self._progress(bundle.folder)
            judge = self._judges[ClusterName(bundle.cluster)] if bundle.cluster else self._fleet_judge
            for manifest in bundle.manifests:
                self.by_kind[manifest.key.kind] += 1
                if problems := judge.problems(manifest):
                    self.problems.extend(findings.nonconforming(manifest, problems))
                self._rules.ask(manifest)
            findings.compare(bundle)
            if (large := too_large(bundle)) is not None:
                self.problems.append(large)
            yield bundle
        self.problems.extend((*addons.problems, *findings.all()))
        self.problems.extend(self._rules.findings(all_asked=scope.is_whole))
