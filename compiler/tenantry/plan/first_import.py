"""A fleet that was not there before: one sentence, because nobody gains or loses by it.

Pure.
"""

from collections.abc import Iterator

from tenantry.plan.remark import Remark
from tenantry.program import Program


def first_import(after: Program) -> Iterator[Remark]:
    """What comes with the first import; the tables of the plan have the rest."""
    counts = (
        _counted(len(after.clusters), "cluster"),
        _counted(len(after.pools), "pool"),
        _counted(len(after.tenants), "tenant"),
        _counted(len(after.projects), "project"),
    )
    sentence = f"There was no fleet before: **{', '.join(counts)}** are new"
    yield Remark("", sentence, clause=f"first import of {counts[2]} on {counts[0]}")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
