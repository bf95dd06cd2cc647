"""Random valid fleets of any size, for the benchmark and for property tests.

The same seed and size give the same files. `write_fleet` sizes a fleet by the manifests that it compiles to, which it
finds out by compiling; it writes below the folder it is given, and nowhere else for good.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.plan import Plan, plan_fleet
from benchmarks.spec_text import spec_files

TOLERANCE = 0.02
"""How far from the wanted number of manifests a fleet of a thousand or more may be, as a share of it."""

_FIRST_GUESS = 22
"""Manifests of a project, about; the search starts there."""


@dataclass(frozen=True, slots=True)
class FleetSize:
    """How large a written fleet is; `documents` counts spec documents, `manifests` compiled objects."""

    clusters: int
    pools: int
    tenants: int
    projects: int
    documents: int
    files: int
    manifests: int

    @property
    def objects_per_tenant(self) -> float:
        return self.manifests / self.tenants

    def as_data(self) -> dict[str, float]:
        """All of it by name, for programs."""
        return {**asdict(self), "objects_per_tenant": round(self.objects_per_tenant, 1)}


def write_fleet(folder: Path, *, seed: int, manifests: int) -> FleetSize:
    """Writes the fleet of this seed that is nearest to `manifests` objects into `folder`, which is made.

    Raises AssertionError where the fleet has any finding: it is meant to have none.
    """

    @cache
    def compiled(size: int) -> int:
        return count_manifests(plan_fleet(seed, size))

    size = _nearest(compiled, manifests)
    return write_plan(folder, plan_fleet(seed, size), manifests=compiled(size))


def write_plan(folder: Path, plan: Plan, *, manifests: int = 0) -> FleetSize:
    """Writes the specs of a plan into `folder`, which is made."""
    files = spec_files(plan)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return FleetSize(
        clusters=len(plan.sites),
        pools=len(plan.pools),
        tenants=len(plan.tenants),
        projects=sum(len(tenant.projects) for tenant in plan.tenants),
        documents=sum(text.count("\n---\n") + 1 for text in files.values()),
        files=len(files),
        manifests=manifests,
    )


def count_manifests(plan: Plan) -> int:
    """How many objects the plan compiles to. Raises AssertionError where tenantry has anything to say about it."""
    from tenantry import api

    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_plan(folder, plan)
        compiled = api.compile(api.open_workspace(folder), dry_run=True)
    findings = [f"{one.code.code} {one.message}" for one in compiled.compilation.diagnostics]
    assert not findings, f"the fleet of seed {plan.seed} with {len(plan.tenants)} tenants has findings: {findings[:5]}"
    return compiled.compilation.objects


def _nearest(compiled: Callable[[int], int], wanted: int) -> int:
    """The size whose fleet comes nearest to `wanted` objects; a larger one never has fewer."""
    low, high = 1, max(2, wanted // _FIRST_GUESS)
    while compiled(high) < wanted:
        low, high = high, high + max(1, high // 2)
    while high - low > 1:
        share = (wanted - compiled(low)) / max(1, compiled(high) - compiled(low))
        middle = min(max(low + round((high - low) * share), low + 1), high - 1)
        if compiled(middle) < wanted:
            low = middle
        else:
            high = middle
    return min((low, high), key=lambda size: abs(compiled(size) - wanted))
