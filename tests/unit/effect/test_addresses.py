"""Maps of addresses to ports, against asking every address of a small world."""

from ipaddress import ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.effect.addresses import Spans, Way, opened, spans_common, spans_without, ways
from tenantry.effect.ports import Ports, united
from tenantry.kinds.networkpolicy import IpBlock
from tenantry.program import Port

_BASES = {4: int(ip_address("10.20.0.0")), 6: int(ip_address("fd00::"))}
_WIDTH = 4
"""So many bits of an address differ in the small world."""

HTTPS = (Port(443, 443, "TCP"),)
WEB = united((*HTTPS, Port(80, 80, "TCP")))
_PORTS = (HTTPS, WEB, (Port(1, 65535, "UDP"),))


def _cidr(version: int, first: int, free: int) -> str:
    address = ip_address(_BASES[version] + (first >> free << free))
    return f"{address}/{(32 if version == 4 else 128) - free}"


@st.composite
def _blocks(draw: st.DrawFn) -> tuple[IpBlock, Ports]:
    version, free = draw(st.sampled_from((4, 6))), draw(st.integers(0, _WIDTH))
    first = draw(st.integers(0, 2**_WIDTH - 1))
    inside = [
        _cidr(version, (first >> free << free) + draw(st.integers(0, 2**free - 1)), draw(st.integers(0, free - 1)))
        for _ in range(draw(st.integers(0, 2)) if free else 0)
    ]
    return IpBlock(_cidr(version, first, free), tuple(inside)), draw(st.sampled_from(_PORTS))


_RULES = st.lists(_blocks(), max_size=4)
_Asked = dict[str, frozenset[tuple[str, int]]]


def _everybody() -> list[str]:
    offsets = range(-1, 2**_WIDTH + 1)
    return [str(ip_address(base + offset)) for base in _BASES.values() for offset in offsets]


def _ask(rules: list[tuple[IpBlock, Ports]]) -> _Asked:
    """By address the ports, found by asking each rule."""
    return {
        address: frozenset(
            (port.protocol, number)
            for block, ports in rules
            if ip_address(address) in ip_network(block.cidr)
            and not any(ip_address(address) in ip_network(part) for part in block.excepting)
            for port in ports
            for number in (port.first, port.last)
        )
        for address in _everybody()
    }


def _read(spans: Spans) -> _Asked:
    """The same of a map."""
    found: _Asked = {}
    for address in _everybody():
        one = ip_address(address)
        bits = 32 if one.version == 4 else 128
        here = [span for span in spans if span.bits == bits and span.first <= int(one) <= span.last]
        assert len(here) <= 1
        found[address] = frozenset(
            (port.protocol, number) for span in here for port in span.ports for number in (port.first, port.last)
        )
    return found


@given(_RULES)
def test_rules_open_what_each_of_them_opens(rules: list[tuple[IpBlock, Ports]]) -> None:
    assert _read(opened(rules)) == _ask(rules)


@given(_RULES, _RULES)
def test_maps_differ_by_what_one_opens_and_the_other_does_not(
    one: list[tuple[IpBlock, Ports]], other: list[tuple[IpBlock, Ports]]
) -> None:
    a, b = _ask(one), _ask(other)
    spans, taken = opened(one), opened(other)

    assert _read(spans_without(spans, taken)) == {address: a[address] - b[address] for address in a}
    assert _read(spans_common(spans, taken)) == {address: a[address] & b[address] for address in a}


@given(_RULES, _RULES)
def test_equal_maps_are_equal_tuples(one: list[tuple[IpBlock, Ports]], other: list[tuple[IpBlock, Ports]]) -> None:
    assert (opened(one) == opened(other)) == (_ask(one) == _ask(other))


@given(_RULES)
def test_ways_open_the_same_again(rules: list[tuple[IpBlock, Ports]]) -> None:
    spans = opened(rules)

    assert opened([(IpBlock(way.to, way.excepting), tuple(map(_port, way.ports))) for way in ways(spans)]) == spans


def _port(text: str) -> Port:
    numbers, _, protocol = text.partition("/")
    first, _, last = numbers.partition("-")
    return Port(int(first), int(last or first), protocol)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([("10.0.0.0/9", ()), ("10.128.0.0/9", ())], [("10.0.0.0/8", ())]),
        ([("10.30.4.0/22", ("10.30.6.0/24",))], [("10.30.4.0/22", ("10.30.6.0/24",))]),
        (
            [("0.0.0.0/0", ("10.0.0.0/8",)), ("10.20.0.0/16", ())],
            [("0.0.0.0/0", ("10.0.0.0/8",)), ("10.20.0.0/16", ())],
        ),
        ([("10.20.0.0/16", ()), ("10.20.9.0/24", ())], [("10.20.0.0/16", ())]),
        ([("10.20.0.0/16", ("10.20.0.0/17",))], [("10.20.128.0/17", ())]),
        ([("::/0", ("fe80::/10",)), ("1.2.3.4/32", ())], [("1.2.3.4/32", ()), ("::/0", ("fe80::/10",))]),
    ],
    ids=["halves", "exception", "back-in", "inside", "half-left", "families"],
)
def test_a_map_is_told_in_few_ranges(
    rules: list[tuple[str, tuple[str, ...]]], expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    spans = opened([(IpBlock(to, excepting), HTTPS) for to, excepting in rules])

    assert ways(spans) == tuple(Way(to, excepting, ("443/TCP",)) for to, excepting in expected)
