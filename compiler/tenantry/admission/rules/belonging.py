"""Which of Kueue's words work may bear: by the others Kueue knows its own, and believes them.

Pure. Each rule answers an attempt that made Kueue give back, on a real plane, what pods went on using: Kueue ends a
Workload for good where a pod or a Job that calls itself part of it does not fit. So nothing calls itself part of a
Workload that it was not made of. What was there before passes.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.cluster import JOB_CONTROLLER, REPLICASET_CONTROLLER, STATEFULSET_CONTROLLER
from tenantry.admission.policy import CREATE, WRITE, Named, Rule, listed, quoted
from tenantry.admission.rules.hold import GROUP, PARENT, PRIORITY_LABEL, ROLE_HASH
from tenantry.admission.rules.priority import RUN_TIME_LABEL
from tenantry.admission.shapes import CRONJOBS, DEPLOYMENTS, JOBS, PODS, QUEUE_LABEL, REPLICAS, STATEFULSETS, Shape
from tenantry.diagnostics.codes.admission import TN822

_KUEUE: Final = "kueue.x-k8s.io/"
PREBUILT: Final = f"{_KUEUE}prebuilt-workload-name"
SIZE: Final = f"{_KUEUE}pod-group-total-count"
LONGEST_LABEL: Final = 63
_MANAGED: Final = f"{_KUEUE}managed"

_LABELS: Final = (_MANAGED, RUN_TIME_LABEL, PRIORITY_LABEL, QUEUE_LABEL)
_PLACING: Final = tuple(
    f"{_KUEUE}podset-{word}"
    for word in (
        "group-name",
        "preferred-topology",
        "required-topology",
        "slice-required-topology",
        "slice-required-topology-constraints",
        "slice-size",
        "unconstrained-topology",
    )
)
_POD_LABELS: Final = (*_LABELS, GROUP, f"{_KUEUE}pod-group-pod-index")
_POD_ANNOTATIONS: Final = (
    *_PLACING,
    GROUP,
    SIZE,
    ROLE_HASH,
    f"{_KUEUE}pod-group-pod-index-label",
    f"{_KUEUE}retriable-in-group",
)
_BELONGING: Final = (
    GROUP,
    PARENT,
    PREBUILT,
    ROLE_HASH,
    SIZE,
    f"{_KUEUE}pod-group-fast-admission",
    f"{_KUEUE}pod-group-serving",
)
"""Words by which a pod is part of something: never in what an operator makes, where Kueue's other words may stand."""
_PARENTS: Final = {DEPLOYMENTS.name: "deployment", STATEFULSETS.name: "statefulset", REPLICAS.name: "deployment"}
"""What Kueue's webhook writes into the templates of a kind."""
VARIABLES: Final = (
    # Kueue before 0.18 reads the label alone, later ones the annotation first.
    Named(
        "groups",
        f"[variables.labels[?{quoted(GROUP)}].orValue(''), variables.podAnnotations[?{quoted(GROUP)}].orValue('')]"
        ".filter(g, g != '')",
    ),
    Named("groupSize", f"variables.podAnnotations[?{quoted(SIZE)}].orValue('')"),
    Named(
        "groupSeconds",
        f"variables.labels[?{quoted(RUN_TIME_LABEL)}].orValue("
        "variables.classSeconds > 0 ? string(variables.classSeconds) : '')",
    ),
    Named(
        "groupEnd",
        "'.' + variables.queue + '.' + variables.groupSize + "
        "(variables.groupSeconds == '' ? '' : '.' + variables.groupSeconds + 's')",
    ),
)
"""`groups`: the group that a pod names, by label, by annotation, or by both. `groupEnd`: what the name has to end in.

The end reads in one way only: a queue is a class and a pool with one dot between, a size is a number, and seconds
end in a letter.
"""

_WHY: Final = (
    "Kueue finds the Workload that work belongs to by names that the work bears. Where a pod or a Job claims somebody "
    "else's Workload and does not fit it, Kueue declares that Workload finished and gives its quota away, while the "
    "pods that it was made for run on, uncharged."
)


def rules(shape: Shape) -> Iterator[Rule]:
    """The rules of one workload kind."""
    yield prebuilt(shape)
    if shape is PODS:
        yield _of_a_pod()
        yield from _groups()
        return
    yield _of_a_template(shape)
    if shape in (JOBS, CRONJOBS):
        yield _queue_of_a_template()


def prebuilt(shape: Shape) -> Rule:
    """Every kind: the object, and what it makes, name no Workload that is there already."""
    checks = []
    for path in dict.fromkeys(("", shape.work)):
        for part in ("labels", "annotations"):
            new = f"object{path}.?metadata.?{part}[?{quoted(PREBUILT)}].orValue('')"
            checks.append(f"({new} == '' || (oldObject != null && {new} == {new.replace('object', 'oldObject', 1)}))")
    return Rule(
        TN822,
        WRITE,
        " && ".join(checks),
        f"request.kind.kind + ' names a Workload that is there already; leave {PREBUILT} out'",
        f"work names no Workload that is there already; leave {PREBUILT} out",
        _WHY,
    )


