"""The test-only rights of those who attempt."""

from collections.abc import Iterator

import pytest

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.attempts.attempt import Call, Change, Creation
from tests.acceptance.admission.attempts.scene import Scene, rights
from tests.plane.plane import Plane


@pytest.fixture(scope="package")
def given_rights(example_plane: Plane, members: dict[str, Project]) -> Iterator[None]:
    """Rights that no role of the worked example gives, for as long as attempts are made."""
    with rights(example_plane, [namespace for namespace in members if namespace < "portal"]):
        yield


@pytest.fixture
def scene(
    request: pytest.FixtureRequest, example_plane: Plane, members: dict[str, Project], given_rights: None
) -> Iterator[Scene]:
    """The scene of the attempt that the test is parametrized with (by `attempt`)."""
    attempt: Creation | Change | Call = request.getfixturevalue("attempt")
    made = Scene(example_plane, members, attempt.who, attempt.project)
    yield made
    made.clear()
