"""Who is asked for what a tenant gets without a field of its own that says so.

Pure. A tenant that comes back from `retired` has its units again; one that moves has them from somebody else, and
inherits isolation and priorities from its new parent; one that is new inherits priorities. Judged is what holds on
either side, not what is written.
"""

from collections.abc import Collection, Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.names import PoolName, PriorityName, TenantName
from tenantry.plan.authority import Ask, Authority
from tenantry.plan.cost_centers import charged_to_others
from tenantry.plan.quota import granted_units
from tenantry.program import Program, Tenant

_INHERITED: Final = ("isolation", "priorities")


def unwritten_asks(
    before: Program, after: Program, authority: Authority, written: Collection[tuple[DocumentRef, str]]
) -> Iterator[Ask]:
    """Every approval of this kind; `written` are the fields that changed, whose givers are asked for them anyway."""
    yield from _units(before, after, authority, written)
    for tenant in after.tenants.values():
        was = before.tenants.get(tenant.name)
        if was is not None and was.ancestors[:1] != tenant.ancestors[:1]:
            for field in _INHERITED:
                if (tenant.ref, field) not in written and getattr(was, field).value != getattr(tenant, field).value:
                    yield Ask(authority.fleet, f"{field} of {tenant.name}", tenant.ref, "parent")
        yield from _priorities(before, after, authority, tenant)
    for charge in charged_to_others(before, after):
        tenant = after.tenants[charge.tenant]
        reason = f"{charge.tenant} charged to {charge.center} of others"
        yield Ask(authority.fleet, reason, tenant.ref, _place(before, tenant, "costCenter"))


def _units(
    before: Program, after: Program, authority: Authority, written: Collection[tuple[DocumentRef, str]]
) -> Iterator[Ask]:
    """Lasting units that come back to a tenant, or come from somebody else than before."""
    for pool, tree in after.trees.items():
        for name, node in tree.tenants.items():
            was, tenant = before.tenants.get(name), after.tenants[name]
            field = f"quota {pool}"
            holds = _holds_as_before(before, after, name, pool)
            if was is None or (node.line is None and not holds) or (tenant.ref, field) in written:
                continue
            units = _lasting(after, name, pool)
            more = units - _lasting(before, name, pool)
            if more > 0:
                for who in authority.givers(name, pool):
                    yield Ask(who, f"{more} of {pool} more for {name}", tenant.ref, field)
            elif units and was.ancestors != tenant.ancestors and (other := authority.giver_after(name, pool)):
                yield Ask(other, f"{units} of {pool} for {name} in its new place", tenant.ref, field)


def _priorities(before: Program, after: Program, authority: Authority, tenant: Tenant) -> Iterator[Ask]:
    """Priorities that a tenant may use otherwise than before; what its parent gains with it is asked for there."""
    gained = _gained(before, tenant)
    if tenant.ancestors and tenant.priorities.where.document != tenant.ref:
        gained = [one for one in gained if one not in _gained(before, after.tenants[tenant.ancestors[0]])]
    for priority in gained:
        if who := authority.approver(priority):
            yield Ask(who, f"priority {priority} for {tenant.name}", tenant.ref, _place(before, tenant, "priorities"))


def _gained(before: Program, tenant: Tenant) -> list[PriorityName]:
    was = before.tenants.get(tenant.name)
    return [one for one in tenant.priorities.value if was is None or one not in was.priorities.value]


def _place(before: Program, tenant: Tenant, field: str) -> str:
    """The field of the tenant by which it got a value: its own, or the parent that it inherits from."""
    if tenant.name not in before.tenants:
        return ""
    source = tenant.priorities.where if field == "priorities" else tenant.cost_center.where
    return field if source.document == tenant.ref else "parent"


def _holds_as_before(before: Program, after: Program, name: TenantName, pool: PoolName) -> bool:
    """Whether the tenant has the whole pool on both sides, and the pool is the same; else its document says so."""
    old, new = before.pools.get(pool), after.pools[pool]
    return old is not None and new.dedicated_to == old.dedicated_to == name and new.for_sale == old.for_sale


def _lasting(program: Program, name: TenantName, pool: PoolName) -> int:
    """Guaranteed units that no grant gives."""
    tree = program.trees.get(pool)
    node = tree.tenants.get(name) if tree else None
    if node is None:
        return 0
    return node.guaranteed - (0 if program.pools[pool].dedicated_to == name else granted_units(node))
