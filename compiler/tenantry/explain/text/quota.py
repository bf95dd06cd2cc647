"""The answer about a quota, for people.

Pure.
"""

from typing import Final

from tenantry.answers.sheet import Sheet
from tenantry.explain.promises import ComingGrant, Part
from tenantry.explain.quota import Entrance, Made, QuotaAnswer, Row
from tenantry.program import State

NUMBERS: Final = ("guaranteed", "shared", "contested", "reach")

STATES: Final[dict[State, str]] = {
    "active": "active",
    "held": "held: nothing new is admitted; idle units are lent",
    "draining": "draining: running work ends too; idle units are lent",
    "retired": "retired: nothing is guaranteed, work ends, no new pods",
}
_STOPPED: Final = {"None": "", "Hold": ", held: admits nothing new", "HoldAndDrain": ", drained: its work ends"}


def quota_page(answer: QuotaAnswer) -> str:
    """The page of a quota."""
    sheet = Sheet()
    sheet.title(f"{answer.subject} on {answer.pool} ({answer.cluster}), {answer.day}")
    if answer.state != "active":
        sheet.row("state", STATES[answer.state])
    for row in answer.rows:
        if answer.borrows or row.number == "guaranteed":
            _row(sheet, row)
    if not answer.borrows:
        unused = ", ".join(f"{row.number} {row.units}" for row in answer.rows if row.number != "guaranteed")
        sheet.row("", f"its classes never borrow, so that is all; no work of it can use the rest ({unused})")
    _classes(sheet, answer)
    for limit in answer.limits:
        _part(sheet, "limit", limit)
    show_coming(sheet, answer.grants_to_come)
    sheet.title(f"  one unit brings {answer.unit}")
    for made in answer.becomes:
        sheet.row("becomes", f"{_becomes(made, answer.pool)} -> {made.file}")
    for entrance in answer.use:
        sheet.row("use it", _use(entrance))
    show_doubts(sheet, answer.doubts)
    return str(sheet)


def show_coming(sheet: Sheet, grants: tuple[ComingGrant, ...]) -> None:
    """Grants that have not begun, a row each."""
    for grant in grants:
        text = f"+{grant.units} by grant {grant.name} to {grant.to}, {grant.first_day} until {grant.last_day}"
        sheet.row("to come", text, grant.place)


def show_doubts(sheet: Sheet, doubts: tuple[str, ...]) -> None:
    """Where the compiler contradicts itself."""
    for doubt in doubts:
        sheet.row("our bug", f"{doubt}: please report this")


def _row(sheet: Sheet, row: Row) -> None:
    label = "" if row.number == "shared" else row.number
    head = f"  {label:<10}{row.units:>6}   "
    if len(row.parts) == 1 and row.parts[0].units == row.units:
        part = row.parts[0]
        join = " " if part.what.startswith(("that ", "unallocated")) else ": "
        text = f"{part.what}; {row.words}" if join == " " else f"{row.words}: {part.what}"
        sheet.hanging(head, text, part.place)
        return
    nothing_kept = row.number == "contested" and not row.units
    sheet.hanging(head, "nothing to contest" if nothing_kept else row.words)
    for part in row.parts:
        sheet.hanging(f"{'':<21}{part.units:>4} ", part.what, part.place)


def _part(sheet: Sheet, label: str, part: Part) -> None:
    sheet.hanging(f"  {label:<10}{part.units:>6}   ", part.what, part.place)


def _classes(sheet: Sheet, answer: QuotaAnswer) -> None:
    """The numbers of each class, where they are not simply those of the project."""
    if len(answer.classes) < 2 and not any(numbers["guaranteed"] for numbers in answer.classes.values()):
        return
    rows = [
        (
            f"class {name}",
            *(str(numbers.get(number, "")) for number in NUMBERS),
            "" if "reach" in numbers else "never borrows",
        )
        for name, numbers in answer.classes.items()
    ]
    sheet.table(("", *NUMBERS, ""), rows)


def _becomes(made: Made, pool: str) -> str:
    """`ClusterQueue a below Cohorts b, .c`: names behind the first leave out the pool they all begin with."""
    if not made.below:
        return f"{made.kind} {made.name} below Cohort {pool}"
    first, *further = made.below
    names = ", ".join([first, *(name.removeprefix(pool) for name in further)])
    return f"{made.kind} {made.name} below Cohort{'s' if further else ''} {names}"


def _use(entrance: Entrance) -> str:
    stopped = _STOPPED[entrance.stop_policy]
    return f"label {entrance.label}: {entrance.value} in namespace {entrance.namespace}{stopped}"
