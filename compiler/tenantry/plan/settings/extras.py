"""What addons add to tenants' namespaces: which objects come, change and go with an addon that is another.

Pure. An addon's objects also change where what it is filled with changes; that is told with what it is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from tenantry.plan.compare import Comparison, ObjectChange
from tenantry.plan.listing import counted, few
from tenantry.plan.remark import Remark
from tenantry.program import Addon, Program

_RULE: Final = "objects of an addon change"
_TENANTS: Final = 4


def addon_remarks(before: Program, after: Program, comparison: Comparison) -> Iterator[Remark]:
    """One remark for each addon that comes, goes or says otherwise."""
    old, new = ({one.name: one for one in program.addons} for program in (before, after))
    found: dict[str, list[ObjectChange]] = {}
    for change in comparison.objects:
        found.setdefault(change.source, []).append(change)
    for name in sorted(old.keys() | new.keys()):
        was, now = old.get(name), new.get(name)
        one = now or was
        if one is None or (was and now and _said(was) == _said(now)):
            continue
        objects = found.get(str(one.ref), [])
        if was and now and not objects:  # said otherwise, and the same comes of it
            continue
        verb = "changes" if was and now else "is new" if now else "is removed"
        tenants = sorted({tenant for change in objects if (tenant := _tenant(change, before, after))})
        whose = f", for tenants: {few(tenants, named=_TENANTS)}" if tenants else ""
        sentence = f"Addon **{name}** {verb}: {', '.join(_counts(objects)) or 'no object differs'}{whose}"
        clause = f"addon {name} {verb}" if objects else ""
        yield Remark("", sentence, *(("medium", _RULE, clause) if objects else ("low", "", "")))


def _said(addon: Addon) -> tuple[object, ...]:
    return addon.per, addon.tenants, addon.clusters, addon.template


def _counts(objects: Iterable[ObjectChange]) -> Iterator[str]:
    count = Counter((change.action, change.key.kind) for change in objects)
    for (action, kind), number in sorted(count.items()):
        yield f"**{counted(number, kind)}** {action}"


def _tenant(change: ObjectChange, before: Program, after: Program) -> str:
    for program, body in ((after, change.after), (before, change.before)):
        if body is not None:
            labels = body.get("metadata", {}).get("labels", {})
            return str(labels.get(program.fleet.key("tenant"), ""))
    return ""
