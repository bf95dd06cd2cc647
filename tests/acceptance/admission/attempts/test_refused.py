"""Every attempt is refused by the real server, by our rule: its code is in the message, and no other refusal counts."""

import re

import pytest

from tests.acceptance.admission.attempts.adopted import ADOPTED
from tests.acceptance.admission.attempts.attempt import Call, Change, Creation
from tests.acceptance.admission.attempts.calls import CALLS as OTHER_CALLS
from tests.acceptance.admission.attempts.changes import CHANGES as FIRST_CHANGES
from tests.acceptance.admission.attempts.changes import NAMESPACES as FIRST_NAMESPACES
from tests.acceptance.admission.attempts.creations import CREATIONS as FIRST_CREATIONS
from tests.acceptance.admission.attempts.every import EVERY
from tests.acceptance.admission.attempts.groups_and_sets import GROUPS, OF_SETS, SETS, UNITS
from tests.acceptance.admission.attempts.later import KUEUES_WORDS, LATER, LATER_CALLS
from tests.acceptance.admission.attempts.mixed import MIXED
from tests.acceptance.admission.attempts.owned import OnOwned, on_owned
from tests.acceptance.admission.attempts.said import SAID
from tests.acceptance.admission.attempts.samples import ON_SAMPLES
from tests.acceptance.admission.attempts.scene import Scene, copied
from tests.acceptance.admission.attempts.sending import send
from tests.plane.api import Answer, Object
from tests.support.workspaces import REPOSITORY

pytestmark = pytest.mark.xdist_group("admission")

CREATIONS = (*FIRST_CREATIONS, *MIXED, *EVERY, *GROUPS, *UNITS)
CHANGES = (*FIRST_CHANGES, *ADOPTED, *LATER, *OF_SETS)
NAMESPACES = (*FIRST_NAMESPACES, *KUEUES_WORDS)
CALLS = (*OTHER_CALLS, *LATER_CALLS, *ON_SAMPLES, *SETS)
OWNED = tuple(on_owned(REPOSITORY / "output"))
DENIED = re.compile(r"ValidatingAdmissionPolicy '(tenantry\.[a-z.-]+)' with binding '\1' denied request: (TN8\d\d): ")


def codes(answer: Answer) -> list[str]:
    """The codes of a refusal by our policies; what the server said where it is none."""
    found = [code for _, code in DENIED.findall(answer.message)]
    return found or [f"{answer.status} {answer.message}"]


@pytest.mark.parametrize(
    ("attempt", "way"), [pytest.param(one, way, id=f"{one.name}-{way}") for one in CREATIONS for way in one.ways]
)
def test_a_creation_is_refused(scene: Scene, attempt: Creation, way: str) -> None:
    item = attempt.what(attempt.project, f"attempt-{attempt.name}")
    scene.made.append(item)
    answer = scene.actor.create(item) if way == "create" else scene.actor.apply(item, manager="attempt")
    assert codes(answer) == [attempt.code]


@pytest.mark.parametrize("attempt", [one for one in CREATIONS if one.name in SAID], ids=lambda one: one.name)
def test_a_refusal_says_what_to_do(scene: Scene, attempt: Creation) -> None:
    answer = scene.actor.create(attempt.what(attempt.project, f"attempt-{attempt.name}"))
    assert answer.message.partition(" denied request: ")[2] == f"{attempt.code}: {SAID[attempt.name]}"


@pytest.mark.parametrize("attempt", CHANGES, ids=lambda one: one.name)
def test_a_change_is_refused_on_every_path(scene: Scene, attempt: Change) -> None:
    item = attempt.given(scene, attempt.project, f"attempt-{attempt.name}")
    refused = {way: codes(send(scene.actor, way, *_change(scene, attempt, item))) for way in attempt.ways}
    assert refused == {way: [attempt.code] for way in attempt.ways}


@pytest.mark.parametrize("subresource", ["", "status", "finalize"])
@pytest.mark.parametrize("attempt", NAMESPACES, ids=lambda one: one.name)
def test_a_namespace_is_not_changed_by_any_subresource(scene: Scene, attempt: Change, subresource: str) -> None:
    item = attempt.given(scene, attempt.project, "")
    ways = ("put",) if subresource == "finalize" else attempt.ways
    refused = {way: codes(send(scene.actor, way, *_change(scene, attempt, item), subresource)) for way in ways}
    assert refused == {way: [attempt.code] for way in ways}


@pytest.mark.parametrize("attempt", CALLS, ids=lambda one: one.name)
def test_a_call_is_refused(scene: Scene, attempt: Call) -> None:
    answer = attempt.steps(scene, attempt.project, f"attempt-{attempt.name}")
    assert codes(answer) == [attempt.code]


@pytest.mark.parametrize("attempt", OWNED, ids=lambda one: one.name)
def test_an_object_of_the_platform_stays_as_it_is(scene: Scene, attempt: OnOwned) -> None:
    assert codes(attempt.run(scene.actor)) == [attempt.code]


def test_every_code_that_a_cluster_of_1_36_knows_is_met() -> None:
    pages = {path.stem for path in (REPOSITORY / "docs" / "checks").glob("TN8*.md")}
    met = {one.code for one in (*CREATIONS, *CHANGES, *NAMESPACES, *CALLS, *OWNED)}
    before_1_36 = {"TN819"}
    assert pages - met == before_1_36


def test_there_are_at_least_eighty_of_them_and_each_has_a_name() -> None:
    names = [one.name for one in (*CREATIONS, *CHANGES, *NAMESPACES, *CALLS, *OWNED)]
    assert len(set(names)) == len(names) >= 80


def _change(scene: Scene, attempt: Change, item: Object) -> tuple[Object, Object]:
    live = copied(scene.api.get(item).must())
    wanted = copied(live)
    attempt.to(wanted)
    assert wanted != live
    return live, wanted
