"""What a unit brings is the most that may be asked for it: all of it passes, a little more is refused with the numbers.

One unit of h100-train is an eighth of a node of 192 CPU, 2Ti and 8 network devices, less 8 CPU and 64Gi for the system.
All are dry runs: admission judges them like any other.
"""

from collections.abc import Callable

import pytest

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.attempts.creations import PRETRAIN, TRAIN
from tests.acceptance.admission.attempts.test_refused import codes
from tests.plane.api import Answer, Object
from tests.plane.plane import Plane
from tests.plane.workloads import GPU, container, cron_job, job, pod, replicated

pytestmark = pytest.mark.xdist_group("admission")

DEVICE = "rdma/hca"
CPU_MILLI, MEBIBYTES, DEVICES = (192 - 8) * 1000 // 8, (2048 - 64) * 1024 // 8, 8 // 8
BRINGS = {"cpu": CPU_MILLI, "memory": MEBIBYTES, DEVICE: DEVICES}
NAMES = list(BRINGS)

KINDS: dict[str, Callable[[Object], Object]] = {
    "Pod": lambda main: pod(PRETRAIN, "attempt-units", main, queue=TRAIN),
    "Job": lambda main: job(PRETRAIN, "attempt-units", main, queue=TRAIN),
    "CronJob": lambda main: cron_job(PRETRAIN, "attempt-units", job(PRETRAIN, "of", main, queue=TRAIN)),
    "Deployment": lambda main: replicated("Deployment", PRETRAIN, "attempt-units", main, queue=TRAIN),
}


@pytest.mark.parametrize("units", [1, 2, 8])
@pytest.mark.parametrize("kind", KINDS)
def test_all_that_its_units_bring_may_be_asked(
    example_plane: Plane, members: dict[str, Project], kind: str, units: int
) -> None:
    _ask(example_plane, members, kind, units, {}).must()


@pytest.mark.parametrize("units", [1, 2, 8])
@pytest.mark.parametrize("what", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_more_of_anything_is_refused(
    example_plane: Plane, members: dict[str, Project], kind: str, what: str, units: int
) -> None:
    assert codes(_ask(example_plane, members, kind, units, {what: 1})) == ["TN806"]


@pytest.mark.parametrize(
    ("what", "more", "words"),
    [
        ("cpu", 1000, "2 nvidia.com/gpu brings 46 CPU, and Job asks 47; ask for less CPU or for more units"),
        (
            "memory",
            1024,
            "2 nvidia.com/gpu brings 507904Mi of memory, and Job asks 508928Mi; ask for less memory or for more units",
        ),
        (DEVICE, 1, "2 nvidia.com/gpu brings at most these other devices: rdma/hca 2"),
    ],
    ids=NAMES,
)
def test_the_refusal_names_the_numbers(
    example_plane: Plane, members: dict[str, Project], what: str, more: int, words: str
) -> None:
    answer = _ask(example_plane, members, "Job", 2, {what: more})
    assert answer.message.endswith(f"denied request: TN806: {words}")


def _ask(plane: Plane, members: dict[str, Project], kind: str, units: int, more: dict[str, int]) -> Answer:
    """What the server says to a workload that asks for all that so many units bring, and for so much more."""
    amounts = {name: count * units + more.get(name, 0) for name, count in BRINGS.items()}
    asked = {"cpu": f"{amounts['cpu']}m", "memory": f"{amounts['memory']}Mi", DEVICE: str(amounts[DEVICE])}
    asked[GPU] = str(units)
    main = {**container(units), "resources": {"requests": dict(asked), "limits": dict(asked)}}
    return members[PRETRAIN].acting_as(plane.api, "admin").create(KINDS[kind](main), dry_run=True)
