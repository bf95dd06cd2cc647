"""Who has to agree to a change, field by field.

Pure. Promises are approved by who gives, not by who takes; who loses a guarantee is asked too. Who may approve is read
from the side before, so that nobody makes himself an approver: only what is new there is read from the side after.
docs/plan.md has the rules as a table.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

from tenantry.diagnostics import DocumentRef
from tenantry.names import PoolName, PriorityName, TenantName
from tenantry.plan.people import names_of
from tenantry.plan.quota import Quota
from tenantry.plan.written import Fields
from tenantry.program import Program, Subject, Tenant
from tenantry.records import record

_BY_FLEET_OWNERS: Final = frozenset({"isolation", "priorities", "clusters"})


class Place(NamedTuple):
    """A field of a document, such as `quota h100-train` of `Tenant vision`; empty for the document as a whole."""

    document: str
    field: str


class Need(NamedTuple):
    """One approval: any of `any_of` may give it; `role` says as what, `reasons` for which changes, `places` where."""

    role: str
    any_of: tuple[str, ...]
    reasons: tuple[str, ...]
    places: tuple[Place, ...]
    given_by: str
    """Who of `approved_by` gave it; empty where it is missing."""


@record
class DocumentChange:
    """A document that one side writes otherwise than the other: the fields, with what they were and are."""

    ref: DocumentRef
    before: Fields | None
    after: Fields | None

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields that differ, sorted."""
        old, new = self.before or {}, self.after or {}
        return tuple(sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name)))


def compare_written(
    before: Mapping[DocumentRef, Fields], after: Mapping[DocumentRef, Fields]
) -> tuple[DocumentChange, ...]:
    """Every document that differs, by kind, tenant and name."""
    return tuple(
        DocumentChange(ref, before.get(ref), after.get(ref))
        for ref in sorted(before.keys() | after.keys(), key=lambda one: (one.kind, one.tenant, one.name))
        if before.get(ref) != after.get(ref)
    )


def needs(
    before: Program | None,
    after: Program,
    changes: Iterable[DocumentChange],
    quota: Quota,
    approved_by: Iterable[str],
) -> tuple[Need, ...]:
    """Every approval that the change needs, those that are missing first."""
    desk = _Desk(before or after, after)
    asked: dict[tuple[str, ...], list[_Ask]] = {}
    for ask in (*desk.by_field(changes), *desk.by_loss(quota)):
        asked.setdefault(names_of(ask.who.subjects, after.fleet), []).append(ask)
    given = {_plain(one) for one in approved_by}
    needed = [
        Need(
            role=", ".join(dict.fromkeys(ask.who.role for ask in asks)),
            any_of=any_of,
            reasons=tuple(dict.fromkeys(ask.reason for ask in asks)),
            places=tuple(dict.fromkeys(Place(str(ask.document), ask.field) for ask in asks)),
            given_by=next((one for one in any_of if _given(one, given)), ""),
        )
        for any_of, asks in asked.items()
    ]
    return tuple(sorted(needed, key=lambda need: (need.given_by != "", need.role, need.any_of)))


def _plain(approver: str) -> str:
    return approver.replace(":", " ", 1).strip()


def _given(one: str, given: set[str]) -> bool:
    """An approver may be named with its kind (`group:platform`) or without (`platform`)."""
    return one in given or one.partition(" ")[2] in given


class _Who(NamedTuple):
    role: str
    subjects: tuple[Subject, ...]


class _Ask(NamedTuple):
    """Somebody to be asked, why, and by which field of which document; empty for the document as a whole."""

    who: _Who
    reason: str
    document: DocumentRef
    field: str = ""


