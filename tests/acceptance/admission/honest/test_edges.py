"""What passes by a hair passes: every rule is as tight as its attempts say, and not one word tighter."""

from collections.abc import Iterator

import pytest

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.attempts.attempt import Call, Change, Creation
from tests.acceptance.admission.attempts.scene import Scene, copied, rights
from tests.acceptance.admission.attempts.sending import send
from tests.acceptance.admission.honest.edges import CALLED, CHANGED, MADE
from tests.plane.plane import Plane

pytestmark = pytest.mark.xdist_group("admission")


@pytest.fixture(scope="module")
def given_rights(example_plane: Plane, members: dict[str, Project]) -> Iterator[None]:
    """Rights that no role of the worked example gives, so that the rules alone decide."""
    with rights(example_plane, [namespace for namespace in members if namespace < "portal"]):
        yield


@pytest.fixture
def scene(
    request: pytest.FixtureRequest, example_plane: Plane, members: dict[str, Project], given_rights: None
) -> Iterator[Scene]:
    """The scene of what the test is parametrized with (by `edge`)."""
    edge: Creation | Change | Call = request.getfixturevalue("edge")
    made = Scene(example_plane, members, edge.who, edge.project)
    yield made
    made.clear()


@pytest.mark.parametrize("edge", MADE, ids=lambda one: one.name)
def test_may_be_made(scene: Scene, edge: Creation) -> None:
    answer = scene.actor.create(edge.what(edge.project, f"edge-{edge.name}"), dry_run=True)
    assert answer.ok, answer.message


@pytest.mark.parametrize("edge", CHANGED, ids=lambda one: one.name)
def test_may_be_changed(scene: Scene, edge: Change) -> None:
    item = edge.given(scene, edge.project, f"edge-{edge.name}")
    live = copied(scene.api.get(item).must())
    wanted = copied(live)
    edge.to(wanted)
    assert wanted != live
    answer = send(scene.actor, "merge", live, wanted)
    assert answer.ok, answer.message
    if live["kind"] == "Namespace":  # it is everybody's, and stays
        now = copied(scene.api.get(item).must())
        before = copied(now)
        before["metadata"]["labels"] = live["metadata"]["labels"]
        assert send(scene.actor, "merge", now, before).ok


@pytest.mark.parametrize("edge", CALLED, ids=lambda one: one.name)
def test_may_be_done(scene: Scene, edge: Call) -> None:
    answer = edge.steps(scene, edge.project, f"edge-{edge.name}")
    assert answer.ok, answer.message
