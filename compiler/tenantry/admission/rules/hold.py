"""What Kueue holds back stays held until Kueue lets it go.

Pure. Kueue's own requests never come here (a match condition of every policy). Each rule answers an attempt that
ran accelerators without quota on a real plane with Kueue alone.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.cluster import (
    CONTROLLER,
    JOB_CONTROLLER,
    SCHEDULER,
    STATEFULSET_CONTROLLER,
    ClusterWords,
)
from tenantry.admission.policy import CREATE, DELETE, UPDATE, WRITE, Named, Rule, listed, quoted
from tenantry.diagnostics.codes.admission import (
    TN810,
    TN811,
    TN812,
    TN813,
    TN814,
    TN815,
    TN816,
    TN817,
    TN818,
    TN819,
    TN820,
    TN821,
)

PARENT: Final = "kueue.x-k8s.io/pod-suspending-parent"
GROUP: Final = "kueue.x-k8s.io/pod-group-name"
ROLE_HASH: Final = "kueue.x-k8s.io/role-hash"
PRIORITY_LABEL: Final = "kueue.x-k8s.io/priority-class"

_HOOK: Final = "argocd.argoproj.io/hook-finalizer"
"""Argo CD puts it on the hooks of an application, and takes it off again."""
_GATES: Final = "object.spec.?schedulingGates.orValue([])"
_OLD_GATES: Final = "oldObject.spec.?schedulingGates.orValue([])"
_SUSPENDED: Final = "object.spec.?suspend.orValue(false)"
_WAS_SUSPENDED: Final = "oldObject.spec.?suspend.orValue(false)"

VARIABLES: Final = (
    Named("gated", f"{_GATES}.exists(g, g.name == 'kueue.x-k8s.io/admission')"),
    # The gate comes from Kueue when the Job is made; an annotation alone could be added to a running Job.
    Named(
        "elastic",
        "oldObject.spec.template.spec.?schedulingGates.orValue([]).exists(g, g.name == 'kueue.x-k8s.io/elastic-job')",
    ),
)

_KEEPERS: Final = tuple(
    f"{CONTROLLER}{name}"
    for name in (
        "daemon-set-controller",
        "generic-garbage-collector",
        "job-controller",
        "replicaset-controller",
        "replication-controller",
        "statefulset-controller",
    )
)
"""Controllers that adopt pods and let them go. Not all of kube-system: Argo CD's user writes for tenants too."""

_FINDING: Final = "k.startsWith('batch.kubernetes.io/') || k in ['controller-uid', 'job-name']"
_OF_A_SET: Final = "['apps.kubernetes.io/pod-index', 'controller-revision-hash', 'statefulset.kubernetes.io/pod-name']"

NOT_TAKEN_OVER: Final = (
    "Kueue sees a workload through its webhooks. Where they are down, or where an owner reference makes Kueue look "
    "the other way, the work would run at once and uncharged; so proof is asked that Kueue holds it."
)


