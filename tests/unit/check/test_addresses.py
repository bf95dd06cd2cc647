"""Address ranges against the definition: a set of addresses."""

from ipaddress import ip_network

from hypothesis import given
from hypothesis import strategies as st

from tenantry.check.addresses import family, inside, overlap, strictly_inside

ranges = st.builds(
    lambda host, prefix: str(ip_network(f"10.0.0.{host}/{prefix}", strict=False)),
    st.integers(0, 255),
    st.integers(24, 32),
)


@given(ranges, ranges)
def test_ranges_relate_as_their_sets_of_addresses_do(one: str, other: str) -> None:
    first, second = set(ip_network(one)), set(ip_network(other))

    assert inside(one, other) is (first <= second)
    assert strictly_inside(one, other) is (first < second)
    assert overlap(one, other) is bool(first & second)


def test_the_two_families_never_meet() -> None:
    assert not overlap("0.0.0.0/0", "::/0")
    assert (family("10.0.0.0/8"), family("fd00::/8")) == ("IPv4", "IPv6")


def test_an_address_is_a_range_of_one() -> None:
    assert inside("10.96.0.10", "10.96.0.0/16")
    assert not inside("10.97.0.10", "10.96.0.0/16")
