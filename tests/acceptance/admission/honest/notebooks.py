"""Notebooks and other development on slices: pods, Jobs and Deployments, each with an end that the class promises."""

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest.scene import Case, Scene
from tests.acceptance.admission.honest.steps import deleted, ends, patched, runs
from tests.plane.api import Object
from tests.plane.workloads import container, job, pod, replicated

POOL = "h100-slices"
QUEUE = f"development.{POOL}"
SLICE = "nvidia.com/mig-1g.10gb"


def slices(project: Project, units: int = 1) -> Object:
    """A container with so many slices, and as much CPU and memory as whole units of both bring."""
    cpu, memory = f"{3 * units}", f"{35 * units}Gi"
    return container(units, resource=SLICE, cpu=cpu, memory=memory, image=project.image())


def service(name: str, namespace: str, port: int = 8888, kind: str = "ClusterIP") -> Object:
    """A Service before the pods that are labelled `app: <name>`."""
    spec = {"type": kind, "selector": {"app": name}, "ports": [{"name": "http", "port": port, "targetPort": port}]}
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "namespace": namespace}, "spec": spec}


def _pod(project: Project, name: str) -> list[Object]:
    work = pod(project.namespace, name, slices(project), queue=QUEUE, labels={"app": name}, restartPolicy="OnFailure")
    return [work, service(name, project.namespace)]


def _in_the_lab(project: Project, name: str) -> list[Object]:
    """The lab's profile allows load balancers, and any image."""
    main = {**slices(project), "image": "docker.io/jupyter/scipy-notebook:lab-4.2"}
    work = pod(project.namespace, name, main, queue=QUEUE, labels={"app": name})
    return [work, service(name, project.namespace, kind="LoadBalancer")]


def _deployment(project: Project, name: str) -> list[Object]:
    work = replicated("Deployment", project.namespace, name, slices(project), queue=QUEUE)
    work["spec"]["strategy"] = {"type": "Recreate"}
    return [work, service(name, project.namespace)]


def _job(project: Project, name: str) -> list[Object]:
    return [job(project.namespace, name, slices(project, 2), queue=QUEUE)]


def _elastic(project: Project, name: str) -> list[Object]:
    """May grow while it runs. Not in a pool with a topology: there Kueue's gate for it is off."""
    mark = {"kueue.x-k8s.io/elastic-job": "true"}
    two = {"completions": 2}
    return [job(project.namespace, name, slices(project), queue=QUEUE, annotations=mark, job_spec=two)]


def _ends_after_twelve_hours(scene: Scene) -> None:
    """A forgotten notebook ends by itself: its record says when."""
    assert [one["spec"].get("maximumExecutionTimeSeconds") for one in scene.workloads()] == [43200]


CASES = (
    Case(
        "notebook-pod",
        "vision-detection",
        "developer",
        _pod,
        (runs(1, POOL, 1, SLICE), _ends_after_twelve_hours, deleted()),
    ),
    Case("notebook-in-the-lab", "robotics-gripper", "developer", _in_the_lab, (runs(1, POOL, 1, SLICE), deleted())),
    Case(
        "notebook-deployment",
        "speech-recognition",
        "admin",
        _deployment,
        (runs(1, POOL, 1, SLICE), _ends_after_twelve_hours, deleted("Foreground")),
    ),
    Case(
        "elastic",
        "vision-detection",
        "developer",
        _elastic,
        (
            runs(1, POOL, 1, SLICE),
            patched({"spec": {"parallelism": 2}}, kept=True),
            runs(2, POOL, 2, SLICE),
            ends(),
        ),
    ),
    Case("notebook-job", "robotics-gripper", "admin", _job, (runs(1, POOL, 2, SLICE), ends())),
)
