"""Address ranges as the checks ask about them: which lies inside which, which meet.

Pure. Works on texts such as `10.0.0.0/8` and `fd00::/8`; the two families never meet.
"""

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network

LINK_LOCAL = ("169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128")
"""Where clouds answer questions about a node, its keys included; AWS has one outside link-local for IPv6."""


@lru_cache(maxsize=4096)
def network(text: str) -> IPv4Network | IPv6Network:
    """The network of a canonical CIDR, or of one address. Raises ValueError for what is none."""
    return ip_network(text)


def inside(inner: str, outer: str) -> bool:
    """Whether every address of `inner` is in `outer`, which may be the same range."""
    one, other = network(inner), network(outer)
    return one.version == other.version and one.prefixlen >= other.prefixlen and one.network_address in other


def strictly_inside(inner: str, outer: str) -> bool:
    """Whether `inner` is in `outer`, and `outer` has more."""
    return inside(inner, outer) and network(inner).prefixlen > network(outer).prefixlen


def overlap(one: str, other: str) -> bool:
    """Whether some address is in both: of two ranges that meet, one holds the other."""
    return inside(one, other) or inside(other, one)


def family(text: str) -> str:
    """`IPv4` or `IPv6`."""
    return f"IPv{network(text).version}"
