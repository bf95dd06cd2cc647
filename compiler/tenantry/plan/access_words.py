"""Words for rights, people and places, as sentences and tables of a plan use them.

Pure.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from tenantry.plan.allowance import READS, WRITES, Allowance
from tenantry.plan.rights import RightsChange

_SHORT: Final = (("read", READS), ("write", WRITES))


def in_words(rights: Iterable[Allowance], *, most: int = 0, marked: bool = False) -> str:
    """`create pods/exec; read and write jobs.batch, pods; read 18 resources`.

    With `most` an allowance of more resources than that gives their number, unless it is privileged; `marked` puts `**`
    round those that are.
    """
    return "; ".join(_one(allowance, most, marked) for allowance in rights)


def _one(allowance: Allowance, most: int, marked: bool) -> str:
    names = allowance.resources
    few = allowance.privileged or not most or len(names) <= most
    text = f"{_verbs(allowance.verbs)} {', '.join(names) if few else f'{len(names)} resources'}"
    return f"**{text}**" if marked and allowance.privileged else text


def _verbs(verbs: Sequence[str]) -> str:
    """`read` stands for get, list and watch; `write` for create, update, patch and delete."""
    words, rest = [], list(verbs)
    for word, meant in _SHORT:
        if set(meant) <= set(rest):
            words.append(word)
            rest = [verb for verb in rest if verb not in meant]
    return " and ".join(words) + (", " if words and rest else "") + ", ".join(rest)


def roles_in_words(change: RightsChange) -> str:
    """`developer -> operator`, `- -> developer`, or `developer` where both sides have the same roles."""
    before, after = (", ".join(roles) or "-" for roles in (change.roles_before, change.roles_after))
    return before if before == after else f"{before} -> {after}"


def where(change: RightsChange) -> str:
    """`all projects of vision`, `vision/detection and vision/serving`."""
    if change.every_project and len(change.places) > 1:
        return f"all projects of {change.tenant}"
    return listed(f"{change.tenant}/{place.project}" for place in change.places)


def listed(names: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, what: str) -> str:
    """`1 group`, `2 groups`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def people_counted(subjects: Iterable[str]) -> str:
    """`23 groups and 1 user`."""
    kinds = [subject.partition(" ")[0] for subject in subjects]
    return listed(counted(kinds.count(kind), kind) for kind in ("group", "user") if kind in kinds)
