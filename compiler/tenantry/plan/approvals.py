"""Who has to agree to a change, field by field, and for what no field says.

Pure. Promises are approved by who gives, not by who takes; who loses a guarantee is asked too. Who may approve is read
from the side before, so that nobody makes himself an approver. docs/plan.md has the rules as a table.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from tenantry.diagnostics import DocumentRef
from tenantry.names import PoolName, TenantName
from tenantry.plan.authority import Ask, Authority, Who
from tenantry.plan.people import names_of
from tenantry.plan.quota import Quota
from tenantry.plan.unwritten import unwritten_asks
from tenantry.plan.written import Fields
from tenantry.policy import Person
from tenantry.program import Program
from tenantry.records import record

_BY_FLEET_OWNERS: Final = frozenset({"isolation", "priorities", "clusters"})
_OF_A_GRANT: Final = ("pool", "project", "workload_class")
"""What a grant gives, and to what: all else of it is how much and when."""


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
    approved_by: Iterable[Person],
) -> tuple[Need, ...]:
    """Every approval that the change needs, those that are missing first."""
    changed, decides = tuple(changes), before or after
    authority = Authority(decides, after)
    desk = _Desk(decides, after, authority)
    fields = {(change.ref, field) for change in changed for field in change.fields}
    asked: dict[tuple[str, ...], list[Ask]] = {}
    for ask in (
        *desk.by_field(changed),
        *desk.by_loss(quota),
        *unwritten_asks(decides, after, authority, fields),
    ):
        asked.setdefault(names_of(ask.who.subjects, decides.fleet), []).append(ask)
    given = set(names_of((person.of(decides.fleet) for person in approved_by), decides.fleet))
    needed = [
        Need(
            role=", ".join(dict.fromkeys(ask.who.role for ask in asks)),
            any_of=any_of,
            reasons=tuple(dict.fromkeys(ask.reason for ask in asks)),
            places=tuple(dict.fromkeys(Place(str(ask.document), ask.field) for ask in asks)),
            given_by=next((one for one in any_of if one in given), ""),
        )
        for any_of, asks in asked.items()
    ]
    return tuple(sorted(needed, key=lambda need: (need.given_by != "", need.role, need.any_of)))


class _Desk:
    """Knows whom a field of a document asks."""

    def __init__(self, before: Program, after: Program, authority: Authority) -> None:
        self._before = before
        self._after = after
        self._authority = authority

    def by_field(self, changes: Iterable[DocumentChange]) -> Iterator[Ask]:
        for change in changes:
            match change.ref.kind:
                case "Tenant":
                    yield from self._of_tenant(change)
                case "Project":
                    yield from self._of_project(change)
                case "Grant":
                    yield from _asks(self._authority.capacity, change)
                    if self._takes_away(change):
                        yield from _asks(self._authority.loser(TenantName(change.ref.tenant)), change)
                case "Link":
                    yield from self._of_link(change)
                case _:
                    yield from _asks(self._authority.fleet, change)

    def by_loss(self, quota: Quota) -> Iterator[Ask]:
        """Who has a smaller lasting guarantee than before, or the fleet owners in their place."""
        for change in quota.holders:
            lost = (change.before.lasting if change.before else 0) - (change.after.lasting if change.after else 0)
            tenant = self._before.tenants.get(TenantName(change.holder.tenant))
            if change.holder.level == "tenant" and lost > 0 and tenant is not None:
                reason = f"{lost} of {change.pool} less for {tenant.name}"
                yield Ask(self._authority.loser(tenant.name), reason, tenant.ref, f"quota {change.pool}")

    def _of_tenant(self, change: DocumentChange) -> Iterator[Ask]:
        name = TenantName(change.ref.name)
        if change.before is None:
            yield Ask(self._above(name), f"new Tenant {name}", change.ref)
        for field in change.fields:
            if field.startswith("quota "):
                for giver in self._authority.givers(name, PoolName(field.split()[1])):
                    yield Ask(giver, f"{field} of {name}", change.ref, field)
            elif field in _BY_FLEET_OWNERS:
                yield Ask(self._authority.fleet, f"{field} of {name}", change.ref, field)
            elif field == "parent" and change.before is not None:
                for parent in (change.before.get("parent"), (change.after or {}).get("parent")):
                    yield Ask(self._authority.owner(parent or ""), f"parent of {name}", change.ref, field)
                yield Ask(self._authority.owner(name), f"parent of {name}", change.ref, field)
            elif change.before is not None:
                yield Ask(self._authority.owner(name), f"{field} of {name}", change.ref, field)

    def _of_project(self, change: DocumentChange) -> Iterator[Ask]:
        tenant = TenantName(change.ref.tenant)
        if any(not field.startswith("quota ") for field in change.fields):
            yield from _asks(self._authority.owner(tenant), change)
        for field in change.fields:
            if field.startswith("quota "):
                for giver in self._authority.givers(tenant, PoolName(field.split()[1]), itself=True):
                    yield Ask(giver, f"{field} of {change.ref.tenant}/{change.ref.name}", change.ref, field)

    def _of_link(self, change: DocumentChange) -> Iterator[Ask]:
        ends = [side[end] for side in (change.before, change.after) if side for end in ("from", "to")]
        for tenant in dict.fromkeys(end[0] for end in ends):
            yield from _asks(self._authority.owner(tenant), change)

    def _takes_away(self, change: DocumentChange) -> bool:
        """Whether a grant that has not ended gives less than before: fewer units or days, or to something else."""
        old, new = change.before, change.after
        if old is None or old["last_day"] < self._after.day:
            return False
        return bool(
            new is None
            or any(new[field] != old[field] for field in _OF_A_GRANT)
            or new["units"] < old["units"]
            or new["last_day"] < old["last_day"]
            or new["first_day"] > max(old["first_day"], self._after.day)
        )

    def _above(self, name: TenantName) -> Who:
        tenant = self._after.tenants[name]
        return self._authority.owner(tenant.ancestors[0] if tenant.ancestors else "")


def _asks(who: Who, change: DocumentChange) -> Iterator[Ask]:
    """Asks for a document as a whole, at each field that changed; quota lines have givers of their own."""
    both = change.before is not None and change.after is not None
    fields = [field for field in change.fields if not field.startswith("quota ")] if both else []
    for field in fields or [""]:
        yield Ask(who, f"{_verb(change)} {change.ref}", change.ref, field)


def _verb(change: DocumentChange) -> str:
    return "new" if change.before is None else "removed" if change.after is None else "changed"
