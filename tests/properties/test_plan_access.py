"""What a plan says of access is the difference of what two readers of their own say of both sides: one of the RBAC
objects, the other of the specs. Over all stories of pull requests, and over random changes of a random fleet."""

from pathlib import Path
from random import Random

import pytest
from benchmarks.plan import plan_fleet
from benchmarks.spec_text import spec_files

from tests.golden.plans.stories import BASES, STORIES
from tests.oracle.access_matrix import Matrix, as_user
from tests.support.access_changes import (
    Fact,
    Tree,
    facts_told,
    rights_changed,
    subjects,
    tree_of,
    with_other_access,
)
from tests.support.fleets import write_files
from tests.support.workspaces import copy_example

_SEEDS = range(8)
_FEW, _MANY = 8, 14


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return _sound(tree_of(copy_example(tmp_path_factory.mktemp("before"))))


@pytest.mark.parametrize("name", sorted(STORIES))
def test_a_story_changes_access_as_independent_readers_find(name: str, example: Tree, tmp_path: Path) -> None:
    folder, before = copy_example(tmp_path), example
    if name in BASES:
        BASES[name](folder)
        before = _sound(tree_of(folder, example.program))
    STORIES[name](folder)
    _assert_as_found(before, _sound(tree_of(folder, before.program)))


@pytest.mark.parametrize("seed", _SEEDS)
def test_random_changes_of_members_and_roles_change_access_as_found(seed: int, tmp_path: Path) -> None:
    """Projects come too, or go where the seed is odd: a larger fleet holds the smaller one."""
    files = [spec_files(plan_fleet(seed, projects)) for projects in (_FEW, _MANY)]
    smaller = _sound(tree_of(write_files(tmp_path / "smaller", files[0])))
    larger = _sound(tree_of(write_files(tmp_path / "larger", with_other_access(files[1], Random(seed)))))
    states = _assert_as_found(larger, smaller) if seed % 2 else _assert_as_found(smaller, larger)
    assert states == {"kept", "gone" if seed % 2 else "new"}


def _sound(tree: Tree | None) -> Tree:
    assert tree is not None, "the specs have an error"
    return tree


def _assert_as_found(before: Tree, after: Tree) -> set[str]:
    """Compares the plan's gains and losses with those of both readers; gives in what namespaces there are any."""
    changes, _ = rights_changed(before, after)
    everybody = subjects(before, after)
    had, has = _by_objects(before, everybody), _by_objects(after, everybody)
    assert had == _by_specs(before, everybody)
    assert has == _by_specs(after, everybody)
    assert facts_told(changes, "gained", after) == has - had
    assert facts_told(changes, "lost", before) == had - has
    return {change.namespaces for change in changes}


def _by_objects(tree: Tree, everybody: set[tuple[str, str]]) -> set[Fact]:
    """Everything that the compiled objects let anybody do."""
    found: set[Fact] = set()
    for cluster in tree.specs.of("Cluster"):
        rbac, namespaces = tree.rbac(cluster), Matrix(tree.specs, cluster).namespaces
        for kind, name in everybody:
            for namespace in namespaces:
                found |= {
                    (f"{kind} {name}", cluster, namespace, verb, group, resource)
                    for rule in rbac.rules(as_user(kind, name), namespace)
                    for verb in rule["verbs"]
                    for group in rule["apiGroups"]
                    for resource in rule["resources"]
                }
    return found


def _by_specs(tree: Tree, everybody: set[tuple[str, str]]) -> set[Fact]:
    """Everything that the specs promise anybody."""
    found: set[Fact] = set()
    for cluster in tree.specs.of("Cluster"):
        matrix = Matrix(tree.specs, cluster)
        for kind, name in everybody:
            for namespace in matrix.namespaces:
                rights = matrix.rights(as_user(kind, name), namespace)
                found |= {(f"{kind} {name}", cluster, namespace, *right) for right in rights}
    return found
