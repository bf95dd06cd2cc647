"""Inference: services that scale, roll, lose a pod and come back, within the units of their class line.

vision-serving has 4 units, search-ranking 2, speech-captions 1; cases of one project stand in one lane. Together with
batch.py they leave a unit of the pool's 8 free, so that nobody waits for another's pod to be gone.
"""

from typing import Any

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest.notebooks import service
from tests.acceptance.admission.honest.scene import Case, Scene, Step, eventually
from tests.acceptance.admission.honest.steps import (
    all_new,
    deleted,
    kubectl,
    patched,
    replaced,
    rewritten,
    runs,
    state,
)
from tests.plane.api import Object
from tests.plane.workloads import container, replicated

POOL = "h100-infer"
QUEUE = f"inference.{POOL}"

_IN_PLACE = {"rollingUpdate": {"maxSurge": 0, "maxUnavailable": 2}}
_WITH_A_SPARE = {"rollingUpdate": {"maxSurge": 2, "maxUnavailable": 0}}


def _server(project: Project) -> Object:
    return container(1, cpu="23", memory="248Gi", image=project.image()) | {
        "ports": [{"name": "http", "containerPort": 8000}],
        "readinessProbe": {"httpGet": {"path": "/healthy", "port": "http"}},
        "livenessProbe": {"tcpSocket": {"port": "http"}},
    }


def _deployed(project: Project, name: str, replicas: int, strategy: Object, **spec: Any) -> list[Object]:
    work = replicated("Deployment", project.namespace, name, _server(project), queue=QUEUE, replicas=replicas, **spec)
    work["spec"]["strategy"] = strategy
    return [work, service(name, project.namespace, 8000)]


def _in_place(project: Project, name: str) -> list[Object]:
    return _deployed(project, name, 3, _IN_PLACE)


def _with_a_spare(project: Project, name: str) -> list[Object]:
    return _deployed(project, name, 2, _WITH_A_SPARE)


def _scaled(project: Project, name: str) -> list[Object]:
    """Scaled by an autoscaler, kept up by a disruption budget."""
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": name}
    autoscaler = {
        "apiVersion": "autoscaling/v2",
        "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": name, "namespace": project.namespace},
        "spec": {
            "scaleTargetRef": target,
            "minReplicas": 2,
            "maxReplicas": 4,
            "metrics": [
                {
                    "type": "Resource",
                    "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 70}},
                }
            ],
        },
    }
    budget = {
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": {"name": name, "namespace": project.namespace},
        "spec": {"minAvailable": 1, "selector": {"matchLabels": {"app": name}}},
    }
    return [*_deployed(project, name, 2, _IN_PLACE), autoscaler, budget]


def _by_account(project: Project, name: str) -> list[Object]:
    """With the account that the project asked a token for, and settings from its pod."""
    return _deployed(project, name, 2, _IN_PLACE, serviceAccountName="leader")


def _set(project: Project, name: str) -> list[Object]:
    work = replicated("StatefulSet", project.namespace, name, _server(project), queue=QUEUE, replicas=2)
    headless = service(name, project.namespace, 8000)
    headless["spec"]["clusterIP"] = "None"
    return [work, headless]


def _autoscaled(replicas: int) -> Step:
    """The autoscaler's own controller writes `/scale`, as it does when load changes."""

    def step(scene: Scene) -> None:
        controller = scene.plane.api.as_service_account("kube-system", "horizontal-pod-autoscaler")
        path = f"{scene.plane.api.path(scene.main)}/scale"
        scale = controller.request("GET", path).must()
        controller.request("PUT", path, {**scale, "spec": {"replicas": replicas}}).must()
        scene.main["spec"]["replicas"] = replicas

    return step


