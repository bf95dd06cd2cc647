"""A cluster that declares Kubernetes 1.35 has no mutating policies: what they would write is demanded, and a pod group
with accelerators is refused, because nothing there puts its role right.

On a plane of its own without nodes: what is refused needs none.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.acceptance.admission.actors import projects
from tests.acceptance.admission.attempts.creations import PRETRAIN, TRAIN
from tests.acceptance.admission.attempts.test_refused import DENIED, codes
from tests.plane.api import Answer, Api, Object
from tests.plane.manifests import apply_all, compiled_objects
from tests.plane.plane import Plane, start_plane
from tests.plane.processes import Processes
from tests.plane.waiting import wait_for
from tests.plane.workloads import PRIORITY, container, cron_job, job, pod, replicated
from tests.support.workspaces import copy_example, edit, run

pytestmark = pytest.mark.xdist_group("admission")

PARTS = ("_platform", "research", "nlp")
GROUP, SIZE, ROLE = (f"kueue.x-k8s.io/{name}" for name in ("pod-group-name", "pod-group-total-count", "role-hash"))
RUN_TIME = "kueue.x-k8s.io/max-exec-time-seconds"
LABELS = {PRIORITY: "normal", RUN_TIME: "3600"}


@pytest.fixture(scope="module")
def plane(built_plane: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plane]:
    """The worked example, its production cluster on Kubernetes 1.35, with one department applied."""
    workspace = copy_example(tmp_path_factory.mktemp("before"))
    edit(workspace / "clusters/prod-a/cluster.yaml", 'kubernetes: "1.36"', 'kubernetes: "1.35"')
    compiled = run("compile", "--allow-deletes", "100", folder=workspace)
    assert compiled.returncode == 0, compiled.stdout + compiled.stderr
    with Processes() as processes:
        started = start_plane(processes, workspace, "prod-a", pods_run=False)
        apply_all(started.argocd, compiled_objects(started.output, *(f"prod-a/{part}" for part in PARTS)))
        probe = pod(PRETRAIN, "probe", nodeName="shared-0")
        wait_for(lambda: "TN833" in started.api.create(probe, dry_run=True).message, "policies bite", seconds=60)
        yield started


@pytest.fixture
def lead(plane: Plane) -> Api:
    """An admin of nlp-pretrain."""
    return projects(plane.output, "prod-a")[PRETRAIN].acting_as(plane.api, "admin")


def test_nothing_mutates(plane: Plane) -> None:
    kinds = {item["kind"] for item in plane.compiled()}
    assert "ValidatingAdmissionPolicy" in kinds
    assert {kind for kind in kinds if kind.startswith("MutatingAdmission")} == set()


def _grouped(units: int, *, where: str = "labels", role: str = "") -> Object:
    more: dict[str, Any] = {"labels": dict(LABELS), "annotations": {SIZE: "2", **({ROLE: role} if role else {})}}
    more[where][GROUP] = "attempt"
    return pod(PRETRAIN, f"attempt-{where}", container(units), queue=TRAIN, **more)


@pytest.mark.parametrize("role", ["", "forged"])
@pytest.mark.parametrize("where", ["labels", "annotations"])
def test_a_pod_group_with_accelerators_is_refused(lead: Api, where: str, role: str) -> None:
    answer = lead.create(_grouped(1, where=where, role=role))
    assert codes(answer) == ["TN819"]
    assert answer.message.endswith("pod groups need Kubernetes 1.36; use an indexed Job instead")


@pytest.mark.parametrize("kind", ["Deployment", "ReplicaSet"])
def test_a_template_that_forges_a_role_is_refused(plane: Plane, kind: str) -> None:
    """Also where somebody with every right writes it."""
    item = replicated(kind, PRETRAIN, "attempt-role", container(1), queue=TRAIN, labels=dict(LABELS))
    item["spec"]["template"]["metadata"].setdefault("labels", {}).update(LABELS)
    item["spec"]["template"]["metadata"]["annotations"] = {ROLE: "forged"}
    assert said(plane.api.create(item)) == ["TN822"]


@pytest.mark.parametrize(
    ("left_out", "code", "words"),
    [
        (PRIORITY, "TN851", f"states no priority; set the label {PRIORITY}"),
        (RUN_TIME, "TN852", f"states no longest run time; set the label {RUN_TIME}"),
    ],
)
@pytest.mark.parametrize("kind", ["Job", "Pod", "CronJob"])
def test_a_label_that_nothing_writes_is_demanded(lead: Api, kind: str, left_out: str, code: str, words: str) -> None:
    labels = {key: value for key, value in LABELS.items() if key != left_out}
    of = job(PRETRAIN, "attempt-label", container(1), queue=TRAIN, labels=labels)
    item = {
        "Job": of,
        "Pod": pod(PRETRAIN, "attempt-label", container(1), queue=TRAIN, labels=labels),
        "CronJob": cron_job(PRETRAIN, "attempt-label", of),
    }[kind]
    answer = lead.create(item)
    assert codes(answer) == [code]
    assert words in answer.message


def test_the_way_out_passes_and_stands_in_its_queue(plane: Plane, lead: Api) -> None:
    """An indexed Job with both labels, which the messages ask for; Kueue takes them as they are."""
    indexed = {"completionMode": "Indexed"}
    item = job(PRETRAIN, "indexed", container(1), queue=TRAIN, parallelism=2, labels=dict(LABELS), job_spec=indexed)
    lead.create(item).must()
    [work] = wait_for(lambda: plane.api.list("kueue.x-k8s.io/v1beta2", "Workload", PRETRAIN), "Kueue takes the Job")
    assert work["spec"]["maximumExecutionTimeSeconds"] == int(LABELS[RUN_TIME])
    assert work["spec"]["priorityClassRef"]["name"] == LABELS[PRIORITY]
    assert work["spec"]["podSets"][0]["count"] == 2
    lead.delete(item).must()


def said(answer: Answer) -> list[str]:
    """All codes of a refusal; the server's words where none of our rules refused."""
    return [code for _, code in DENIED.findall(answer.message)] or [answer.message]
