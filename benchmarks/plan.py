"""A random fleet as plain data: clusters, pools and tenants whose numbers add up by construction.

Pure: the same seed and size give the same plan, and a larger plan holds the tenants and projects of a smaller one.
Numbers are made from the bottom up (project, tenant, department, pool), so that no level promises more than it
has, on any day.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

from benchmarks.accelerators import CPU_NODE, INFERENCE, LAB, SLICED, TRAINING, Hardware

SITES_PER_LAB = 3
"""So many production clusters share one lab cluster."""

_BLOCKS: tuple[tuple[str, ...], ...] = (
    ("department", "team", "team", "team"),
    ("product",),
    ("strict",),
    ("lab",),
    ("division", "department", "team", "held"),
    ("product",),
    ("department", "team", "team"),
    ("product",),
    ("slices",),
    ("leaving",),
    ("portal",),
)
"""Who is at home on one production cluster; tenants of one block nest."""

_PROJECTS = (
    *("detection", "ranking", "speech", "captions", "forecast", "assembly", "indexing", "retrieval", "alignment"),
    *("pretrain", "finetune", "evaluation", "serving", "simulation", "routing", "genome", "imaging", "agents"),
)
_TEAMS = (
    *("vision", "search", "nlp", "robotics", "climate", "genomics", "audio", "ads", "maps", "fraud", "pricing"),
    *("science", "trust", "growth", "catalog", "billing", "health", "energy", "market", "logistics"),
)


@dataclass(slots=True)
class Line:
    """A quota line; `borrow` and `lend` of None are left out."""

    pool: str
    guaranteed: int = 0
    borrow: int | None = None
    lend: int | None = None
    weight: int = 1
    workload_class: str = ""
    state: str = "active"


@dataclass(slots=True)
class Project:
    name: str
    classes: list[str]
    lines: list[Line] = field(default_factory=list)
    volumes: list[tuple[str, str, str]] = field(default_factory=list)
    storage: dict[str, str] = field(default_factory=dict)
    egress: str = ""
    account: str = ""
    on_call: bool = False
    state: str = "active"


@dataclass(slots=True)
class Grant:
    name: str
    pool: str
    units: int
    first_day: str
    last_day: str
    project: str = ""
    workload_class: str = ""


@dataclass(slots=True)
class Link:
    name: str
    source: str
    target: str
    port: int


@dataclass(slots=True)
class Tenant:
    """`site` is the number of its home cluster; `clusters` is empty where its quota says it all."""

    name: str
    role: str
    site: int
    parent: str = ""
    profile: str = ""
    state: str = "active"
    clusters: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    projects: list[Project] = field(default_factory=list)
    grants: list[Grant] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def line(self, pool: str) -> Line | None:
        return next((line for line in self.lines if line.pool == pool), None)


@dataclass(slots=True)
class Pool:
    name: str
    cluster: str
    hardware: Hardware
    classes: tuple[str, ...]
    profiles: tuple[str, ...] = ()
    dedicated_to: str = ""
    topology: bool = False
    nodes: int = 1
    spares: int = 0


@dataclass(slots=True)
class Site:
    """A cluster: a production site or a lab."""

    name: str
    number: int
    is_lab: bool


@dataclass(slots=True)
class Plan:
    seed: int
    sites: dict[str, Site] = field(default_factory=dict)
    pools: dict[str, Pool] = field(default_factory=dict)
    tenants: list[Tenant] = field(default_factory=list)


def plan_fleet(seed: int, size: int) -> Plan:
    """The beginning of the fleet with this seed: `size` projects, where a tenant without any counts as one.

    With the clusters that they need. The size is at least 1; the last tenant may have fewer projects than it will.
    """
    plan = Plan(seed)
    for site, index, role in _roles(seed):
        if size <= 0:
            break
        _add_tenant(plan, site, index, role, projects=size)
        size -= max(1, len(plan.tenants[-1].projects))
    _link_neighbours(plan)
    _add_up_departments(plan)
    _size_pools(plan)
    return plan


def _roles(seed: int) -> Iterator[tuple[int, int, str]]:
    """Site, number and role of tenant after tenant, without end; the order of blocks differs from site to site."""
    index = site = 0
    while True:
        for block in Random(f"{seed}/site/{site}").sample(_BLOCKS, len(_BLOCKS)):
            for role in block:
                yield site, index, role
                index += 1
        site += 1


def _add_tenant(plan: Plan, site: int, index: int, role: str, *, projects: int) -> None:
    """Adds a tenant with all it has, but for projects beyond so many; what was meant for those, it keeps."""
    random = Random(f"{plan.seed}/tenant/{index}")
    _add_site(plan, site)
    tenant = Tenant(f"{random.choice(_TEAMS)}-{index:03}", role, site, state=_STATES.get(role, "active"))
    if role in ("team", "held", "department"):
        tenant.parent = _parent(plan, site, role)
    plan.tenants.append(tenant)
    if role in _STAFF:
        _STAFF[role](plan, tenant, random)
    del tenant.projects[projects:]
    if role in ("team", "product", "slices"):
        _grant(tenant, random)


def _parent(plan: Plan, site: int, role: str) -> str:
    """The department above a team of the same site, or the division above a department; none for one at the top."""
    last = plan.tenants[-1] if plan.tenants else None
    if role == "department":
        return last.name if last is not None and last.role == "division" and last.site == site else ""
    above = [tenant for tenant in plan.tenants if tenant.role == "department" and tenant.site == site]
    return above[-1].name


def _cluster(site: int) -> str:
    return f"prod-{site:02}"


def _add_site(plan: Plan, number: int) -> None:
    """Adds the production cluster of a site with its shared pools, where it is not there yet."""
    name = _cluster(number)
    if name in plan.sites:
        return
    random = Random(f"{plan.seed}/cluster/{number}")
    plan.sites[name] = Site(name, number, is_lab=False)
    training = random.choice(TRAINING)
    _add_pool(plan, f"train-{number:02}", name, training, ("training",), profiles=("baseline",))
    plan.pools[f"train-{number:02}"].topology = random.random() < 0.7
    _add_pool(plan, f"infer-{number:02}", name, random.choice(INFERENCE), ("inference", "batch"))
    _add_pool(plan, f"slices-{number:02}", name, SLICED, ("development",), profiles=("baseline", "open-lab"))
    _add_pool(plan, f"cpu-{number:02}", name, CPU_NODE, ("batch",), profiles=("baseline",))


def _lab(plan: Plan, site: int) -> str:
    """The name of the time-sliced pool of the lab that the site shares."""
    number = site // SITES_PER_LAB
    name, pool = f"lab-{number:02}", f"shared-{number:02}"
    if name not in plan.sites:
        plan.sites[name] = Site(name, number, is_lab=True)
        _add_pool(plan, pool, name, LAB, ("development", "inference"), profiles=("open-lab",))
    return pool


def _add_pool(
    plan: Plan,
    name: str,
    cluster: str,
    hardware: Hardware,
    classes: tuple[str, ...],
    *,
    profiles: tuple[str, ...] = (),
    dedicated_to: str = "",
) -> None:
    plan.pools[name] = Pool(name, cluster, hardware, classes, profiles=profiles, dedicated_to=dedicated_to)


def _staff_team(_: Plan, tenant: Tenant, random: Random) -> None:
    """Two to five projects of every kind, and lines that hold what the projects are promised."""
    site = tenant.site
    names = random.sample(_PROJECTS, random.randint(2, 5))
    for number, name in enumerate(names):
        make = _training if number == 0 else random.choice((_training, _serving, _batch, _notebooks))
        tenant.projects.append(make(name, site, random))
    promised = _promised(tenant)
    for pool in (f"train-{site:02}", f"infer-{site:02}", f"slices-{site:02}", f"cpu-{site:02}"):
        if pool in promised or pool.startswith("train") or (not tenant.parent and pool.startswith("cpu")):
            keeps = random.choice((0, 0, 4, 8, 16))
            line = _add_line(tenant, pool, promised.get(pool, 0) + keeps, random=random)
            line.weight = random.choice((1, 1, 1, 2, 3))


def _staff_product(plan: Plan, tenant: Tenant, random: Random) -> None:
    """A team of its own, that also has units on the cluster next door."""
    _staff_team(plan, tenant, random)
    if tenant.site > 0:
        _add_line(tenant, f"train-{tenant.site - 1:02}", 8, borrow=16)


def _staff_portal(_: Plan, tenant: Tenant, random: Random) -> None:
    """No quota anywhere: pods on shared nodes, without a queue."""
    tenant.clusters = [_cluster(tenant.site)]
    tenant.projects = [Project(name, ["development"]) for name in random.sample(_PROJECTS, 2)]


def _training(name: str, site: int, random: Random) -> Project:
    project = Project(name, ["training", *random.choice(((), ("batch",), ("development",)))])
    if random.random() < 0.7:
        project.lines.append(Line(f"train-{site:02}", random.choice((4, 8, 8, 16)), borrow=random.choice((None, 16))))
    project.volumes.append(("datasets", "shared", f"{random.choice((4, 10, 40))}Ti"))
    if random.random() < 0.5:
        project.storage = {"shared": "60Ti", "fast": "4Ti"}
    if random.random() < 0.3:
        project.egress = f"10.30.{random.randrange(64) * 4}.0/22"
    if random.random() < 0.05:
        project.state = "held"
    return project


def _serving(name: str, site: int, random: Random) -> Project:
    line = Line(f"infer-{site:02}", random.randint(1, 3), workload_class="inference")
    volumes = [("weights", "shared", f"{random.randint(1, 4)}Ti")]
    return Project(name, ["inference"], [line], volumes, account="server", on_call=random.random() < 0.5)


def _batch(name: str, site: int, random: Random) -> Project:
    project = Project(name, ["batch"], [Line(f"cpu-{site:02}", random.choice((16, 32, 64)), borrow=128)])
    if random.random() < 0.5:
        project.storage = {"fast": "8Ti"}
    return project


def _notebooks(name: str, site: int, random: Random) -> Project:
    lines = [Line(f"slices-{site:02}", random.choice((0, 2, 7)), weight=2)]
    return Project(name, ["development", "training"], lines, [("home", "fast", "500Gi")])


def _staff_strict(plan: Plan, tenant: Tenant, random: Random) -> None:
    """Pools of its own, divided by its projects."""
    tenant.profile = "strict"
    units, cores = f"own-{tenant.name}", f"cores-{tenant.name}"
    for pool, hardware, work in ((units, TRAINING[0], "training"), (cores, CPU_NODE, "batch")):
        classes = (work, "inference")
        _add_pool(plan, pool, _cluster(tenant.site), hardware, classes, profiles=("strict",), dedicated_to=tenant.name)
    first, second = random.sample(_PROJECTS, 2)
    tenant.projects = [
        Project(
            first,
            ["training", "batch"],
            [Line(units, 4), Line(cores, 32)],
            [("ledger", "shared", "2Ti")],
            egress=f"10.20.{random.randrange(16, 64)}.0/24",
        ),
        Project(
            second,
            ["inference"],
            [Line(units, 2, workload_class="inference"), Line(cores, 12, workload_class="inference")],
            account="scorer",
        ),
    ]


def _staff_lab(plan: Plan, tenant: Tenant, random: Random) -> None:
    """Time-sliced units in the lab, and sometimes slices in production."""
    tenant.profile = "open-lab"
    shared, slices = _lab(plan, tenant.site), f"slices-{tenant.site:02}"
    first, second = random.sample(_PROJECTS, 2)
    tenant.projects = [
        Project(first, ["development"], [Line(shared, 4)], [("scratch", "fast", "200Gi")]),
        Project(second, ["inference"], [Line(shared, 2, workload_class="inference")], account="server"),
    ]
    _add_line(tenant, shared, 8 + random.choice((0, 2)), borrow=8)
    if random.random() < 0.7:
        _add_line(tenant, slices, 7, borrow=7)


def _staff_slices(_: Plan, tenant: Tenant, random: Random) -> None:
    """Notebooks on slices, and nothing else."""
    names, pool = random.sample(_PROJECTS, random.randint(1, 3)), f"slices-{tenant.site:02}"
    tenant.projects = [Project(name, ["development"], [Line(pool, 2)]) for name in names]
    line = _add_line(tenant, pool, 2 * len(names) + random.randint(0, 7), borrow=14)
    line.lend = line.guaranteed // 2


_STAFF: Mapping[str, Callable[[Plan, Tenant, Random], None]] = MappingProxyType(
    {
        "team": _staff_team,
        "held": _staff_team,
        "leaving": _staff_team,
        "product": _staff_product,
        "strict": _staff_strict,
        "lab": _staff_lab,
        "slices": _staff_slices,
        "portal": _staff_portal,
    }
)
_STATES: Mapping[str, str] = MappingProxyType({"held": "held", "leaving": "draining"})


def _add_line(
    tenant: Tenant, pool: str, guaranteed: int, *, borrow: int | None = None, random: Random | None = None
) -> Line:
    line = Line(pool, guaranteed, borrow=borrow)
    if random is not None:
        line.borrow = random.choice((None, None, 8, 16, 32))
        line.lend = random.choice((None, None, None, guaranteed // 2))
    tenant.lines.append(line)
    return line


def _promised(tenant: Tenant) -> dict[str, int]:
    """Units that a tenant's projects are promised, by pool; a pool with lines of 0 is there too."""
    units: dict[str, int] = {}
    for project in tenant.projects:
        for line in project.lines:
            units[line.pool] = units.get(line.pool, 0) + line.guaranteed
    return units


