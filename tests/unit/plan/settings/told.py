"""What a change to the small fleet's settings is said to mean."""

from collections.abc import Callable

from tenantry.plan.remark import plain
from tenantry.plan.settings import settings_remarks
from tests.support.programs import Trees, small_trees
from tests.unit.plan.sides import sides

Told = tuple[str, str, str]
"""Risk, rule and sentence without its marks."""


def told(change: Callable[[Trees], None], before: Callable[[Trees], None] = lambda _: None) -> list[Told]:
    """The remarks on a change; `before` is what was different from the small fleet already."""
    old, new = small_trees(), small_trees()
    before(old)
    before(new)
    change(new)
    was, now, comparison = sides(old, new)
    return [(one.risk, one.rule, plain(one.sentence)) for one in settings_remarks(was.program, now.program, comparison)]
