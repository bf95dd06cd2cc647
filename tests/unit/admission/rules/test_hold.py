"""What Kueue holds stays held; the names of the attempts are those of a real control plane."""

import copy

import pytest

from tests.unit.admission.asking import (
    ARGOCD,
    FACTS,
    JOB_CONTROLLER,
    KUEUE,
    SLICES,
    STATEFULSET_CONTROLLER,
    TRAIN,
    asking,
    codes,
    deployment,
    job,
    meta,
    pod,
    pod_spec,
)

GPU = pod_spec(asking("1"))
ENDLESS = FACTS._replace(queues=(FACTS.queues[0]._replace(max_run_time_seconds=0),))
ELASTIC = {**GPU, "schedulingGates": [{"name": "kueue.x-k8s.io/elastic-job"}]}
HELD = pod(GPU, TRAIN, labels={"kueue.x-k8s.io/managed": "true"}, annotations={"kueue.x-k8s.io/role-hash": "abc"})
OF_JOB = pod(
    GPU,
    labels={"batch.kubernetes.io/controller-uid": "1", "job-name": "w1"},
    ownerReferences=[{"kind": "Job", "name": "w1", "uid": "1", "controller": True}],
    finalizers=["batch.kubernetes.io/job-tracking"],
)


def changed(body: dict, *path: str, to: object = None) -> dict:
    """A copy with one part set, or taken out."""
    copied = copy.deepcopy(body)
    part = copied
    for key in path[:-1]:
        part = part.setdefault(key, {})
    part.pop(path[-1], None)
    if to is not None:
        part[path[-1]] = to
    return copied


def test_a_pod_that_kueue_did_not_take_over_is_refused() -> None:
    owned = pod(GPU, TRAIN, held=False, ownerReferences=[{"kind": "Job", "name": "mine", "controller": True}])

    assert codes("pods", pod(GPU, TRAIN, held=False)) == ["TN810"]
    assert codes("pods", owned) == ["TN810"]
    assert codes("pods", pod(pod_spec(asking()), "training.cpu", held=False)) == ["TN810"]


def test_a_deployment_or_job_that_kueue_did_not_take_over_is_refused() -> None:
    assert codes("deployments", deployment(GPU, TRAIN, held=False)) == ["TN810"]
    assert codes("statefulsets", deployment(GPU, TRAIN, held=False, kind="StatefulSet"), facts=ENDLESS) == ["TN810"]
    assert codes("jobs", job(GPU, TRAIN, suspend=False)) == ["TN814"]
    assert codes("deployments", deployment(GPU, TRAIN, held=False), deployment(GPU, TRAIN)) == []


def test_gates_are_lifted_by_kueue_alone() -> None:
    free = changed(HELD, "spec", "schedulingGates")
    one_less = changed(HELD, "spec", "schedulingGates", to=[{"name": "kueue.x-k8s.io/admission"}])
    two = changed(
        HELD,
        "spec",
        "schedulingGates",
        to=[{"name": "kueue.x-k8s.io/admission"}, {"name": "kueue.x-k8s.io/topology"}],
    )

    assert codes("pods", free, HELD) == ["TN811"]
    assert codes("pods", one_less, two) == ["TN811"]
    assert codes("pods", free, HELD, username=KUEUE) == []
    assert codes("pods", free, free) == []


def test_a_gate_of_somebody_else_is_theirs() -> None:
    gated = changed(HELD, "spec", "schedulingGates", to=[{"name": "example.com/wait"}])

    assert codes("pods", changed(HELD, "spec", "schedulingGates"), gated) == []


@pytest.mark.parametrize("part", ["labels", "annotations"])
def test_kueues_keys_of_a_pod_are_final(part: str) -> None:
    key = {"labels": "kueue.x-k8s.io/managed", "annotations": "kueue.x-k8s.io/role-hash"}[part]

    assert codes("pods", changed(HELD, "metadata", part, key), HELD) == ["TN812"]
    assert codes("pods", changed(HELD, "metadata", part, key, to="other"), HELD) == ["TN812"]
    assert codes("pods", changed(HELD, "metadata", part, "kueue.x-k8s.io/new", to="x"), HELD) == ["TN812"]


