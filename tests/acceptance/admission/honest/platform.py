"""What the platform does while honest work runs: Argo CD writes it, nodes are emptied, priorities are taken away, Kueue
is restarted, and work gives way to more important work and comes back."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest import batch, training
from tests.acceptance.admission.honest.scene import Case, Scene, eventually
from tests.acceptance.admission.honest.steps import (
    charges,
    deleted,
    ends,
    live,
    patched,
    runs,
)
from tests.plane.api import Object, is_true, named
from tests.plane.kueue import resume_kueue
from tests.plane.manifests import compiled_objects
from tests.plane.workloads import GPU, container, cron_job, job, replicated
from tests.support.workspaces import edit, run

TRACKING = "argocd.argoproj.io/tracking-id"


def _tracked(item: Object) -> Object:
    metadata = item["metadata"]
    group = item["apiVersion"].rpartition("/")[0]
    identity = f"ranking:{group}/{item['kind']}:{metadata['namespace']}/{metadata['name']}"
    metadata.setdefault("annotations", {})[TRACKING] = identity
    return item


def _service(project: Project, name: str) -> list[Object]:
    main = container(1, cpu="23", memory="248Gi", image=project.image())
    work = replicated("Deployment", project.namespace, name, main, queue="inference.h100-infer")
    settings = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name, "namespace": project.namespace},
        "data": {"model": "ranker-7"},
    }
    return [_tracked(work), _tracked(settings)]


def _training(project: Project, name: str) -> list[Object]:
    return [_tracked(job(project.namespace, name, training.worker(project, 2), queue=training.QUEUE))]


def _schedule(project: Project, name: str) -> list[Object]:
    of = job(project.namespace, name, batch.cores(project, 1), queue=batch.QUEUE)
    return [_tracked(cron_job(project.namespace, name, of))]


def _synced_again(scene: Scene) -> None:
    """A second sync of the same commit changes nothing: Argo CD applies every object again."""
    for item in scene.objects:
        before = scene.plane.api.get(item).must()
        again = scene.person.apply(item).must()
        assert again["metadata"].get("generation") == before["metadata"].get("generation"), named(item)
        assert again["metadata"].get("labels") == before["metadata"].get("labels"), named(item)


def _fired(scene: Scene) -> None:
    """The controller of CronJobs makes the Job that the schedule is for."""
    cron = live(scene)
    owner = {"apiVersion": "batch/v1", "kind": "CronJob", "name": scene.name, "uid": cron["metadata"]["uid"]}
    metadata = {
        **cron["spec"]["jobTemplate"]["metadata"],
        "name": f"{scene.name}-29400000",
        "namespace": scene.namespace,
        "ownerReferences": [{**owner, "controller": True, "blockOwnerDeletion": True}],
    }
    made = {"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": cron["spec"]["jobTemplate"]["spec"]}
    scene.plane.api.as_service_account("kube-system", "cronjob-controller").create(made).must()


def _low(project: Project, name: str) -> list[Object]:
    main = training.worker(project, 8)
    return [job(project.namespace, name, main, queue=training.QUEUE, parallelism=2, priority="scavenger")]


def _gives_way(scene: Scene) -> None:
    """More important work of the same queue takes its units; when that has ended, it runs again by itself."""
    main = training.worker(scene.project, 8)
    urgent = job(scene.namespace, f"{scene.name}-urgent", main, queue=training.QUEUE, priority="high")
    scene.person.create(urgent).must()
    scene.objects.append(urgent)
    eventually(lambda: live(scene)["spec"]["suspend"], f"{scene.name} gives way")
    eventually(lambda: live(scene, urgent).get("status", {}).get("ready") == 1, "the urgent work runs")
    assert charges(scene, GPU) == {"h100-train.speech.recognition.training": 8}

    def done() -> bool:
        for pod in scene.pods():
            if pod["metadata"]["name"].startswith(urgent["metadata"]["name"]):
                scene.plane.api.patch(pod, {"metadata": {"annotations": {"tests.tenantry.dev/complete": "true"}}})
        return is_true(live(scene, urgent), "Complete")

    eventually(done, "the urgent work is done")
    deleted(of=1)(scene)


def _cores(project: Project, name: str) -> list[Object]:
    return [job(project.namespace, name, batch.cores(project, 2), queue=batch.QUEUE)]


def _node_emptied(scene: Scene) -> None:
    """The platform drains the node of the work's pod; the work goes on, on another node of the same pool."""
    [before] = scene.pods()
    node = before["spec"]["nodeName"]
    item = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": node}}
    scene.plane.api.patch(item, {"spec": {"unschedulable": True}}).must()
    try:
        metadata = {"name": before["metadata"]["name"], "namespace": scene.namespace}
        eviction = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": metadata}
        path = f"/api/v1/namespaces/{scene.namespace}/pods/{metadata['name']}/eviction"
        scene.plane.api.request("POST", path, eviction).must()
        uid = before["metadata"]["uid"]
        eventually(lambda: uid not in {one["metadata"]["uid"] for one in scene.pods()}, "the pod is gone")
        runs(1, batch.POOL, 2, "cpu")(scene)
        assert scene.pods()[0]["spec"]["nodeName"] != node
    finally:
        scene.plane.api.patch(item, {"spec": {"unschedulable": None}}).must()


