"""The rows of a plan's table on reach: who, opens or closes, what and by which document.

Pure.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.plan.network import AddressChange, Network, PlatformChange
from tenantry.plan.network_words import counted, few, ports_in_words, ways_in_words, whole
from tenantry.plan.remark import plain

Row = tuple[str, str, str]
Names = tuple[str, ...]

_NAMED: Final = 2
_WAYS: Final = {"out": "to", "in": "from"}


def network_rows(network: Network) -> Iterator[Row]:
    """A row for each direction of each change: pairs, addresses, the platform, links that wait."""
    for pair in whole(network.pairs):
        what = "each other" if pair.sources == pair.destinations else few(pair.destinations)
        for verb, ports in (("opens", pair.gained), ("closes", pair.lost)):
            yield from _row(pair.sources, verb, ports, f"to {what} on {ports_in_words(ports)}", pair.clusters, pair.by)
    for change in filter(_is_telling, network.addresses):
        for verb, ways in (("opens", change.gained), ("closes", change.lost)):
            what = f"{_WAYS[change.direction]} {plain(ways_in_words(ways))}"
            yield from _row(change.projects, verb, ways, what, change.clusters, (change.by,))
    for other in filter(_is_telling, network.platform):
        for verb, ports in (("opens", other.gained), ("closes", other.lost)):
            what = f"{_WAYS[other.direction]} {other.peer} on {ports_in_words(ports)}"
            yield from _row(other.projects, verb, ports, what, other.clusters, (other.by,))
    for link in network.links:
        waits = f"until {link.waits_for} declares it too" if link.waits_for else "the two share no cluster"
        yield link.source, "waits", f"to {link.destination} on {ports_in_words(link.ports)}, {waits} (Link {link.link})"


def _is_telling(change: AddressChange | PlatformChange) -> bool:
    """Not what goes with a namespace, nor what a cluster gives to all of them."""
    return change.presence == "stays" or (change.presence == "new" and not change.by.startswith("Cluster "))


def _row(who: Names, verb: str, moved: object, what: str, clusters: Names, by: Names) -> Iterator[Row]:
    """A row where something moved; who is meant stands at the end where they are many."""
    if moved:
        names = f": {few(who)}" if len(who) > _NAMED else ""
        first = counted(who) if names else few(who)
        yield first, verb, f"{what}; {few(clusters)}{f' ({few(by)})' if any(by) else ''}{names}"
