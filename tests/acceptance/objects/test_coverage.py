"""The fleets that a control plane judges here leave nothing out that the language offers or the compiler can emit.

No control plane is needed to see that.
"""

import re
from collections import Counter

from tests.acceptance.objects.conftest import SEEDS, EditionsOf
from tests.acceptance.objects.editions import example_specs, generated_specs, written_specs
from tests.acceptance.objects.emitted import part, parts
from tests.acceptance.objects.features import offered, used
from tests.plane.api import Object
from tests.support.workspaces import REPOSITORY

NEVER_COMPILED = {
    "Cluster.spec.kueue.fairSharing = False",  # refused: the quota model needs fair sharing
}

FACTS = {
    *(f"Kubernetes {version}" for version in ("1.33", "1.34", "1.35", "1.36")),
    *(f"Kueue {version}" for version in ("0.17", "0.18", "0.19")),
    *(f"Argo CD {version}" for version in ("3.2", "3.3", "3.4", "3.5")),
    *(f"grant {when}" for when in ("over", "in force", "to come")),
    "IPv4 and IPv6",
    "IPv6 alone",
    "IPv4 alone",
    "tenant below a tenant below a tenant",
    "class line of a class that never borrows",
    "shared pool, no profile named",
    "role that extends a role that extends a role",
}
"""What the schema cannot say by itself."""


def _all_documents() -> list[Object]:
    fleets = (example_specs(), written_specs("wide"), written_specs("bare"), *map(generated_specs, SEEDS))
    return [document for fleet in fleets for documents in fleet.values() for document in documents]


def test_every_field_and_choice_of_the_language_is_in_a_fleet() -> None:
    assert offered() - used(_all_documents()) == NEVER_COMPILED


def test_every_version_shape_and_state_is_in_a_fleet() -> None:
    found: set[str] = set()
    for fleet in (example_specs(), written_specs("wide"), written_specs("bare"), *map(generated_specs, SEEDS)):
        found |= _facts([document for documents in fleet.values() for document in documents])
    assert not FACTS - found


def test_every_kind_that_the_compiler_can_emit_is_emitted(editions: EditionsOf) -> None:
    folder = REPOSITORY / "compiler" / "tenantry" / "kinds"
    known = {path.stem for path in folder.glob("*.py") if re.search(r"^KIND\b", path.read_text(), re.MULTILINE)}
    counts = Counter(
        item["kind"]
        for name in ("example", "wide", "bare", *(f"seed-{seed}" for seed in SEEDS))
        for one in parts(editions(name).current)
        for item in part(editions(name).current, one).items
    )
    assert {kind.lower() for kind in counts} == known


def _facts(documents: list[Object]) -> set[str]:
    fleet = next(item["spec"] for item in documents if item["kind"] == "Fleet")
    by_kind: dict[str, dict[str, Object]] = {}
    for item in documents:
        by_kind.setdefault(item["kind"], {})[item["metadata"]["name"]] = item["spec"]
    found = {f"Argo CD {fleet['argocd']['version']}"}
    for cluster in by_kind["Cluster"].values():
        found |= {f"Kubernetes {cluster['kubernetes']}", f"Kueue {cluster['kueue']['version']}"}
        families = {"IPv6" if ":" in network else "IPv4" for network in cluster["network"]["pods"]}
        found.add(" and ".join(sorted(families)) if len(families) > 1 else f"{families.pop()} alone")
    for grant in by_kind.get("Grant", {}).values():
        begun, ended = grant["from"] <= fleet["asOf"], grant["until"] < fleet["asOf"]
        found.add("grant over" if ended else "grant in force" if begun else "grant to come")
    if any(_depth(by_kind["Tenant"], name, "parent") >= 3 for name in by_kind["Tenant"]):
        found.add("tenant below a tenant below a tenant")
    if any(_depth(by_kind["RoleProfile"], name, "extends") >= 3 for name in by_kind["RoleProfile"]):
        found.add("role that extends a role that extends a role")
    firm = {name for name, spec in by_kind["WorkloadClass"].items() if spec.get("borrows") is False}
    lines = [line for project in by_kind["Project"].values() for line in project.get("quota", [])]
    if any(line.get("class") in firm for line in lines):
        found.add("class line of a class that never borrows")
    if any("profiles" not in pool and "dedicatedTo" not in pool for pool in by_kind["Pool"].values()):
        found.add("shared pool, no profile named")
    return found


def _depth(specs: dict[str, Object], name: str, up: str) -> int:
    above = specs[name].get(up)
    return 1 + (_depth(specs, above, up) if above else 0)
