"""Numbers with their unit: pool units, Kubernetes quantities, durations; all exact integers.

Pure. Rounding, infinity and canonical text have their home here, and nowhere is a float involved.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import total_ordering
from typing import ClassVar, Self

_INT64_MAX = 2**63 - 1
_MEBIBYTE_MILLI = 2**20 * 1000
_SHOWN_CHARACTERS = 40
_LONGEST_TEXT = 64


@total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Amount:
    """A number of units, or unlimited: more than every number.

    Right operands and comparisons also take a plain int, and so does the left of `+`, for `sum`.
    """

    _number: int | None

    UNLIMITED: ClassVar["Amount"]

    @classmethod
    def of(cls, units: int) -> Self:
        """That many units; negative numbers are allowed, because differences may be."""
        return cls(units)

    @property
    def is_unlimited(self) -> bool:
        return self._number is None

    @property
    def value(self) -> int:
        """The number of units. Raises `ValueError` when unlimited: ask `is_unlimited` first."""
        if self._number is None:
            raise ValueError("an unlimited amount has no number")
        return self._number

    def __add__(self, other: "Amount | int") -> "Amount":
        added = _number(other)
        if self._number is None or added is None:
            return Amount.UNLIMITED
        return Amount(self._number + added)

    def __radd__(self, other: int) -> "Amount":
        return self + other

    def __sub__(self, other: "Amount | int") -> "Amount":
        """Unlimited less any number stays unlimited. Raises `ValueError` when `other` is unlimited."""
        taken = _number(other)
        if taken is None:
            raise ValueError("an unlimited amount cannot be taken away")
        return Amount.UNLIMITED if self._number is None else Amount(self._number - taken)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Amount):
            return self._number == other._number
        return self._number == other if isinstance(other, int) else NotImplemented

    def __lt__(self, other: "Amount | int") -> bool:
        right = _number(other)
        if self._number is None:
            return False
        return right is None or self._number < right

    def __hash__(self) -> int:
        return hash(self._number)

    def __str__(self) -> str:
        return "unlimited" if self._number is None else str(self._number)

    def __repr__(self) -> str:
        return "Amount.UNLIMITED" if self._number is None else f"Amount.of({self._number})"


Amount.UNLIMITED = Amount(None)


def _number(operand: Amount | int) -> int | None:
    return operand._number if isinstance(operand, Amount) else operand


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
        match = _QUANTITY.fullmatch(text) if len(text) <= _LONGEST_TEXT else None
        if match is None:
            raise ValueError(_not_a_quantity(text))
        suffix, part = match["suffix"] or "", match["part"] or match["only"] or ""
        if suffix in ("n", "u"):
            raise ValueError(f"`{text}` counts in less than thousandths; write it with `m` or as a decimal")
        exponent = int(match["exponent"] or 0)
        digits = int((match["whole"] or "") + part)
        if digits == 0:
            return cls(0, binary=suffix.endswith("i"))
        if exponent > _LONGEST_TEXT:
            raise ValueError(_too_large(text))
        # A text this short cannot reach a thousandth below that exponent, so the power stays small.
        shift = max(exponent, -2 * _LONGEST_TEXT) - len(part)
        scaled = digits * _MILLI_PER[suffix] * 10 ** max(shift, 0)
        milli, rest = divmod(scaled, 10 ** max(-shift, 0))
        if rest:
            raise ValueError(f"`{text}` is finer than a thousandth; the smallest step is `1m` (0.001)")
        if milli > _INT64_MAX * 1000:
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

    def floor_to_milli(self) -> "Quantity":
        """Itself: nothing finer than a thousandth exists. Lets shares of CPU read like shares of memory."""
        return self

    def floor_to_units(self) -> "Quantity":
        """Rounded down to whole units, or bytes, in the same family."""
        return Quantity(self.milli - self.milli % 1000, binary=self.binary)

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


def _shown(text: str) -> str:
    if not text:
        return "an empty text"
    return f"`{text}`" if len(text) <= _SHOWN_CHARACTERS else f"`{text[:_SHOWN_CHARACTERS]}...`"


def _too_large(text: str) -> str:
    return f"{_shown(text)} is more than a quantity can hold, which is {_INT64_MAX}"


def _not_a_quantity(text: str) -> str:
    return f"{_shown(text)} is not a quantity; write {_quantity_instead(text)}"


def _quantity_instead(text: str) -> str:
    """What was probably meant, for the usual slips: a byte sign, a wrong case, a space, a decimal comma."""
    match = _ALMOST.fullmatch(text.strip()) if len(text) <= _SHOWN_CHARACTERS else None
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


_DURATION = re.compile(r"(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?")
_SECONDS_PER = (86400, 3600, 60, 1)
_LONGEST_SECONDS = _INT64_MAX // 10**9


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """A length of time in whole seconds, never negative when parsed."""

    seconds: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `30s`, `30m`, `12h`, `7d` and sums in falling order such as `1h30m`.

        Raises `ValueError`, with a sentence for the author, for any other text and for what Kubernetes cannot
        hold (some 292 years: 2^63 nanoseconds).
        """
        match = _DURATION.fullmatch(text) if text and len(text) <= _LONGEST_TEXT else None
        if match is None:
            raise ValueError(f"{_shown(text)} is not a duration; write {_duration_instead(text)}")
        counts = (int(count or 0) for count in match.groups())
        seconds = sum(count * unit for count, unit in zip(counts, _SECONDS_PER, strict=True))
        if seconds > _LONGEST_SECONDS:
            raise ValueError(f"{_shown(text)} is longer than a duration can be, which is {_LONGEST_SECONDS}s")
        return cls(seconds)

    def canonical(self) -> str:
        """As Go prints it, and so Kubernetes in configuration: `30s`, `5m0s`, `168h0m0s`."""
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            return f"{hours}h{minutes}m{seconds}s"
        return f"{minutes}m{seconds}s" if minutes else f"{seconds}s"

    def short(self) -> str:
        """For people, without empty parts: `7d`, `1h30m`, `0s`. `parse` reads it back."""
        days, rest = divmod(self.seconds, 86400)
        hours, rest = divmod(rest, 3600)
        minutes, seconds = divmod(rest, 60)
        parts = ((days, "d"), (hours, "h"), (minutes, "m"), (seconds, "s"))
        return "".join(f"{count}{unit}" for count, unit in parts if count) or "0s"

    def __str__(self) -> str:
        return self.short()


def _duration_instead(text: str) -> str:
    if text.isascii() and text.isdigit() and len(text) <= _SHOWN_CHARACTERS:
        return f"`{text}s`, `{text}m`, `{text}h` or `{text}d`"
    return "`30m`, `12h`, `7d` or `1h30m`"
