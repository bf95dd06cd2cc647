"""What the controllers of a real plane say about the worked example's objects, against what the manifests let expect.

Predictions are made from the compiled YAML alone.
"""

from collections.abc import Iterator

import pytest

from tests.acceptance.objects.queues import ACTIVE_LOCAL_QUEUE, STOPPED_LOCAL_QUEUE, expected, said
from tests.acceptance.objects.round_trip import Key, key, read, seen_by_kubernetes
from tests.plane.api import Object, named
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for

pytestmark = pytest.mark.xdist_group("objects")


@pytest.fixture(scope="module")
def settled(example_plane: Plane) -> dict[Key, Object]:
    """The live objects, once the controllers have looked at each of them."""
    items = example_plane.compiled()

    def all_seen() -> dict[Key, Object]:
        live = read(example_plane.api, items)
        return live if all(_was_seen(live[key(item)]) for item in items) else {}

    return wait_for(all_seen, "controllers have looked at every object", seconds=90)


def test_every_queue_is_active_and_a_stopped_one_says_that_it_is_stopped(
    example_plane: Plane, settled: dict[Key, Object]
) -> None:
    predicted = {named(item): expected(item) for item in _of(example_plane, "ClusterQueue", "LocalQueue")}
    seen = {
        named(item): said(settled[key(item)], "Active") for item in _of(example_plane, "ClusterQueue", "LocalQueue")
    }
    assert seen == predicted
    assert {ACTIVE_LOCAL_QUEUE, STOPPED_LOCAL_QUEUE} <= set(predicted.values()), "the example has both"


def test_no_object_has_a_condition_that_nobody_expects(example_plane: Plane, settled: dict[Key, Object]) -> None:
    """Queues say whether they are active; nothing else that is emitted has conditions, errors least of all."""
    found = {
        (item["kind"], row["type"])
        for item in example_plane.compiled()
        for row in settled[key(item)].get("status", {}).get("conditions") or []
    }
    assert found == {("ClusterQueue", "Active"), ("LocalQueue", "Active"), ("PodDisruptionBudget", "DisruptionAllowed")}


def test_every_admission_policy_passes_the_type_check(example_plane: Plane, settled: dict[Key, Object]) -> None:
    policies = [settled[key(item)] for item in _of(example_plane, "ValidatingAdmissionPolicy")]
    assert policies
    assert not [
        f"{named(item)}: {warning}"
        for item in policies
        for warning in item["status"]["typeChecking"].get("expressionWarnings") or []
    ]


def test_every_quota_is_in_force_as_written(example_plane: Plane, settled: dict[Key, Object]) -> None:
    quotas = [settled[key(item)] for item in _of(example_plane, "ResourceQuota")]
    assert quotas
    assert {named(item): item["status"]["hard"] for item in quotas} == {
        named(item): item["spec"]["hard"] for item in quotas
    }


def _of(plane: Plane, *kinds: str) -> Iterator[Object]:
    return (item for item in plane.compiled() if item["kind"] in kinds)


def _was_seen(item: Object) -> bool:
    if item["kind"] in ("ClusterQueue", "LocalQueue"):
        return said(item, "Active") is not None
    return seen_by_kubernetes(item)
