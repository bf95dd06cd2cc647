"""Lines for pools that their owner may not have a line in: dedicated to others, unfit, or without tenant line."""

from collections.abc import Iterable, Iterator

from tenantry.check.balance import key_of
from tenantry.check.causes import by_cause
from tenantry.check.registry import check
from tenantry.check.trouble import Trouble, access_trouble, owner, tenant_line, trouble
from tenantry.diagnostics import Diagnostic, Note, Where
from tenantry.diagnostics.codes.quota import TN430, TN431, TN432, TN433, TN434, TN435
from tenantry.names import ClassName, PoolName, TenantName
from tenantry.program import LineKey, Pool, Program, QuotaLine, Tenant
from tenantry.resolve.access import profile_fits

Promise = tuple[TenantName, PoolName]


@check(TN430, QuotaLine)
def the_holder_has_a_line(program: Program, line: QuotaLine) -> Iterator[Diagnostic]:
    """Who holds a pool has all of it; a line of its own could only say something else."""
    pool = program.pools[line.pool]
    if line.owner.kind != "Tenant" or pool.dedicated_to != line.owner.name:
        return
    if not _is_shut_out(program, pool) and not _others_have_lines(program, pool):
        yield Diagnostic(
            TN430,
            f"{line.owner.name} holds {pool.name} whole, so it has no line for it",
            _pool_place(line),
            notes=(Note(f"{pool.name} is dedicated to it", Where(pool.ref, ("spec", "dedicatedTo"))),),
            help="remove this line; the projects and the tenants below divide the pool by theirs",
        )


def _others_have_lines(program: Program, pool: Pool) -> bool:
    return any(line.pool == pool.name and trouble(program, line) is Trouble.DEDICATED for line in program.lines)


