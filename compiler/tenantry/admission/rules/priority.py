"""Priority and run time: what a class promises its work, and what a tenant may use.

Pure. Where the cluster can mutate, what is missing is filled in before these rules are asked; else they demand it.
The labels stand on what Kueue makes a Workload of: a Job, or the pods of a template.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.policy import CREATE, WRITE, Named, Rule
from tenantry.admission.rules.hold import PRIORITY_LABEL
from tenantry.admission.shapes import JOBS, PODS, STATEFULSETS, Shape
from tenantry.diagnostics.codes.admission import TN850, TN851, TN852, TN853

RUN_TIME_LABEL: Final = "kueue.x-k8s.io/max-exec-time-seconds"

CLASS_VARIABLES: Final = (
    Named(
        "workClass",
        "variables.queue == '' ? [] : variables.classEntries.filter(e, e.startsWith(variables.queue + '='))"
        ".map(e, e.substring(e.indexOf('=') + 1).split(':'))",
    ),
    Named("classPriority", "variables.workClass.size() == 0 ? '' : variables.workClass[0][0]"),
    Named("classSeconds", "variables.workClass.size() == 0 ? 0 : int(variables.workClass[0][1])"),
)
"""What the class of the queue promises: its default priority, and its longest run time in seconds (0 = no bound)."""

VARIABLES: Final = (
    *CLASS_VARIABLES,
    Named("usable", "variables.priorities + [''] + [variables.classPriority]"),
    Named("workPriority", f"variables.workLabels[?'{PRIORITY_LABEL}'].orValue('')"),
    Named("oldWorkPriority", f"(variables.oldWorkLabels)[?'{PRIORITY_LABEL}'].orValue('')"),
    Named("runTime", f"variables.workLabels[?'{RUN_TIME_LABEL}'].orValue('')"),
    Named("oldRunTime", f"(variables.oldWorkLabels)[?'{RUN_TIME_LABEL}'].orValue('')"),
)

_WHERE: Final = {True: " of the pod template", False: ""}


def rules(shape: Shape, *, mutates: bool) -> Iterator[Rule]:
    """The rules of one workload kind; `mutates` as in `ClusterWords`."""
    yield allowed(shape)
    if shape is STATEFULSETS:
        yield _ending()
        yield _stated_priority(shape)
        return
    if shape in (PODS, JOBS) or not mutates:
        yield _stated_priority(shape)
        yield _stated_run_time(shape)
    yield Rule(
        TN853,
        WRITE,
        "variables.classSeconds == 0 || variables.runTime == '' || "
        "(variables.queue == variables.oldQueue && variables.runTime == variables.oldRunTime) || "
        "(variables.runTime.matches('^[1-9][0-9]{0,9}$') && int(variables.runTime) <= variables.classSeconds)",
        f"'{RUN_TIME_LABEL} is ' + variables.runTime + '; work in queue ' + variables.queue + ' ends after ' + "
        "string(variables.classSeconds) + ' at most'",
        f"{RUN_TIME_LABEL} is beyond what the class allows",
        "The class promises everybody in it how long they wait at worst; work that runs on breaks that promise.",
    )


def allowed(shape: Shape) -> Rule:
    """The rule that holds for every kind, with a queue or without."""
    # The API server fills in the number that belongs to a class, so the name is all there is to judge.
    named = [
        ("variables.spec.?priorityClassName.orValue('')", "variables.oldSpec.?priorityClassName.orValue('')"),
        (_label("labels"), _label("oldLabels")),
    ]
    if shape.is_template:
        named.append((_label("podLabels"), _label("oldPodLabels")))
    if shape.work not in ("", shape.pod):
        named.append(("variables.workPriority", "variables.oldWorkPriority"))
    checks = (
        f"({new} in variables.usable || (variables.queue == variables.oldQueue && {new} == {old}))"
        for new, old in named
    )
    return Rule(
        TN850,
        WRITE,
        " && ".join(checks),
        "request.kind.kind + ' takes a priority that is not its to take; namespace ' + request.namespace + "
        "' may use: ' + variables.priorities.join(', ')",
        "this priority is not for this namespace",
        "Priority orders work inside a queue, and pods on a full node. The tenant's list says which steps it may use; "
        "the default of a queue's class is always among them.",
    )


def _stated_priority(shape: Shape) -> Rule:
    where = _WHERE[shape.work != "" and shape.work == shape.pod]
    return Rule(
        TN851,
        CREATE if shape is PODS else WRITE,
        "variables.classPriority == '' || variables.workPriority != '' || "
        "variables.spec.?priorityClassName.orValue('') != '' || "
        "(oldObject != null && variables.oldQueue == variables.queue && variables.oldWorkPriority == '')",
        f"request.kind.kind + ' in queue ' + variables.queue + ' states no priority; set the label {PRIORITY_LABEL}"
        f"{where}, usually to: ' + variables.classPriority",
        f"set the label {PRIORITY_LABEL}{where}",
        "Without a priority work waits behind everything else in its queue, whatever its class promises.",
    )


def _stated_run_time(shape: Shape) -> Rule:
    where = _WHERE[shape.work != "" and shape.work == shape.pod]
    return Rule(
        TN852,
        CREATE if shape is PODS else WRITE,
        "variables.classSeconds == 0 || variables.runTime != '' || "
        "(oldObject != null && variables.oldQueue == variables.queue && variables.oldRunTime == '')",
        f"request.kind.kind + ' in queue ' + variables.queue + ' states no longest run time; set the label "
        f"{RUN_TIME_LABEL}{where} to ' + string(variables.classSeconds) + ' or less'",
        f"set the label {RUN_TIME_LABEL}{where}",
        "Work of this class ends after a time that everybody in it knows; Kueue ends it only where the work says so.",
    )


def _ending() -> Rule:
    """For StatefulSets: whatever their labels say, Kueue gives their Workload no longest run time."""
    return Rule(
        TN852,
        WRITE,
        "variables.classSeconds == 0 || (oldObject != null && variables.oldQueue == variables.queue)",
        "'work in queue ' + variables.queue + ' ends after ' + string(variables.classSeconds) + ' s, and Kueue never "
        "ends a StatefulSet; use a Job or a Deployment, or a queue of a class without a longest run time'",
        "a StatefulSet never ends; use a Job or a Deployment, or a queue of a class without a longest run time",
        "Kueue reads the longest run time of Jobs and pods, and of a StatefulSet it reads none: the set would keep its "
        "units for good in a class that promises everybody an end.",
    )


def _label(labels: str) -> str:
    return f"variables.{labels}[?'{PRIORITY_LABEL}'].orValue('')"
