"""A compile that would delete more objects than may go unasked is refused. Pure."""

from tenantry.diagnostics import NotAllowedError
from tenantry.emit.deletions import without_asking
from tenantry.emit.output import Changes


def refuse_too_many_deletions(changes: Changes, *, allowed: int) -> None:
    """Raises NotAllowedError where more objects would go than `allowed`, and more than may go without asking."""
    gone = changes.objects_deleted
    if gone <= max(without_asking(changes.objects_before), allowed):
        return
    raise NotAllowedError(
        f"{gone} of {changes.objects_before} objects would be deleted from the output tree; nothing was written",
        help=f"if that is meant, say so: tenantry compile --allow-deletes {gone}",
    )
