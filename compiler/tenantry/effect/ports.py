"""Sets of ports as ranges: together, in common, without one another.

Pure and exact. A set is a tuple of ranges in one form only (by protocol and number, none touching the next), so equal
sets are equal tuples.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from tenantry.program import Port

Ports = tuple[Port, ...]

NO_PORTS: Final[Ports] = ()
EVERY_PORT: Final[Ports] = (Port(1, 65535, "SCTP"), Port(1, 65535, "TCP"), Port(1, 65535, "UDP"))


def united(ports: Iterable[Port]) -> Ports:
    """All ports that any of the ranges holds."""
    found: list[Port] = []
    for port in sorted(ports, key=_order):
        last = found[-1] if found else None
        if last and last.protocol == port.protocol and port.first <= last.last + 1:
            found[-1] = Port(last.first, max(last.last, port.last), port.protocol)
        else:
            found.append(port)
    return tuple(found)


def common(one: Ports, other: Ports) -> Ports:
    """The ports that both sets hold."""
    if one == other or other == EVERY_PORT:
        return one
    if one == EVERY_PORT:
        return other
    return united(
        Port(max(a.first, b.first), min(a.last, b.last), a.protocol)
        for a in one
        for b in other
        if a.protocol == b.protocol and max(a.first, b.first) <= min(a.last, b.last)
    )


def without(ports: Ports, taken: Ports) -> Ports:
    """The ports of the first set that the second does not hold."""
    if not taken or not ports:
        return ports
    return united(rest for port in ports for rest in _rests(port, taken))


def _rests(port: Port, taken: Ports) -> Iterator[Port]:
    """What is left of a range; `taken` is a set, so its ranges come in order."""
    first = port.first
    for hole in taken:
        if hole.protocol == port.protocol and hole.last >= first and hole.first <= port.last:
            if hole.first > first:
                yield Port(first, hole.first - 1, port.protocol)
            first = hole.last + 1
    if first <= port.last:
        yield Port(first, port.last, port.protocol)


def _order(port: Port) -> tuple[str, int, int]:
    return port.protocol, port.first, port.last