class _Desk:
    """Knows who approves what; `before` is the side that decides wherever it knows the document."""

    def __init__(self, before: Program, after: Program) -> None:
        self._before = before
        self._after = after

    def by_field(self, changes: Iterable[DocumentChange]) -> Iterator[_Ask]:
        for change in changes:
            match change.ref.kind:
                case "Tenant":
                    yield from self._of_tenant(change)
                case "Project":
                    yield from self._of_project(change)
                case "Grant":
                    yield from _asks(self._capacity(), change)
                    if self._takes_away(change):
                        yield from _asks(self._loser(TenantName(change.ref.tenant)), change)
                case "Link":
                    yield from self._of_link(change)
                case _:
                    yield from _asks(self._fleet(), change)

    def by_loss(self, quota: Quota) -> Iterator[_Ask]:
        """Who has a smaller lasting guarantee than before, or the fleet owners in their place."""
        for change in quota.holders:
            lost = (change.before.lasting if change.before else 0) - (change.after.lasting if change.after else 0)
            tenant = self._before.tenants.get(TenantName(change.holder.tenant))
            if change.holder.level == "tenant" and lost > 0 and tenant is not None:
                reason = f"{lost} of {change.pool} less for {tenant.name}"
                yield _Ask(self._loser(tenant.name), reason, tenant.ref, f"quota {change.pool}")

    def _of_tenant(self, change: DocumentChange) -> Iterator[_Ask]:
        name = TenantName(change.ref.name)
        if change.before is None:
            yield _Ask(self._above(name), f"new Tenant {name}", change.ref)
        for field in change.fields:
            if field.startswith("quota "):
                yield _Ask(self._giver(name, PoolName(field.split()[1])), f"{field} of {name}", change.ref, field)
            elif field in _BY_FLEET_OWNERS:
                yield _Ask(self._fleet(), f"{field} of {name}", change.ref, field)
                if field == "priorities":
                    yield from self._of_priorities(change, name)
            elif field == "parent" and change.before is not None:
                for parent in (change.before.get("parent"), (change.after or {}).get("parent")):
                    yield _Ask(self._owners_or_fleet(parent or ""), f"parent of {name}", change.ref, field)
                yield _Ask(self._owners_or_fleet(name), f"parent of {name}", change.ref, field)
            elif change.before is not None:
                yield _Ask(self._owners_or_fleet(name), f"{field} of {name}", change.ref, field)

    def _of_priorities(self, change: DocumentChange, name: TenantName) -> Iterator[_Ask]:
        old = (change.before or {}).get("priorities", ())
        for gained in (change.after or {}).get("priorities", ()):
            step = self._after.priorities.get(PriorityName(gained))
            if step is not None and step.approvers and gained not in old:
                who = _Who(f"approves priority {gained}", step.approvers)
                yield _Ask(who, f"priority {gained} for {name}", change.ref, "priorities")

    def _of_project(self, change: DocumentChange) -> Iterator[_Ask]:
        tenant = TenantName(change.ref.tenant)
        if any(not field.startswith("quota ") for field in change.fields):
            yield from _asks(self._owners_or_fleet(tenant), change)
        for field in change.fields:
            if field.startswith("quota "):
                giver = self._giver(tenant, PoolName(field.split()[1]), itself=True)
                yield _Ask(giver, f"{field} of {change.ref.tenant}/{change.ref.name}", change.ref, field)

    def _of_link(self, change: DocumentChange) -> Iterator[_Ask]:
        ends = [side[end] for side in (change.before, change.after) if side for end in ("from", "to")]
        for tenant in dict.fromkeys(end[0] for end in ends):
            yield from _asks(self._owners_or_fleet(tenant), change)

    def _takes_away(self, change: DocumentChange) -> bool:
        """Whether a grant that has not ended gives less than before: fewer units, or fewer days."""
        if change.before is None or change.before["last_day"] < self._after.day:
            return False
        new = change.after or {"units": 0, "first_day": date.max, "last_day": date.min}
        return bool(
            new["units"] < change.before["units"]
            or new["last_day"] < change.before["last_day"]
            or new["first_day"] > max(change.before["first_day"], self._after.day)
        )

    def _loser(self, name: TenantName) -> _Who:
        tenant = self._before.tenants.get(name)
        owners = self._owners(tenant) if tenant else ()
        return _Who(f"{name} loses", (*owners, *self._before.fleet.owners))

    def _giver(self, name: TenantName, pool: PoolName, *, itself: bool = False) -> _Who:
        """The owners of the nearest tenant above with a line for the pool or holding it, else those of its rest.

        With `itself` the tenant is the first to be asked: for a line of one of its projects.
        """
        program = self._after if name not in self._before.tenants else self._before
        tenant = program.tenants.get(name)
        above = tenant.ancestors if tenant else ()
        lines = {(line.owner.name, line.pool) for line in program.lines if line.owner.kind == "Tenant"}
        held = program.pools[pool].dedicated_to if pool in program.pools else None
        for ancestor in (*([name] if itself else []), *above):
            if (ancestor, pool) in lines or held == ancestor:
                return _Who(f"{ancestor} gives", self._owners(program.tenants[ancestor]))
        return self._capacity()

    def _above(self, name: TenantName) -> _Who:
        tenant = self._after.tenants[name]
        return self._owners_or_fleet(tenant.ancestors[0] if tenant.ancestors else "")

    def _owners_or_fleet(self, name: str) -> _Who:
        program = self._before if name in self._before.tenants else self._after
        tenant = program.tenants.get(TenantName(name))
        if tenant is None or tenant.name not in self._before.tenants:
            return self._fleet()
        return _Who(f"owns {tenant.name}", self._owners(tenant))

    def _owners(self, tenant: Tenant) -> tuple[Subject, ...]:
        """A tenant's owners, then those above it, who may approve for it."""
        above = (self._before.tenants.get(name) or self._after.tenants[name] for name in tenant.ancestors)
        return (*tenant.owners, *(owner for one in above for owner in one.owners))

    def _fleet(self) -> _Who:
        return _Who("owns the fleet", self._before.fleet.owners)

    def _capacity(self) -> _Who:
        return _Who("manages capacity", self._before.fleet.capacity_managers)


def _asks(who: _Who, change: DocumentChange) -> Iterator[_Ask]:
    """Asks for a document as a whole, at each field that changed; quota lines have givers of their own."""
    both = change.before is not None and change.after is not None
    fields = [field for field in change.fields if not field.startswith("quota ")] if both else []
    for field in fields or [""]:
        yield _Ask(who, f"{_verb(change)} {change.ref}", change.ref, field)


def _verb(change: DocumentChange) -> str:
    return "new" if change.before is None else "removed" if change.after is None else "changed"
