"""Which people approve changes of which file: the coarse form of what `plan` decides by field.

Pure. A file of several concerns lists everybody who may be asked for one of them; a rule never has nobody, because a
host takes that for "needs no approval". The last rule that fits a file counts.
"""

from typing import NamedTuple

from tenantry.names import PoolName, TenantName
from tenantry.program import Program, Subject, Tenant
from tenantry.workspace import SPEC_FOLDERS


class Rule(NamedTuple):
    """`path` from the top of the workspace, a folder with a slash at its end; any one of `owners` approves."""

    path: str
    owners: tuple[Subject, ...]


def rules(program: Program) -> tuple[Rule, ...]:
    """Every rule, the general ones first; tenants by name."""
    fleet = program.fleet.owners
    # What is compiled is applied as it stands, and so are folders themselves: replaced by links, they match no folder.
    found = [Rule(path, fleet) for name in (*SPEC_FOLDERS, "output") for path in (name, f"{name}/")]
    givers = _Givers(program)
    for tenant in program.tenants.values():
        folder = f"tenants/{tenant.name}/"
        found += (
            Rule(folder, _once((*tenant.owners, *_above(program, tenant))) or fleet),
            Rule(f"{folder}tenant.yaml", _once((*_above(program, tenant), *givers.of(tenant), *fleet))),
            Rule(f"{folder}grants.yaml", program.fleet.capacity_managers or fleet),
        )
    return tuple(found)


class _Givers:
    """Knows whether the capacity managers are among those who give a tenant its lines."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._lines = {
            (TenantName(line.owner.name), line.pool) for line in program.lines if line.owner.kind == "Tenant"
        }
        self._pools: dict[TenantName, list[PoolName]] = {}
        for name, pool in sorted(self._lines):
            self._pools.setdefault(name, []).append(pool)

    def of(self, tenant: Tenant) -> tuple[Subject, ...]:
        """The capacity managers where a line of the tenant, or its first one, is for them to approve."""
        pools = self._pools.get(tenant.name, [])
        from_above = bool(tenant.ancestors) and all(self._is_given_above(tenant, pool) for pool in pools)
        return () if from_above else self._program.fleet.capacity_managers

    def _is_given_above(self, tenant: Tenant, pool: PoolName) -> bool:
        held_by = self._program.pools[pool].dedicated_to
        return any((above, pool) in self._lines or above == held_by for above in tenant.ancestors)


def _above(program: Program, tenant: Tenant) -> tuple[Subject, ...]:
    """Owners of the tenants above, the nearest first."""
    return tuple(owner for name in tenant.ancestors for owner in program.tenants[name].owners)


def _once(owners: tuple[Subject, ...]) -> tuple[Subject, ...]:
    return tuple(dict.fromkeys(owners))
