"""Many requests at once, in the window in which Kueue admits: whatever comes through, every unit in use is charged.

More Jobs than there are units for are submitted while members start, stop, widen and relabel all of them, over and
over, from many threads. Units that run and are not charged when looked at before and after are a fault at any time, and
at the end every Job has either all of its units, charged, or no pod.

Kueue admits what it read a moment ago: a Job that grew meanwhile was started larger than it was charged, and stayed so.
So no Job in a queue grows (TN816).
"""

import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.attempts.creations import FINETUNE, MIG, PRETRAIN, SLICES, TRAIN
from tests.acceptance.admission.attempts.scene import Scene
from tests.acceptance.admission.attempts.test_no_unit_uncharged import Units, at_rest, units, workloads
from tests.acceptance.admission.attempts.test_refused import DENIED
from tests.plane.api import JSON_PATCH, Answer, Api, Object
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for
from tests.plane.workloads import GPU, QUEUE, container, job

pytestmark = [pytest.mark.xdist_group("admission"), pytest.mark.usefixtures("given_rights")]

JOBS, UNITS, REACH = 28, 4, 88
THREADS, ATTEMPTS = 12, 360
Try = Callable[[Api, Object], Answer]


def _started(api: Api, item: Object) -> Answer:
    return api.patch(item, {"spec": {"suspend": False}})


def _started_by_json(api: Api, item: Object) -> Answer:
    return api.patch(item, [{"op": "replace", "path": "/spec/suspend", "value": False}], content_type=JSON_PATCH)


def _started_by_put(api: Api, item: Object) -> Answer:
    live = api.get(item)
    if not live.ok:
        return live
    live.body["spec"]["suspend"] = False
    return api.replace({**item, **live.body})


def _started_wide(api: Api, item: Object) -> Answer:
    return api.patch(item, {"spec": {"suspend": False, "parallelism": 2}})


def _widened(api: Api, item: Object) -> Answer:
    return api.patch(item, {"spec": {"parallelism": 2}})


def _stopped(api: Api, item: Object) -> Answer:
    return api.patch(item, {"spec": {"suspend": True}})


def _given_larger_pods(api: Api, item: Object) -> Answer:
    larger = [
        {"op": "replace", "path": "/spec/template/spec/containers/0/resources", "value": container(8)["resources"]}
    ]
    return api.patch(item, larger, content_type=JSON_PATCH)


def _taken_from_its_queue(api: Api, item: Object) -> Answer:
    return api.patch(item, {"metadata": {"labels": {QUEUE: None}}})


def _said_to_run(api: Api, item: Object) -> Answer:
    return api.patch(item, {"status": {"startTime": "2026-11-30T00:00:00Z"}}, subresource="status")


TRIES: tuple[Try, ...] = (
    _started,
    _started_by_json,
    _started_by_put,
    _started_wide,
    _widened,
    _stopped,
    _given_larger_pods,
    _taken_from_its_queue,
    _said_to_run,
)


REFUSED = {
    _started: "TN814",
    _started_by_json: "TN814",
    _started_by_put: "TN814",
    _widened: "TN816",
    _given_larger_pods: "TN816",
    _taken_from_its_queue: "TN801",
}


@dataclass
class Race:
    """What came of the attempts: by attempt and answer, and what was seen to run uncharged meanwhile."""

    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def test_jobs_that_everybody_tries_to_start_run_only_what_is_charged(member: Scene) -> None:
    items = [_job(f"attempt-race-{number}") for number in range(JOBS)]
    race = Race()
    intruder = Scene(member.plane, member.projects, "intruder", PRETRAIN)
    there: list[Object] = []
    with ThreadPoolExecutor(THREADS + 2) as pool, _looked_at(member, pool, race):
        submitting = pool.submit(lambda: [there.append(member.make(item)) for item in items])
        wait_for(lambda: there, "the first Job is there")
        runs = [pool.submit(_try, race, (member.actor, intruder.actor), there, seed) for seed in range(THREADS)]
        for run in (*runs, submitting):
            run.result()
        rest = at_rest(member)

    assert race.faults == []
    assert rest.running == rest.charged
    assert rest.charged == REACH, "the Jobs do not contend"
    assert _uneven(member, items) == []
    for attempt, code in REFUSED.items():
        rows = {said: count for (name, said), count in race.answers.items() if name == attempt.__name__}
        assert rows.get(code, 0) >= 3, f"{attempt.__name__} never met a Job that waited: {rows}"


def test_elastic_jobs_that_grow_and_shrink_run_only_what_is_charged(tuner: Scene) -> None:
    """Their pods wait behind gates of their own, until Kueue has charged the larger size."""
    elastic = {"kueue.x-k8s.io/elastic-job": "true"}
    items = [
        job(FINETUNE, f"attempt-race-{number}", container(1, resource=MIG), queue=SLICES, annotations=elastic)
        for number in range(4)
    ]
    for item in items:
        del item["spec"]["completions"]
    race = Race()
    with ThreadPoolExecutor(THREADS) as pool, _looked_at(tuner, pool, race, MIG):
        submitting = pool.submit(lambda: [tuner.make(item) for item in items])
        resizing = [pool.submit(_resize, tuner.actor, item, seed) for seed, item in enumerate([*items, *items])]
        for run in (*resizing, submitting):
            run.result()
        rest = at_rest(tuner, MIG)

    assert race.faults == []
    assert 4 <= rest.running <= rest.charged


