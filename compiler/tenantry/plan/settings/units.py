"""What a unit of a pool is: its part of an accelerator, what comes with it, and who may have it beside whom.

Pure. How many units there are is quota.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.names import PoolName
from tenantry.plan.listing import few
from tenantry.plan.remark import Remark
from tenantry.program import Accelerator, Pool, Program, Sharing

_LESS: Final = "a unit brings less or becomes something else"
_PART: Final = "a unit becomes a smaller part of its accelerator"
_OPEN: Final = "nothing keeps those who share one out of each other's memory"
_LEVELS: Final = ("privileged", "baseline", "restricted")


def unit_remarks(before: Program, after: Program) -> Iterator[Remark]:
    """For every pool of both sides what its units become, and who else may come in."""
    for name, now in after.pools.items():
        was = before.pools.get(name)
        if was is None or was is now:
            continue
        yield from _unit(was, now, _holders(after, name))
        yield from _profiles(before, after, was, now)
        if was.dedicated_to and was.dedicated_to != now.dedicated_to:
            whose = f"is {now.dedicated_to}'s own" if now.dedicated_to else "is open to others"
            sentence = f"**{name}** was {was.dedicated_to}'s own and **{whose}**: others' work comes to its nodes"
            rule = "a pool is no longer one tenant's own"
            yield Remark("", sentence, "high", rule, f"{name} is no longer {was.dedicated_to}'s own")


def _holders(program: Program, pool: PoolName) -> str:
    tree = program.trees.get(pool)
    names = [name for name, node in tree.tenants.items() if node.guaranteed] if tree else []
    return f"for all who hold units there: {few(sorted(names))}" if names else "nobody holds units there"


def _unit(was: Pool, now: Pool, holders: str) -> Iterator[Remark]:
    old, new = (one.accelerator for one in (was, now))
    changed, is_less = _differences(was, now)
    brings = f"; a unit changes: {', '.join(changed)}" if changed else ""
    sharing = (old.sharing if old else None, new.sharing if new else None)
    if old and new and sharing[0] != sharing[1]:
        opens = _is_open(sharing[1]) and not _is_open(sharing[0])
        smaller = _parts(sharing[1]) > _parts(sharing[0])
        memory = f"; {_OPEN}" if _is_open(sharing[1]) else ""
        sentence = (
            f"**{now.name}**: a unit was {_part(sharing[0], 'an accelerator')} and becomes "
            f"**{_part(sharing[1], 'one')}**, {holders}{memory}{brings}"
        )
        if smaller or opens:
            yield Remark(
                "", sentence, "high", _PART, f"a unit of {now.name} becomes {_part(sharing[1], 'an accelerator')}"
            )
        else:
            yield Remark("", sentence, "medium", _LESS)
    elif changed:
        sentence = f"**{now.name}**: a unit changes, {holders}: **{', '.join(changed)}**"
        yield Remark("", sentence, *(("medium", _LESS) if is_less else ("low", "")))


def _parts(sharing: Sharing | None) -> int:
    return sharing.parts if sharing else 1


def _is_open(sharing: Sharing | None) -> bool:
    return sharing is not None and sharing.mode == "timeSlicing"


def _part(sharing: Sharing | None, whole: str) -> str:
    if sharing is None:
        return "a whole accelerator"
    how = f"mig {sharing.mig_profile}" if sharing.mode == "mig" else sharing.mode
    return f"1/{sharing.parts} of {whole} ({how})"


def _differences(was: Pool, now: Pool) -> tuple[list[str], bool]:
    """What a unit brings otherwise, and whether any of it is less or another thing."""
    found: list[str] = []
    is_less = False
    for word, name in (("cpu", "cpu"), ("memory", "memory"), ("ephemeral storage", "ephemeral_storage")):
        old, new = getattr(was.unit, name), getattr(now.unit, name)
        if old != new:
            found.append(f"{word} {old.canonical()} -> {new.canonical()}")
            is_less |= new < old
    devices = dict(was.unit.devices), dict(now.unit.devices)
    for name in sorted(devices[0].keys() | devices[1].keys()):
        count = [one.get(name, 0) for one in devices]
        if count[0] != count[1]:
            found.append(f"{name} {count[0]} -> {count[1]}")
            is_less |= count[1] < count[0]
    things = [f"{word} {old} -> {new}" for word, old, new in _things(was, now) if old != new]
    return found + things, is_less or bool(things)


def _things(was: Pool, now: Pool) -> Iterator[tuple[str, str, str]]:
    yield "resource", was.resource, now.resource
    for word, name in (("vendor", "vendor"), ("model", "model"), ("accelerator memory", "memory")):
        yield word, _of(was.accelerator, name), _of(now.accelerator, name)


def _of(accelerator: Accelerator | None, name: str) -> str:
    found = getattr(accelerator, name, None)
    return str(found) if found is not None else "not said"


def _profiles(before: Program, after: Program, was: Pool, now: Pool) -> Iterator[Remark]:
    """No profile named means every one that fits."""
    old, new = set(was.profiles), set(now.profiles)
    if old == new or not old or (new and new <= old):
        return
    more = [after.profiles[name] for name in (new or after.profiles.keys()) if name not in old]
    lowest = min(
        (_LEVELS.index(before.profiles[name].pod_security) for name in old if name in before.profiles), default=0
    )
    is_looser = any(_LEVELS.index(profile.pod_security) < lowest for profile in more)
    admits = f"{few(sorted(old))} -> {few(sorted(new)) if new else 'every one that fits'}"
    beside = "; pods that were kept off its nodes stand beside those that are there" if is_looser else ""
    sentence = f"**{now.name}** admits isolation profiles **{admits}**{beside}"
    clause = f"{now.name} admits looser profiles"
    if is_looser:
        yield Remark("", sentence, "high", "a pool admits looser isolation profiles", clause)
    else:
        yield Remark("", sentence, "medium", "a pool admits more isolation profiles")
