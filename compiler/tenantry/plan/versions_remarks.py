"""Moves of versions in sentences, each with what it proves.

Pure.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tenantry.plan.listing import counted, few
from tenantry.plan.remark import Remark
from tenantry.plan.versions import Proof, VersionMove, Versions
from tenantry.versions import SERVED


def versions_remarks(versions: Versions) -> Iterator[Remark]:
    """One remark for all clusters that move alike and of which the same is proven."""
    proofs = {proof.cluster: proof for proof in versions.proofs}
    by_cluster: dict[str, list[VersionMove]] = {}
    for move in versions.moves:
        by_cluster.setdefault(move.cluster, []).append(move)
    alike: dict[tuple[tuple[_Step, ...], tuple[str, ...], bool], list[str]] = {}
    for cluster, moves in by_cluster.items():
        steps = tuple(_Step(move.component, move.before, move.after) for move in moves)
        alike.setdefault((steps, proofs[cluster].differs, bool(cluster)), []).append(cluster)
    for (steps, differs, _), clusters in alike.items():
        yield _remark(clusters, steps, differs, [proofs[cluster] for cluster in clusters])


class _Step(NamedTuple):
    component: str
    before: str
    after: str


def _remark(clusters: list[str], steps: tuple[_Step, ...], differs: tuple[str, ...], proofs: list[Proof]) -> Remark:
    """The fleet's own Argo CD is the move of no cluster."""
    told = ", ".join(f"{SERVED[one.component].title} **{one.before} -> {one.after}**" for one in steps)
    target = ", ".join(f"{SERVED[one.component].title} {one.after}" for one in steps)
    sentence, clause = told, f"the fleet moves to {target}"
    if clusters[0]:
        sentence = f"**{few(clusters)}** {told}"
        clause = f"{few(clusters, named=1)} {'moves' if len(clusters) == 1 else 'move'} to {target}"
    if differs:
        sentence += f": the versions alone change the meaning of {few(differs)}"
        return Remark("", sentence, "high", "a move of versions changes the meaning", clause)
    sentence += ": the versions alone change no quota, right or reach"
    if counts := _counts(proofs):
        sentence += f"; {counts}"
    return Remark("", sentence, clause=clause)


def _counts(proofs: list[Proof]) -> str:
    parts = []
    for word, name in (("rewritten", "rewritten"), ("come", "added"), ("go", "removed")):
        counts: Counter[str] = Counter()
        for proof in proofs:
            counts.update(getattr(proof, name))
        if counts:
            kinds = few([f"{number} {kind}" for kind, number in sorted(counts.items())])
            parts.append(f"{counted(counts.total(), 'object')} {word} ({kinds})")
    return ", ".join(parts)
