from ipaddress import ip_network

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds.cidrs import LINK_LOCAL, block, host, left_out


@st.composite
def networks(draw: st.DrawFn) -> str:
    # Few bits, so that ranges often lie in each other.
    if draw(st.booleans()):
        return str(ip_network((draw(st.integers(0, 7)) << 29, draw(st.integers(0, 4))), strict=False))
    return str(ip_network(((0xFD << 120) | draw(st.integers(0, 7)) << 117, draw(st.integers(0, 11))), strict=False))


@given(networks(), networks())
@settings(max_examples=300)
def test_ranges_lie_in_each_other_as_the_standard_library_says(inner: str, outer: str) -> None:
    a, b = ip_network(inner), ip_network(outer)
    expected = a.version == b.version and a.subnet_of(b)  # type: ignore[arg-type]

    assert block(inner).inside(block(outer)) == expected
    assert block(inner).strictly_inside(block(outer)) == (expected and a != b)


@given(networks(), st.lists(networks(), max_size=4), st.lists(networks(), max_size=4))
@settings(max_examples=300)
def test_a_way_out_leaves_out_each_closed_range_inside_it_and_nothing_twice(
    to: str, excepting: list[str], closed: list[str]
) -> None:
    kept = [ip_network(text) for text in left_out(to, excepting, closed)]

    outer = ip_network(to)
    wanted = [ip_network(text) for text in excepting]
    wanted += [
        n
        for n in map(ip_network, closed)
        if n.version == outer.version and n != outer and n.subnet_of(outer)  # type: ignore[arg-type]
    ]
    assert all(any(n.version == k.version and n.subnet_of(k) for k in kept) for n in wanted)  # type: ignore[arg-type]
    assert set(kept) <= set(wanted)
    assert not any(a.version == b.version and a.overlaps(b) for a in kept for b in kept if a is not b)


def test_what_is_left_out_comes_by_address_whatever_the_order_it_was_written_in() -> None:
    assert left_out("10.0.0.0/8", ["10.9.0.0/16"], ["10.64.0.0/12", "10.10.0.0/22", "192.168.0.0/16"]) == (
        "10.9.0.0/16",
        "10.10.0.0/22",
        "10.64.0.0/12",
    )


def test_a_range_of_the_cluster_itself_is_not_left_out_of_itself() -> None:
    assert left_out("10.64.0.0/12", [], ["10.64.0.0/12", "10.0.0.0/8"]) == ()


def test_both_families_leave_out_where_nodes_ask_their_cloud() -> None:
    assert left_out("0.0.0.0/0", [], LINK_LOCAL) == ("169.254.0.0/16",)
    assert left_out("::/0", [], LINK_LOCAL) == ("fd00:ec2::254/128", "fe80::/10")


@pytest.mark.parametrize(("address", "cidr"), [("10.96.0.10", "10.96.0.10/32"), ("fd00::a", "fd00::a/128")])
def test_one_address_is_a_range_of_its_family(address: str, cidr: str) -> None:
    assert host(address) == cidr
