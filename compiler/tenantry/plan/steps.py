"""Tenants and projects that begin, stop or go, and the step that comes after this one.

Pure. Leaving takes several commits (docs/rollout.md); whoever only follows its tenant or parent is left out.
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from tenantry.names import TenantName
from tenantry.program import Program, Project, State, Tenant

Change = Literal["new", "active", "held", "draining", "retired", "gone"]


class Step(NamedTuple):
    """`project` is empty for a tenant. `clusters` is where it has objects on the side that has it, `profile` under
    which isolation profile; `next` is what somebody has to do after this change, empty for nothing."""

    tenant: str
    project: str
    before: State | None
    after: State | None
    change: Change
    clusters: tuple[str, ...]
    profile: str
    next: str


_RESUME: Final = "take the line out again once work may start"
_RETIRE: Final = "wait until nothing of it runs, then write `state: retired` in a commit of its own"
_REMOVE: Final = "save what is to be kept, then remove {what} in a commit of its own"
_CONFIRM: Final = "confirm root, then its Application on each cluster"
_CONFIRM_PROJECT: Final = "confirm its tenant's Application"


def compare_steps(before: Program | None, after: Program) -> tuple[Step, ...]:
    """Every tenant and project that is new, gone, or in another state by itself; by name, tenants first."""
    if before is None:
        return ()
    places = _Places(before, after)
    return (*_tenants(before, after, places), *_projects(before, after, places))


class _Places:
    """Where tenants and projects have objects, on the side that has them."""

    def __init__(self, before: Program, after: Program) -> None:
        self._clusters: dict[tuple[str, str], list[str]] = {}
        for program in (before, after):
            known = before.tenants.keys() - after.tenants.keys() if program is before else after.tenants.keys()
            gone = before.projects.keys() - after.projects.keys() if program is before else after.projects.keys()
            for placement in program.placements:
                if placement.tenant in known:
                    self._clusters.setdefault((placement.tenant, ""), []).append(placement.cluster)
                for at in placement.projects:
                    if (placement.tenant, at.project) in gone:
                        self._clusters.setdefault((placement.tenant, at.project), []).append(placement.cluster)

    def of(self, tenant: str, project: str = "") -> tuple[str, ...]:
        return tuple(self._clusters.get((tenant, project), ()))


def _tenants(before: Program, after: Program, places: _Places) -> Iterator[Step]:
    for name in sorted(before.tenants.keys() | after.tenants.keys()):
        old, new = before.tenants.get(name), after.tenants.get(name)
        was, now = _state(old), _state(new)
        if was == now or (old and new and _follows(before, after, new.ancestors, now)):
            continue
        known = new or old
        assert known is not None
        yield Step(
            name,
            "",
            was,
            now,
            _change(was, now),
            places.of(name),
            known.isolation.value,
            _next(now, _CONFIRM, f"tenants/{name}/"),
        )


def _projects(before: Program, after: Program, places: _Places) -> Iterator[Step]:
    for tenant, name in sorted(before.projects.keys() | after.projects.keys()):
        old, new = before.projects.get((tenant, name)), after.projects.get((tenant, name))
        was, now = _state(old), _state(new)
        # With its tenant comes, stops and goes all that it has.
        with_tenant = (tenant in before.tenants) != (tenant in after.tenants)
        if was == now or with_tenant or (old and new and _follows(before, after, (tenant,), now)):
            continue
        side = after if new else before
        yield Step(
            tenant,
            name,
            was,
            now,
            _change(was, now),
            places.of(tenant, name),
            side.tenants[tenant].isolation.value,
            _next(now, _CONFIRM_PROJECT, f"Project {tenant}/{name}"),
        )


def _state(one: Tenant | Project | None) -> State | None:
    return one.state.value if one else None


def _follows(before: Program, after: Program, above: tuple[TenantName, ...], state: State | None) -> bool:
    """Whether the nearest above changed to the same state."""
    was, now = (_state(side.tenants.get(above[0])) if above else None for side in (before, after))
    return now is not None and was != now and now == state


def _change(was: State | None, now: State | None) -> Change:
    return "gone" if now is None else "new" if was is None else now


def _next(now: State | None, confirm: str, what: str) -> str:
    match now:
        case None:
            return confirm
        case "held":
            return _RESUME
        case "draining":
            return _RETIRE
        case "retired":
            return _REMOVE.format(what=what)
        case _:
            return ""