@pytest.fixture
def member(example_plane: Plane, members: dict[str, Project]) -> Iterator[Scene]:
    """A developer of nlp-pretrain."""
    yield from _empty(Scene(example_plane, members, "developer", PRETRAIN))


@pytest.fixture
def tuner(example_plane: Plane, members: dict[str, Project]) -> Iterator[Scene]:
    """A developer of nlp-finetune, where slices are."""
    yield from _empty(Scene(example_plane, members, "developer", FINETUNE), MIG)


def _empty(scene: Scene, resource: str = GPU) -> Iterator[Scene]:
    wait_for(lambda: units(scene, resource) == Units(0, 0), f"nothing runs in {scene.namespace}")
    yield scene
    scene.clear()
    wait_for(lambda: units(scene, resource) == Units(0, 0), f"nothing runs in {scene.namespace}", seconds=60)


def _job(name: str) -> Object:
    item = job(PRETRAIN, name, container(UNITS), queue=TRAIN)
    del item["spec"]["completions"]
    return item


def _try(race: Race, actors: tuple[Api, ...], items: list[Object], seed: int) -> None:
    """One of those who race: attempts on Jobs, in an order of its own, most of them while Kueue still admits."""
    chance = random.Random(seed)
    found: Counter[tuple[str, str]] = Counter()
    for _ in range(ATTEMPTS // THREADS):
        attempt, item = chance.choice(TRIES), chance.choice(items)
        found[attempt.__name__, _said(attempt(chance.choice(actors), item))] += 1
    race.answers.update(found)


@contextmanager
def _looked_at(scene: Scene, pool: ThreadPoolExecutor, race: Race, resource: str = GPU) -> Iterator[None]:
    """Looks for what runs uncharged for as long as the body lasts."""
    over = threading.Event()
    looking = pool.submit(_look, scene, race, over, resource)
    try:
        yield
    finally:
        over.set()
        looking.result()


def _resize(api: Api, item: Object, seed: int) -> None:
    chance = random.Random(seed)
    wait_for(lambda: api.get(item).ok, "the Job is there")
    for _ in range(15):
        api.patch(item, {"spec": {"parallelism": chance.randint(1, 4)}})


def _look(scene: Scene, race: Race, over: threading.Event, resource: str) -> None:
    """Looks at all pods again and again. Kueue charges before it starts and keeps charging until pods are gone."""
    before = _charged(scene, resource)
    while not over.is_set():
        running = _running(scene, resource)
        after = _charged(scene, resource)
        race.faults += [
            f"{owner} runs {count}, charged {before[owner]} and then {after[owner]}"
            for owner, count in running.items()
            if count > max(before[owner], after[owner])
        ]
        before = after
        time.sleep(0.05)


def _charged(scene: Scene, resource: str = GPU) -> Counter[str]:
    """Units that Kueue holds for each owner of a Workload."""
    found: Counter[str] = Counter()
    for item in workloads(scene):
        conditions = {row["type"]: row["status"] for row in item.get("status", {}).get("conditions", [])}
        if conditions.get("QuotaReserved") == "True":
            rows = item["status"]["admission"]["podSetAssignments"]
            held = sum(int(row.get("resourceUsage", {}).get(resource, 0)) for row in rows)
            for owner in item["metadata"].get("ownerReferences", []):
                found[owner["name"]] += held
    return found


def _running(scene: Scene, resource: str = GPU) -> Counter[str]:
    """Units of pods that run, by the Job that made them."""
    found: dict[str, int] = defaultdict(int)
    for item in scene.api.list("v1", "Pod", scene.namespace):
        if item["status"].get("phase") == "Running" and "deletionTimestamp" not in item["metadata"]:
            [owner] = item["metadata"]["ownerReferences"]
            found[owner["name"]] += sum(
                int(one["resources"]["limits"].get(resource, 0)) for one in item["spec"]["containers"]
            )
    return Counter(found)


def _uneven(scene: Scene, items: list[Object]) -> list[str]:
    """Jobs of which other than all or nothing runs, or that run without being charged for just that."""
    charged, running = _charged(scene), _running(scene)
    found = []
    for item in items:
        name = item["metadata"]["name"]
        spec = scene.api.get(item).must()["spec"]
        limits = spec["template"]["spec"]["containers"][0]["resources"]["limits"]
        wanted = 0 if spec["suspend"] else int(limits[GPU]) * spec["parallelism"]
        if not running[name] == charged[name] == wanted:
            found.append(f"{name}: wants {wanted}, runs {running[name]}, charged {charged[name]}")
    return found


def _said(answer: Answer) -> str:
    found = [code for _, code in DENIED.findall(answer.message)]
    return found[0] if found else str(answer.status)
