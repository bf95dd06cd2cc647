"""Words for reach: ports, ranges, and lists of names that stay short.

Pure.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from tenantry.effect.addresses import Way
from tenantry.effect.ports import EVERY_PORT
from tenantry.plan.network import PairChange, Presence
from tenantry.plan.network_groups import grouped_pairs

SAID: Final = 4
"""So many sentences of one kind, and names in one list, before the rest is counted."""

_EVERY_PORT: Final = tuple(map(str, EVERY_PORT))


def whole(pairs: Iterable[PairChange]) -> Iterator[PairChange]:
    """The same, but where projects of one tenant may now connect on every port, it does not matter on which ports some
    of them could before: so a tenant whose projects all may talk is one change."""
    opened: dict[tuple[str, str, tuple[tuple[str, ...], Presence]], list[str]] = {}
    for pair in pairs:
        inside = tenant_of(pair.sources[0]) == tenant_of(pair.destinations[0])
        if not inside or pair.lost or not _is_every({*pair.kept, *pair.gained}):
            yield pair
            continue
        for source in pair.sources:
            for destination in pair.destinations:
                if source != destination:
                    opened[source, destination, (pair.by, pair.presence)] = list(pair.clusters)
    for sources, destinations, clusters, (by, presence) in grouped_pairs(opened):
        yield PairChange(sources, destinations, clusters, _EVERY_PORT, (), (), by, presence)


def _is_every(ports: Iterable[str]) -> bool:
    """Whether ranges of ports, of which none meets another, are all ports there are."""
    count = 0
    for text in ports:
        first, _, last = text.partition("/")[0].partition("-")
        count += int(last or first) - int(first) + 1
    return count == 3 * 65535


def ways_in_words(found: Iterable[Way]) -> str:
    """`**10.30.8.0/24** on **9092/TCP** and **10.0.0.0/8** (but for 10.1.0.0/16) on **every port**`."""
    by_ports: dict[tuple[str, ...], list[str]] = {}
    for way in found:
        but = f" (but for {few(way.excepting)})" if way.excepting else ""
        by_ports.setdefault(way.ports, []).append(f"**{way.to}**{but}")
    return few(f"{few(ranges)} on **{ports_in_words(ports)}**" for ports, ranges in by_ports.items())


def ports_in_words(ports: tuple[str, ...]) -> str:
    """`8080/TCP and 53/UDP`, `every TCP port`, `every port`."""
    if ports == _EVERY_PORT:
        return "every port"
    return few(f"every {port.partition('/')[2]} port" if port.startswith("1-65535/") else port for port in ports)


def projects_in_words(names: tuple[str, ...]) -> str:
    """`**search/indexing**`, or `**23 projects** of 9 tenants`."""
    return f"**{few(names)}**" if len(names) <= SAID else f"**{counted(names)}**"


def counted(names: tuple[str, ...]) -> str:
    """`search/indexing`, or `23 projects of 9 tenants`."""
    if len(names) <= 1:
        return names[0]
    tenants = sorted({tenant_of(name) for name in names})
    return f"{len(names)} projects of {tenants[0] if len(tenants) == 1 else f'{len(tenants)} tenants'}"


def tenant_of_all(names: tuple[str, ...]) -> str:
    """The tenant of all these projects; empty where there are several."""
    tenants = {tenant_of(name) for name in names}
    return tenants.pop() if len(tenants) == 1 else ""


def few(names: Iterable[str]) -> str:
    """The first names of a list, and how many more there are."""
    found = list(names)
    if len(found) > SAID + 1:
        return f"{', '.join(found[:SAID])} and {len(found) - SAID} more"
    return " and ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def tenant_of(project: str) -> str:
    """`search` of `search/indexing`."""
    return project.partition("/")[0]
