"""Batch: work without a deadline, on CPU pools and on idle GPUs, by hand and by the clock."""

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest.scene import Case, Scene, eventually
from tests.acceptance.admission.honest.steps import (
    deleted,
    ends,
    finish_pods,
    made_by_kubectl,
    patched,
    runs,
)
from tests.plane.api import Object, is_true
from tests.plane.workloads import container, cron_job, job, pod, replicated

POOL = "cpu-general"
QUEUE = f"batch.{POOL}"
IDLE = "h100-infer"


def cores(project: Project, count: int) -> Object:
    """A container with so many cores and all memory that they bring."""
    return container(cpu=str(count), memory=f"{4 * count}Gi", image=project.image())


def _array(project: Project, name: str) -> list[Object]:
    spec = {"completionMode": "Indexed"}
    return [job(project.namespace, name, cores(project, 4), queue=QUEUE, parallelism=3, job_spec=spec)]


def _with_init(project: Project, name: str) -> list[Object]:
    """What starts before may ask as much as what runs after: it is not needed at the same time."""
    fetch = container(name="fetch", cpu="4", memory="16Gi", image=project.image())
    return [job(project.namespace, name, cores(project, 4), queue=QUEUE, initContainers=[fetch])]


def _pod(project: Project, name: str) -> list[Object]:
    return [pod(project.namespace, name, cores(project, 2), queue=QUEUE, restartPolicy="Never")]


def _consumers(project: Project, name: str) -> list[Object]:
    return [replicated("Deployment", project.namespace, name, cores(project, 2), queue=QUEUE, replicas=2)]


def _by_the_clock(project: Project, name: str) -> list[Object]:
    of = job(project.namespace, name, cores(project, 2), queue=QUEUE)
    work = cron_job(project.namespace, name, of, schedule="* * * * *")
    work["spec"].update(concurrencyPolicy="Forbid", successfulJobsHistoryLimit=1)
    return [work]


def _nightly(project: Project, name: str) -> list[Object]:
    main = container(1, cpu="23", memory="248Gi", image=project.image())
    return [cron_job(project.namespace, name, job(project.namespace, name, main, queue=f"batch.{IDLE}"))]


def _leftover(project: Project, name: str) -> list[Object]:
    main = container(1, cpu="23", memory="248Gi", image=project.image())
    return [job(project.namespace, name, main, queue=f"batch.{IDLE}")]


def _stopped_by_its_owner(scene: Scene) -> None:
    scene.person.patch(scene.main, {"spec": {"suspend": True}}).must()
    scene.main["spec"]["suspend"] = True


def _its_job_ends(scene: Scene) -> None:
    """The Job that the clock made is complete and its record finished."""

    def look() -> bool:
        finish_pods(scene)
        jobs = [
            one
            for one in scene.plane.api.list("batch/v1", "Job", scene.namespace)
            if scene.mine(one["metadata"]["name"])
        ]
        return bool(jobs) and all(is_true(one, "Complete") for one in jobs)

    eventually(look, "the Job of the schedule is complete")
    eventually(lambda: all(is_true(one, "Finished") for one in scene.workloads()), "its record is finished")


CASES = (
    Case(
        "fired-by-the-clock",
        "search-indexing",
        "operator",
        _by_the_clock,
        (runs(1, POOL, 2, "cpu", seconds=100), _stopped_by_its_owner, runs(1, POOL, 2, "cpu"), _its_job_ends),
    ),
    Case("array", "search-indexing", "developer", _array, (runs(3, POOL, 12, "cpu"), ends())),
    Case("fetch-first", "speech-recognition", "developer", _with_init, (runs(1, POOL, 4, "cpu"), ends())),
    Case("cpu-pod", "vision-segmentation", "developer", _pod, (runs(1, POOL, 2, "cpu"), deleted())),
    Case(
        "consumers",
        "search-indexing",
        "operator",
        _consumers,
        (runs(2, POOL, 4, "cpu"), patched({"spec": {"replicas": 3}}, kept=True), runs(3, POOL, 6, "cpu"), deleted()),
    ),
    Case(
        "nightly",
        "search-indexing",
        "operator",
        _nightly,
        (
            made_by_kubectl("batch/v1", "Job", "create", "job", "{name}", "--from=cronjob/{name}"),
            runs(1, IDLE, 1),
            ends(),
        ),
        lane="idle-gpu",
    ),
    Case("idle-gpu", "vision-segmentation", "developer", _leftover, (runs(1, IDLE, 1), ends()), lane="idle-gpu"),
)
