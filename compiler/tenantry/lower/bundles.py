"""From the program to bundles: every kind is asked what each owner needs.

Pure. Bundles come cluster by cluster, the platform's first, then tenants by name, and the fleet's last; they are made
one at a time, so that a large fleet need not be held whole.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from tenantry.ir import Body, Bundle, Fragment, Manifest
from tenantry.kinds import KINDS
from tenantry.kinds.base import Emitted, Kind
from tenantry.lower.facts import facts_of_cluster, facts_of_placement
from tenantry.lower.install import cluster_fragments, fleet_fragments
from tenantry.program import Cluster, Placement, Program, QuotaLine

PLATFORM: Final = "_platform"
FLEET_FOLDER: Final = "argocd/_fleet"

Extra = Callable[[Placement], Iterable[Manifest]]
"""Manifests of a tenant on a cluster that no kind makes: addons."""


def bundles(
    program: Program, *, extra: Extra, clusters: frozenset[str] = frozenset(), tenants: frozenset[str] = frozenset()
) -> Iterator[Bundle]:
    """All bundles, or only those of the given clusters and tenants; a tenant's name leaves the platform out."""
    lines = _lines_by_owner(program)
    placements: dict[str, list[Placement]] = {}
    for placement in program.placements:
        placements.setdefault(placement.cluster, []).append(placement)
    for name, cluster in program.clusters.items():
        if clusters and name not in clusters:
            continue
        if not tenants:
            yield _platform_bundle(program, cluster)
        for placement in placements.get(name, ()):
            if not tenants or placement.tenant in tenants:
                yield _tenant_bundle(program, placement, lines, extra)
    if not tenants and not clusters:
        yield _fleet_bundle(program)


def facts(program: Program) -> Iterator[Body]:
    """What the inventories of the whole program remember, without making its objects."""
    lines = _lines_by_owner(program)
    for cluster in program.clusters.values():
        yield from facts_of_cluster(program, cluster)
    for placement in program.placements:
        owned = lines.get((placement.cluster, placement.tenant), ())
        yield from facts_of_placement(program, placement, owned)


def _lines_by_owner(program: Program) -> dict[tuple[str, str], list[QuotaLine]]:
    """Lines by cluster and tenant, those of its projects included."""
    found: dict[tuple[str, str], list[QuotaLine]] = {}
    for line in program.lines:
        tenant = line.owner.tenant or line.owner.name
        found.setdefault((program.pools[line.pool].cluster, tenant), []).append(line)
    return found


def _platform_bundle(program: Program, cluster: Cluster) -> Bundle:
    folder = f"{cluster.name}/{PLATFORM}"
    manifests = [
        _manifest(kind, emitted, str(source), folder, f"argocd/{cluster.name}/{PLATFORM}")
        for kind in KINDS
        if kind.of_cluster is not None
        for emitted, source in kind.of_cluster(program, cluster)
    ]
    return Bundle(
        folder=folder,
        cluster=cluster.name,
        manifests=tuple(manifests),
        fragments=tuple(_installed(f"{cluster.name}/_install", cluster_fragments(program, cluster))),
        facts=tuple(facts_of_cluster(program, cluster)),
    )


def _tenant_bundle(
    program: Program, placement: Placement, lines: dict[tuple[str, str], list[QuotaLine]], extra: Extra
) -> Bundle:
    folder = f"{placement.cluster}/{placement.tenant}"
    manifests = [
        _manifest(kind, emitted, str(source), folder, f"argocd/{placement.cluster}/{placement.tenant}")
        for kind in KINDS
        if kind.of_placement is not None
        for emitted, source in kind.of_placement(program, placement)
    ]
    manifests.extend(extra(placement))
    return Bundle(
        folder=folder,
        cluster=placement.cluster,
        manifests=tuple(manifests),
        facts=tuple(facts_of_placement(program, placement, lines.get((placement.cluster, placement.tenant), ()))),
    )


def _fleet_bundle(program: Program) -> Bundle:
    manifests = [
        _manifest(kind, emitted, str(source), FLEET_FOLDER, f"{FLEET_FOLDER}/{kind.topic}")
        for kind in KINDS
        if kind.of_fleet is not None
        for emitted, source in kind.of_fleet(program)
    ]
    return Bundle(
        folder=FLEET_FOLDER,
        cluster="",
        manifests=tuple(manifests),
        fragments=tuple(_installed("argocd/_install", fleet_fragments(program))),
    )


def _manifest(kind: Kind, emitted: Emitted, source: str, folder: str, argocd_file: str) -> Manifest:
    path = f"{argocd_file}.yaml" if kind.for_argocd else f"{folder}/{kind.topic}.yaml"
    return Manifest(kind.key(emitted.meta), kind.encode(emitted), source, path)


def _installed(folder: str, fragments: Iterable[Fragment]) -> Iterator[Fragment]:
    """Fragments with their folder put before their file names."""
    for fragment in fragments:
        yield Fragment(f"{folder}/{fragment.path}", fragment.comment, fragment.body, fragment.source)
