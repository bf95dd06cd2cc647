"""Units of a pool: an exact number, or unlimited.

Pure. Infinity has its home here.
"""

from dataclasses import dataclass
from functools import total_ordering
from typing import ClassVar, Self


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
