"""Kubernetes quantities: what is read, how it is rounded, the one text that the API server prints.

Pure, and nowhere is a float involved.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Self

from tenantry.quantity.written import INT64_MAX, LONGEST_TEXT, SHOWN_CHARACTERS, shown

_MEBIBYTE_MILLI = 2**20 * 1000
_DECIMAL_SUFFIXES = ("m", "", "k", "M", "G", "T", "P", "E")
_BINARY_SUFFIXES = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_MILLI_PER: dict[str, int] = {
    **{suffix: 1000**power for power, suffix in enumerate(_DECIMAL_SUFFIXES)},
    **{suffix: 1000 * 1024**power for power, suffix in enumerate(_BINARY_SUFFIXES)},
}
_QUANTITY = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<whole>[0-9]+)(?:\.(?P<part>[0-9]*))?|\.(?P<only>[0-9]+))"
    r"(?:(?P<suffix>[KMGTPE]i|[numkMGTPE])|[eE](?P<exponent>[+-]?[0-9]+))?"
)
_ALMOST = re.compile(
    # A comma before three digits may part thousands: nobody knows what was meant.
    r"(?P<number>[0-9]+(?:\.[0-9]+|,(?![0-9]{3}(?![0-9]))[0-9]+)?) *"
    r"(?P<prefix>[kKmMgGtTpPeE]?)(?P<binary>(?<=[a-zA-Z])i|)[bB]?"
)


@dataclass(frozen=True, slots=True, order=True)
class Quantity:
    """An exact Kubernetes quantity in thousandths; `binary` says in which family of suffixes it prints.

    Compared by value alone: `1Gi` equals `1073741824`. Sums and differences keep the family of the left side,
    or that of the right where the left is zero, as the API server does.
    """

    milli: int
    binary: bool = field(default=False, compare=False, kw_only=True)

    @classmethod
    def of_units(cls, units: int) -> Self:
        """Whole units, decimal family."""
        return cls(units * 1000)

    @classmethod
    def of_bytes(cls, count: int) -> Self:
        """Whole bytes, binary family."""
        return cls(count * 1000, binary=True)

    @classmethod
    def of_milli(cls, milli: int) -> Self:
        """Thousandths of a unit, decimal family."""
        return cls(milli)

    @classmethod
    def from_fraction(cls, value: Fraction, *, binary: bool) -> Self:
        """`value` units, rounded down to thousandths."""
        return cls(value.numerator * 1000 // value.denominator, binary=binary)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads what Kubernetes reads: plain decimals, m k M G T P E, Ki to Ei, exponents (decimal family).

        Raises `ValueError`, with a sentence for the author, for any other text, for values finer than a
        thousandth, and for values beyond 2^63 - 1, which the API server would silently cut.
        """
        match = _QUANTITY.fullmatch(text) if len(text) <= LONGEST_TEXT else None
        if match is None:
            raise ValueError(_not_a_quantity(text))
        suffix, part = match["suffix"] or "", match["part"] or match["only"] or ""
        if suffix in ("n", "u"):
            raise ValueError(f"`{text}` counts in less than thousandths; write it with `m` or as a decimal")
        exponent = int(match["exponent"] or 0)
        digits = int((match["whole"] or "") + part)
        if digits == 0:
            return cls(0, binary=suffix.endswith("i"))
        if exponent > LONGEST_TEXT:
            raise ValueError(_too_large(text))
        # A text this short cannot reach a thousandth below that exponent, so the power stays small.
        shift = max(exponent, -2 * LONGEST_TEXT) - len(part)
        scaled = digits * _MILLI_PER[suffix] * 10 ** max(shift, 0)
        milli, rest = divmod(scaled, 10 ** max(-shift, 0))
        if rest:
            raise ValueError(f"`{text}` is finer than a thousandth; the smallest step is `1m` (0.001)")
        if milli > INT64_MAX * 1000:
            raise ValueError(_too_large(text))
        return cls(-milli if match["sign"] == "-" else milli, binary=suffix.endswith("i"))

    def canonical(self) -> str:
        """The one text that the API server prints for this value: `12`, `500m`, `1k`, `248Gi`.

        Source: apimachinery `quantity.go`: the largest suffix of the family that leaves no fraction; binary
        values that are no whole Ki print as decimal ones, because a number without a suffix is read as decimal.
        """
        if self.milli == 0:
            return "0"
        if self.binary and self.milli % (1024 * 1000) == 0:
            return _with_suffix(self.milli // 1000, 1024, _BINARY_SUFFIXES)
        return _with_suffix(self.milli, 1000, _DECIMAL_SUFFIXES)

    @property
    def units(self) -> int:
        """Whole units. Raises `ValueError` when there is a fraction: round first."""
        whole, rest = divmod(self.milli, 1000)
        if rest:
            raise ValueError(f"`{self.canonical()}` is not a whole number")
        return whole

    @property
    def bytes(self) -> int:
        """Whole bytes. Raises `ValueError` when there is a fraction: round first."""
        return self.units

    def floor_to_mebibytes(self) -> "Quantity":
        """Rounded down to whole Mi, binary family."""
        return Quantity(self.milli - self.milli % _MEBIBYTE_MILLI, binary=True)

    def __add__(self, other: "Quantity") -> "Quantity":
        return Quantity(self.milli + other.milli, binary=self.binary if self.milli else other.binary)

    def __sub__(self, other: "Quantity") -> "Quantity":
        return Quantity(self.milli - other.milli, binary=self.binary if self.milli else other.binary)

    def __mul__(self, times: int) -> "Quantity":
        return Quantity(self.milli * times, binary=self.binary)

    def __floordiv__(self, parts: int) -> "Quantity":
        """One of `parts` equal parts, rounded down (towards minus infinity) to thousandths, same family.

        Raises `ZeroDivisionError` for 0.
        """
        return Quantity(self.milli // parts, binary=self.binary)

    def __str__(self) -> str:
        return self.canonical()


def _with_suffix(number: int, base: int, suffixes: tuple[str, ...]) -> str:
    index = 0
    while index < len(suffixes) - 1 and number % base == 0:
        number //= base
        index += 1
    return f"{number}{suffixes[index]}"


def _too_large(text: str) -> str:
    return f"{shown(text)} is more than a quantity can hold, which is {INT64_MAX}"


def _not_a_quantity(text: str) -> str:
    return f"{shown(text)} is not a quantity; write {_quantity_instead(text)}"


def _quantity_instead(text: str) -> str:
    """What was probably meant, for the usual slips: a byte sign, a wrong case, a space, a decimal comma."""
    match = _ALMOST.fullmatch(text.strip()) if len(text) <= SHOWN_CHARACTERS else None
    if match is None:
        return "`2`, `2000m` or `0.5`"
    number, prefix = match["number"].replace(",", "."), match["prefix"]
    if match["binary"] and prefix != "m":
        return f"`{number}{prefix.upper()}i`"
    if prefix in ("k", "K") and not match["binary"]:
        return f"`{number}k` (thousands) or `{number}Ki` (1024s)"
    if prefix == "m" and not text.strip().endswith("m"):
        return f"`{number}M` (millions) or `{number}Mi` (1024 x 1024)"
    return f"`{number}{prefix if prefix == 'm' else prefix.upper()}`"
