"""Access as a plan compares it: what people may do on clusters, what pods may be there, and who approves changes.

Pure.
"""

from typing import NamedTuple

from tenantry.plan.accounts import AccountChange, compare_accounts
from tenantry.plan.approvers import ApproversChange, compare_approvers
from tenantry.plan.compare import Comparison
from tenantry.plan.rights import RightsChange, compare_rights
from tenantry.plan.side import Side


class Access(NamedTuple):
    """Every difference: rights with privileged ones first, service accounts and their tokens, approvers."""

    rights: tuple[RightsChange, ...]
    accounts: tuple[AccountChange, ...]
    approvers: tuple[ApproversChange, ...]


def compare_access(before: Side | None, after: Side, comparison: Comparison) -> Access:
    """What differs between two sides. `before` is None where nothing was."""
    old = before.program if before else None
    return Access(
        compare_rights(before, after, comparison),
        compare_accounts(old, after.program, comparison),
        compare_approvers(old, after.program),
    )
