"""Addresses and the ports open to them: a map over both address families, its differences, and its words.

Pure and exact: addresses are numbers, and nothing is tried by sample. A map has one form only, so equal maps are
equal tuples.
"""

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address
from itertools import groupby, pairwise
from typing import NamedTuple

from tenantry.effect.ports import Ports, united, without
from tenantry.kinds.cidrs import block
from tenantry.kinds.networkpolicy import IpBlock


class Span(NamedTuple):
    """Addresses `first` to `last` of a family (`bits` 32 or 128), and the ports open to all of them."""

    bits: int
    first: int
    last: int
    ports: Ports


Spans = tuple[Span, ...]
"""A map: spans in order, none touching one with the same ports, none without ports."""


class Way(NamedTuple):
    """A range but for some parts of it, and ports, as people write it. Several ways add up."""

    to: str
    excepting: tuple[str, ...]
    ports: tuple[str, ...]


def opened(blocks: Iterable[tuple[IpBlock, Ports]]) -> Spans:
    """What blocks open together, each for its ports."""
    pieces = [Span(*piece, ports) for one, ports in blocks for piece in _pieces(one)]
    return _joined(
        Span(bits, first, last, united(port for ports in layers[0] for port in ports))
        for bits, first, last, layers in _swept(pieces)
    )


def spans_without(spans: Spans, taken: Spans) -> Spans:
    """What the first map opens and the second does not."""
    if spans == taken:
        return ()
    return _joined(
        Span(bits, first, last, without(open_here[0], taken_here[0] if taken_here else ()))
        for bits, first, last, (open_here, taken_here) in _swept(spans, taken)
        if open_here
    )


def spans_common(spans: Spans, other: Spans) -> Spans:
    """What both maps open."""
    return spans_without(spans, spans_without(spans, other))


def _pieces(one: IpBlock) -> Iterator[tuple[int, int, int]]:
    """The addresses of a block, its exceptions cut out."""
    outer = block(one.cidr)
    bits = outer.bits
    first, end = outer.first, outer.first + (1 << bits - outer.prefix)
    for hole in sorted(block(part) for part in one.excepting):
        if hole.bits == bits and hole.first < end:
            if hole.first > first:
                yield bits, first, hole.first - 1
            first = max(first, hole.first + (1 << bits - hole.prefix))
    if first < end:
        yield bits, first, end - 1


def _swept(*layers: Iterable[Span]) -> Iterator[tuple[int, int, int, list[list[Ports]]]]:
    """Every stretch of addresses between two borders, and which ports each layer opens along it."""
    events: dict[tuple[int, int], list[tuple[int, bool, Ports]]] = {}
    for layer, spans in enumerate(layers):
        for span in spans:
            events.setdefault((span.bits, span.first), []).append((layer, True, span.ports))
            events.setdefault((span.bits, span.last + 1), []).append((layer, False, span.ports))
    here: list[list[Ports]] = [[] for _ in layers]
    for at, following in pairwise(sorted(events)):
        for layer, begins, ports in events[at]:
            if begins:
                here[layer].append(ports)
            else:
                here[layer].remove(ports)
        if any(here):
            yield at[0], at[1], following[1] - 1, here


def _joined(spans: Iterable[Span]) -> Spans:
    found: list[Span] = []
    for span in spans:
        last = found[-1] if found else None
        if not span.ports:
            continue
        if last and (last.bits, last.last + 1, last.ports) == (span.bits, span.first, span.ports):
            found[-1] = last._replace(last=span.last)
        else:
            found.append(span)
    return tuple(found)


def ways(spans: Spans) -> tuple[Way, ...]:
    """A map in as few ranges and exceptions as tell it exactly."""
    found: list[tuple[int, int, Way]] = []
    for (bits, ports), group in groupby(sorted(spans, key=_openness), _openness):
        pieces = [(span.first, span.last) for span in group]
        for outer, holes in _told(_Node(bits, 0, bits), pieces).yes:
            way = Way(str(outer), tuple(map(str, holes)), tuple(map(str, ports)))
            found.append((bits, outer.first, way))
    return tuple(way for *_, way in sorted(found, key=lambda one: (*one[:2], one[2].ports)))


def _openness(span: Span) -> tuple[int, Ports]:
    return span.bits, span.ports


class _Node(NamedTuple):
    """A range of the form of a CIDR: `free` bits may be anything."""

    bits: int
    first: int
    free: int

    def __str__(self) -> str:
        address = IPv6Address(self.first) if self.bits == 128 else IPv4Address(self.first)
        return f"{address}/{self.bits - self.free}"


class _Telling(NamedTuple):
    """How to tell which addresses of a node are in a set: by `yes`, ranges with exceptions; or, where all of the node
    has been named already, by what to except from it (`no`) and what of that to name again (`again`)."""

    yes: tuple[tuple[_Node, tuple[_Node, ...]], ...]
    no: tuple[_Node, ...]
    again: tuple[tuple[_Node, tuple[_Node, ...]], ...]


def _told(node: _Node, pieces: list[tuple[int, int]]) -> _Telling:
    """The shortest way to tell a set; `pieces` are its parts within the node, in order."""
    last = node.first + (1 << node.free) - 1
    if not pieces:
        return _Telling((), (node,), ())
    if pieces == [(node.first, last)]:
        return _Telling(((node, ()),), (), ())
    middle = node.first + (1 << node.free - 1)
    low = _told(_Node(node.bits, node.first, node.free - 1), [(a, min(b, middle - 1)) for a, b in pieces if a < middle])
    high = _told(_Node(node.bits, middle, node.free - 1), [(max(a, middle), b) for a, b in pieces if b >= middle])
    yes = (*low.yes, *high.yes)
    no, again = (*low.no, *high.no), (*low.again, *high.again)
    return _Telling(
        yes if _length(yes) < 1 + len(no) + _length(again) else ((node, no), *again),
        *((no, again) if len(no) + _length(again) <= 1 + _length(yes) else ((node,), yes)),
    )


def _length(told: tuple[tuple[_Node, tuple[_Node, ...]], ...]) -> int:
    return sum(1 + len(holes) for _, holes in told)
