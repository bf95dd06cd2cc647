"""A cluster's versions that move, what is written otherwise for them, and whether the meaning stays.

Pure. The proof: the program before, with nothing but the versions moved, is lowered once more; its queues, rights and
reach must then be those that were. What differs is named: so a reviewer sees what comes from the versions and what
from the rest of the change.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from tenantry.ir import Bundle, Manifest
from tenantry.kinds import KINDS
from tenantry.lower.bundles import bundles
from tenantry.names import ClusterName
from tenantry.plan.admission import RuleChange, compare_admission
from tenantry.plan.compare import Comparison, FragmentChange, ObjectChange, compare
from tenantry.program import Program

_CODECS: Final = {kind.kind: kind for kind in KINDS}
_AREAS: Final = {
    "quota": ("Cohort", "ClusterQueue", "LocalQueue", "ResourceFlavor", "Topology"),
    "rights": ("ClusterRole", "RoleBinding", "ServiceAccount"),
    "reach": ("NetworkPolicy",),
}


class VersionMove(NamedTuple):
    """`component` is kubernetes, kueue or argocd; `cluster` is empty for the fleet's own Argo CD."""

    cluster: str
    component: str
    before: str
    after: str


class Proof(NamedTuple):
    """What moving the versions alone does on a cluster (empty: in the fleet's own part).

    `differs` names the areas of meaning, of quota, rights and reach, that would not be the same; empty = all stay.
    `rewritten` counts objects that are written otherwise, by kind, and `added` and `removed` those that come and go;
    `rules` are rules of admission that differ with the versions.
    """

    cluster: str
    differs: tuple[str, ...]
    rewritten: dict[str, int]
    added: dict[str, int]
    removed: dict[str, int]
    rules: tuple[RuleChange, ...]
    fragments: tuple[FragmentChange, ...]


class Versions(NamedTuple):
    """Moves by cluster, and one proof for each cluster with a move."""

    moves: tuple[VersionMove, ...]
    proofs: tuple[Proof, ...]


def compare_versions(before: Program | None, after: Program) -> Versions:
    """Every version that moves, with the proof for its cluster."""
    moves = tuple(_moves(before, after)) if before else ()
    if before is None or not moves:
        return Versions((), ())
    clusters = dict.fromkeys(move.cluster for move in moves)
    return Versions(moves, tuple(_proof(name, before, after) for name in clusters))


def _moves(before: Program, after: Program) -> Iterator[VersionMove]:
    yield from _moved("", "argocd", before.fleet.argocd.version, after.fleet.argocd.version)
    for name in sorted(before.clusters.keys() & after.clusters.keys()):
        old, new = before.clusters[name], after.clusters[name]
        yield from _moved(name, "kubernetes", old.kubernetes, new.kubernetes)
        yield from _moved(name, "kueue", old.kueue.version, new.kueue.version)


def _moved(cluster: str, component: str, old: str, new: str) -> Iterator[VersionMove]:
    if old != new:
        yield VersionMove(cluster, component, old, new)


def _proof(cluster: str, before: Program, after: Program) -> Proof:
    """Of a cluster by its own objects; of the fleet's Argo CD by all objects there are."""
    moved = _with_version_of(ClusterName(cluster), before, after) if cluster else _with_argocd_of(before, after)
    return proof_of(cluster, compare(_lowered(before, cluster), _lowered(moved, cluster)))


def _with_version_of(name: ClusterName, before: Program, after: Program) -> Program:
    """The program before with the versions of a cluster of the one after, and nothing else of it."""
    old, new = before.clusters[name], after.clusters[name]
    moved = replace(old, kubernetes=new.kubernetes, kueue=replace(old.kueue, version=new.kueue.version))
    return replace(before, clusters={**before.clusters, name: moved})


def _with_argocd_of(before: Program, after: Program) -> Program:
    argocd = replace(before.fleet.argocd, version=after.fleet.argocd.version)
    return replace(before, fleet=replace(before.fleet, argocd=argocd))


def _lowered(program: Program, cluster: str) -> Iterable[Bundle]:
    """Without addons: their templates see no version, and none of their kinds is quota, a right or reach."""
    return bundles(program, extra=lambda _: (), clusters=frozenset({cluster} if cluster else {}))


def proof_of(cluster: str, comparison: Comparison) -> Proof:
    """What a comparison, whose sides differ in versions alone, shows."""
    actions: dict[str, Counter[str]] = {"added": Counter(), "changed": Counter(), "removed": Counter()}
    for change in comparison.objects:
        actions[change.action][change.key.kind] += 1
    counts = {action: dict(sorted(found.items())) for action, found in actions.items()}
    return Proof(
        cluster=cluster,
        differs=tuple(_differing(comparison)),
        rewritten=counts["changed"],
        added=counts["added"],
        removed=counts["removed"],
        rules=compare_admission(comparison).rules,
        fragments=comparison.fragments,
    )


def _differing(comparison: Comparison) -> Iterator[str]:
    for area, kinds in _AREAS.items():
        if _meant(comparison.objects, kinds, after=False) != _meant(comparison.objects, kinds, after=True):
            yield area
    # Selectors of network policies go by the labels of namespaces.
    if _labels(comparison.before) != _labels(comparison.after):
        yield "labels of namespaces"


def _meant(changes: Iterable[ObjectChange], kinds: tuple[str, ...], *, after: bool) -> dict[tuple[str, ...], Any]:
    """What objects of these kinds mean, whatever version of their API they are written in."""
    found: dict[tuple[str, ...], Any] = {}
    for change in changes:
        body = change.after if after else change.before
        if change.key.kind in kinds and body is not None:
            place = change.area, change.key.kind, change.key.namespace, change.key.name
            found[place] = replace(_CODECS[change.key.kind].decode(body), meta=None)
    return found


def _labels(clusters: dict[str, list[Manifest]]) -> dict[tuple[str, str], dict[str, str]]:
    """Labels of namespaces, without the version by which pod security is judged."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for cluster, manifests in clusters.items():
        for manifest in manifests:
            if manifest.key.kind == "Namespace":
                labels = manifest.body["metadata"]["labels"]
                found[cluster, manifest.key.name] = {key: text for key, text in labels.items() if not _is_version(key)}
    return found


def _is_version(label: str) -> bool:
    return label.startswith("pod-security.kubernetes.io/") and label.endswith("-version")
