"""Where work could run before a change: a plan says that work ends only where there may be any.

Pure. A queue that is draining or retired had its work ended when that was applied, so nothing runs there; one that is
held lets go on what runs. Without a queue nothing runs either.
"""

from typing import Final, Literal

from tenantry.names import TenantName
from tenantry.plan.quota import Holder, Holdings
from tenantry.program import Program, State

Work = Literal["may run", "drained", "no queue"]

STOPPED: Final[frozenset[State]] = frozenset({"draining", "retired"})
"""States in which work is ended."""


class AtWork:
    """Knows of everybody, pool by pool, whether work could run on the side before."""

    def __init__(self, before: Program, had: Holdings) -> None:
        self._before = before
        self._had = had
        self._found: dict[str, dict[Holder, Work]] = {}
        self._rights: frozenset[tuple[str, str]] | None = None

    def of(self, holder: Holder, pool: str) -> Work:
        """For all queues at and below the holder: tenants below it count too."""
        if pool not in self._found:
            self._found[pool] = self._in(pool)
        return self._found[pool].get(holder, "no queue")

    def in_all(self, holder: Holder, pools: tuple[str, ...]) -> Work:
        """For several pools at once."""
        found = {self.of(holder, pool) for pool in pools}
        return "may run" if "may run" in found else "drained" if "drained" in found else "no queue"

    def had_right(self, tenant: str, pool: str) -> bool:
        """Whether a tenant might use a pool, and did not only pass a right on to those below it."""
        if self._rights is None:
            lines = {(line.owner.name, line.pool) for line in self._before.lines if line.owner.kind == "Tenant"}
            held = {(one.dedicated_to, one.name) for one in self._before.pools.values() if one.dedicated_to}
            self._rights = frozenset((str(name), str(of)) for name, of in (*lines, *held))
        name = TenantName(tenant)
        return any((one, pool) in self._rights for one in (name, *self._before.tenants[name].ancestors))

    def _in(self, pool: str) -> dict[Holder, Work]:
        found: dict[Holder, Work] = {}
        for holder, holding in self._had.get(pool, {}).items():
            if holder.level == "class":
                work: Work = "drained" if holding.state in STOPPED else "may run"
                tenant = self._before.tenants[TenantName(holder.tenant)]
                above = (tenant.name, *tenant.ancestors)
                for one in (holder, Holder(holder.tenant, holder.project), *map(Holder, above)):
                    if found.get(one) != "may run":
                        found[one] = work
        return found
