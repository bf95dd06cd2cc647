"""Address ranges: which lies inside which, and what a way out of the cluster must leave out.

Pure. Works on canonical texts (`10.0.0.0/8`, `fd00::/8`); the two families never meet.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

LINK_LOCAL: Final = ("169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128")
"""Where clouds answer questions about a node, its keys included: link-local addresses, and the one that AWS has
outside them for IPv6."""


class Block(NamedTuple):
    """A range as numbers: `bits` of the family (32 or 128), first address, length of the prefix."""

    bits: int
    first: int
    prefix: int

    def strictly_inside(self, outer: "Block") -> bool:
        """Whether every address is in `outer`, and `outer` has more."""
        return self.prefix > outer.prefix and self.inside(outer)

    def inside(self, outer: "Block") -> bool:
        """Whether every address is in `outer`, which may be the same range."""
        shift = self.bits - outer.prefix
        return self.bits == outer.bits and self.prefix >= outer.prefix and self.first >> shift == outer.first >> shift


def block(cidr: str) -> Block:
    """The numbers of a canonical CIDR. Raises ValueError for what is none."""
    address, _, prefix = cidr.partition("/")
    if ":" in address:
        from ipaddress import IPv6Address

        return Block(128, int(IPv6Address(address)), int(prefix))
    # By hand: ten times as fast as `ipaddress`, and asked for every way out of every namespace.
    a, b, c, d = address.split(".")
    return Block(32, int(a) << 24 | int(b) << 16 | int(c) << 8 | int(d), int(prefix))


def host(address: str) -> str:
    """The range of one address: `/32`, or `/128` for IPv6."""
    return f"{address}/128" if ":" in address else f"{address}/32"


def left_out(to: str, excepting: Iterable[str], closed: Iterable[str]) -> tuple[str, ...]:
    """What a way out to `to` leaves out: `excepting`, and of `closed` all that lies strictly inside `to`.

    By address; a range inside another that is left out is not repeated. Strictly, because the API server refuses
    an exception that is not inside its range.
    """
    outer = block(to)
    ranges = {text: block(text) for text in excepting}
    for text in closed:
        inner = block(text)
        if inner.strictly_inside(outer):
            ranges[text] = inner
    kept: list[tuple[Block, str]] = []
    for inner, text in sorted((inner, text) for text, inner in ranges.items()):
        if not kept or not inner.inside(kept[-1][0]):
            kept.append((inner, text))
    return tuple(text for _, text in kept)
