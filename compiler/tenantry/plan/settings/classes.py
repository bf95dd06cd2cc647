"""How work of a class is treated: whether it can be evicted, how long it may run, how it waits.

Pure.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.plan.listing import few
from tenantry.plan.remark import Remark
from tenantry.program import Program, WorkloadClass
from tenantry.quantity import Duration

_TREATED: Final = "work of a class is treated otherwise"
_MUCH: Final = 2
"""A bound on run time that rises to so many times what it was, or more, is another bound."""


def class_remarks(before: Program, after: Program) -> Iterator[Remark]:
    """For every class of both sides what becomes of its work, and in which projects."""
    for name, now in after.classes.items():
        was = before.classes.get(name)
        if was is None or was is now:
            continue
        projects = [f"{one.tenant}/{one.name}" for one in after.projects.values() if name in one.classes]
        who = few(projects) if projects else "no project has any"
        if now.borrows and not was.borrows:
            sentence = (
                f"Class **{name}** ({who}) borrows false -> **true**: its work was never evicted, because it never "
                "borrowed; from now on what runs on borrowed units ends when others claim them"
            )
            yield Remark("", sentence, "high", "work that was never evicted may be", f"class {name} may be evicted")
        elif was.borrows and not now.borrows:
            sentence = (
                f"Class **{name}** ({who}) borrows true -> **false**: its work has its own numbers only; what runs "
                "beyond them is at risk"
            )
            yield Remark("", sentence, "high", "work of a class that never borrows is at risk")
        if changed := list(_fields(was, now)):
            words = f"Work of class **{name}** ({who}) is treated otherwise: {', '.join(said for said, _ in changed)}"
            is_much = any(much for _, much in changed)
            yield Remark("", words, *(("medium", _TREATED) if is_much else ("low", "")))


def _fields(was: WorkloadClass, now: WorkloadClass) -> Iterator[tuple[str, bool]]:
    """What differs, and whether it matters to who has such work."""
    old, new = was.max_run_time_seconds, now.max_run_time_seconds
    if old != new:
        falls = bool(new) and (not old or new < old)
        ends = ", and what runs longer ends" if falls else ""
        rises_much = not new or (bool(old) and new >= _MUCH * old)
        yield f"maxRunTime {_bound(old)} -> **{_bound(new)}**{ends}", falls or rises_much
    pairs = (
        ("queueing", was.queueing, now.queueing),
        ("withinClusterQueue", was.within_cluster_queue, now.within_cluster_queue),
        ("defaultPriority", was.default_priority.value, now.default_priority.value),
        ("sharedAccelerators", str(was.shared_accelerators).lower(), str(now.shared_accelerators).lower()),
    )
    for word, before, after in pairs:
        if before != after:
            yield f"{word} {before} -> **{after}**", True


def _bound(seconds: int) -> str:
    return Duration(seconds).short() if seconds else "no bound"