def _urgent(project: Project, name: str) -> list[Object]:
    return [
        job(project.namespace, name, training.worker(project, 1), queue=training.QUEUE, priority="urgent"),
    ]


def _priority_withdrawn(scene: Scene) -> None:
    """The tenant loses the priority with which its work runs, in git and then in the cluster, and nothing hangs.

    Running work is done with its old priority: its pods end and nobody keeps them; labels may be changed meanwhile;
    only new work of that priority is refused.
    """
    with TemporaryDirectory() as folder:
        workspace = Path(folder)
        for part in ("clusters", "tenants", "output"):
            shutil.copytree(scene.plane.workspace / part, workspace / part)
        edit(
            workspace / "tenants" / "search" / "tenant.yaml",
            "priorities: [urgent, high, normal, scavenger]",
            "priorities: [high, normal, scavenger]",
        )
        compiled = run("compile", folder=workspace)
        assert compiled.returncode == 0, compiled.stderr + compiled.stdout
        # Only what belongs to the tenant: the compiler may have moved on since the output was written.
        part = f"{scene.plane.cluster}/{scene.project.tenant}"
        before = {named(item): item for item in compiled_objects(scene.plane.output, part)}
        after = compiled_objects(workspace / "output", part)
        changed = [item for item in after if before[named(item)] != item]
    assert "Namespace search-ranking" in map(named, changed)
    for item in changed:
        scene.plane.argocd.apply(item).must()
    try:
        again = {**scene.main, "metadata": {**scene.main["metadata"], "name": f"{scene.name}-again"}}
        eventually(lambda: "TN850" in scene.person.create(again, dry_run=True).message, "the priority is withdrawn")
        runs(1, training.POOL, 1)(scene)
        patched({"metadata": {"labels": {"note": "still-mine"}}}, kept=True)(scene)
        ends()(scene)
        deleted("Foreground")(scene)
    finally:
        for item in changed:
            scene.plane.argocd.apply(before[named(item)]).must()
        eventually(lambda: scene.person.create(again, dry_run=True).ok, "the priority is back")


def _kueue_restarted(scene: Scene) -> None:
    """Kueue is gone for a moment: what runs runs on, what comes meanwhile is refused and not let past, and afterwards
    all goes on as before."""
    before = {one["metadata"]["uid"] for one in scene.pods()}
    processes = scene.plane.kubernetes.processes
    processes.stop("kueue")
    more = job(scene.namespace, f"{scene.name}-more", training.worker(scene.project, 1), queue=training.QUEUE)
    refused = scene.person.create(more)
    assert refused.status == 500, refused
    assert "failed calling webhook" in refused.message
    assert {one["metadata"]["uid"] for one in scene.pods()} == before
    resume_kueue(scene.plane.kubernetes)
    scene.person.create(more).must()
    scene.objects.append(more)
    eventually(lambda: live(scene, more).get("status", {}).get("ready") == 1, "new work runs")
    deleted(of=1)(scene)
    eventually(lambda: {one["metadata"]["uid"] for one in scene.pods()} == before, "the old work runs on")


CASES = (
    Case(
        "argocd-service",
        "search-ranking",
        "argocd",
        _service,
        (_synced_again, runs(1, "h100-infer", 1), _synced_again, deleted("Foreground")),
        lane="search-inference",
    ),
    Case(
        "argocd-training", "vision-detection", "argocd", _training, (runs(1, training.POOL, 2), _synced_again, ends())
    ),
    Case(
        "argocd-schedule",
        "search-indexing",
        "argocd",
        _schedule,
        (_synced_again, _fired, runs(1, batch.POOL, 1, "cpu")),
    ),
    Case(
        "gives-way",
        "speech-recognition",
        "developer",
        _low,
        (runs(2, training.POOL, 16), _gives_way, runs(2, training.POOL, 16), ends()),
        lane="speech-training",
    ),
    Case(
        "node-emptied", "search-indexing", "developer", _cores, (runs(1, batch.POOL, 2, "cpu"), _node_emptied, ends())
    ),
    Case(
        "priority-withdrawn",
        "search-ranking",
        "developer",
        _urgent,
        (runs(1, training.POOL, 1), _priority_withdrawn),
        alone=True,
    ),
    Case(
        "kueue-restarted",
        "vision-detection",
        "developer",
        lambda project, name: [job(project.namespace, name, training.worker(project, 1), queue=training.QUEUE)],
        (runs(1, training.POOL, 1), _kueue_restarted, runs(1, training.POOL, 1), ends()),
        alone=True,
    ),
)
