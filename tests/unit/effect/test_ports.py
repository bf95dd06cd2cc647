"""Sets of ports, against Python's own sets of numbers."""

from hypothesis import given
from hypothesis import strategies as st

from tenantry.effect.ports import EVERY_PORT, NO_PORTS, common, united, without
from tenantry.program import Port

_NUMBERS = st.integers(1, 12) | st.sampled_from((65533, 65534, 65535))


@st.composite
def _ranges(draw: st.DrawFn) -> Port:
    first, last = sorted((draw(_NUMBERS), draw(_NUMBERS)))
    return Port(first, last, draw(st.sampled_from(("TCP", "UDP", "SCTP"))))


_SETS = st.lists(_ranges(), max_size=5)


def _numbers(ports: tuple[Port, ...] | list[Port]) -> set[tuple[str, int]]:
    return {(port.protocol, one) for port in ports for one in range(port.first, port.last + 1)}


@given(_SETS, _SETS)
def test_sets_of_ports_behave_as_sets_of_numbers(one: list[Port], other: list[Port]) -> None:
    a, b = united(one), united(other)

    assert _numbers(a) == _numbers(one)
    assert _numbers(common(a, b)) == _numbers(one) & _numbers(other)
    assert _numbers(without(a, b)) == _numbers(one) - _numbers(other)


@given(_SETS, _SETS)
def test_equal_sets_are_equal_tuples(one: list[Port], other: list[Port]) -> None:
    a, b = united(one), united(other)

    assert (a == b) == (_numbers(one) == _numbers(other))
    assert united((*common(a, b), *without(a, b))) == a


@given(_SETS)
def test_every_port_holds_each_and_no_port_none(one: list[Port]) -> None:
    ports = united(one)

    assert common(ports, EVERY_PORT) == common(EVERY_PORT, ports) == ports
    assert without(ports, EVERY_PORT) == NO_PORTS
    assert without(ports, NO_PORTS) == ports
    assert united((*without(EVERY_PORT, ports), *ports)) == EVERY_PORT