@check(TN431, Program)
def lines_in_pools_of_others(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Lines of tenants that are neither the holder nor below it; of several tenants the pool's word is at fault."""
    dedicated = {
        pool.name
        for pool in program.pools.values()
        if pool.dedicated_to is not None and not _is_shut_out(program, pool)
    }
    found = _promises(program, (line for line in program.lines if line.pool in dedicated), Trouble.DEDICATED)
    for _cause, group in by_cause(found, lambda promise: (promise[1],)):
        pool = program.pools[group[0][1]]
        lines = [line for promise in group for line in found[promise]]
        assert pool.dedicated_to is not None
        own = tenant_line(program, pool.dedicated_to, pool) if pool.dedicated_to in program.tenants else None
        # Lines of several, old ones, or one of the holder itself: the pool was not dedicated before.
        if len(group) > 1 or own is not None or _are_old(program, lines):
            yield Diagnostic(
                TN431,
                f"{pool.name} is dedicated to {pool.dedicated_to}, but {_and(name for name, _ in group)}"
                f" {_has(group)} lines for it",
                Where(pool.ref, ("spec", "dedicatedTo")),
                notes=_noted(lines),
                help="remove those lines first, or `dedicatedTo`",
            )
        else:
            yield Diagnostic(
                TN431,
                f"{pool.name} is dedicated to {pool.dedicated_to}; {group[0][0]} may have no line for it",
                _pool_place(lines[0]),
                notes=(
                    Note("dedicated here", Where(pool.ref, ("spec", "dedicatedTo"))),
                    *_noted(lines[1:]),
                ),
                help=_remove(lines) + ", or ask for units of another pool",
            )


@check(TN432, Program)
def the_holder_may_not_use_its_pool(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Pools dedicated to a tenant whose profile does not fit, or whose `clusters` leaves their cluster out."""
    found = [
        pool
        for pool in program.pools.values()
        if _is_shut_out(program, pool) and not _admits_who_never_fits(program, pool)
    ]
    for cause, pools in by_cause(found, lambda pool: (pool.dedicated_to,)):
        pool = pools[0]
        assert pool.dedicated_to is not None
        holder = program.tenants[pool.dedicated_to]
        names = _and(one.name for one in pools)
        places = [Where(one.ref, ("spec", "dedicatedTo")) for one in pools]
        dedicated = tuple(
            Note(f"{one.name} is dedicated to it", place) for one, place in zip(pools, places, strict=True)
        )
        if profile_fits(program.profiles[holder.isolation.value], pool):
            assert holder.clusters is not None
            yield Diagnostic(
                TN432,
                f"{holder.name} holds {names} on {pool.cluster}, but its `clusters` leaves {pool.cluster} out",
                holder.clusters.where,
                notes=dedicated,
                help=f"add `{pool.cluster}` here, or dedicate the pool to somebody else",
            )
            continue
        profile = holder.isolation.value
        why = (
            f"{pool.name} admits {_and(f'`{name}`' for name in pool.profiles)}"
            if pool.profiles
            else f"`{profile}` takes no shared accelerators"
        )
        own = holder.isolation.where.document == holder.ref
        if own:
            where = holder.isolation.where
        else:
            where = places[0] if cause is None else Where(holder.ref, ("spec", "isolation"))
        yield Diagnostic(
            TN432,
            f"{holder.name} holds {names}, but its isolation profile `{profile}` does not fit: {why}",
            where,
            notes=dedicated if own else (Note(f"{holder.name} is under `{profile}`", holder.isolation.where),),
            help=f"give {holder.name} a profile that fits"
            + (f", or admit `{profile}` to {pool.name}" if pool.profiles else ", or dedicate another pool to it"),
        )


def _admits_who_never_fits(program: Program, pool: Pool) -> bool:
    """Whether `profiles` of a pool, or the settings of a profile there, are the mistake."""
    return any(name in program.profiles and not profile_fits(program.profiles[name], pool) for name in pool.profiles)


@check(TN433, Program)
def lines_that_the_profile_excludes(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Lines for pools on whose nodes the tenant's profile does not let it be, or which do not admit the profile."""
    found = _promises(program, program.lines, Trouble.PROFILE)
    if found:
        wrong = [pool for pool in program.pools.values() if _admits_who_never_fits(program, pool)]
        profiles = {name for pool in wrong for name in pool.profiles}
        found = {
            (tenant, pool): lines
            for (tenant, pool), lines in found.items()
            if program.pools[pool] not in wrong and program.tenants[tenant].isolation.value not in profiles
        }

    def causes(promise: Promise) -> tuple[tuple[str, object], ...]:
        tenant, pool = program.tenants[promise[0]], program.pools[promise[1]]
        by_pool = bool(pool.profiles) and tenant.isolation.value not in pool.profiles
        side = ("pool", pool.name) if by_pool else ("profile", tenant.isolation.value)
        where = tenant.isolation.where
        own = ("tenant", where)
        return (own, side) if where.document != program.fleet.ref else (side, own)

    for cause, group in by_cause(found, causes):
        tenant, pool = program.tenants[group[0][0]], program.pools[group[0][1]]
        lines = [line for promise in group for line in found[promise]]
        reason, blamed = _misfit(program, tenant, pool)
        if cause is None and _are_old(program, lines):
            # The lines were fine before, so the profile or the pool is what changed.
            own = tenant.isolation.where.document == tenant.ref and not _was_under(program, tenant)
            cause = next(one for one in causes(group[0]) if (one[0] == "tenant") is own)
        if cause is None:
            yield Diagnostic(
                TN433,
                f"{tenant.name} is under isolation profile `{tenant.isolation.value}`, which does not fit"
                f" {pool.name}: {reason}",
                _pool_place(lines[0]),
                notes=(
                    Note(f"`{tenant.isolation.value}` comes from here", tenant.isolation.where),
                    Note("the reason", blamed),
                    *_noted(lines[1:]),
                ),
                help=_remove(lines) + ", or ask for units of a pool that fits",
            )
            continue
        by_tenant = cause[0] == "tenant"
        yield Diagnostic(
            TN433,
            f"isolation profile `{tenant.isolation.value}` does not fit {_and(sorted({one for _, one in group}))},"
            f" for which {_and(sorted({one for one, _ in group}))} {_has(group)} lines: {reason}",
            tenant.isolation.where if by_tenant else blamed,
            notes=_noted(lines),
            help="choose a profile that fits, or remove those lines first"
            if by_tenant
            else "undo this, or remove those lines first",
        )


def _misfit(program: Program, tenant: Tenant, pool: Pool) -> tuple[str, Where]:
    """Why a profile and a pool do not fit, and the field that says so."""
    profile = program.profiles[tenant.isolation.value]
    if pool.profiles and profile.name not in pool.profiles:
        admitted = _and(f"`{name}`" for name in pool.profiles)
        return f"{pool.name} admits {admitted}", Where(pool.ref, ("spec", "profiles"))
    if profile.nodes == "dedicated" and pool.dedicated_to is None:
        return f"it wants dedicated nodes, and {pool.name} is dedicated to nobody", Where(
            profile.ref, ("spec", "nodes")
        )
    return f"it takes no shared accelerators, and those of {pool.name} are", Where(
        profile.ref, ("spec", "sharedAccelerators")
    )


@check(TN434, Program)
def lines_on_clusters_left_out(program: Program, _: Program) -> Iterator[Diagnostic]:
    """`clusters` narrows away a cluster on which the tenant, or a project of it, has a line."""
    narrowed = [line for line in program.lines if owner(program, line).clusters is not None]
    by_cluster: dict[tuple[TenantName, str], list[QuotaLine]] = {}
    for (name, pool), lines in _promises(program, narrowed, Trouble.CLUSTER).items():
        by_cluster.setdefault((name, program.pools[pool].cluster), []).extend(lines)
    for (name, cluster), lines in by_cluster.items():
        tenant = program.tenants[name]
        assert tenant.clusters is not None
        is_new = bool(program.before.states) and not any(key_of(line) in program.before.lines for line in lines)
        own = Note(f"{name} is on {_and(tenant.clusters.value)} only", tenant.clusters.where)
        yield Diagnostic(
            TN434,
            f"{name} has a line for {lines[0].pool} on {cluster}, but its `clusters` leaves {cluster} out",
            _pool_place(lines[0]) if is_new else tenant.clusters.where,
            notes=(own, *_noted(lines[1:])) if is_new else _noted(lines),
            help=f"add `{cluster}` to `clusters`, or remove the line{'s' if len(lines) > 1 else ''}",
        )


@check(TN435, Program)
def project_lines_without_tenant_line(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A project divides what its tenant has: where the tenant has no line, nobody stands for the promise."""
    of_projects = (line for line in program.lines if line.owner.kind == "Project")
    removed: dict[TenantName, dict[PoolName, list[QuotaLine]]] = {}
    for (name, pool), lines in _promises(program, of_projects, Trouble.NO_TENANT_LINE).items():
        tenant = program.tenants[name]
        if any(line.owner == tenant.ref and trouble(program, line) for line in program.lines):
            # A line of the tenant names a wrong pool: this one, when it is put right.
            continue
        if LineKey(tenant.ref, pool, ClassName("")) in program.before.lines:
            removed.setdefault(name, {})[pool] = lines
            continue
        yield Diagnostic(
            TN435,
            f"{name} has no line for {pool}, so its projects cannot have one",
            _pool_place(lines[0]),
            notes=_noted(lines[1:]),
            help=f"write {_tenant_line(pool, lines)} in the quota of {name}, or {_remove(lines)}",
        )
    for name, by_pool in removed.items():
        written = " and ".join(_tenant_line(pool, lines) for pool, lines in by_pool.items())
        yield Diagnostic(
            TN435,
            f"{name} has no line for {_and(by_pool)} any more, so its projects cannot have one",
            Where(program.tenants[name].ref, ("spec", "quota")),
            notes=_noted(line for lines in by_pool.values() for line in lines),
            help=f"write {written} here, or remove those lines first",
        )


def _tenant_line(pool: PoolName, lines: Iterable[QuotaLine]) -> str:
    return f"`- {{pool: {pool}, guaranteed: {sum(line.guaranteed for line in lines)}}}`"


def _promises(program: Program, lines: Iterable[QuotaLine], wanted: Trouble) -> dict[Promise, list[QuotaLine]]:
    """Lines in a kind of trouble by tenant and pool; the tenant's own first."""
    found: dict[Promise, list[QuotaLine]] = {}
    for line in lines:
        if trouble(program, line) is wanted:
            found.setdefault((owner(program, line).name, line.pool), []).append(line)
    for group in found.values():
        group.sort(key=lambda line: line.owner.kind != "Tenant")
    return found


def _is_shut_out(program: Program, pool: Pool) -> bool:
    """Whether the holder of a pool may not use it: then who else has lines there is not the question."""
    holder = program.tenants.get(pool.dedicated_to) if pool.dedicated_to is not None else None
    if holder is None:
        return False
    return access_trouble(program, holder, pool, of_tenant=False) is Trouble.SHUT_OUT


def _are_old(program: Program, lines: Iterable[QuotaLine]) -> bool:
    """Whether all of them stood in the committed output."""
    return all(key_of(line) in program.before.lines for line in lines)


def _was_under(program: Program, tenant: Tenant) -> bool:
    """Whether a tenant was under its profile before: then it had a line in a pool that admits just this one."""
    return any(
        key.owner == tenant.ref and program.pools[PoolName(key.pool)].profiles == (tenant.isolation.value,)
        for key in program.before.lines
        if key.pool in program.pools
    )


def _pool_place(line: QuotaLine) -> Where:
    return Where(line.where.document, (*line.where.path, "pool"))


def _noted(lines: Iterable[QuotaLine]) -> tuple[Note, ...]:
    return tuple(Note(f"a line of {line.owner}", _pool_place(line)) for line in lines)


def _remove(lines: list[QuotaLine]) -> str:
    return "remove those lines" if len(lines) > 1 else "remove this line"


def _and(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _has(group: list[Promise]) -> str:
    return "have" if len({name for name, _ in group}) > 1 else "has"


CHECKS = (
    the_holder_has_a_line,
    lines_in_pools_of_others,
    the_holder_may_not_use_its_pool,
    lines_that_the_profile_excludes,
    lines_on_clusters_left_out,
    project_lines_without_tenant_line,
)