def pods() -> Iterator[Rule]:
    """Rules for pods that Kueue holds by a scheduling gate."""
    yield Rule(
        TN810,
        CREATE,
        f"variables.queue == '' || variables.gated || request.userInfo.username == '{JOB_CONTROLLER}'",
        "'Kueue did not take this pod over, so it would run uncharged; leave out ownerReferences and annotations of "
        "kueue.x-k8s.io, and try again when the queue system answers'",
        "Kueue did not take this pod over, so it would run uncharged",
        NOT_TAKEN_OVER,
    )
    yield Rule(
        TN811,
        UPDATE,
        f"{_OLD_GATES}.all(g, !g.name.startsWith('kueue.x-k8s.io/') || {_GATES}.exists(h, h.name == g.name))",
        "'a scheduling gate of kueue.x-k8s.io is lifted by Kueue when the queue admits the pod'",
        "a scheduling gate of kueue.x-k8s.io is lifted by Kueue when the queue admits the pod",
        "A pod without its gate is scheduled at once, charged or not.",
    )
    yield Rule(
        TN812,
        UPDATE,
        f"{_kept('labels')} && {_kept('annotations')}",
        "'labels and annotations of kueue.x-k8s.io stay as they were when the pod was made (the priority may change)'",
        "labels and annotations of kueue.x-k8s.io stay as they were when the pod was made",
        "Kueue finds and counts a pod by these keys. A pod that loses them runs on and is no longer charged.",
    )
    yield Rule(
        TN813,
        UPDATE,
        f"request.userInfo.username in {listed(_KEEPERS)} || ("
        "object.metadata.?ownerReferences.orValue([]) == oldObject.metadata.?ownerReferences.orValue([]) && "
        f"oldObject.metadata.?labels.orValue({{}}).all(k, !({_FINDING}) || {_same('labels')}) && "
        # Kueue takes a pod that bears the revision of a set for one that it let go before.
        f"object.metadata.?labels.orValue({{}}).all(k, !(k in {_OF_A_SET}) || {_same_before('labels')}) && "
        # A pod of a set stays in the set's Workload, also where the set has lost it and makes another.
        f"(!({quoted(PARENT)} in variables.podAnnotations) || variables.podAnnotations[{quoted(PARENT)}] != "
        "'statefulset' || variables.labels == variables.oldLabels))",
        "'the owners of a pod and the labels by which its Job or its set finds it are final'",
        "the owners of a pod and the labels by which its Job or its set finds it are final",
        "A pod that its Job no longer finds runs on while the Job makes a new one: two for the price of one.",
    )

    yield Rule(
        TN813,
        CREATE,
        f"request.userInfo.username in {listed(_KEEPERS)} || !variables.labels.exists(k, k in {_OF_A_SET})",
        f"'labels of a set are written by the set\\'s controller; leave out: ' + {_OF_A_SET}"
        ".filter(k, k in variables.labels).join(', ')",
        "labels of a set are written by the set's controller; leave them out",
        "Kueue lets the pods of a StatefulSet go that bear a revision from before its last change. A pod that somebody "
        "made with such a label would run without having been admitted.",
    )


def owner() -> Rule:
    """Kinds that Kueue holds by themselves: whoever has an owner is its owner's business, and Kueue looks away."""
    return Rule(
        TN813,
        UPDATE,
        f"request.userInfo.username in {listed(_KEEPERS)} || "
        "object.metadata.?ownerReferences.orValue([]) == oldObject.metadata.?ownerReferences.orValue([])",
        "'the owners of work are final'",
        "the owners of work are final",
        "Kueue leaves work to its owner's queue. With an owner that it was given later it would never be stopped "
        "again, also where its units are somebody else's guarantee.",
    )


def pod_groups() -> Iterator[Rule]:
    """Pods: where nothing can state the role of a pod and what a group agrees upon, groups of pods are refused."""
    labelled = f"'{GROUP}' in variables.labels || '{GROUP}' in object.metadata.?annotations.orValue({{}})"
    yield Rule(
        TN819,
        CREATE,
        f"!({labelled}) || request.userInfo.username == '{STATEFULSET_CONTROLLER}'",
        "'pod groups need Kubernetes 1.36; use an indexed Job instead'",
        "pod groups need Kubernetes 1.36; use an indexed Job instead",
        _GROUPS,
    )


_GROUPS: Final = (
    "Kueue charges a group by one pod of every role and believes the role that a pod states. With a forged one a "
    "group of large pods is charged as small ones. From Kubernetes 1.36 on the cluster states the role itself, from "
    "what the pod asks for."
)