def test_other_labels_of_a_pod_and_its_priority_may_change() -> None:
    assert codes("pods", changed(HELD, "metadata", "labels", "stage", to="two"), HELD) == []
    assert codes("pods", changed(HELD, "metadata", "labels", "kueue.x-k8s.io/priority-class", to="high"), HELD) == []
    assert codes("pods", changed(HELD, "metadata", "annotations", "note", to="x"), HELD) == []


def test_a_pod_keeps_its_owner_and_what_its_job_finds_it_by() -> None:
    assert codes("pods", changed(OF_JOB, "metadata", "ownerReferences"), OF_JOB) == ["TN813"]
    assert codes("pods", changed(OF_JOB, "metadata", "labels", "job-name", to="other"), OF_JOB) == ["TN813"]
    uid = changed(OF_JOB, "metadata", "labels", "batch.kubernetes.io/controller-uid")
    assert codes("pods", uid, OF_JOB) == ["TN813"]


def test_controllers_release_pods_and_take_finalizers_off() -> None:
    free = changed(OF_JOB, "metadata", "finalizers")

    assert codes("pods", free, OF_JOB, username=JOB_CONTROLLER) == []
    assert codes("pods", changed(free, "metadata", "ownerReferences"), OF_JOB, username=JOB_CONTROLLER) == []


def test_a_pod_on_its_way_out_is_let_go_whatever_it_looks_like_and_changed_no_more_than_others() -> None:
    hostile = pod(pod_spec(asking("1"), hostNetwork=True))
    going = changed(hostile, "metadata", "deletionTimestamp", to="2026-11-30T00:00:00Z")
    held = changed(HELD, "metadata", "deletionTimestamp", to="2026-11-30T00:00:00Z")

    assert codes("pods", changed(going, "metadata", "finalizers"), going) == []
    assert codes("pods", changed(held, "spec", "schedulingGates"), held) == ["TN811"]


def test_work_that_kueue_holds_keeps_its_owners() -> None:
    owner = [{"apiVersion": "batch/v1", "kind": "Job", "name": "other", "uid": "1", "controller": True}]
    collector = "system:serviceaccount:kube-system:generic-garbage-collector"
    for name, work in (("jobs", job(GPU, TRAIN)), ("deployments", deployment(GPU, TRAIN))):
        owned = changed(work, "metadata", "ownerReferences", to=owner)

        assert codes(name, owned, work) == ["TN813"]
        assert codes(name, work, owned) == ["TN813"]
        assert codes(name, owned, work, username=ARGOCD) == ["TN813"]
        assert codes(name, work, owned, username=collector) == []
        assert codes(name, owned, owned) == []


def test_a_queued_job_is_started_by_kueue_alone() -> None:
    waiting, running = job(GPU, TRAIN), job(GPU, TRAIN, suspend=False)

    assert codes("jobs", running, waiting) == ["TN814"]
    assert codes("jobs", job(GPU, SLICES, suspend=False), waiting) != []
    assert codes("jobs", running, waiting, username=KUEUE) == []
    assert codes("jobs", waiting, running) == []
    assert codes("jobs", running, running) == []


def test_a_job_changes_its_queue_only_while_it_waits() -> None:
    cpu = pod_spec(asking(cpu="500m"))

    assert codes("jobs", job(cpu), job(cpu, "training.cpu")) == ["TN815"]
    assert codes("jobs", job(cpu, suspend=True), job(cpu, "training.cpu")) == ["TN815"]
    running = job(GPU, TRAIN, suspend=False)
    assert "TN815" in codes("jobs", job(GPU, "training.cpu", suspend=False), running)
    assert codes("jobs", job(GPU, TRAIN), job(GPU, "training.gone")) == []


