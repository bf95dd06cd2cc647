"""What tenants can newly do in their namespaces, or no longer.

Pure. What a Namespace, a ResourceQuota and a LimitRange bring about is read from them; which profile it comes from, and
what a profile only says indirectly (shared accelerators, pods without a queue), from the program. Of a tenant that is
new, or gone, there is nothing to compare. Networks are another area.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

from tenantry.admission.annotations import NamespaceFacts, decode_namespace_annotations
from tenantry.ir import Body
from tenantry.names import TenantName
from tenantry.plan.compare import Comparison, ObjectChange
from tenantry.program import IsolationProfile, Program
from tenantry.quantity import Quantity
from tenantry.records import record

Effect = Literal["looser", "tighter", "other"]

ANY: Final = "any"
"""Stands for an empty list of images: every one."""

_LEVEL: Final = "pod-security.kubernetes.io/enforce"
_LEVELS: Final = ("privileged", "baseline", "restricted")
_NOT_COUNTS: Final = ("requests.", "limits.")
_OF_TYPES: Final = frozenset({"services.loadbalancers", "services.nodeports"})
_STORAGE: Final = "requests.storage"


class FieldChange(NamedTuple):
    """A field of isolation that differs. `bound` says that it is a number, which allows more or less of the same."""

    field: str
    before: str
    after: str
    effect: Effect
    bound: bool = False


class IsolationChange(NamedTuple):
    """What differs for a tenant in at least one of its namespaces, and the profile on either side."""

    tenant: str
    profile_before: str
    profile_after: str
    fields: tuple[FieldChange, ...]


class PriorityChange(NamedTuple):
    """Priorities that a tenant may use from now on, or no longer."""

    tenant: str
    gained: tuple[str, ...]
    lost: tuple[str, ...]


@record
class Isolation:
    """Every tenant with other isolation or other priorities, by name."""

    tenants: tuple[IsolationChange, ...]
    priorities: tuple[PriorityChange, ...]


def compare_isolation(before: Program | None, after: Program, comparison: Comparison) -> Isolation:
    """What the change does to isolation and priorities of everybody who is on both sides."""
    if before is None:
        return Isolation((), ())
    found: dict[str, list[FieldChange]] = {}
    priorities: dict[str, PriorityChange] = {}
    for seen in _namespaces(comparison, before, after):
        fields = found.setdefault(seen.tenant, [])
        fields += (field for field in seen.fields() if field not in fields)
        if moved := seen.priorities():
            priorities[seen.tenant] = moved
    for name in before.tenants.keys() & after.tenants.keys():
        fields = found.setdefault(name, [])
        fields += _indirect(_profile(before, name), _profile(after, name))
    changes = (
        IsolationChange(
            name,
            before.tenants[TenantName(name)].isolation.value,
            after.tenants[TenantName(name)].isolation.value,
            tuple(found[name]),
        )
        for name in sorted(found)
        if found[name] and TenantName(name) in before.tenants and TenantName(name) in after.tenants
    )
    return Isolation(tuple(changes), tuple(priorities[name] for name in sorted(priorities)))


class _Seen(NamedTuple):
    """One namespace with what changed of it: its own body, its quota, its defaults; None where it stayed."""

    tenant: str
    domains: tuple[str, str]
    namespace: ObjectChange | None
    quota: ObjectChange | None

    def fields(self) -> Iterator[FieldChange]:
        if self.namespace:
            old, new = (_level(body) for body in (self.namespace.before, self.namespace.after))
            if old != new:
                yield FieldChange("podSecurity", old, new, _by_rank(_LEVELS, old, new))
            was, now = self._facts(self.namespace)
            yield from _stated(was, now)
        if self.quota:
            yield from _counts(self.quota.before or {}, self.quota.after or {}, passing=self._passing())

    def priorities(self) -> PriorityChange | None:
        if not self.namespace:
            return None
        was, now = (set(facts.priorities) for facts in self._facts(self.namespace))
        return PriorityChange(self.tenant, tuple(sorted(now - was)), tuple(sorted(was - now))) if was != now else None

    def _facts(self, change: ObjectChange) -> tuple[NamespaceFacts, NamespaceFacts]:
        old, new = (
            decode_namespace_annotations(domain, _metadata(body, "annotations"))
            for domain, body in zip(self.domains, (change.before, change.after), strict=True)
        )
        return old, new

    def _passing(self) -> frozenset[str]:
        """Counts that follow from something else: a retired project gets no pods, a type that goes no services."""
        if not self.namespace:
            return frozenset()
        was, now = self._facts(self.namespace)
        retires = was.state != now.state and "retired" in (was.state, now.state)
        return frozenset({"pods"} if retires else ()) | (_OF_TYPES if was.services != now.services else frozenset())


def _namespaces(comparison: Comparison, before: Program, after: Program) -> Iterator[_Seen]:
    domains = before.fleet.domain, after.fleet.domain
    found: dict[tuple[str, str], dict[str, ObjectChange]] = {}
    for change in comparison.objects:
        if change.action == "changed" and change.key.kind in ("Namespace", "ResourceQuota"):
            place = change.area, change.key.namespace or change.key.name
            found.setdefault(place, {})[change.key.kind] = change
    for own in found.values():
        some = next(iter(own.values()))
        tenant = _metadata(some.after, "labels").get(f"{domains[1]}/tenant", "")
        yield _Seen(tenant, domains, own.get("Namespace"), own.get("ResourceQuota"))


def _metadata(body: Body | None, part: str) -> dict[str, Any]:
    found: dict[str, Any] = (body or {}).get("metadata", {}).get(part, {})
    return found


def _level(body: Body | None) -> str:
    return str(_metadata(body, "labels").get(_LEVEL, ""))


def _by_rank(ranks: tuple[str, ...], old: str, new: str) -> Effect:
    return "looser" if ranks.index(new) < ranks.index(old) else "tighter"


def _stated(was: NamespaceFacts, now: NamespaceFacts) -> Iterator[FieldChange]:
    """What annotations say of isolation."""
    if was.nodes != now.nodes:
        loosens = now.nodes == "shared"
        tightens = was.nodes == "shared"
        yield FieldChange("nodes", was.nodes, now.nodes, "looser" if loosens else "tighter" if tightens else "other")
    if was.images != now.images:
        yield from _images(was.images, now.images)
    gained, lost = set(now.services) - set(was.services), set(was.services) - set(now.services)
    yield from _both_ways("services", was.services, now.services, gains=bool(gained), loses=bool(lost))
    if was.pod_defaults != now.pod_defaults:
        yield FieldChange("podDefaults", _defaults(was.pod_defaults), _defaults(now.pod_defaults), "other")


def _images(was: tuple[str, ...], now: tuple[str, ...]) -> Iterator[FieldChange]:
    """Prefixes; none at all lets every image in. A prefix is new only where no earlier one covers it."""
    old, new = was or ("",), now or ("",)
    gains = any(not one.startswith(old) for one in new)
    loses = any(not one.startswith(new) for one in old)
    yield from _both_ways("images", was, now, gains=gains, loses=loses)


def _both_ways(
    field: str, was: tuple[str, ...], now: tuple[str, ...], *, gains: bool, loses: bool
) -> Iterator[FieldChange]:
    """A list that lets more in, refuses more, or both: then it is said for both."""
    if gains:
        yield FieldChange(field, _listed(was), _listed(now), "looser")
    if loses:
        yield FieldChange(field, _listed(was), _listed(now), "tighter")


def _counts(before: Body, after: Body, *, passing: frozenset[str]) -> Iterator[FieldChange]:
    """Object counts of a quota; a key that is missing is no bound. Storage and units are others' business."""
    old, new = (body["spec"]["hard"] for body in (before, after))
    for key in sorted(old.keys() | new.keys()):
        if key in passing or key.startswith(_NOT_COUNTS) or key.endswith(_STORAGE) or old.get(key) == new.get(key):
            continue
        yield _number(f"counts {key}", _parsed(old.get(key)), _parsed(new.get(key)))


