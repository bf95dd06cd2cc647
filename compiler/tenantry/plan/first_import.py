"""A fleet that was not there before: what it is, counted, because nobody gains or loses by it.

Pure. The tables of the plan have the rest.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.plan.access import Access
from tenantry.plan.access_words import people_counted
from tenantry.plan.listing import counted, few
from tenantry.plan.network import Network
from tenantry.plan.network_words import tenant_of
from tenantry.plan.quota import Quota
from tenantry.plan.remark import Remark
from tenantry.program import Program

_POOLS: Final = 8
"""So many pools are named, those with the largest part promised first."""


def first_import(after: Program, quota: Quota, access: Access, network: Network) -> Iterator[Remark]:
    """A sentence for each area in which something comes."""
    counts = (
        counted(len(after.clusters), "cluster"),
        counted(len(after.pools), "pool"),
        counted(len(after.tenants), "tenant"),
        counted(len(after.projects), "project"),
    )
    sentence = f"There was no fleet before: **{', '.join(counts)}** are new"
    yield Remark("", sentence, clause=f"first import of {counts[2]} on {counts[0]}")
    yield from _promised(quota)
    yield from _grants(after)
    yield from _access(access)
    yield from _network(network)


def _promised(quota: Quota) -> Iterator[Remark]:
    ledgers = {change.pool: change.after for change in quota.pools if change.after}
    names = sorted(ledgers, key=lambda name: (-ledgers[name].guaranteed / max(ledgers[name].for_sale, 1), name))
    if names:
        told = (f"{name} **{ledgers[name].guaranteed:,} of {ledgers[name].for_sale:,}**" for name in names)
        yield Remark("", f"Guaranteed of what is for sale: {few(told, named=_POOLS)}")


def _grants(after: Program) -> Iterator[Remark]:
    now = sum(grant.in_force(after.day) for grant in after.grants)
    later = sum(grant.first_day > after.day for grant in after.grants)
    if now or later:
        units = sum(grant.units for grant in after.grants if grant.in_force(after.day))
        with_units = f" ({counted(units, 'unit')} of what is guaranteed)" if units else ""
        yield Remark("", f"**{counted(now, 'grant')}** in force{with_units}, {later} to come")


def _access(access: Access) -> Iterator[Remark]:
    tokens = sum(change.after == "with token" for change in access.accounts)
    with_tokens = f"; pods of **{counted(tokens, 'service account')}** get a token for the API server" if tokens else ""
    if access.rights:
        people = people_counted({change.subject for change in access.rights})
        projects = {(change.tenant, place.project) for change in access.rights for place in change.places}
        yield Remark("", f"**{people}** get a role in {counted(len(projects), 'project')}{with_tokens}")


def _network(network: Network) -> Iterator[Remark]:
    out = {project for change in network.addresses if change.direction == "out" for project in change.projects}
    pairs = {
        (source, target)
        for change in network.pairs
        for source in change.sources
        for target in change.destinations
        if tenant_of(source) != tenant_of(target)
    }
    told = []
    if pairs:
        told.append(f"**{counted(len(pairs), 'pair')} of projects** of two tenants may connect")
    if out:
        told.append(f"**{counted(len(out), 'project')}** may connect to addresses")
    if told:
        yield Remark("", "; ".join(told))
