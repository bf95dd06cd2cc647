"""The verbs people use on their work: apply twice, dry runs, replace, debug, delete and leave the pods, evict."""

import json

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest import batch, training
from tests.acceptance.admission.honest.notebooks import QUEUE as SLICES
from tests.acceptance.admission.honest.notebooks import slices
from tests.acceptance.admission.honest.scene import Case, Scene, What, eventually
from tests.acceptance.admission.honest.steps import (
    SHARED,
    deleted,
    ends,
    kubectl,
    live,
    rewritten,
    runs,
    state,
    written,
)
from tests.plane.api import Object, named
from tests.plane.readback import without_server_parts
from tests.plane.workloads import container, job, pod, replicated

POOL = training.POOL


def _train(project: Project, name: str) -> list[Object]:
    return [job(project.namespace, name, training.worker(project, 1), queue=training.QUEUE)]


def _cores(project: Project, name: str) -> list[Object]:
    return [job(project.namespace, name, batch.cores(project, 2), queue=batch.QUEUE)]


def _pod(project: Project, name: str) -> list[Object]:
    return [pod(project.namespace, name)]


def _serve(kind: str) -> What:
    def made(project: Project, name: str) -> list[Object]:
        main = container(1, cpu="23", memory="248Gi", image=project.image())
        return [replicated(kind, project.namespace, name, main, queue="inference.h100-infer")]

    return made


def _dry_runs(scene: Scene) -> None:
    """Every verb, asked for and not done: passes, and the work stays as it is."""
    before = _substance(live(scene))
    more = json.loads(json.dumps(scene.main))
    more["metadata"]["name"] += "-more"
    more["metadata"]["labels"]["note"] = "only-asked"
    scene.person.create(more, dry_run=True).must()
    scene.person.apply(more, manager="a-person", dry_run=True).must()
    scene.person.replace(_edited(scene), dry_run=True).must()
    scene.person.patch(scene.main, {"metadata": {"labels": {"note": "only-asked"}}}, dry_run=True).must()
    scene.person.delete(scene.main, dryRun=["All"]).must()
    for words in (("delete", "job", scene.name), ("label", "job", scene.name, "a=b")):
        scene.kubectl(*words, "--dry-run=server")
    assert _substance(live(scene)) == before
    assert not scene.plane.api.get(more).ok, f"{named(more)} was made by a dry run"


def _edited(scene: Scene) -> Object:
    """The live object with one more label, as an editor sends it back."""
    item = live(scene)
    item["metadata"]["labels"]["note"] = "edited"
    return item


def _substance(item: Object) -> Object:
    return without_server_parts(item)


def _replaced(scene: Scene) -> None:
    def once() -> bool:
        answer = scene.person.replace(_edited(scene))
        if answer.status != 409:  # a controller wrote in between; an editor asks again too
            answer.must()
        return answer.ok

    eventually(once, "the object is replaced")


def _copied(scene: Scene) -> None:
    """`kubectl debug` makes a copy of a pod with another image, for who may make pods."""
    image = scene.project.image().rpartition(":")[0] + ":debug"
    copy = f"{scene.name}-copy"
    scene.kubectl("debug", f"pod/{scene.name}", f"--copy-to={copy}", f"--set-image=main={image}", "--attach=false")
    metadata = {"name": copy, "namespace": scene.namespace}
    scene.objects.append({"apiVersion": "v1", "kind": "Pod", "metadata": metadata})


