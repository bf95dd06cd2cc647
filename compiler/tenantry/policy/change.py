"""Policies over a change: those of scope `change`, asked about every document that a change makes another.

Pure. Whoever changes a rule could let himself off, so the rules of the side before are asked as they stood there, with
their waivers, and those of the side after too: a change that takes a rule away or adds a waiver counts from the next
one on. A rule that both sides have alike is asked once. A waiver is judged on the later of both days, so that setting
the fleet's date back revives none.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Spot, Where
from tenantry.policy.compilation import Workshop
from tenantry.policy.consent import Consent, Person
from tenantry.policy.hearing import Hearing
from tenantry.policy.subjects import Subject, Subjects
from tenantry.policy.wording import shown, was_shown
from tenantry.program import Fleet, Policy, Program, Waiver

Severity = Literal["error", "warning", "information"]
Edition = Literal["base", "head"]
Place = Callable[[Where], Where | Spot]

_FACTS_MAX: Final = 4
_NOTHING: Final[dict[str, Any]] = {}


class Breach(NamedTuple):
    """A document that breaks a rule, or a rule that could not be asked (then `document` is empty). `edition`: the rule
    as the base has it, or as the head has it where that differs. `diagnostic` is None where a waiver lets it through.
    """

    policy: str
    severity: Severity
    document: str
    message: str
    edition: Edition
    waiver: Waiver | None
    diagnostic: Diagnostic | None


def check_change(
    before: Program | None, after: Program, consent: Consent, *, at_base: Place = lambda where: where
) -> list[Breach]:
    """What the policies find, by policy name; `at_base` gives the places of the side before."""
    editions = list(_editions(before.policies if before else None, after.policies))
    if not editions:
        return []
    bench = _Bench(before, after, consent, at_base)
    found: list[Breach] = []
    for policy, edition in editions:
        found.extend(bench.judge(policy, edition))
    return list(_once(found))


def _editions(before: Iterable[Policy] | None, after: Iterable[Policy]) -> Iterator[tuple[Policy, Edition]]:
    """Rules of the head, and those of the base that it has not alike, by name. Without a base there is only the head's
    word."""
    new = {policy.name: policy for policy in after if policy.scope == "change"}
    old = {policy.name: policy for policy in before or () if policy.scope == "change"}
    for name in sorted(old.keys() | new.keys()):
        if name in old and old[name] != new.get(name):
            yield old[name], "base"
        if name in new:
            yield new[name], "head"


def _once(breaches: Iterable[Breach]) -> Iterator[Breach]:
    """What both editions of a rule say in the same words is said once, as by the base."""
    said: set[tuple[str, str, str, bool]] = set()
    for one in breaches:
        key = (one.policy, one.document, one.message, one.waiver is None)
        if key not in said:
            said.add(key)
            yield one


class _Pair(NamedTuple):
    """A document on both sides; at least one is there."""

    before: Subject | None
    after: Subject | None

    @property
    def ref(self) -> DocumentRef:
        known = self.after or self.before
        assert known is not None
        return known.ref


class _Bench:
    """Asks rules about everything that differs."""

    def __init__(self, before: Program | None, after: Program, consent: Consent, at_base: Place) -> None:
        self._old = Subjects(before) if before else None
        self._new = Subjects(after)
        self._day = max(before.day, after.day) if before else after.day
        self._at_base = at_base
        self._workshop = Workshop()
        self._changed: dict[str, list[_Pair]] = {}
        fleet = before.fleet if before else after.fleet
        self._consent = {
            "author": _full(consent.author, fleet) if consent.author else "",
            "approvals": [_full(one, fleet) for one in consent.approvals],
        }

    def judge(self, policy: Policy, edition: Edition) -> Iterator[Breach]:
        """What one rule finds. A rule of the base that does not compile was said there, and one of the head here."""
        rule, _ = self._workshop.rule(policy)
        if rule is None:
            return
        hearing = Hearing(rule, self._day, policy_at=self._at_base if edition == "base" else lambda where: where)
        inputs = {
            **self._consent,
            "fleet": self._new.fleet(rule.fleet_sections()),
            "fleetBefore": (self._old or self._new).fleet(rule.fleet_sections("fleetBefore")),
        }
        fields = rule.fields()
        for kind in policy.kinds:
            for pair in self._pairs(kind):
                hearing.ask(
                    str(pair.ref),
                    self._place(pair),
                    {
                        **inputs,
                        "before": pair.before.data if pair.before else None,
                        "after": pair.after.data if pair.after else None,
                    },
                    facts=partial(self._facts, pair, fields),
                )
        for who, message, diagnostic, waiver in hearing.hits:
            told = None if waiver else diagnostic
            yield Breach(policy.name, policy.severity, who, message, edition, waiver, told)
        for trouble in hearing.trouble():
            # A rule that cannot be asked may not be passed by, whatever its severity.
            yield Breach(policy.name, "error", "", trouble.message, edition, None, trouble)

    def _pairs(self, kind: str) -> list[_Pair]:
        """Documents of a kind that are not alike on both sides, by tenant and name."""
        if kind not in self._changed:
            old = {one.ref: one for one in self._old.of(kind)} if self._old else {}
            new = {one.ref: one for one in self._new.of(kind)}
            pairs = (_Pair(old.get(ref), new.get(ref)) for ref in sorted(old.keys() | new.keys()))
            self._changed[kind] = [one for one in pairs if _data(one.before) != _data(one.after)]
        return self._changed[kind]

    def _place(self, pair: _Pair) -> Where | Spot:
        where = Where(pair.ref, ("metadata", "name"))
        return where if pair.after else self._at_base(where)

    def _facts(self, pair: _Pair, fields: Iterable[str]) -> Iterator[Note]:
        """Values that decide and differ, each with the place that says so."""
        old, new = _data(pair.before) or _NOTHING, _data(pair.after) or _NOTHING
        differing = [name for name in fields if name in (old or new) and old.get(name) != new.get(name)]
        notes = [note for name in differing for note in self._moved(pair, name, old.get(name), new.get(name))]
        yield from notes[:_FACTS_MAX]

    def _moved(self, pair: _Pair, name: str, old: Any, new: Any) -> Iterator[Note]:
        if name == "quota":
            yield from self._lines(pair, old or [], new or [])
        elif pair.after is None:
            assert pair.before is not None
            place = pair.before.place(name)
            yield Note(f"`{name}` {was_shown(old)}", place and self._at_base(place))
        else:
            was = f", {was_shown(old)}" if pair.before else ""
            yield Note(f"`{name}` {shown(new)}{was}", pair.after.place(name))

    def _lines(self, pair: _Pair, old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[Note]:
        """Quota line by line: lists as a whole say nothing to anybody."""
        lines = [{(one["pool"], one["class"]): (index, one) for index, one in enumerate(side)} for side in (old, new)]
        for key in sorted(lines[0].keys() | lines[1].keys()):
            (was_at, was), (is_at, now) = (side.get(key, (0, _NOTHING)) for side in lines)
            for number in ("guaranteed", "borrow", "lend", "weight", "state"):
                if was.get(number) != now.get(number):
                    place = Where(pair.ref, ("spec", "quota", is_at if now else was_at, number))
                    text = f"`{number}` of {' '.join(key).strip()} {_step(was.get(number), now.get(number))}"
                    yield Note(text, place if now else self._at_base(place))


def _data(subject: Subject | None) -> dict[str, Any] | None:
    return subject.data if subject else None


def _step(old: Any, new: Any) -> str:
    return f"{'-' if old is None else old} -> {'-' if new is None else new}"


def _full(who: Person, fleet: Fleet) -> str:
    """A user or group as expressions see it: `group:oidc:capacity`, with the fleet's prefix as everywhere in them."""
    kind, name = who.of(fleet)
    return f"{kind.lower()}:{name}"