def jobs(words: ClusterWords) -> Iterator[Rule]:
    """Rules for Jobs that Kueue holds by suspending them."""
    yield Rule(
        TN814,
        CREATE,
        f"variables.queue == '' || {_SUSPENDED}",
        "'Kueue did not suspend this Job, so it would run uncharged; leave out ownerReferences, and try again when the "
        "queue system answers'",
        "Kueue did not suspend this Job, so it would run uncharged",
        NOT_TAKEN_OVER,
    )
    yield Rule(
        TN814,
        UPDATE,
        f"variables.queue == '' || !{_WAS_SUSPENDED} || {_SUSPENDED}",
        "'a Job in queue ' + variables.queue + ' is started by Kueue when its turn comes; leave spec.suspend out'",
        "a queued Job is started by Kueue when its turn comes; leave spec.suspend out",
        "A Job started by hand runs its pods before Kueue can stop it, and for good where it has lost its queue.",
    )
    yield Rule(
        TN815,
        UPDATE,
        f"variables.oldQueue == variables.queue || (variables.queue != '' && {_WAS_SUSPENDED} && {_SUSPENDED})",
        "'the queue of a Job changes only while it waits, and only for another queue'",
        "the queue of a Job changes only while it waits, and only for another queue",
        "A Job without its queue label is no longer Kueue's business: it could be started uncharged.",
    )
    yield Rule(
        TN816,
        UPDATE,
        # While it waits too: Kueue may be admitting it at that moment, by its old size, and never looks at it again.
        "variables.queue == '' || variables.oldQueue == '' || (variables.demand == variables.oldDemand && "
        "variables.spec.?resources.orValue({}) == variables.oldSpec.?resources.orValue({}) && "
        f"((variables.elastic && !{_WAS_SUSPENDED}) || "
        "(object.spec.?parallelism.orValue(1) <= oldObject.spec.?parallelism.orValue(1) && "
        # A Job of fewer completions than parallelism runs, and is charged for, as many.
        "object.spec.?completions.orValue(0) <= oldObject.spec.?completions.orValue(0))))",
        "'a Job in queue ' + variables.queue + ' does not grow and keeps what its pods ask, also while it waits; make "
        "a new Job, or an elastic one'",
        "a Job in a queue does not grow and keeps what its pods ask, also while it waits; make a new Job, or an "
        "elastic one",
        "The pods that are added to running work run before Kueue has asked whether there is room, and push others "
        "out. Work that waits may be admitted at the moment of the change, by its old size: it runs larger than it is "
        "charged, for as long as it runs.",
    )
    yield Rule(
        TN817,
        WRITE,
        "variables.queue == '' || !object.spec.?manualSelector.orValue(false) || "
        "(oldObject != null && oldObject.spec.?manualSelector.orValue(false))",
        "'a Job in a queue cannot set spec.manualSelector'",
        "a Job in a queue cannot set spec.manualSelector",
        "With a selector of its own a Job counts, or loses, pods of others, and the charge no longer fits.",
    )
    yield from orphans(words)


def orphans(words: ClusterWords) -> Iterator[Rule]:
    """Whatever Kueue holds as a whole: it never leaves its pods behind."""
    yield Rule(
        TN818,
        WRITE,
        "variables.queue == '' || object.metadata.?finalizers.orValue([]).all(f, f == 'foregroundDeletion' || "
        f"(f == '{_HOOK}' && request.userInfo.username == {quoted(words.argocd_user)}) || "
        "(oldObject != null && f in oldObject.metadata.?finalizers.orValue([])))",
        "'a Job in a queue has no finalizers, because its pods would run on without it; take out: ' + "
        "object.metadata.?finalizers.orValue([]).join(', ')",
        "a Job in a queue has no finalizers, because its pods would run on without it; take them out",
        _ORPHANS,
    )
    yield Rule(
        TN818,
        DELETE,
        # Without a word about it the API server orphans the pods of a Job: kubectl always says one, other clients not.
        "request.?options.?propagationPolicy.orValue('') in ['Background', 'Foreground'] || "
        "!request.?options.?orphanDependents.orValue(true)",
        "'a Job goes together with its pods; delete it with propagationPolicy Background or Foreground (kubectl does)'",
        "a Job goes together with its pods; delete it with propagationPolicy Background or Foreground (kubectl does)",
        _ORPHANS,
    )


