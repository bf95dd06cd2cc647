"""Every emitted object against the schema of its kind, as the cluster's versions have it.

Reads package data; no cluster. A kind without a schema is an error, never a skip. Plain JSON Schema cannot
say the following, so it is not judged here (`schemas/README.md` has the list that the build tool found):
- list maps with unique keys: flavors and their resources, admission checks, rule groups;
- CEL of ClusterQueue and Cohort: a flavor lists all covered resources; no borrowingLimit without a cohort;
  no borrowWithinCohort where reclaimWithinCohort is Never; a preference only beside TryNextFlavor twice;
- CEL of ResourceFlavor and Topology: taint effects, toleration operators and values, a node label beside a
  topology, unique levels with the host name last;
- CEL about changes: LocalQueue.clusterQueue, AdmissionCheck.controllerName, Topology.levels, and the labels
  and tolerations of a flavor with a topology are immutable;
- what the API server checks in code for its own kinds: names, label values, selectors, ports, CIDRs, CEL.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tenantry.conform.judge import Judge
from tenantry.conform.shipped import ANY_VERSION, PROMETHEUS_OPERATOR, ShippedSchemas
from tenantry.conform.violation import Violation
from tenantry.conform.wording import missing_fields, misspelt, sentence
from tenantry.diagnostics.codes.conformance import TN501, TN502
from tenantry.diagnostics.model import Diagnostic, DocumentRef, Note, Path, Where
from tenantry.diagnostics.paths import place
from tenantry.ir import Manifest
from tenantry.versions import ARGOCD, KUBERNETES, KUEUE, SERVED

_ADDON_KIND = "Addon"
_OUR_FAULT = "this is a fault of tenantry, not of your files: please report it with this message"


class _Known(NamedTuple):
    """A kind that the cluster has: the component that brings it, and the compiled schema."""

    component: str
    judge: Judge


class Conformance:
    """The judge of all objects for one cluster, by its Kubernetes, Kueue and Argo CD (`1.36`, `0.19`, `3.2`).

    `schemas` lets clusters share what is compiled. Raises ValueError for a version that is not served.
    """

    def __init__(self, kubernetes: str, kueue: str, argocd: str, *, schemas: ShippedSchemas | None = None) -> None:
        self._schemas = schemas or ShippedSchemas()
        self._versions = {KUBERNETES.key: kubernetes, KUEUE.key: kueue, ARGOCD.key: argocd}
        for component, version in self._versions.items():
            if not SERVED[component].serves(version):
                raise ValueError(f"{SERVED[component].title} {version} is not served")
        self._versions[PROMETHEUS_OPERATOR] = ANY_VERSION
        self._known: dict[tuple[str, str], _Known] = {}

    def problems(self, manifest: Manifest) -> list[Diagnostic]:
        """One diagnostic for every mistake in the object, by place; empty when it conforms.

        An object whose kind these versions do not have gives one TN502.
        """
        known = self._known.get(manifest.key[:2]) or self._look_up(manifest)
        if known is None:
            return [self._without_schema(manifest)]
        if known.judge.accepts(manifest.body):
            return []
        return list(self._explained(manifest, known))

    def _look_up(self, manifest: Manifest) -> _Known | None:
        for component, version in self._versions.items():
            file = self._schemas.index[component][version].get(_index_key(manifest))
            if file is not None:
                known = self._known[manifest.key[:2]] = _Known(component, self._schemas.judge(file))
                return known
        return None

    def _explained(self, manifest: Manifest, known: _Known) -> Iterator[Diagnostic]:
        violations = known.judge.violations(manifest.body)
        meant = _meant_fields(violations)
        judged_by = Note(f"judged by the schema for {_title(known.component, self._versions[known.component])}")
        for violation in violations:
            # A misspelt required field is unknown under one name and missing under the other: one mistake.
            guessed = meant.get(violation.path, frozenset())
            if violation.keyword == "required" and guessed.issuperset(missing_fields(violation)):
                continue
            yield Diagnostic(
                TN501,
                f"`{manifest.key}` does not conform to {manifest.key.api_version}: "
                f"at {place(violation.path)}: {sentence(violation)}",
                Where(DocumentRef.parse(manifest.source)),
                notes=(judged_by,),
                help=_way_out(manifest),
            )

    def _without_schema(self, manifest: Manifest) -> Diagnostic:
        kind, api_version = manifest.key.kind, manifest.key.api_version
        elsewhere = [_title(*where) for where in self._schemas.served_by(_index_key(manifest))]
        here = ", ".join(_title(key, self._versions[key]) for key in SERVED)
        return Diagnostic(
            TN502,
            f"`{manifest.key}` cannot be judged: {kind} of {api_version} is no kind of this cluster ({here})",
            Where(DocumentRef.parse(manifest.source)),
            notes=(Note(f"it comes with {', '.join(elsewhere) or 'no version that tenantry knows'}"),),
            help=_way_out(manifest),
        )


def _index_key(manifest: Manifest) -> str:
    return f"{manifest.key.api_version}/{manifest.key.kind}"


def _title(component: str, version: str) -> str:
    return f"{SERVED[component].title} {version}" if component in SERVED else component


def _meant_fields(violations: list[Violation]) -> dict[Path, frozenset[str]]:
    return {
        violation.path: frozenset(misspelt(violation).values())
        for violation in violations
        if violation.keyword == "additionalProperties"
    }


def _way_out(manifest: Manifest) -> str:
    document = DocumentRef.parse(manifest.source)
    if document.kind == _ADDON_KIND:
        return f"correct the template of Addon `{document.name}`, or the values it is given"
    return _OUR_FAULT
