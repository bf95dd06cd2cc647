"""A change of access in sentences: who may do more or less where, who gets a token, and who else approves.

Pure. The same words for several are said once, and where there are many they are counted.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from tenantry.plan.access import Access
from tenantry.plan.access_words import counted, in_words, listed, people_counted, roles_in_words, where
from tenantry.plan.accounts import AccountChange
from tenantry.plan.allowance import Allowance
from tenantry.plan.approvers import ApproversChange
from tenantry.plan.remark import Remark, Risk
from tenantry.plan.rights import RightsChange, State

_NAMED: Final = 3
"""So many are named; of more there is only the number."""

_RESOURCES: Final = 6
_STATES: Final[dict[State, str]] = {"new": ", which is new", "gone": " ends with it"}
_MANY_STATES: Final[dict[State, str]] = {"new": "are new, with access for", "gone": "go, and with them the access of"}
_TOKEN: Final = "pods get a token for the API server, and may do there what everybody may who has logged in"
_TOKEN_RULE: Final = "a service account gets a token"
_APPROVED: Final = {"fleet": "the fleet", "capacity": "the fleet's capacity"}
_NO_RIGHTS: Final = "owners approve changes, and get no rights on clusters by that"


def access_remarks(access: Access) -> Iterator[Remark]:
    """Everything there is to say about access, area by area."""
    yield from _rights(access.rights)
    yield from _tokens(access.accounts)
    yield from _approvers(access.approvers)


def _rights(changes: Iterable[RightsChange]) -> Iterator[Remark]:
    """Gains and losses where something may stand already, then who has access to what is new or goes."""
    alike: dict[tuple[object, ...], list[RightsChange]] = {}
    with_namespaces: dict[State, list[RightsChange]] = {"new": [], "gone": []}
    for change in changes:
        if change.namespaces == "kept":
            alike.setdefault(_words(change), []).append(change)
        else:
            with_namespaces[change.namespaces].append(change)
    for group in alike.values():
        yield _together(group)
    for state, there in with_namespaces.items():
        yield from _with_namespaces(there, state)


def _words(change: RightsChange) -> tuple[object, ...]:
    """What has to be equal for two changes to be told in one sentence."""
    same_roles = change.roles_before == change.roles_after
    roles = () if same_roles else (change.roles_before, change.roles_after)
    return roles, change.gained, change.lost, change.kept_by, change.nobody_has


def _together(group: list[RightsChange]) -> Remark:
    first = group[0]
    tenants = sorted({change.tenant for change in group})
    subjects = sorted({change.subject for change in group})
    who = listed(subjects) if len(subjects) <= _NAMED else people_counted(subjects)
    places = _where(group, tenants)
    several = len(subjects) > 1
    risk, rule = _risk(first)
    where_in_short = places if len(tenants) == 1 else counted(len(tenants), "tenant")
    return Remark(
        about=tenants[0] if len(tenants) == 1 else "",
        sentence=f"**{who}** {_change(group, places, several=several)}{_rest(first)}",
        risk=risk,
        rule=rule,
        clause=f"{who} {_in_short(first, several=several)} {where_in_short}",
    )


def _where(group: list[RightsChange], tenants: list[str]) -> str:
    places = list(dict.fromkeys(map(where, group)))
    if len(places) <= _NAMED:
        return listed(places)
    return tenants[0] if len(tenants) == 1 else counted(len(tenants), "tenant")


def _change(group: list[RightsChange], places: str, *, several: bool) -> str:
    """`gets role developer in all projects of vision: ...`; roles only where they say why."""
    first = group[0]
    gained, lost = _told(first.gained), _told(first.lost)
    if not first.roles_before:
        return f"{_verb('get', several)} role **{listed(first.roles_after)}** in {places}: {gained}"
    if not first.roles_after:
        return f"{_verb('lose', several)} role **{listed(first.roles_before)}** in {places}: {lost}"
    parts = [f"{_verb(verb, several)} {rights}" for verb, rights in (("gain", gained), ("lose", lost)) if rights]
    moved = " and ".join(parts)
    if first.roles_before != first.roles_after:
        return f"role {roles_in_words(first).replace('-> ', '-> **')}** in {places}: {moved}"
    roles = sorted({role for change in group for role in change.roles_after})
    return f"{moved} in {places} ({'role' if len(roles) == 1 else 'roles'} {listed(roles)})"


def _in_short(change: RightsChange, *, several: bool) -> str:
    if change.is_privileged:
        return f"{_verb('gain', several)} privileged access to"
    if change.gained:
        return f"{_verb('gain', several)} {'rights in' if change.roles_before else 'access to'}"
    return f"{_verb('lose', several)} {'rights in' if change.roles_after else 'access to'}"


def _verb(verb: str, several: bool) -> str:
    return verb if several else f"{verb}s"


def _told(rights: tuple[Allowance, ...]) -> str:
    return in_words(rights, most=_RESOURCES, marked=True)


def _rest(change: RightsChange) -> str:
    """What a loss leaves behind."""
    words = ""
    if change.kept_by:
        kind = change.kept_by[0].partition(" ")[0]
        names = [name.partition(" ")[2] for name in change.kept_by]
        named = len(names) <= _NAMED
        who = f"{kind}{'' if len(names) == 1 else 's'} {listed(names)}" if named else counted(len(names), kind)
        words += f"; {'members of ' if kind == 'group' else ''}{who} still may"
    if change.nobody_has and change.nobody_has == change.lost:
        words += "; nobody else there may do that"
    elif change.nobody_has:
        words += f"; nobody there may any more: {in_words(change.nobody_has, most=_RESOURCES)}"
    return words


def _risk(change: RightsChange) -> tuple[Risk, str]:
    if change.is_privileged:
        return "high", "privileged access is gained"
    if any(one.changes for one in change.gained):
        return "medium", "access to change things is gained"
    if change.nobody_has:
        return "medium", "access ends that nobody else has"
    return "low", ""


def _with_namespaces(changes: list[RightsChange], state: State) -> Iterator[Remark]:
    """Who has access to namespaces that come, or had it to those that go."""
    by_place: dict[tuple[str, str], list[RightsChange]] = {}
    for change in changes:
        by_place.setdefault((change.tenant, where(change)), []).append(change)
    if len(by_place) > _NAMED:
        tenants = counted(len({tenant for tenant, _ in by_place}), "tenant")
        people = people_counted({change.subject for change in changes})
        yield Remark("", f"Namespaces of **{tenants}** {_MANY_STATES[state]} {people}")
        return
    for (tenant, places), there in by_place.items():
        roles = [f"{change.subject} {', '.join(change.roles_after or change.roles_before)}" for change in there]
        people = listed(roles) if len(roles) <= _NAMED else people_counted(change.subject for change in there)
        yield Remark(tenant, f"Access to **{places}**{_STATES[state]}: {people}")


def _tokens(changes: Iterable[AccountChange]) -> Iterator[Remark]:
    """Accounts whose pods get a token."""
    given = [change for change in changes if change.after == "with token"]
    if len(given) > _NAMED:
        projects = counted(len({(change.tenant, change.project) for change in given}), "project")
        sentence = f"{counted(len(given), 'service account')} of **{projects}**: their {_TOKEN}"
        yield Remark("", sentence, "medium", _TOKEN_RULE)
        return
    for change in given:
        place = f"{change.tenant}/{change.project}"
        sentence = f"**{place}** service account **{change.account}**: its {_TOKEN}"
        yield Remark(change.tenant, sentence, "medium", _TOKEN_RULE, f"{change.account} of {place} gets a token")


def _approvers(changes: Iterable[ApproversChange]) -> Iterator[Remark]:
    """Other people who approve; tenants with equal words are named together."""
    alike: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for change in changes:
        kind, _, name = change.of.partition(" ")
        if kind == "tenant":
            alike.setdefault((change.before, change.after), []).append(name)
            continue
        what = _APPROVED.get(change.of, change.of)
        sentence = f"**{what}** is approved for by {_moved(change.before, change.after)}"
        yield Remark("", sentence, "high", "other people approve for the whole fleet", f"others approve for {what}")
    rule = "other people approve for a tenant"
    if len(alike) > _NAMED:
        number = sum(map(len, alike.values()))
        yield Remark("", f"**{counted(number, 'tenant')}** have other owners; {_NO_RIGHTS}", "medium", rule)
        return
    for (before, after), names in alike.items():
        several = len(names) > 1
        who = listed(names) if len(names) <= _NAMED else counted(len(names), "tenant")
        sentence = f"**{who}** {'are' if several else 'is'} owned by {_moved(before, after)}; {_NO_RIGHTS}"
        clause = f"{who} {'have' if several else 'has'} other owners"
        yield Remark("" if several else names[0], sentence, "medium", rule, clause)


def _moved(before: tuple[str, ...], after: tuple[str, ...]) -> str:
    return f"{', '.join(before) or 'nobody'} -> **{', '.join(after) or 'nobody'}**"