def of_an_operator() -> Rule:
    """What an operator makes: nothing in it says that its pods are part of something else."""
    return Rule(
        TN822,
        WRITE,
        " && ".join(
            f"variables.{part}.all(k, !(k in {listed(_BELONGING)}) || {_as_before(part)})"
            for part in ("podLabels", "podAnnotations")
        ),
        f"request.kind.kind + ' says that its pods are part of other work; leave out: ' + {listed(_BELONGING)}"
        ".filter(k, k in variables.podLabels || k in variables.podAnnotations).join(', ')",
        "the pods of an operator's work are part of that work alone",
        _WHY,
    )


def _of_a_pod() -> Rule:
    by_set, by_replicas = (
        f"(request.userInfo.username == {quoted(user)} && variables.podAnnotations[k] == {quoted(parent)})"
        for user, parent in ((STATEFULSET_CONTROLLER, "statefulset"), (REPLICASET_CONTROLLER, "deployment"))
    )
    labels = f"variables.podLabels.all(k, {_free(_POD_LABELS)})"
    parent = f"(k == {quoted(PARENT)} && ({by_set} || {by_replicas}))"
    annotations = f"variables.podAnnotations.all(k, {_free(_POD_ANNOTATIONS)} || {parent})"
    return Rule(
        TN822,
        CREATE,
        # What Kueue writes into the template of a Job that it admits was not there when the Job was judged.
        f"request.userInfo.username == {quoted(JOB_CONTROLLER)} || ({labels} && {annotations})",
        _message(f"!(k in {listed((*_POD_LABELS, *_POD_ANNOTATIONS))})"),
        "labels and annotations that Kueue writes itself are left out",
        _WHY,
    )


def _of_a_template(shape: Shape) -> Rule:
    parent = quoted(_PARENTS.get(shape.name, ""))
    labels = f"variables.podLabels.all(k, {_free(_LABELS)} || {_as_before('podLabels')})"
    # What the webhook wrote is not what the author has to take out.
    known = (*_LABELS, *_PLACING, PARENT) if shape.name in _PARENTS else (*_LABELS, *_PLACING)
    of_parent = f"(k == {quoted(PARENT)} && variables.podAnnotations[k] == {parent})"
    before = _as_before("podAnnotations")
    annotations = f"variables.podAnnotations.all(k, {_free(_PLACING)} || {of_parent} || {before})"
    return Rule(
        TN822,
        WRITE,
        f"{labels} && {annotations}",
        _message(f"!(k in {listed(known)})"),
        "labels and annotations that Kueue writes itself, and those of pod groups, are left out of templates",
        _WHY,
    )


def _queue_of_a_template() -> Rule:
    """The pods of a Job are judged at their Job, so what they ask is judged by the Job's queue."""
    own = f"variables.podLabels[?{quoted(QUEUE_LABEL)}].orValue('')"
    old = f"variables.oldPodLabels[?{quoted(QUEUE_LABEL)}].orValue('')"
    return Rule(
        TN822,
        WRITE,
        f"{own} == '' || {own} == variables.queue || {own} == {old}",
        f"'the pods of this ' + request.kind.kind + ' name queue ' + {own} + ', and the work itself does not; the "
        f"label {QUEUE_LABEL} belongs on the Job, not on its pods'",
        f"the label {QUEUE_LABEL} belongs on the Job, not on its pods",
        "Pods of a Job are judged at their Job, by its queue. With a queue of their own they would reach nodes of "
        "accelerators and take CPU and memory there that come with the units of others.",
    )


def _groups() -> Iterator[Rule]:
    yield Rule(
        TN822,
        CREATE,
        "variables.groups.size() == 0 || variables.queue != ''",
        f"'a pod of a group has a queue; set the label {QUEUE_LABEL}, or leave the group out'",
        f"a pod of a group has a queue; set the label {QUEUE_LABEL}, or leave the group out",
        "Kueue counts every pod that bears the name of a group, also one that it does not hold.",
    )
    yield Rule(
        TN822,
        CREATE,
        "variables.groupSize == '' || variables.groups.all(g, g.endsWith(variables.groupEnd))",
        "'the name of a pod group ends in its queue, its size and its longest run time, here ' + variables.groupEnd + "
        f"', which are added to it; all together it has {LONGEST_LABEL} letters at most, so give it a shorter name'",
        "the name of a pod group ends in its queue, its size and its longest run time; give it a shorter name",
        "Kueue asks any one pod of a group for the size, the queue and the longest run time of all. A pod that came "
        "later and said otherwise would make it give the Workload of the others away while they run; with these in "
        "the name, pods that differ are in different groups.",
    )


def _free(words: tuple[str, ...]) -> str:
    return f"!k.startsWith({quoted(_KUEUE)}) || k in {listed(words)}"


def _as_before(part: str) -> str:
    old = f"variables.old{part[0].upper()}{part[1:]}"
    return f"{old}[?k].orValue('') == variables.{part}[k]"


def _message(foreign: str) -> str:
    keys = "variables.podLabels.map(k, k) + variables.podAnnotations.map(k, k)"
    return (
        "'Kueue writes these itself; leave out: ' + "
        f"({keys}).filter(k, k.startsWith({quoted(_KUEUE)}) && {foreign}).join(', ')"
    )
