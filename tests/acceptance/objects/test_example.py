"""The worked example on a real control plane: every object accepted, and given back as it was sent."""

import pytest

from tests.plane.api import named
from tests.plane.plane import Plane
from tests.plane.readback import differences_on_reading_back

pytestmark = pytest.mark.xdist_group("objects")


def test_gives_back_every_object_as_it_was_sent(example_plane: Plane) -> None:
    found = [
        f"{named(item)} {difference}"
        for item in example_plane.compiled()
        for difference in differences_on_reading_back(item, example_plane.api.get(item).must())
    ]
    assert not found
