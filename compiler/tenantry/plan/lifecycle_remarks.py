"""Losses, replacements and roll-out in sentences.

Pure.
"""

from collections.abc import Iterable, Iterator

from tenantry.kinds.application import ROOT
from tenantry.plan.compare import FragmentChange
from tenantry.plan.lifecycle import Deletions, Growth, Lifecycle, Loss, Replacement, Sync
from tenantry.plan.listing import counted, few
from tenantry.plan.remark import Remark
from tenantry.quantity import Quantity


def lifecycle_remarks(lifecycle: Lifecycle, fragments: Iterable[FragmentChange]) -> Iterator[Remark]:
    """What is lost first, then what cannot be done as written, then the way to the clusters."""
    yield from _losses(lifecycle.losses)
    yield from _replacements(lifecycle.replacements)
    yield from map(_growth, lifecycle.growths)
    yield from _deletions(lifecycle.deletions)
    yield from _confirmations(lifecycle.rollout)
    yield from _fragments(fragments)
    yield from _order(lifecycle.rollout)


def _losses(losses: Iterable[Loss]) -> Iterator[Remark]:
    """One remark for each tenant or project and cluster, with all that goes."""
    by_owner: dict[tuple[str, str, str], list[Loss]] = {}
    leaving = {(one.cluster, one.tenant) for one in losses if one.kind == "Application"}
    for one in losses:
        project = "" if (one.cluster, one.tenant) in leaving else one.project
        by_owner.setdefault((one.cluster, one.tenant, project), []).append(one)
    for (cluster, tenant, project), own in by_owner.items():
        yield _loss(f"{tenant}/{project}" if project else tenant, tenant, cluster, own)


def _loss(who: str, about: str, cluster: str, losses: list[Loss]) -> Remark:
    names = {kind: [one for one in losses if one.kind == kind] for kind in dict.fromkeys(one.kind for one in losses)}
    claims = names.get("PersistentVolumeClaim", [])
    queues = names.get("ClusterQueue") or names.get("LocalQueue", [])
    parts = []
    if "Application" in names:
        parts.append("its Application")
    if "Namespace" in names:
        parts.append(_listed("namespace", [one.name for one in names["Namespace"]]))
    if claims:
        parts.append(_listed("claim", [f"{one.name} ({one.size})" for one in claims]))
    if queues:
        parts.append(_listed("queue", [one.name for one in queues]))
    sentence = f"**{who or cluster}** on {cluster}: Argo CD removes {', '.join(parts)}"
    if claims:
        size = str(sum((Quantity.parse(one.size) for one in claims), Quantity.of_units(0)))
        sentence = f"{sentence}; **{size} of data are lost** unless their storage class retains volumes"
        return Remark(about, sentence, "destructive", "data goes", f"{who} loses {size} of data")
    if "Namespace" in names or "Application" in names:
        clause = f"{who} goes from {cluster}" if who else f"{cluster} goes"
        return Remark(about, sentence, "destructive", "a namespace or an Application goes", clause)
    if all(one.drained for one in queues):
        return Remark(about, f"{sentence}, drained before", "medium", "a drained queue goes", f"a queue of {who} goes")
    sentence = f"{sentence}, not drained before: nobody can take back what runs there"
    return Remark(about, sentence, "destructive", "a queue goes that was not drained", f"a queue of {who} goes")


def _replacements(replacements: Iterable[Replacement]) -> Iterator[Remark]:
    """Objects with the same change of the same field are named together, whosever they are."""
    alike: dict[tuple[str, str, str, str, str], list[Replacement]] = {}
    for one in replacements:
        alike.setdefault((one.object.partition(" ")[0], one.field, one.before, one.after, one.steps), []).append(one)
    for (kind, field, before, after, steps), own in alike.items():
        objects = list(dict.fromkeys(one.object.partition(" ")[2] for one in own))
        tenants = {one.tenant for one in own}
        clusters = sorted({one.cluster for one in own})
        yield Remark(
            tenants.pop() if len(tenants) == 1 else "",
            f"**{kind} {few(objects)}** on {few(clusters)}: {field} **{before} -> {after}** cannot be changed, the "
            f"cluster refuses it and its Application goes no further; instead: {steps}",
            "high",
            "a field changes that cannot be changed",
            f"{field} of {kind} {few(objects, named=1)} cannot be changed",
        )


def _growth(growth: Growth) -> Remark:
    return Remark(
        growth.tenant,
        f"**{growth.tenant}/{growth.project}** volume {growth.volume} on {growth.cluster} **{growth.before} -> "
        f"{growth.after}**: once it is bound, where its storage class allows expansion; it never shrinks again",
        clause=f"volume {growth.volume} of {growth.tenant}/{growth.project} grows to {growth.after}",
    )


def _deletions(deletions: Deletions) -> Iterator[Remark]:
    if deletions.trailer:
        yield Remark(
            "",
            f"{deletions.objects} of {deletions.of} objects go, and {deletions.without_asking} may go unasked: the "
            f"merge needs the trailer **{deletions.trailer}**",
            "high",
            "more objects go than may go unasked",
        )


def _confirmations(rollout: Iterable[Sync]) -> Iterator[Remark]:
    waiting = [one for one in rollout if one.asks]
    if not waiting:
        return
    asks = sum(one.asks for one in waiting)
    sentence = f"Argo CD asks a person before {counted(asks, 'object')} {'goes' if asks == 1 else 'go'}: confirm "
    sentence += ", then ".join((*_first_root(waiting),))
    if waiting[0].application == ROOT:
        sentence += "; until then root applies nothing else, for nobody"
    yield Remark("", sentence, "medium", "a removal waits for a person")


def _first_root(waiting: list[Sync]) -> Iterator[str]:
    others = [one.application for one in waiting if one.application != ROOT]
    if waiting[0].application == ROOT:
        yield ROOT
    if others:
        yield few(others)


def _fragments(fragments: Iterable[FragmentChange]) -> Iterator[Remark]:
    files = [f"output/{one.path}" for one in fragments if one.action != "removed"]
    if files:
        sentence = f"An operator merges by hand what nothing applies: {few(files)}"
        yield Remark("", sentence, "medium", "an operator has to merge something by hand")


def _order(rollout: tuple[Sync, ...]) -> Iterator[Remark]:
    """Said where root makes something new, or a platform beside its tenants; the tables have the rest."""
    others = [one.application for one in rollout if one.application != ROOT]
    platforms = [one.application for one in rollout if "." not in one.application and one.added]
    if rollout and rollout[0].application == ROOT and rollout[0].added:
        then = f", a platform before its tenants; then {few(others)} sync" if others else ""
        yield Remark("", f"Roll-out: root makes what is new{then}")
    elif platforms and len(others) > len(platforms):
        tenants = [name for name in others if name not in platforms]
        sentence = f"Roll-out: {few(tenants)} may sync before {few(platforms)} has made what is new, and catch up then"
        yield Remark("", sentence)


def _listed(word: str, names: list[str]) -> str:
    return f"{word} {names[0]}" if len(names) == 1 else f"{len(names)} {word}s ({few(names)})"
