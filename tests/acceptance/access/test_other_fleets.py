"""Fleets beside the worked example, wide, bare and random: their compiled access is what their specs promise.

Offline: the compiled YAML is read by the evaluator that agrees with the server, the specs by the matrix.
"""

from pathlib import Path

import pytest
from benchmarks.plan import plan_fleet
from benchmarks.spec_text import spec_files

from tests.oracle.access_matrix import Matrix
from tests.oracle.rbac import Rbac, person
from tests.oracle.specs import Specs
from tests.plane.manifests import compiled_objects
from tests.support.fleets import write_files
from tests.support.workspaces import REPOSITORY, run

_FLEETS = REPOSITORY / "tests" / "acceptance" / "objects" / "fleets"
_SEEDS, _PROJECTS = range(6), 40


@pytest.mark.parametrize("name", ["wide", "bare"])
def test_a_fleet_made_by_hand_gives_the_access_that_its_specs_promise(name: str, tmp_path: Path) -> None:
    files = {
        path.relative_to(_FLEETS / name).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((_FLEETS / name).rglob("*.yaml"))
    }
    assert _compare(write_files(tmp_path, files)) or name == "bare"


@pytest.mark.parametrize("seed", _SEEDS)
def test_a_random_fleet_gives_the_access_that_its_specs_promise(seed: int, tmp_path: Path) -> None:
    assert _compare(write_files(tmp_path, spec_files(plan_fleet(seed, _PROJECTS)))) > _PROJECTS


def _compare(workspace: Path) -> int:
    """Everybody whom the specs name, and a stranger, in every namespace of every cluster; gives in how many of these
    they have any rights."""
    finished = run("compile", folder=workspace)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    specs = Specs.read(workspace)
    granted = 0
    for cluster in specs.of("Cluster"):
        objects, matrix = compiled_objects(workspace / "output", cluster), Matrix(specs, cluster)
        rbac = Rbac(objects)
        named = {item["metadata"]["name"] for item in objects if item["kind"] == "Namespace"}
        assert named == set(matrix.namespaces), cluster
        for user in (*matrix.members().values(), *matrix.owners().values(), person("stranger")):
            assert not rbac.rules(user, "")
            for namespace in matrix.namespaces:
                held = {
                    (verb, group, resource)
                    for rule in rbac.rules(user, namespace)
                    for verb in rule["verbs"]
                    for group in rule["apiGroups"]
                    for resource in rule["resources"]
                }
                assert held == matrix.rights(user, namespace), f"{user} in {namespace} on {cluster}"
                granted += bool(held)
    return granted