def _debugged(scene: Scene) -> None:
    """`kubectl debug` in the pod itself, where a role of the organisation lets its people do that."""
    metadata = {"name": scene.name, "namespace": scene.namespace}
    rules = [{"apiGroups": [""], "resources": ["pods/ephemeralcontainers"], "verbs": ["patch", "update"]}]
    subject = {"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": scene.person.user}
    reference = {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": scene.name}
    group = "rbac.authorization.k8s.io/v1"
    for item in (
        {"apiVersion": group, "kind": "Role", "metadata": metadata, "rules": rules},
        {"apiVersion": group, "kind": "RoleBinding", "metadata": metadata, "roleRef": reference, "subjects": [subject]},
    ):
        scene.plane.api.create(item).must()
        scene.objects.append(item)

    def allowed() -> bool:
        words = ("auth", "can-i", "patch", "pods/ephemeralcontainers")
        try:
            return scene.kubectl(*words).strip() == "yes"
        except AssertionError:
            return False

    eventually(allowed, "the role holds")
    target = scene.pods()[0]["metadata"]["name"]
    scene.kubectl(
        "debug", f"pod/{target}", f"--image={scene.project.image()}", "--attach=false", "--profile=restricted"
    )
    containers = scene.plane.api.get(scene.pods()[0]).must()["spec"]["ephemeralContainers"]
    assert [one["image"] for one in containers] == [scene.project.image()]


def _left_behind(scene: Scene) -> None:
    """The Deployment goes and its pods stay: still charged, and taken over by the next Deployment of that name."""
    before = {one["metadata"]["uid"] for one in scene.pods()}
    scene.kubectl("delete", scene.main["kind"].lower(), scene.name, "--cascade=orphan", "--timeout=120s")
    eventually(lambda: not scene.plane.api.get(scene.main).ok, f"{named(scene.main)} is gone")
    assert {one["metadata"]["uid"] for one in scene.pods()} == before


def _made_again(scene: Scene) -> None:
    before = {one["metadata"]["uid"] for one in scene.pods()}
    scene.person.create(scene.main).must()
    eventually(lambda: live(scene).get("status", {}).get("readyReplicas") == 1, "the pods were adopted")
    assert {one["metadata"]["uid"] for one in scene.pods()} == before


def _evicted(scene: Scene) -> None:
    """A Job's pod is evicted; the Job makes another, in the same units."""
    victim = scene.pods()[0]["metadata"]
    metadata = {"name": victim["name"], "namespace": victim["namespace"]}
    eviction = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": metadata}
    path = f"/api/v1/namespaces/{victim['namespace']}/pods/{victim['name']}/eviction"
    scene.person.request("POST", path, eviction).must()
    eventually(lambda: victim["uid"] not in {one["metadata"]["uid"] for one in scene.pods()}, "the pod is gone")


APPLY = ("apply", "--server-side")

CASES = (
    Case(
        "applied-twice",
        "vision-detection",
        "developer",
        _train,
        (
            runs(1, POOL, 1),
            written(*APPLY, says="serverside-applied"),
            runs(1, POOL, 1),
            written("diff", "--server-side"),
            ends(),
        ),
        made=APPLY,
    ),
    Case(
        "applied-by-the-client",
        "search-ranking",
        "operator",
        _serve("Deployment"),
        (
            runs(1, "h100-infer", 1),
            written("apply", says="unchanged"),
            rewritten({"metadata": {"labels": {"release": "green"}}}),
            written("apply", says="configured"),
            runs(1, "h100-infer", 1),
            written("delete", "--timeout=120s", says="deleted"),
        ),
        made=("apply",),
        lane="search-inference",
    ),
    Case("dry-runs", "vision-segmentation", "developer", _train, (runs(1, POOL, 1), _dry_runs, runs(1, POOL, 1))),
    Case(
        "replaced",
        "vision-segmentation",
        "developer",
        _cores,
        (
            runs(1, batch.POOL, 2, "cpu"),
            _replaced,
            state("metadata.labels.note", "edited"),
            runs(1, batch.POOL, 2, "cpu"),
            ends(),
        ),
    ),
    Case("debugged-in-a-copy", "vision-detection", "developer", _pod, (runs(1, SHARED), _copied, runs(2, SHARED))),
    Case(
        "debugged-in-place",
        "speech-recognition",
        "developer",
        lambda project, name: [pod(project.namespace, name, slices(project), queue=SLICES)],
        (
            runs(1, "h100-slices", 1, "nvidia.com/mig-1g.10gb"),
            _debugged,
            runs(1, "h100-slices", 1, "nvidia.com/mig-1g.10gb"),
        ),
    ),
    Case(
        "labelled",
        "vision-detection",
        "developer",
        _train,
        (
            runs(1, POOL, 1),
            kubectl("label", "job/{name}", "run=7"),
            kubectl("annotate", "job/{name}", "note=long"),
            kubectl("label", "pod", "-l", "job-name={name}", "seen=yes"),
            kubectl("get", "workloads,localqueues"),
            runs(1, POOL, 1),
            kubectl("delete", "job/{name}", "--wait=true", "--timeout=120s", says="deleted"),
        ),
    ),
    Case(
        "evicted",
        "search-indexing",
        "operator",
        _cores,
        (runs(1, batch.POOL, 2, "cpu"), _evicted, runs(1, batch.POOL, 2, "cpu"), ends()),
    ),
    Case(
        "pods-left-behind",
        "search-ranking",
        "operator",
        _serve("Deployment"),
        (runs(1, "h100-infer", 1), _left_behind, _made_again, runs(1, "h100-infer", 1), deleted("Foreground")),
        lane="search-inference",
    ),
)
