"""The chain behind a resolved value: which line set it, which lines it overrode, where a default applied.

Pure.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar

from tenantry.answers.places import Place, Places
from tenantry.diagnostics import Where
from tenantry.program import Sourced
from tenantry.records import record

T = TypeVar("T")

NOTHING: Final = "none"
"""How an empty value is told."""

Origin = Literal["written", "default"]
"""`default`: nobody wrote it; `place`, where there is one, is the document that leaves it out."""


@record
class Step:
    """A value as one document has it."""

    value: str
    origin: Origin
    place: Place | None


@record
class Resolved:
    """A field of a resolved document: what holds, and what that overrode from nearest to outermost."""

    field: str
    value: str
    origin: Origin
    place: Place | None
    overrode: tuple[Step, ...] = ()


def resolved(field: str, sourced: Sourced[T], places: Places, show: Callable[[T], str] = str) -> Resolved:
    """A value that may come from several documents. A default that says the same is not told again."""
    first = _step(show(sourced.value), sourced.where, places)
    others = (_step(show(value), where, places) for value, where in sourced.overrode)
    overrode = tuple(step for step in others if (step.value, step.origin) != (first.value, "default"))
    return Resolved(field, first.value, first.origin, first.place, overrode)


def own(field: str, value: Any, where: Where, places: Places) -> Resolved:
    """A value that only its own document can set."""
    step = _step(str(value), where, places)
    return Resolved(field, step.value, step.origin, step.place)


def listed(values: tuple[str, ...]) -> str:
    """Names in a row; `none` where there are none."""
    return ", ".join(values) or NOTHING


def _step(value: str, where: Where, places: Places) -> Step:
    return Step(value, "written" if places.is_written(where) else "default", places.of(where))
