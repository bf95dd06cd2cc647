"""What documents of the platform set otherwise, where neither numbers nor rights nor reach show it.

Pure. One part for each subject; each compares what stands on both sides and says what it means, for whom.
"""

from collections.abc import Iterator

from tenantry.plan.compare import Comparison
from tenantry.plan.remark import Remark
from tenantry.plan.settings.bounds import bound_remarks
from tenantry.plan.settings.classes import class_remarks
from tenantry.plan.settings.delivery import delivery_remarks
from tenantry.plan.settings.extras import addon_remarks
from tenantry.plan.settings.profiles import profile_remarks
from tenantry.plan.settings.queueing import queueing_remarks
from tenantry.plan.settings.rules import rule_remarks
from tenantry.plan.settings.units import unit_remarks
from tenantry.program import Program

__all__ = ["settings_remarks"]


def settings_remarks(before: Program, after: Program, comparison: Comparison) -> Iterator[Remark]:
    """What there is to say about settings, subject by subject."""
    yield from delivery_remarks(before, after)
    yield from unit_remarks(before, after)
    yield from class_remarks(before, after)
    yield from queueing_remarks(before, after)
    yield from profile_remarks(before, after)
    yield from rule_remarks(before, after)
    yield from bound_remarks(before, after)
    yield from addon_remarks(before, after, comparison)
