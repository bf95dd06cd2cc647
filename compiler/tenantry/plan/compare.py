"""Which objects differ between two sides: the bundles of both, folder by folder, so that neither is held whole.

Pure.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from tenantry.ir import Body, Bundle, Manifest, ObjectKey
from tenantry.lower.bundles import PLATFORM
from tenantry.plan.side import READ_BACK
from tenantry.records import record

Action = Literal["added", "changed", "removed"]


class ObjectChange(NamedTuple):
    """An object that one side has otherwise than the other; `area` is its cluster, or `argocd` for the fleet's own."""

    area: str
    key: ObjectKey
    source: str
    path: str
    before: Body | None
    after: Body | None

    @property
    def action(self) -> Action:
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"


class FragmentChange(NamedTuple):
    """Configuration of an installation that an operator has to merge by hand."""

    path: str
    action: Action


@record
class Comparison:
    """What differs, in the order of bundles, and by cluster what both sides hold of the kinds in READ_BACK."""

    objects: tuple[ObjectChange, ...]
    fragments: tuple[FragmentChange, ...]
    before: dict[str, list[Manifest]]
    after: dict[str, list[Manifest]]
    objects_before: int
    objects_after: int


def compare(before: Iterable[Bundle], after: Iterable[Bundle]) -> Comparison:
    """Compares the bundles of two sides; both come in the order that `lower.bundles` gives them."""
    objects: list[ObjectChange] = []
    fragments: list[FragmentChange] = []
    held: tuple[dict[str, list[Manifest]], dict[str, list[Manifest]]] = ({}, {})
    counts = [0, 0]
    for pair in _paired(iter(before), iter(after)):
        for side, bundle in enumerate(pair):
            if bundle is not None:
                counts[side] += len(bundle.manifests)
                kept = [one for one in bundle.manifests if one.key.kind in READ_BACK]
                held[side].setdefault(bundle.cluster, []).extend(kept)
        objects.extend(_objects(*pair))
        fragments.extend(_fragments(*pair))
    return Comparison(tuple(objects), tuple(fragments), *held, *counts)


def _paired(before: Iterator[Bundle], after: Iterator[Bundle]) -> Iterator[tuple[Bundle | None, Bundle | None]]:
    old, new = next(before, None), next(after, None)
    while old is not None or new is not None:
        if new is None or (old is not None and _order(old) < _order(new)):
            yield old, None
            old = next(before, None)
        elif old is None or _order(new) < _order(old):
            yield None, new
            new = next(after, None)
        else:
            yield old, new
            old, new = next(before, None), next(after, None)


def _order(bundle: Bundle) -> tuple[bool, str, bool, str]:
    area, owner = bundle.folder.split("/")
    return not bundle.cluster, area, owner != PLATFORM, owner


def _objects(old: Bundle | None, new: Bundle | None) -> Iterator[ObjectChange]:
    before = {one.key: one for one in old.manifests} if old else {}
    after = {one.key: one for one in new.manifests} if new else {}
    area = ((new or old) or _nothing()).folder.partition("/")[0]
    for key in sorted(before.keys() | after.keys()):
        was, now = before.get(key), after.get(key)
        if was is None or now is None or was.body != now.body:
            known = now or was
            assert known is not None
            bodies = (was.body if was else None, now.body if now else None)
            yield ObjectChange(area, key, known.source, known.path, *bodies)


def _fragments(old: Bundle | None, new: Bundle | None) -> Iterator[FragmentChange]:
    before = {one.path: one for one in old.fragments} if old else {}
    after = {one.path: one for one in new.fragments} if new else {}
    for path in sorted(before.keys() | after.keys()):
        was, now = before.get(path), after.get(path)
        if was is None:
            yield FragmentChange(path, "added")
        elif now is None:
            yield FragmentChange(path, "removed")
        elif (was.body, was.comment) != (now.body, now.comment):
            yield FragmentChange(path, "changed")


def _nothing() -> Bundle:
    raise AssertionError("a pair holds at least one bundle")
