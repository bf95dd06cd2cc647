"""Compiled fleets, and the program in which NVIDIA's code judges their device settings. No plane."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.devices.fleets import compiled
from tests.plane.fixtures import NOT_BUILT
from tests.plane.store import program_path

Compiled = Callable[[str], Path]


@pytest.fixture(scope="session")
def judge() -> Path:
    """Skips what needs the program where it is not built."""
    try:
        return program_path("nvidia-devices")
    except LookupError:
        pytest.skip(f"{NOT_BUILT}: nvidia-devices; `make control-plane` builds it and needs Go and a C compiler")


@pytest.fixture(scope="package")
def workspaces(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """Compiles a fleet by its name, once."""
    folder, made = tmp_path_factory.mktemp("devices"), dict[str, Path]()

    def workspace(fleet: str) -> Path:
        if fleet not in made:
            made[fleet] = compiled(folder / fleet, fleet)
        return made[fleet]

    return workspace
