"""Random valid fleets: nothing to say about them, the same bytes however they are written, and a small blast radius."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.fleet import TOLERANCE, write_fleet
from benchmarks.plan import Line, Plan, Tenant, plan_fleet
from benchmarks.spec_text import spec_files
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tenantry import api
from tests.support.fleets import regrouped, write_files
from tests.support.workspaces import command, tree_of

SMALL = 9
"""Projects of a fleet: some 250 objects on one production cluster and mostly a lab."""

seeds = st.integers(0, 10_000)
chances = st.integers(0, 1_000_000).map(Random)
few = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
very_few = settings(few, max_examples=3)


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder of its own for one example."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


def compiled(specs: Path, out: Path) -> dict[str, bytes]:
    """The tree that a workspace compiles to. Fails the test where there is anything to say about it."""
    found = api.compile(api.open_workspace(specs), out=out)
    assert not found.compilation.diagnostics, found.compilation.diagnostics[:3]
    return tree_of(out)


def compiled_or_none(specs: Path, out: Path) -> dict[str, bytes] | None:
    """The tree, or None where a check refuses the workspace."""
    found = api.compile(api.open_workspace(specs), out=out)
    return None if found.compilation.has_errors else tree_of(out)


@few
@given(seeds)
def test_there_is_nothing_to_say_about_a_generated_fleet_and_it_compiles_whole(seed: int) -> None:
    with scratch() as folder:
        specs = write_files(folder / "specs", spec_files(plan_fleet(seed, SMALL)))

        tree = compiled(specs, folder / "out")

        checked = api.check(api.open_workspace(specs))
        assert not checked.report.items
        assert sum(name.endswith("/namespaces.yaml") for name in tree) > 1
        again = api.compile(api.open_workspace(specs), out=folder / "out")
        assert again.compilation.is_fresh


@very_few
@given(seeds)
def test_a_fleet_is_as_large_as_it_was_asked_to_be(seed: int) -> None:
    with scratch() as folder:
        size = write_fleet(folder / "specs", seed=seed, manifests=1_000)

        compilation = api.compile(api.open_workspace(folder / "specs"), dry_run=True).compilation

        assert compilation.objects == size.manifests
        # The step to a cluster more, with all its policies, is larger than the tolerance of a small fleet.
        assert abs(size.manifests - 1_000) <= 1_000 * TOLERANCE * 3


@few
@given(seeds, chances)
def test_moving_documents_between_files_of_their_owners_changes_nothing(seed: int, random: Random) -> None:
    plan = plan_fleet(seed, SMALL)
    with scratch() as folder:
        one = write_files(folder / "one", spec_files(plan))
        other = write_files(folder / "other", regrouped(plan, random))

        assert compiled(one, folder / "out") == compiled(other, folder / "other-out")


@very_few
@given(seeds, st.integers(1, 100_000), st.sampled_from(["Pacific/Kiritimati", "America/New_York", "UTC"]))
def test_working_folder_locale_time_zone_and_hash_seed_change_nothing(seed: int, hashes: int, zone: str) -> None:
    with scratch() as folder:
        specs = write_files(folder / "specs", spec_files(plan_fleet(seed, SMALL)))
        expected = compiled(specs, folder / "out")
        elsewhere = folder / "else" / "where"
        elsewhere.mkdir(parents=True)
        surroundings = {"LC_ALL": "tr_TR.UTF-8", "LANG": "C", "TZ": zone, "PYTHONHASHSEED": str(hashes)}

        subprocess.run(
            command("compile", "-C", "../../specs", "--out", "out"),
            cwd=elsewhere,
            env={**os.environ, **surroundings},
            check=True,
            capture_output=True,
            timeout=120,
        )

        assert tree_of(elsewhere / "out") == expected


@few
@given(seeds, chances)
def test_a_change_of_one_tenants_numbers_stays_within_its_blast_radius(seed: int, random: Random) -> None:
    plan, changed = plan_fleet(seed, SMALL), plan_fleet(seed, SMALL)
    tenant = random.choice([tenant for tenant in changed.tenants if _lines(tenant)])
    _change_a_number(tenant, random)
    with scratch() as folder:
        before = compiled(write_files(folder / "before", spec_files(plan)), folder / "before-out")
        after = compiled_or_none(write_files(folder / "after", spec_files(changed)), folder / "after-out")
        assume(after is not None)

        touched = _differing(before, after or {})

        allowed = _allowed(plan, tenant.name)
        assert {path for path in touched if not allowed.fullmatch(path)} == set()
        assert any(f"/{tenant.name}/" in path for path in touched)


@few
@given(seeds, chances)
def test_a_change_of_one_end_of_a_link_reaches_only_the_network_of_the_other(seed: int, random: Random) -> None:
    plan, changed = plan_fleet(seed, 2 * SMALL), plan_fleet(seed, 2 * SMALL)
    linked = [tenant for tenant in changed.tenants if any(link.name != "inside" for link in tenant.links)]
    assume(linked)
    tenant = random.choice(linked)
    link = random.choice([link for link in tenant.links if link.name != "inside"])
    tenant.links.remove(link)
    ends = {end.partition("/")[0] for end in (link.source, link.target)} - {tenant.name}
    with scratch() as folder:
        before = compiled(write_files(folder / "before", spec_files(plan)), folder / "before-out")
        after = compiled_or_none(write_files(folder / "after", spec_files(changed)), folder / "after-out")
        assert after is not None

        touched = _differing(before, after)

        (other,) = ends
        allowed = re.compile(
            rf"[^/]+/{tenant.name}/(network\.yaml|inventory\.jsonl)|[^/]+/{other}/(network\.yaml|inventory\.jsonl)"
        )
        assert touched
        assert {path for path in touched if not allowed.fullmatch(path)} == set()


def _lines(tenant: Tenant) -> list[Line]:
    return [*tenant.lines, *(line for project in tenant.projects for line in project.lines)]


def _change_a_number(tenant: Tenant, random: Random) -> None:
    """Changes one number of one line; a class that never borrows has only its guarantee."""
    line = random.choice(_lines(tenant))
    ways = ["guaranteed"] if line.workload_class else ["guaranteed", "borrow", "lend", "weight"]
    match random.choice(ways):
        case "guaranteed":
            line.guaranteed += random.choice((-1, 1, 2, 4) if line.guaranteed else (1, 2))
        case "borrow":
            line.borrow = (line.borrow or 0) + random.randint(1, 8)
        case "lend":
            line.lend = 0 if line.lend else line.guaranteed + 1
        case _:
            line.weight += random.randint(1, 5)


def _allowed(plan: Plan, name: str) -> re.Pattern[str]:
    """Paths that a change of a tenant's numbers may touch."""
    tenants = {tenant.name: tenant for tenant in plan.tenants}
    above, parent = [], tenants[name].parent
    while parent:
        above.append(parent)
        parent = tenants[parent].parent
    own = [name, *(other.name for other in plan.tenants if _is_below(tenants, other, name))]
    keepers = [*above, "_platform"]
    return re.compile(
        rf"[^/]+/({'|'.join(own)})/[^/]+|argocd/[^/]+/({'|'.join(own)})\.yaml"
        rf"|[^/]+/({'|'.join(keepers)})/(quota\.yaml|inventory\.jsonl)"
    )


def _is_below(tenants: dict[str, Tenant], tenant: Tenant, name: str) -> bool:
    while tenant.parent:
        if tenant.parent == name:
            return True
        tenant = tenants[tenant.parent]
    return False


def _differing(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    return {path for path in {*before, *after} if before.get(path) != after.get(path)}