def test_a_job_does_not_grow_unless_it_is_elastic_and_runs() -> None:
    one, eight = (job(GPU, TRAIN, suspend=False, parallelism=count) for count in (1, 8))
    claimed = job(GPU, TRAIN, suspend=False, parallelism=8)
    claimed["metadata"]["annotations"] = {"kueue.x-k8s.io/elastic-job": "true"}

    assert codes("jobs", eight, one) == ["TN816"]
    assert codes("jobs", claimed, one) == ["TN816"]
    assert codes("jobs", one, eight) == []
    waiting = [job(GPU, TRAIN, parallelism=count) for count in (1, 8)]
    assert codes("jobs", waiting[1], waiting[0]) == ["TN816"]
    assert codes("jobs", waiting[0], waiting[1]) == []
    assert codes("jobs", {**eight, "spec": {**eight["spec"], "suspend": True}}, one) == ["TN816"]
    fewer, all_at_once = (job(GPU, TRAIN, suspend=False, parallelism=8, completions=count) for count in (1, 8))
    assert codes("jobs", all_at_once, fewer) == ["TN816"]
    assert codes("jobs", fewer, all_at_once) == []
    elastic = [job(ELASTIC, TRAIN, suspend=False, parallelism=count) for count in (1, 8)]
    assert codes("jobs", elastic[1], elastic[0]) == []
    assert codes("jobs", job(ELASTIC, TRAIN, parallelism=8), job(ELASTIC, TRAIN, parallelism=1)) == ["TN816"]


def test_a_job_that_waits_keeps_what_its_pods_ask_and_may_change_its_queue() -> None:
    """Kueue may be admitting it, by what it asked when Kueue last looked."""
    two = pod_spec(asking("2"))
    assert codes("jobs", job(two, TRAIN), job(GPU, TRAIN)) == ["TN816"]
    assert codes("jobs", job(GPU, TRAIN), job(two, TRAIN)) == ["TN816"]
    assert codes("jobs", job(two, TRAIN, suspend=True), job(GPU, "", suspend=True)) == []


def test_a_queued_job_selects_no_pods_itself() -> None:
    assert codes("jobs", job(GPU, TRAIN, manualSelector=True)) == ["TN817"]
    assert codes("jobs", job(GPU, TRAIN, manualSelector=True), job(GPU, TRAIN)) == ["TN817"]
    assert codes("jobs", job(pod_spec(), manualSelector=True)) == []
    assert codes("jobs", job(GPU, TRAIN, manualSelector=True), job(GPU, TRAIN, manualSelector=True)) == []


@pytest.mark.parametrize("options", [None, {}, {"propagationPolicy": "Orphan"}, {"orphanDependents": True}])
def test_a_job_does_not_leave_its_pods_behind(options: dict) -> None:
    assert codes("jobs", None, job(GPU, TRAIN), options=options) == ["TN818"]


@pytest.mark.parametrize(
    "options", [{"propagationPolicy": "Background"}, {"propagationPolicy": "Foreground"}, {"orphanDependents": False}]
)
def test_a_job_is_deleted_with_its_pods(options: dict | None) -> None:
    assert codes("jobs", None, job(GPU, TRAIN), options=options) == []


@pytest.mark.parametrize("name", ["orphan", "example.com/hold", "argocd.argoproj.io/hook-finalizer"])
def test_a_finalizer_that_keeps_a_queued_job_is_refused(name: str) -> None:
    kept = changed(job(GPU, TRAIN), "metadata", "finalizers", to=[name])

    assert codes("jobs", kept) == ["TN818"]
    assert codes("jobs", kept, job(GPU, TRAIN)) == ["TN818"]
    assert codes("jobs", kept, kept) == []
    assert codes("jobs", job(GPU, TRAIN), kept) == []
    assert codes("jobs", changed(job(pod_spec()), "metadata", "finalizers", to=[name])) == []


def test_a_deletion_in_the_foreground_and_a_hook_of_argo_cd_are_no_offence() -> None:
    def kept(name: str) -> dict:
        return changed(job(GPU, TRAIN), "metadata", "finalizers", to=[name])

    assert codes("jobs", kept("foregroundDeletion")) == []
    assert codes("jobs", kept("argocd.argoproj.io/hook-finalizer"), username=ARGOCD) == []
    assert codes("jobs", kept("example.com/hold"), username=ARGOCD) == ["TN818"]


