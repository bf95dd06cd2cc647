"""Who may approve changes otherwise than before: owners, capacity managers, approvers of priorities.

Pure. Approving is no right on any cluster, so none of this stands in a manifest; it comes from the program. Only what
both sides know is compared: owners of a new tenant come with it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tenantry.plan.people import names_of
from tenantry.program import Program, Subject


class ApproversChange(NamedTuple):
    """`of`: `tenant vision`, `fleet`, `capacity` or `priority urgent`, whose approvers were and are these."""

    of: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def compare_approvers(before: Program | None, after: Program) -> tuple[ApproversChange, ...]:
    """Whatever other people approve: the fleet's first, then priorities and tenants by name."""
    if before is None:
        return ()
    had, has = dict(_approvers(before)), dict(_approvers(after))
    return tuple(ApproversChange(of, had[of], now) for of, now in has.items() if of in had and set(had[of]) != set(now))


def _approvers(program: Program) -> Iterator[tuple[str, tuple[str, ...]]]:
    fleet = program.fleet
    found: Mapping[str, tuple[Subject, ...]] = {
        "fleet": fleet.owners,
        "capacity": fleet.capacity_managers,
        **{f"priority {name}": program.priorities[name].approvers for name in sorted(program.priorities)},
        **{f"tenant {name}": program.tenants[name].owners for name in sorted(program.tenants)},
    }
    for of, subjects in found.items():
        yield of, names_of(subjects, fleet)