def _evicted(scene: Scene) -> None:
    """A pod is evicted by the person, as a node drain does it, and another takes its place."""
    before = {pod["metadata"]["uid"] for pod in scene.pods()}
    victim = scene.pods()[0]["metadata"]
    eviction = {
        "apiVersion": "policy/v1",
        "kind": "Eviction",
        "metadata": {"name": victim["name"], "namespace": victim["namespace"]},
    }
    path = f"/api/v1/namespaces/{victim['namespace']}/pods/{victim['name']}/eviction"
    scene.person.request("POST", path, eviction).must()
    eventually(lambda: victim["uid"] not in {pod["metadata"]["uid"] for pod in scene.pods()}, "the evicted pod is gone")
    assert before


def _new_image(scene: Scene) -> None:
    image = scene.project.image().rpartition(":")[0] + ":2"
    scene.kubectl("set", "image", f"deployment/{scene.name}", f"main={image}")
    scene.main["spec"]["template"]["spec"]["containers"][0]["image"] = image


def _old_image(scene: Scene) -> None:
    scene.kubectl("rollout", "undo", f"deployment/{scene.name}")
    scene.main["spec"]["template"]["spec"]["containers"][0]["image"] = scene.project.image()


CASES = (
    Case(
        "rolls-in-place",
        "vision-serving",
        "operator",
        _in_place,
        (
            runs(3, POOL, 3),
            replaced(3),
            kubectl("rollout", "restart", "deployment/{name}"),
            all_new(),
            runs(3, POOL, 3),
            kubectl("rollout", "status", "deployment/{name}", "--timeout=120s", says="successfully rolled out"),
            deleted(),
        ),
        lane="vision-serving",
    ),
    Case(
        "rolls-with-a-spare-unit",
        "vision-serving",
        "operator",
        _with_a_spare,
        (
            runs(2, POOL, 2),
            replaced(2),
            _new_image,
            all_new(),
            runs(2, POOL, 2),
            replaced(2),
            _old_image,
            all_new(),
            runs(2, POOL, 2),
        ),
        lane="vision-serving",
    ),
    Case(
        "autoscaled",
        "vision-serving",
        "operator",
        _scaled,
        (
            runs(2, POOL, 2),
            _autoscaled(3),
            runs(3, POOL, 3),
            _autoscaled(2),
            runs(2, POOL, 2),
            kubectl("scale", "deployment/{name}", "--replicas=3"),
            rewritten({"spec": {"replicas": 3}}),
            runs(3, POOL, 3),
            _evicted,
            runs(3, POOL, 3),
        ),
        lane="vision-serving",
    ),
    Case(
        "set-of-servers",
        "search-ranking",
        "operator",
        _set,
        (
            runs(2, POOL, 2),
            replaced(2),
            kubectl("rollout", "restart", "statefulset/{name}"),
            all_new(),
            runs(2, POOL, 2),
            kubectl("scale", "statefulset/{name}", "--replicas=0"),
            rewritten({"spec": {"replicas": 0}}),
            runs(0, POOL),
        ),
        lane="search-inference",
    ),
    Case(
        "server-with-a-token",
        "search-ranking",
        "operator",
        _by_account,
        (
            runs(2, POOL, 2),
            kubectl("label", "deployment/{name}", "release=blue"),
            kubectl("annotate", "deployment/{name}", "note=kept-by-search"),
            kubectl("rollout", "pause", "deployment/{name}"),
            state("spec.paused", True),
            kubectl("rollout", "resume", "deployment/{name}"),
            runs(2, POOL, 2),
            kubectl("delete", "deployment/{name}", "--cascade=foreground", "--timeout=120s"),
        ),
        lane="search-inference",
    ),
    Case(
        "one-server",
        "speech-captions",
        "admin",
        lambda project, name: _deployed(project, name, 1, _IN_PLACE),
        (
            runs(1, POOL, 1),
            patched({"spec": {"template": {"metadata": {"annotations": {"released": "today"}}}}}, kept=True),
            runs(1, POOL, 1),
            deleted("Foreground"),
        ),
    ),
)
