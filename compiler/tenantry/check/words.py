"""The words that messages about units share: amounts, small tables, places, what a line was.

Pure.
"""

from collections.abc import Iterable

from tenantry.check.balance import Balance, key_of
from tenantry.diagnostics import Note, Where
from tenantry.program import Grant, PoolTree, Program, QuotaLine, TreeNode

SHOWN = 8
"""Most contributors that a message names one by one."""


Row = tuple[str, int, Where | None, tuple[Note, ...]]
"""A line of a small table: a name, a number of units, a place, and what the number adds up from."""


def units(count: int, pool: str = "") -> str:
    """`1 unit`, `4 units of h100-train`, `no units of h100-train`."""
    text = "1 unit" if count == 1 else f"{count or 'no'} units"
    return f"{text} of {pool}" if pool else text


def on_day(program: Program, tree: PoolTree) -> str:
    """The day that is spoken of; nothing for today."""
    return "" if tree.day == program.day else f" on {tree.day}"


def marker(program: Program, blamed: QuotaLine | None) -> str:
    """What the line was, as far as the committed output knows the fleet at all."""
    if blamed is None or not program.before.states:
        return ""
    past = program.before.lines.get(key_of(blamed))
    if past is None:
        return "new"
    return f"was {past.guaranteed}" if past.guaranteed != blamed.guaranteed else ""


def lower_by(blamed: QuotaLine, excess: int) -> str:
    """How the blamed line, or it and others, would fit."""
    rest = blamed.guaranteed - excess
    return f"lower this to {rest}" if rest >= 0 else f"lower this and other lines by {excess} together"


def label(line: QuotaLine, node: TreeNode) -> str:
    """Who a line belongs to, as seen from `node`: `nlp`, `serving`, `serving inference`, `vision/detection`."""
    owner = line.owner
    name = owner.name if owner.kind == "Tenant" or owner.tenant == node.tenant else f"{owner.tenant}/{owner.name}"
    return f"{name} {line.workload_class}" if line.workload_class else name


def contributors(found: Balance, blamed: QuotaLine | None) -> tuple[Note, ...]:
    """The lines that share out what a node has, each with its place but for the blamed one."""
    return items(
        (label(line, found.node), line.guaranteed, None if line is blamed else amount_place(line))
        for line in found.lines
    )


def items(parts: Iterable[tuple[str, int, Where | None]]) -> tuple[Note, ...]:
    """Contributors as sub-facts, by name; of many the largest, and what the others are together.

    The one without a place, where the message stands already, is always named.
    """
    ranked = sorted(parts, key=lambda part: (part[2] is not None, -part[1], part[0]))
    shown = sorted(ranked[:SHOWN], key=lambda part: part[:2])
    notes = [Note(f"{name} {number}", where) for name, number, where in shown]
    rest = ranked[SHOWN:]
    if rest:
        notes.append(Note(f"{len(rest)} others {sum(number for _, number, _ in rest)}"))
    return tuple(notes)


def table(*rows: Row) -> tuple[Note, ...]:
    """Rows of a name, a number, a place and sub-facts, the numbers aligned."""
    name_width = max(len(name) for name, *_ in rows)
    number_width = max(len(str(number)) for _, number, *_ in rows)
    return tuple(
        Note(f"{name:<{name_width}}  {number:>{number_width}}", where, below) for name, number, where, below in rows
    )


def amount_place(line: QuotaLine) -> Where:
    """Where the guaranteed number of a line stands."""
    return Where(line.where.document, (*line.where.path, "guaranteed"))


def units_place(grant: Grant) -> Where:
    """Where the units of a grant stand."""
    return Where(grant.ref, ("spec", "units"))
