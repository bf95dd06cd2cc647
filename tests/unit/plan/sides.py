"""Both sides of a change to the small fleet, made by the real front end and back end."""

from tenantry.lower.bundles import bundles
from tenantry.plan.compare import Comparison, compare
from tenantry.plan.side import Side
from tests.support.programs import Trees, program_of


def sides(before: Trees, after: Trees) -> tuple[Side, Side, Comparison]:
    """What two sets of documents mean and make."""
    old, new = program_of(before), program_of(after)
    comparison = compare(bundles(old, extra=lambda _: ()), bundles(new, extra=lambda _: ()))
    return Side(old, comparison.before), Side(new, comparison.after), comparison
