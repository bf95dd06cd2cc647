"""Planes for this area: empty ones, into which fleets go one after the other."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.acceptance.objects.editions import Editions, example_specs, generated_specs, two_editions, written_specs
from tests.acceptance.objects.planes import plane_of_kueue, plane_of_old_kueue
from tests.plane.kubernetes import Kubernetes
from tests.plane.processes import Processes

SEEDS = (2,)
"""Generated fleets of the suite; the long run takes more."""

EditionsOf = Callable[[str], Editions]


@pytest.fixture(scope="module")
def empty_plane(built_plane: None, example_workspace: Path) -> Iterator[Kubernetes]:
    """A control plane with Kueue that holds nothing of ours."""
    with Processes() as processes:
        yield plane_of_kueue(processes, example_workspace)


@pytest.fixture(scope="module")
def old_kueue_plane(built_plane: None) -> Iterator[Kubernetes]:
    """A control plane with the kinds of Kueue 0.17; no controller of Kueue runs, ours is newer."""
    with Processes() as processes:
        yield plane_of_old_kueue(processes)


@pytest.fixture(scope="package")
def editions(tmp_path_factory: pytest.TempPathFactory) -> EditionsOf:
    """Compiles a fleet by its name, once: `example`, one written by hand, or `seed-N`."""
    folder, made = tmp_path_factory.mktemp("editions"), dict[str, Editions]()

    def compiled(name: str) -> Editions:
        if name not in made:
            made[name] = _two_editions(folder, name)
        return made[name]

    return compiled


def _two_editions(folder: Path, name: str) -> Editions:
    if name == "example":
        return two_editions(folder, name, example_specs(), 0)
    if name.startswith("seed-"):
        seed = int(name.removeprefix("seed-"))
        return two_editions(folder, name, generated_specs(seed), seed)
    return two_editions(folder, name, written_specs(name), 0)
