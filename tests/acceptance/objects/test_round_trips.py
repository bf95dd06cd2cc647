"""Objects of all fleets on a real control plane: accepted by every way in, and given back as they were sent."""

import pytest

from tests.acceptance.objects.conftest import SEEDS, EditionsOf
from tests.acceptance.objects.course import Course, apply_course, full_course, judged_course
from tests.acceptance.objects.queues import queues_of
from tests.plane.kubernetes import Kubernetes

pytestmark = pytest.mark.xdist_group("objects")

GENERATED = tuple(f"seed-{seed}" for seed in SEEDS)
OTHERS = ("wide", "bare", *GENERATED)


def test_the_worked_example_is_taken_by_every_way_in_and_given_back_as_sent(
    empty_plane: Kubernetes, editions: EditionsOf
) -> None:
    faults = [
        f"{current.name}: {fault}"
        for older, current in editions("example").parts(old_kueue=False)
        for fault in full_course(empty_plane, older, current).faults
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("fleet", OTHERS)
def test_other_fleets_are_taken_over_an_earlier_edition_and_given_back_as_sent(
    empty_plane: Kubernetes, editions: EditionsOf, fleet: str
) -> None:
    """Generated fleets too that declare an older Kueue: today's has to take what they hold, and their queues."""
    found = editions(fleet)
    chosen = [*found.parts(old_kueue=False), *(found.parts(old_kueue=True) if fleet in GENERATED else ())]
    faults = [
        f"{current.name}: {fault}"
        for older, current in chosen
        for fault in judged_course(empty_plane, older, current).faults
    ]
    assert any(queues_of(current.items) for _, current in chosen) or fleet == "bare"
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("fleet", "course"), [("example", full_course), ("wide", apply_course)])
def test_clusters_with_an_older_kueue_are_taken_by_the_kinds_of_kueue_0_17(
    old_kueue_plane: Kubernetes, editions: EditionsOf, fleet: str, course: Course
) -> None:
    chosen = list(editions(fleet).parts(old_kueue=True))
    faults = [
        f"{current.name}: {fault}"
        for older, current in chosen
        for fault in course(old_kueue_plane, older, current).faults
    ]
    assert chosen
    assert not faults, "\n".join(faults)
