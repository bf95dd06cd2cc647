"""Accelerators resolved: how they are cut, and the name that pods ask for."""

from typing import Any

import pytest

from tenantry.program import Accelerator
from tests.support.programs import program_of, small_trees, spec_of


def resolved(**changes: Any) -> Accelerator:
    """The accelerator of a pool of slices, with some of its fields written otherwise."""
    trees = small_trees()
    spec_of(trees, "Pool", "h100-slices")["accelerator"].update(changes)
    accelerator = program_of(trees).pools["h100-slices"].accelerator  # type: ignore[index]
    assert accelerator is not None
    assert accelerator.sharing is not None
    return accelerator


@pytest.mark.parametrize("written", ["1g.10gb+me", "1g.10gb.me"])
def test_media_extensions_are_spelled_as_the_mig_manager_wants_and_named_as_the_device_plugin_does(
    written: str,
) -> None:
    accelerator = resolved(sharing={"mig": {"profile": written, "perAccelerator": 1}})

    assert accelerator.sharing is not None
    assert accelerator.sharing.mig_profile == "1g.10gb+me"
    assert accelerator.resource == "nvidia.com/mig-1g.10gb"


def test_a_name_that_is_written_stays_as_it_is() -> None:
    slices = {"mig": {"profile": "1g.10gb.me", "perAccelerator": 1}}

    assert resolved(resource="nvidia.com/mig-1g.10gb.me", sharing=slices).resource == "nvidia.com/mig-1g.10gb.me"
