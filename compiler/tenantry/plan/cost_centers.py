"""Tenants that come to be charged to a cost centre that others bear, without those having a say.

Pure. Who owns a cost centre stands in no spec. What a tenant above it bears is its own to use, because a tenant that
names none has its parent's; what it and those below it bear concerns nobody else.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tenantry.names import TenantName
from tenantry.plan.listing import few
from tenantry.plan.remark import Remark
from tenantry.program import Program, Tenant

_BEARERS = 3


class Charge(NamedTuple):
    """`tenant` is charged to `center` from now on, which `bearers` bore before."""

    tenant: TenantName
    center: str
    bearers: tuple[TenantName, ...]


def charged_to_others(before: Program, after: Program) -> Iterator[Charge]:
    """Every such tenant, by name."""
    for tenant in after.tenants.values():
        center = tenant.cost_center.value
        if center and _is_new(before, tenant) and not _is_borne_above(after, tenant):
            others = tuple(
                one.name
                for one in before.tenants.values()
                if one.cost_center.value == center and tenant.name not in (one.name, *one.ancestors)
            )
            if others:
                yield Charge(tenant.name, center, others)


def cost_center_remarks(before: Program, after: Program) -> Iterator[Remark]:
    """What there is to say of them."""
    for charge in charged_to_others(before, after):
        bearers = few(charge.bearers, named=_BEARERS)
        sentence = f"**{charge.tenant}** is charged to {charge.center}, which is that of {bearers}"
        clause = f"{charge.tenant} is charged to {charge.center}"
        yield Remark(charge.tenant, sentence, "medium", "a tenant is charged to a cost centre of others", clause)


def _is_new(before: Program, tenant: Tenant) -> bool:
    """Whether the tenant had another one; one that is new and names none has what everybody has there."""
    was = before.tenants.get(tenant.name)
    if was is None:
        return tenant.cost_center.where.document == tenant.ref
    return was.cost_center.value != tenant.cost_center.value


def _is_borne_above(after: Program, tenant: Tenant) -> bool:
    return any(after.tenants[name].cost_center.value == tenant.cost_center.value for name in tenant.ancestors)
