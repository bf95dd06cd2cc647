"""What a project may fill by a slip of the hand, and whether its pods still have an identity.

Pure.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.plan.listing import few
from tenantry.plan.remark import Remark
from tenantry.program import Program, Project

_TIMES: Final = 10
"""Growth beyond so many times is more often a wrong suffix than a wish."""


def bound_remarks(before: Program, after: Program) -> Iterator[Remark]:
    """For every project of both sides."""
    for key, now in after.projects.items():
        was = before.projects.get(key)
        if was is None or was is now:
            continue
        who = f"{now.tenant}/{now.name}"
        if grown := list(_grown(was, now)):
            sentence = f"**{who}** may fill much more: {', '.join(grown)}"
            yield Remark(now.tenant, sentence, "medium", "storage grows more than tenfold", f"storage of {who} grows")
        names = [one.name for one in was.service_accounts]
        if names and not now.service_accounts and now.state.value == "active":
            sentence = f"**{who}** loses all its service accounts, **{few(names)}**: pods that name them do not start"
            yield Remark(now.tenant, sentence, "medium", "a project loses all its service accounts")


def _grown(was: Project, now: Project) -> Iterator[str]:
    most = dict(was.storage)
    for alias, quantity in now.storage:
        if alias in most and quantity.milli > _TIMES * most[alias].milli > 0:
            yield f"storage {alias} {most[alias]} -> **{quantity}**"
    sizes = {one.name: one.size for one in was.volumes}
    for volume in now.volumes:
        if volume.name in sizes and volume.size.milli > _TIMES * sizes[volume.name].milli > 0:
            yield f"volume {volume.name} {sizes[volume.name]} -> **{volume.size}**"
