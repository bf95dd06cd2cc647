"""Who gives, owns, loses and decides, for the list of approvals.

Pure. People are read from the side before alone, so that nobody makes himself an approver: a tenant that is new there
has no say yet, and whoever is above it speaks for it. Which tenant stands where, and has which line, is read from both
sides: who gives after a move is asked like who gave before it.
"""

from typing import NamedTuple

from tenantry.diagnostics import DocumentRef
from tenantry.names import PoolName, PriorityName, TenantName
from tenantry.program import Program, Subject


class Who(NamedTuple):
    """People of whom any may agree, and as what."""

    role: str
    subjects: tuple[Subject, ...]


class Ask(NamedTuple):
    """Somebody to be asked, why, and by which field of which document; empty for the document as a whole."""

    who: Who
    reason: str
    document: DocumentRef
    field: str = ""


class Authority:
    """Knows who may agree to what."""

    def __init__(self, before: Program, after: Program) -> None:
        self._before = before
        self._sides = (before, after)
        self._lines = [
            {(line.owner.name, line.pool) for line in side.lines if line.owner.kind == "Tenant"} for side in self._sides
        ]

    @property
    def fleet(self) -> Who:
        return Who("owns the fleet", self._before.fleet.owners)

    @property
    def capacity(self) -> Who:
        return Who("manages capacity", self._before.fleet.capacity_managers)

    def owner(self, name: str) -> Who:
        """The owners of a tenant; the fleet's for one that was not there before, and for what is above all tenants."""
        if name not in self._before.tenants:
            return self.fleet
        return Who(f"owns {name}", self._owners(TenantName(name)))

    def loser(self, name: TenantName) -> Who:
        """Who speaks for a tenant that loses something."""
        owners = self._owners(name) if name in self._before.tenants else ()
        return Who(f"{name} loses", (*owners, *self._before.fleet.owners))

    def givers(self, name: TenantName, pool: PoolName, *, itself: bool = False) -> tuple[Who, ...]:
        """Who gives units of a pool to a tenant: by its place before, and by its place after, each once.

        With `itself` the tenant is the first to be asked: for a line of one of its projects.
        """
        found = (self._giver(number, name, pool, itself=itself) for number in range(len(self._sides)))
        return tuple(dict.fromkeys(one for one in found if one))

    def giver_after(self, name: TenantName, pool: PoolName) -> Who | None:
        """Who gives by its place after, where that is somebody else than before."""
        old, new = (self._giver(number, name, pool) for number in range(len(self._sides)))
        return new if old != new else None

    def approver(self, priority: PriorityName) -> Who | None:
        """Whom the ladder names for a priority; None where it names nobody, or was without that step."""
        step = self._before.priorities.get(priority)
        return Who(f"approves priority {priority}", step.approvers) if step and step.approvers else None

    def _giver(self, number: int, name: TenantName, pool: PoolName, *, itself: bool = False) -> Who | None:
        """The owners of the nearest tenant above with a line for the pool or holding it, else those of its rest."""
        side = self._sides[number]
        if name not in side.tenants:
            return None
        held = side.pools[pool].dedicated_to if pool in side.pools else None
        for one in (*([name] if itself else []), *side.tenants[name].ancestors):
            if one in self._before.tenants and ((one, pool) in self._lines[number] or held == one):
                return Who(f"{one} gives", self._owners(one))
        return self.capacity

    def _owners(self, name: TenantName) -> tuple[Subject, ...]:
        """A tenant's owners, then those above it, who may approve for it."""
        names = (name, *self._before.tenants[name].ancestors)
        return tuple(dict.fromkeys(owner for one in names for owner in self._before.tenants[one].owners))