def _grant(tenant: Tenant, random: Random) -> None:
    """Now, later, or none; to the tenant, to a project, or to its inference."""
    if random.random() < 0.4:
        return
    days = random.choice((("2026-11-20", "2026-12-05"), ("2026-12-07", "2026-12-18"), ("2027-01-11", "2027-01-22")))
    line = random.choice(tenant.lines)
    grant = Grant(f"deadline-{random.randrange(100)}", line.pool, random.choice((2, 4, 8)), *days)
    takers = [project for project in tenant.projects if any(own.pool == line.pool for own in project.lines)]
    if takers and random.random() < 0.5:
        taker = random.choice(takers)
        grant.project = taker.name
        grant.workload_class = next(own.workload_class for own in taker.lines if own.pool == line.pool)
    tenant.grants.append(grant)


def _link_neighbours(plan: Plan) -> None:
    """Links between tenants of one site, held by both; and between two projects of one tenant, held once."""
    random = Random(f"{plan.seed}/links")
    earlier: dict[int, list[Tenant]] = {}
    for tenant in plan.tenants:
        if tenant.role not in ("team", "held", "product"):
            continue
        neighbours = earlier.setdefault(tenant.site, [])
        if neighbours and random.random() < 0.5:
            other = random.choice(neighbours)
            source, target = f"{tenant.name}/{tenant.projects[0].name}", f"{other.name}/{other.projects[-1].name}"
            tenant.links.append(Link(f"to-{other.name}", source, target, 8080))
            other.links.append(Link(f"from-{tenant.name}", source, target, 8080))
        first, last = tenant.projects[0].name, tenant.projects[-1].name
        if first != last and random.random() < 0.3:
            tenant.links.append(Link("inside", f"{tenant.name}/{first}", f"{tenant.name}/{last}", 9200))
        neighbours.append(tenant)


