"""Rules of admission in sentences.

Pure.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tenantry.admission.organisation import own_policy_name
from tenantry.plan.admission import Admission, RuleChange
from tenantry.plan.compare import Action
from tenantry.plan.listing import few
from tenantry.plan.remark import Remark

_NAMED: Final = 6
_DEFAULTS: Final = "tenantry.defaults-"
_OWN: Final = own_policy_name("")
_ROLE_HASH: Final = "tenantry.role-hash"
_GROUPS: Final = (_ROLE_HASH, "tenantry.groups")
"""Both are about groups of pods, and come and go together; the first lets them in."""


def admission_remarks(admission: Admission, by_versions: Iterable[RuleChange]) -> Iterator[Remark]:
    """One remark for all clusters on which the same becomes of the same rules.

    Rules that differ `by_versions` are ours to lower one way or the other, and said apart.
    """
    with_versions = {(one.cluster, one.rule, one.action) for one in by_versions}
    by_cluster: dict[tuple[str, bool], list[RuleChange]] = {}
    for change in admission.rules:
        lowered = (change.cluster, change.rule, change.action) in with_versions
        by_cluster.setdefault((change.cluster, lowered), []).append(change)
    alike: dict[tuple[bool, tuple[_Fate, ...]], list[str]] = {}
    for (cluster, lowered), changes in by_cluster.items():
        fates = tuple(_Fate(one.rule, one.action, one.fills_in) for one in changes)
        alike.setdefault((lowered, fates), []).append(cluster)
    for (lowered, fates), clusters in alike.items():
        yield from _lowered(fates, few(clusters)) if lowered else _rules(fates, few(clusters))
    words: dict[tuple[str, ...], list[str]] = {}
    for one in admission.words:
        words.setdefault(one.words, []).append(one.cluster)
    for names, clusters in words.items():
        yield Remark("", f"Rules of admission on {few(clusters)} know otherwise: {few(names, named=_NAMED)}")


class _Fate(NamedTuple):
    rule: str
    action: Action
    fills_in: bool


def _those(fates: Iterable[_Fate], *actions: Action, fills_in: bool = False) -> list[str]:
    return [_name(one) for one in fates if one.action in actions and one.fills_in == fills_in]


def _name(fate: _Fate) -> str:
    """A rule of the organisation goes by the name that people gave it."""
    own = fate.rule.removeprefix(_OWN)
    return f"policy {own}" if own != fate.rule else own


def _rules(fates: tuple[_Fate, ...], where: str) -> Iterator[Remark]:
    if gone := _those(fates, "removed"):
        sentence = (
            f"Admission on {where} **enforces {few(gone, named=_NAMED)} no more**: what was refused is let through"
        )
        yield Remark("", sentence, "high", "a rule of admission goes", f"{few(gone, named=1)} is enforced no more")
    if new := _those(fates, "added"):
        sentence = f"Admission on {where} newly enforces **{few(new, named=_NAMED)}**: what runs is let be"
        yield Remark("", sentence, "medium", "a rule of admission is new or changes")
    if changed := _those(fates, "changed"):
        sentence = f"Admission on {where} enforces {few(changed, named=_NAMED)} otherwise"
        yield Remark("", sentence, "medium", "a rule of admission is new or changes")
    if filled := _those(fates, "added", "changed", "removed", fills_in=True):
        sentence = f"Admission on {where} fills in otherwise what work leaves out: {few(filled, named=_NAMED)}"
        yield Remark("", sentence, "medium", "a rule of admission is new or changes")


def _lowered(fates: tuple[_Fate, ...], where: str) -> Iterator[Remark]:
    """What a cluster's versions can take, or not, and what the compiler does about it."""
    parts = []
    if lost := _those(fates, "removed", fills_in=True):
        parts += [f"fills in no more what work leaves out: {'; '.join(_meant(lost))}"]
    if filled := _those(fates, "added", "changed", fills_in=True):
        parts += [f"fills in what work leaves out: {'; '.join(_gained(filled))}"]
    words: tuple[tuple[str, Action], ...] = (
        ("newly enforces", "added"),
        ("enforces otherwise", "changed"),
        ("lets go", "removed"),
    )
    for word, action in words:
        if rules := _those(fates, action):
            parts += [f"{word} {few(rules, named=_NAMED)}"]
    sentence = f"With its versions, admission on {where} {'; '.join(parts)}"
    yield Remark("", sentence, "medium", "versions change what admission does")


def _gained(filled: list[str]) -> Iterator[str]:
    """What mutating policies mean, new or changed."""
    if any(name.startswith(_DEFAULTS) for name in filled):
        yield "the priority and the longest run time of its class"
    if _ROLE_HASH in filled:
        yield "groups of pods with accelerators are let in"
    if others := _others(filled):
        yield few(others, named=_NAMED)


def _meant(lost: list[str]) -> Iterator[str]:
    """What it means to do without some mutating policies."""
    if any(name.startswith(_DEFAULTS) for name in lost):
        yield "it has to state the priority and the longest run time of its class itself"
    if _ROLE_HASH in lost:
        yield "groups of pods with accelerators are refused"
    if others := _others(lost):
        yield few(others, named=_NAMED)


def _others(names: list[str]) -> list[str]:
    """Those that have no words of their own."""
    said = _GROUPS if _ROLE_HASH in names else ()
    return [name for name in names if not name.startswith(_DEFAULTS) and name not in said]
