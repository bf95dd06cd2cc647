"""What becomes of objects that are there: what goes and what is lost with it, what cannot be changed, what waits.

Pure. Read from the manifests of both sides, as Argo CD will see them; whose they are stands in their labels.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from tenantry.emit.deletions import without_asking
from tenantry.ir import Body
from tenantry.kinds import localqueue, persistentvolumeclaim
from tenantry.kinds.application import ROOT, platform_application_name, tenant_application_name
from tenantry.kinds.base import SYNC_OPTIONS_ANNOTATION, WAVE_ANNOTATION
from tenantry.lower.bundles import PLATFORM
from tenantry.plan.compare import Comparison, ObjectChange
from tenantry.plan.immutable import frozen_fields
from tenantry.program import Program
from tenantry.quantity import Quantity
from tenantry.records import record

_CLAIM: Final = "PersistentVolumeClaim"
_PRUNED: Final = ("Application", "Namespace", _CLAIM, "ClusterQueue", "LocalQueue")
_ASKS: Final = "Prune=confirm"
_TRAILER: Final = "Allow-deletes"


class Loss(NamedTuple):
    """An Application, a namespace, a claim or a queue that goes.

    `size` is that of a claim, else empty. `drained` says of a queue that it was stopped and emptied before.
    """

    cluster: str
    tenant: str
    project: str
    kind: str
    name: str
    size: str
    drained: bool


class Replacement(NamedTuple):
    """A field that differs and cannot be changed in place, and what to do instead."""

    cluster: str
    tenant: str
    object: str
    field: str
    before: str
    after: str
    steps: str


class Growth(NamedTuple):
    """A claim that gets larger."""

    cluster: str
    tenant: str
    project: str
    volume: str
    before: str
    after: str


class Sync(NamedTuple):
    """What one Application does for the change: its waves, and of what it removes how much asks a person first."""

    application: str
    waves: tuple[int, ...]
    added: int
    changed: int
    removed: int
    asks: int
    unasked: dict[str, int]


class Deletions(NamedTuple):
    """How many objects go, how many may go unasked, and the trailer that the merge needs for more; else empty."""

    objects: int
    of: int
    without_asking: int
    trailer: str


@record
class Lifecycle:
    """Losses, replacements and growths in the order of bundles; roll-out by Application, root first."""

    losses: tuple[Loss, ...]
    replacements: tuple[Replacement, ...]
    growths: tuple[Growth, ...]
    rollout: tuple[Sync, ...]
    deletions: Deletions


def compare_lifecycle(before: Program | None, after: Program, comparison: Comparison) -> Lifecycle:
    """What the change does to objects that are there, and how it reaches the clusters."""
    labels = _Labels((before or after).fleet.domain, after.fleet.domain)
    removed = [change for change in comparison.objects if change.after is None]
    both = [change for change in comparison.objects if change.before is not None and change.after is not None]
    return Lifecycle(
        losses=tuple(_losses(removed, comparison, labels)),
        replacements=tuple(_replacements(both, labels)),
        growths=tuple(_growths(both, labels)),
        rollout=tuple(_rollout(comparison.objects)),
        deletions=_deletions(len(removed), comparison.objects_before),
    )


class _Labels(NamedTuple):
    """Reads whose an object is; the domain of the labels may be another on each side."""

    domain_before: str
    domain_after: str

    def of(self, change: ObjectChange, name: str) -> str:
        body, domain = (change.after, self.domain_after) if change.after else (change.before, self.domain_before)
        found = (body or {})["metadata"].get("labels", {}).get(f"{domain}/{name}", "")
        return str(found)


def _losses(removed: list[ObjectChange], comparison: Comparison, labels: _Labels) -> Iterator[Loss]:
    drained = set(_drained(removed, comparison))
    for change in removed:
        kind, body = change.key.kind, change.before or {}
        if kind not in _PRUNED:
            continue
        place = f"{change.key.namespace}/" if change.key.namespace and kind != "Application" else ""
        yield Loss(
            cluster=change.area,
            tenant=labels.of(change, "tenant"),
            project=labels.of(change, "project"),
            kind=kind,
            name=f"{place}{change.key.name}",
            size=_size(body) if kind == _CLAIM else "",
            drained=_queue(change) in drained,
        )


def _drained(removed: list[ObjectChange], comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Cluster and ClusterQueue of every queue whose LocalQueue ended its work before the change."""
    for area in sorted({change.area for change in removed if change.key.kind == "ClusterQueue"}):
        for manifest in comparison.before.get(area, ()):
            if manifest.key.kind == "LocalQueue":
                local = localqueue.decode(manifest.body)
                if local.stop_policy == "HoldAndDrain":
                    yield area, local.cluster_queue


def _queue(change: ObjectChange) -> tuple[str, str]:
    if change.key.kind == "LocalQueue":
        return change.area, localqueue.decode(change.before or {}).cluster_queue
    return (change.area, change.key.name) if change.key.kind == "ClusterQueue" else ("", "")


def _size(body: Body) -> str:
    return persistentvolumeclaim.decode(body).size.canonical()


def _replacements(changes: Iterable[ObjectChange], labels: _Labels) -> Iterator[Replacement]:
    for change in changes:
        for field in frozen_fields(change.key.kind, change.before or {}, change.after or {}):
            yield Replacement(change.area, labels.of(change, "tenant"), str(change.key), *field)


def _growths(changes: Iterable[ObjectChange], labels: _Labels) -> Iterator[Growth]:
    for change in changes:
        if change.key.kind != _CLAIM:
            continue
        old, new = _size(change.before or {}), _size(change.after or {})
        if Quantity.parse(old) < Quantity.parse(new):
            whose = labels.of(change, "tenant"), labels.of(change, "project")
            yield Growth(change.area, *whose, change.key.name, old, new)


def _rollout(changes: Iterable[ObjectChange]) -> Iterator[Sync]:
    by_application: dict[str, list[ObjectChange]] = {}
    for change in changes:
        by_application.setdefault(_application(change.path), []).append(change)
    for application in sorted(by_application, key=lambda name: (name != ROOT, name)):
        own = by_application[application]
        removed = [change for change in own if change.action == "removed"]
        unasked: dict[str, int] = {}
        for change in removed:
            if not _asks(change):
                unasked[change.key.kind] = unasked.get(change.key.kind, 0) + 1
        yield Sync(
            application,
            tuple(sorted({_wave(change) for change in own})),
            sum(change.action == "added" for change in own),
            sum(change.action == "changed" for change in own),
            len(removed),
            len(removed) - sum(unasked.values()),
            dict(sorted(unasked.items())),
        )


def _application(path: str) -> str:
    """Whose folder a file of the output lies in: root's, a platform's or a tenant's."""
    area, _, rest = path.partition("/")
    if area == "argocd":
        return ROOT
    owner = rest.partition("/")[0]
    return platform_application_name(area) if owner == PLATFORM else tenant_application_name(area, owner)


def _annotations(change: ObjectChange) -> dict[str, Any]:
    found: dict[str, Any] = (change.after or change.before or {})["metadata"].get("annotations", {})
    return found


def _wave(change: ObjectChange) -> int:
    return int(_annotations(change).get(WAVE_ANNOTATION, "0"))


def _asks(change: ObjectChange) -> bool:
    return _ASKS in str(_annotations(change).get(SYNC_OPTIONS_ANNOTATION, "")).split(",")


def _deletions(objects: int, of: int) -> Deletions:
    free = without_asking(of)
    return Deletions(objects, of, free, f"{_TRAILER}: {objects}" if objects > free else "")