def _add_up_departments(plan: Plan) -> None:
    """Departments and divisions promise what those below have, and keep a little; the innermost first."""
    for above in reversed(plan.tenants):
        if above.role not in ("department", "division"):
            continue
        for pool in (f"train-{above.site:02}", f"cpu-{above.site:02}"):
            below = sum(
                line.guaranteed
                for tenant in plan.tenants
                if tenant.parent == above.name and (line := tenant.line(pool)) is not None
            )
            above.lines.append(Line(pool, below + 8, borrow=16))


def _size_pools(plan: Plan) -> None:
    """As many nodes as the lines at the top and all grants at once need, and some units that nobody has."""
    parents = {tenant.name: tenant.parent for tenant in plan.tenants}
    by_name = {tenant.name: tenant for tenant in plan.tenants}
    wanted: dict[str, int] = {}
    for tenant in plan.tenants:
        for line in tenant.lines:
            above, covered = parents[tenant.name], False
            while above:
                covered = covered or by_name[above].line(line.pool) is not None
                above = parents[above]
            if not covered:
                wanted[line.pool] = wanted.get(line.pool, 0) + line.guaranteed
        for grant in tenant.grants:
            wanted[grant.pool] = wanted.get(grant.pool, 0) + grant.units
    for pool in plan.pools.values():
        per_node = pool.hardware.units_per_node
        pool.spares = per_node if pool.name.startswith("train") else 0
        pool.nodes = max(1, -(-(wanted.get(pool.name, 0) + pool.spares + 4) // per_node))