def _parsed(text: str | None) -> Quantity | None:
    return Quantity.parse(text) if text is not None else None


def _number(field: str, old: Quantity | None, new: Quantity | None) -> FieldChange:
    """A bound; None is no bound."""
    looser = new is None or (old is not None and old < new)
    return FieldChange(field, _bound(old), _bound(new), "looser" if looser else "tighter", bound=True)


def _bound(most: Quantity | None) -> str:
    return "no bound" if most is None else most.canonical()


def _profile(program: Program, tenant: TenantName) -> IsolationProfile:
    return program.profiles[program.tenants[tenant].isolation.value]


def _indirect(old: IsolationProfile, new: IsolationProfile) -> Iterator[FieldChange]:
    """What reaches a cluster as part of other things: of queues that are there or not, and of a sum."""
    if old is new:
        return
    if old.shared_accelerators != new.shared_accelerators:
        was, now = ("true" if one.shared_accelerators else "false" for one in (old, new))
        yield FieldChange("sharedAccelerators", was, now, "looser" if new.shared_accelerators else "tighter")
    for name in ("cpu", "memory"):
        least, most = getattr(old, f"unqueued_{name}"), getattr(new, f"unqueued_{name}")
        if least != most:
            yield _number(f"unqueued {name}", least, most)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or ANY


def _defaults(pair: tuple[int, int] | None) -> str:
    return f"{pair[0]}m CPU, {pair[1]}Mi" if pair else "none"
