"""How many objects a compile may delete without being asked to. Pure."""

from typing import Final

from tenantry.diagnostics import NotAllowedError
from tenantry.emit.output import Changes

_WITHOUT_ASKING: Final = 20
_SHARE_WITHOUT_ASKING: Final = 10
"""A tenth of all objects may go too, where that is more."""


def refuse_too_many_deletions(changes: Changes, *, allowed: int) -> None:
    """Raises NotAllowedError where more objects would go than `allowed`, and more than may go without asking."""
    gone = changes.objects_deleted
    if gone <= max(_WITHOUT_ASKING, changes.objects_before // _SHARE_WITHOUT_ASKING, allowed):
        return
    raise NotAllowedError(
        f"{gone} of {changes.objects_before} objects would be deleted from the output tree; nothing was written",
        help=f"if that is meant, say so: tenantry compile --allow-deletes {gone}",
    )