_ORPHANS: Final = (
    "Kueue gives the quota back when the Job is deleted, also where a finalizer keeps it. Pods that outlive it run on "
    "without any, beside the work that was admitted in their place."
)


def deployments() -> Iterator[Rule]:
    """Rules for Deployments and StatefulSets, whose pods Kueue holds."""
    yield Rule(
        TN810,
        WRITE,
        "variables.queue == '' || variables.asked || !variables.asks || "
        "'kueue.x-k8s.io/pod-suspending-parent' in variables.podAnnotations",
        "'Kueue did not take over this ' + request.kind.kind + ', so its pods would run uncharged; leave out "
        "ownerReferences, and try again when the queue system answers'",
        "Kueue did not take this over, so its pods would run uncharged",
        NOT_TAKEN_OVER,
    )


def bindings() -> Iterator[Rule]:
    """Rules for what binds a pod to a node: `pods/binding` and the old `bindings`."""
    yield Rule(
        TN820,
        CREATE,
        f"request.userInfo.username == '{SCHEDULER}'",
        "'pods are bound to nodes by the scheduler alone'",
        "pods are bound to nodes by the scheduler alone",
        "Taints keep out only what is scheduled. A pod that is bound by hand runs wherever its author likes.",
        "Forbidden",
    )


def scales() -> Iterator[Rule]:
    """Rules for `statefulsets/scale`, which Kueue does not look at; it bears no label that would tell of a queue."""
    yield Rule(
        TN816,
        UPDATE,
        "object.spec.?replicas.orValue(0) <= oldObject.spec.?replicas.orValue(0)",
        "'a StatefulSet does not grow through its subresource scale, which Kueue does not see; patch spec.replicas of "
        "statefulset ' + request.name + ' itself'",
        "a StatefulSet does not grow through its subresource scale; change spec.replicas of the set itself",
        "Kueue makes one Workload of a whole set and forbids to change its size. Behind its back the pods that are "
        "added run uncharged, or those that run are no longer charged.",
    )


def resizes() -> Iterator[Rule]:
    """Rules for `pods/resize`: what a pod in a queue asks was counted when it came."""
    yield Rule(
        TN821,
        UPDATE,
        "object.spec.containers.map(c, c.?resources.orValue({})) == "
        "oldObject.spec.containers.map(c, c.?resources.orValue({})) && "
        "object.spec.?initContainers.orValue([]).map(c, c.?resources.orValue({})) == "
        "oldObject.spec.?initContainers.orValue([]).map(c, c.?resources.orValue({})) && "
        "object.spec.?resources.orValue({}) == oldObject.spec.?resources.orValue({})",
        "'the resources of a pod are final; make a new pod'",
        "the resources of a pod are final; make a new pod",
        "A pod is judged by what it asks when it is made. Grown in place it takes CPU and memory that belong to the "
        "units of others.",
        "Forbidden",
    )


def _same(part: str) -> str:
    new, old = f"object.metadata.?{part}.orValue({{}})", f"oldObject.metadata.?{part}.orValue({{}})"
    return f"(k in {new} && {new}[k] == {old}[k])"


def _same_before(part: str) -> str:
    new, old = f"object.metadata.?{part}.orValue({{}})", f"oldObject.metadata.?{part}.orValue({{}})"
    return f"(k in {old} && {new}[k] == {old}[k])"


def _kept(part: str) -> str:
    """CEL: Kueue's keys are neither changed, removed nor added."""
    new, old = f"object.metadata.?{part}.orValue({{}})", f"oldObject.metadata.?{part}.orValue({{}})"
    free = f"!k.startsWith('kueue.x-k8s.io/') || k == '{PRIORITY_LABEL}'"
    return f"{old}.all(k, {free} || {_same(part)}) && {new}.all(k, {free} || k in {old})"