def test_before_1_36_pod_groups_are_refused() -> None:
    group = {"kueue.x-k8s.io/pod-group-name": "g"}

    assert codes("pods", pod(GPU, TRAIN, labels=group), mutates=False) == ["TN819"]
    assert codes("pods", pod(GPU, TRAIN, annotations=group), mutates=False) == ["TN819"]
    assert codes("pods", pod(GPU, TRAIN, labels=group), mutates=True) == []
    assert codes("pods", pod(pod_spec(), "training.cpu", labels=group), mutates=False) == ["TN819"]
    assert codes("pods", pod(GPU, TRAIN, labels=group), mutates=False, username=STATEFULSET_CONTROLLER) == []


def test_a_template_states_no_role_hash() -> None:
    forged = deployment(GPU, TRAIN, annotations={"kueue.x-k8s.io/role-hash": "abc"})

    for mutates in (False, True):
        assert codes("deployments", forged, mutates=mutates) == ["TN822"]
        assert codes("replicas", {**forged, "kind": "ReplicaSet"}, mutates=mutates) == ["TN822"]
        assert codes("deployments", forged, forged, mutates=mutates) == []


def test_only_the_scheduler_binds_pods() -> None:
    binding = {"kind": "Binding", "metadata": meta(), "target": {"kind": "Node", "name": "g1"}}

    assert codes("binding", binding) == ["TN820"]
    assert codes("binding", binding, groups=("system:masters",)) == ["TN820"]
    assert codes("binding", binding, username="system:kube-scheduler") == []


def test_a_pod_is_not_resized() -> None:
    larger = pod(pod_spec(asking("1", cpu="60")), TRAIN)

    assert codes("resize", larger, HELD) == ["TN821"]
    assert codes("resize", changed(HELD, "spec", "resources", to={"requests": {"cpu": "60"}}), HELD) == ["TN821"]
    assert codes("resize", HELD, HELD) == []
    assert codes("resize", changed(HELD, "metadata", "labels", "a", to="b"), HELD) == []


OF_A_SET = ("controller-revision-hash", "statefulset.kubernetes.io/pod-name", "apps.kubernetes.io/pod-index")


@pytest.mark.parametrize("label", OF_A_SET)
def test_the_labels_of_a_sets_pod_come_from_its_controller(label: str) -> None:
    made = pod(GPU, TRAIN, labels={label: "x"})

    assert codes("pods", made) == ["TN813"]
    assert codes("pods", made, username=STATEFULSET_CONTROLLER) == []
    assert codes("pods", made, pod(GPU, TRAIN)) == ["TN813"]
    assert codes("pods", made, pod(GPU, TRAIN), username=STATEFULSET_CONTROLLER) == []
    assert codes("pods", made, made) == []
    assert codes("pods", pod(GPU, TRAIN, labels={label: "y"}), made) == ["TN813"]


def test_a_pod_that_a_set_is_charged_for_stays_where_the_set_finds_it() -> None:
    parent = {"kueue.x-k8s.io/pod-suspending-parent": "statefulset"}
    of_set = pod(GPU, TRAIN, labels={"app": "s"}, annotations=parent)

    assert codes("pods", changed(of_set, "metadata", "labels", "app", to="t"), of_set) == ["TN813"]
    assert codes("pods", changed(of_set, "metadata", "labels", "more", to="t"), of_set) == ["TN813"]
    assert codes("pods", changed(of_set, "metadata", "annotations", "note", to="t"), of_set) == []
    served = pod(GPU, TRAIN, labels={"app": "s"}, annotations={"kueue.x-k8s.io/pod-suspending-parent": "deployment"})
    assert codes("pods", changed(served, "metadata", "labels", "app", to="t"), served) == []


def test_a_set_does_not_grow_where_kueue_does_not_see_it() -> None:
    def scale(replicas: int) -> dict:
        return {"kind": "Scale", "metadata": meta(), "spec": {"replicas": replicas}}

    assert codes("scale", scale(3), scale(2)) == ["TN816"]
    assert codes("scale", scale(1), scale(0)) == ["TN816"]
    assert codes("scale", scale(2), scale(2)) == []
    assert codes("scale", scale(0), scale(2)) == []
