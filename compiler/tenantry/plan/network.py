"""Who may talk with whom otherwise than before: projects with each other, with addresses, with the platform.

Pure. Read back from the Namespaces and NetworkPolicies of both sides; who is behind a namespace, and which links wait
for their other end, comes from the program. Only namespaces whose policies or labels differ are looked at, and those
that they name. What changes alike is said once.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from tenantry.effect.addresses import Spans, Way, opened, spans_common, spans_without, ways
from tenantry.effect.ports import Ports, common, united, without
from tenantry.effect.reach import Decoded, Openings, Reach, blocks
from tenantry.kinds.networkpolicy import Direction
from tenantry.plan.compare import Comparison
from tenantry.plan.network_groups import grouped_pairs, together
from tenantry.plan.side import Side
from tenantry.plan.waiting_links import LinkChange, compare_links
from tenantry.program import Program
from tenantry.records import record

Presence = Literal["stays", "new", "gone"]
"""Whether the namespaces of a change are on both sides; one of two ends is enough to be new or gone."""

Flow = Literal["in", "out"]

_DIRECTIONS: Final[tuple[tuple[Flow, Direction], ...]] = (("in", "Ingress"), ("out", "Egress"))


class PairChange(NamedTuple):
    """Ports on which every source may, or may no longer, connect to every destination, itself left out.

    `kept` are ports open on both sides, `by` the documents that open (or opened) what changed.
    """

    sources: tuple[str, ...]
    destinations: tuple[str, ...]
    clusters: tuple[str, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    kept: tuple[str, ...]
    by: tuple[str, ...]
    presence: Presence


class AddressChange(NamedTuple):
    """Addresses that projects may reach (`out`), or that may come in, with their ports: what one document changed."""

    projects: tuple[str, ...]
    clusters: tuple[str, ...]
    direction: Flow
    gained: tuple[Way, ...]
    lost: tuple[Way, ...]
    by: str
    presence: Presence


class PlatformChange(NamedTuple):
    """Pods outside all projects that may come in to projects, or be reached by them: what one document changed."""

    projects: tuple[str, ...]
    clusters: tuple[str, ...]
    direction: Flow
    peer: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    by: str
    presence: Presence


@record
class Network:
    """Every difference in reach, and links that wait for their other end."""

    pairs: tuple[PairChange, ...]
    addresses: tuple[AddressChange, ...]
    platform: tuple[PlatformChange, ...]
    links: tuple[LinkChange, ...]


class _PairFact(NamedTuple):
    gained: Ports
    lost: Ports
    kept: Ports
    by: tuple[str, ...]
    presence: Presence


class _AddressFact(NamedTuple):
    direction: Flow
    gained: Spans
    lost: Spans
    by: str
    presence: Presence


class _PlatformFact(NamedTuple):
    direction: Flow
    peer: str
    gained: Ports
    lost: Ports
    by: str
    presence: Presence


def compare_network(before: Side | None, after: Side, comparison: Comparison) -> Network:
    """Every difference in who may talk with whom. `before` is None where nothing was."""
    pairs: dict[tuple[str, str, _PairFact], list[str]] = {}
    addresses: dict[tuple[str, _AddressFact], list[str]] = {}
    platform: dict[tuple[str, _PlatformFact], list[str]] = {}
    decoded = Decoded()
    names = _names(before.program if before else None, after.program)
    for cluster, changed in sorted(_changed_namespaces(comparison).items()):
        old, new = (Reach(side.manifests.get(cluster, ()) if side else (), decoded) for side in (before, after))
        comparer = _Cluster(old, new, changed)
        for source, destination, pair in comparer.pairs():
            ends = names.get((cluster, source), source), names.get((cluster, destination), destination)
            pairs.setdefault((*ends, pair), []).append(cluster)
        for name, address in comparer.addresses():
            addresses.setdefault((names.get((cluster, name), name), address), []).append(cluster)
        for name, other in comparer.platform():
            platform.setdefault((names.get((cluster, name), name), other), []).append(cluster)
    return Network(
        tuple(
            PairChange(
                *(sources, destinations, clusters, _texts(one.gained), _texts(one.lost), _texts(one.kept)),
                *(one.by, one.presence),
            )
            for sources, destinations, clusters, one in grouped_pairs(pairs)
        ),
        tuple(
            AddressChange(projects, clusters, one.direction, ways(one.gained), ways(one.lost), one.by, one.presence)
            for projects, clusters, one in together(addresses)
        ),
        tuple(
            PlatformChange(
                *(projects, clusters, one.direction, one.peer, _texts(one.gained), _texts(one.lost)),
                *(one.by, one.presence),
            )
            for projects, clusters, one in together(platform)
        ),
        compare_links(before.program if before else None, after.program),
    )


def _texts(ports: Ports) -> tuple[str, ...]:
    return tuple(map(str, ports))


def _names(*programs: Program | None) -> dict[tuple[str, str], str]:
    """The project behind each namespace of each cluster."""
    return {
        (placement.cluster, at.namespace): f"{placement.tenant}/{at.project}"
        for program in programs
        if program
        for placement in program.placements
        for at in placement.projects
    }


def _changed_namespaces(comparison: Comparison) -> dict[str, set[str]]:
    """By cluster the namespaces of which policies or labels differ."""
    found: dict[str, set[str]] = {}
    for one in comparison.objects:
        if one.key.kind == "NetworkPolicy":
            bodies = [body and body["spec"] for body in (one.before, one.after)]
            name = one.key.namespace
        elif one.key.kind == "Namespace":
            bodies = [body and body["metadata"].get("labels", {}) for body in (one.before, one.after)]
            name = one.key.name
        else:
            continue
        if bodies[0] != bodies[1]:
            found.setdefault(one.area, set()).add(name)
    return found


class _Cluster:
    """Compares two sides of a cluster, namespace by namespace."""

    def __init__(self, old: Reach, new: Reach, changed: Iterable[str]) -> None:
        self._old = old
        self._new = new
        self._changed = sorted(name for name in changed if name in old.labels or name in new.labels)
        self._parted: dict[tuple[int, int], tuple[dict[str, Spans], dict[str, Spans]]] = {}

    def _presence(self, *names: str) -> Presence:
        if any(name not in self._old.labels for name in names):
            return "new"
        return "gone" if any(name not in self._new.labels for name in names) else "stays"

    def pairs(self) -> Iterator[tuple[str, str, _PairFact]]:
        """Every pair of namespaces that may talk on other ports than before."""
        for source, destination in sorted(self._touched()):
            ends = source, destination
            was, now = (
                reach.talk(*ends) if source in reach.labels and destination in reach.labels else ()
                for reach in (self._old, self._new)
            )
            if was == now:
                continue
            presence = self._presence(*ends)
            gained, lost = without(now, was), without(was, now)
            by = {*_between(self._new, source, destination, gained), *_between(self._old, source, destination, lost)}
            yield source, destination, _PairFact(gained, lost, common(was, now), tuple(sorted(by)), presence)

    def _touched(self) -> set[tuple[str, str]]:
        """Pairs with a changed end that may talk on either side: a connection needs the word of both its ends."""
        found = set()
        for name in self._changed:
            for reach in (self._old, self._new):
                if name in reach.labels:
                    found |= {(name, other) for other in reach.named(name, "Egress")}
                    found |= {(other, name) for other in reach.named(name, "Ingress")}
        return found

    def addresses(self) -> Iterator[tuple[str, _AddressFact]]:
        """Every changed namespace with the addresses that each document newly opens, or opened before."""
        for name, flow, direction, presence in self._differing():
            gained, lost = self._by_document(name, direction)
            for by in sorted(gained.keys() | lost.keys()):
                yield name, _AddressFact(flow, gained.get(by, ()), lost.get(by, ()), by, presence)

    def _by_document(self, name: str, direction: Direction) -> tuple[dict[str, Spans], dict[str, Spans]]:
        """By document, which addresses it newly opens to a namespace, and which it opened before."""
        sides = [reach.to_addresses(name, direction) if name in reach.labels else () for reach in self._sides]
        same = id(sides[0]), id(sides[1])
        if same not in self._parted:
            was, now = (reach.addresses(name, direction) if name in reach.labels else () for reach in self._sides)
            gained, lost = spans_without(now, was), spans_without(was, now)
            self._parted[same] = dict(_parts(sides[1], gained)), dict(_parts(sides[0], lost))
        return self._parted[same]

    def _differing(self) -> Iterator[tuple[str, Flow, Direction, Presence]]:
        """Changed namespaces with the directions that their policies open otherwise than before."""
        for name in self._changed:
            presence = self._presence(name)
            for flow, direction in _DIRECTIONS:
                if presence != "stays" or self._old.openings(name, direction) != self._new.openings(name, direction):
                    yield name, flow, direction, presence

    @property
    def _sides(self) -> tuple[Reach, Reach]:
        return self._old, self._new

    def platform(self) -> Iterator[tuple[str, _PlatformFact]]:
        """Every changed namespace with the pods outside our namespaces that it may newly talk with, or could."""
        for name, flow, direction, presence in self._differing():
            was, now = (reach.others(name, direction) if name in reach.labels else {} for reach in self._sides)
            if was == now:
                continue
            for peer, by in sorted(was.keys() | now.keys()):
                had, has = (
                    united(port for (one, _), ports in side.items() if one == peer for port in ports)
                    for side in (was, now)
                )
                gained = common(now.get((peer, by), ()), without(has, had))
                lost = common(was.get((peer, by), ()), without(had, has))
                if gained or lost:
                    yield name, _PlatformFact(flow, peer, gained, lost, by, presence)


def _parts(openings: Openings, spans: Spans) -> Iterator[tuple[str, Spans]]:
    """By document, which of the spans it opens."""
    for source in sorted({one.source for one in openings}) if spans else ():
        mine = opened(blocks(one for one in openings if one.source == source))
        if part := spans_common(spans, mine):
            yield source, part


def _between(reach: Reach, source: str, destination: str, ports: Ports) -> Iterator[str]:
    """The documents that open some of the ports between two namespaces, at either end."""
    if ports:
        for one in (*reach.let_out(source, destination), *reach.let_in(source, destination)):
            if one.source and common(one.ports, ports):
                yield one.source
