"""Who asks for accelerators goes through a queue of the namespace that sells them.

Pure. Every rule lets through on UPDATE what was there before. A Job's pods are judged at their Job.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.cluster import STATEFULSET_CONTROLLER
from tenantry.admission.policy import CREATE, WRITE, Named, Rule, quoted
from tenantry.admission.shapes import DAEMONSETS, PODS, STATEFULSETS, Shape
from tenantry.diagnostics.codes.admission import TN800, TN801, TN802, TN803, TN807, TN808

_ACCELERATOR: Final = (
    "(k in variables.accelerators || variables.vendors.exists(v, k.startsWith(v))) && !(k in variables.otherDevices)"
)
IS_ACCELERATOR: Final = f"({_ACCELERATOR})"
"""CEL over `k`, the name of a resource: known accelerators, and every name of a vendor of accelerators."""

_POD_HELD: Final = (
    f"variables.queue != '' || (variables.gated && request.userInfo.username == {quoted(STATEFULSET_CONTROLLER)})"
)
"""A StatefulSet's pod gets its queue label from Kueue only after it was made; the gate shows who holds it."""

NODE_LABELS: Final = Named(
    "nodeLabels",
    "variables.nodes != 'dedicated' || variables.queue == '' ? [] : "
    "variables.queueLabels.filter(e, e.startsWith(variables.queue + '='))"
    ".map(e, e.substring(e.indexOf('=') + 1).split(':'))",
)
"""[key, value] of each label that the nodes of the queue's pool bear, for tenants that run nowhere else."""

OFFERED: Final = "variables.queueNames.join(', ')"
SET_QUEUE: Final = "set the label kueue.x-k8s.io/queue-name"


def _asks(amounts: str) -> str:
    return f"variables.{amounts}.exists(m, m.exists(k, {IS_ACCELERATOR} && m[k] != '0'))"


def _amounts(containers: str) -> str:
    limits = f"{containers}.map(c, c.?resources.limits.orValue({{}}))"
    return f"{limits} + {containers}.map(c, c.?resources.requests.orValue({{}}))"


VARIABLES: Final = (
    Named("containers", "variables.spec.containers + variables.spec.?initContainers.orValue([])"),
    Named("oldContainers", "variables.oldSpec.?containers.orValue([]) + variables.oldSpec.?initContainers.orValue([])"),
    Named("amounts", _amounts("variables.containers")),
    Named("oldAmounts", _amounts("variables.oldContainers")),
    Named("asks", _asks("amounts")),
    Named("asked", _asks("oldAmounts")),
    NODE_LABELS,
)
"""`containers` with init containers; `amounts` are their limits and requests; `asks`: there are accelerators."""


def rules(shape: Shape) -> Iterator[Rule]:
    """The rules of one workload kind, the most telling first."""
    # Also pods of Jobs: what a retired project still has running is drained, and nothing starts again.
    yield retired()
    if shape is DAEMONSETS:
        yield Rule(
            TN803,
            WRITE,
            "!variables.asks || variables.asked",
            "'DaemonSet asks for accelerators; use a Job or a Deployment with a queue'",
            "DaemonSet asks for accelerators; use a Job or a Deployment with a queue",
            "The pods of a DaemonSet follow the nodes and not a quota, so no queue can hold them back.",
        )
    else:
        yield from _with_queue(shape)
    yield Rule(
        TN807,
        WRITE,
        "variables.spec.?resourceClaims.orValue([]).all(c, c in variables.oldSpec.?resourceClaims.orValue([]))",
        "request.kind.kind + ' has resource claims, which no queue rations; ask under resources.limits instead'",
        "resource claims are rationed by no queue; ask under resources.limits instead",
        "Devices claimed through dynamic resource allocation are not in any quota that the platform sells, so a claim "
        "would take them from those who were promised them.",
    )
    yield _dedicated(shape)
    if shape is STATEFULSETS:
        yield _placed()


def _with_queue(shape: Shape) -> Iterator[Rule]:
    held = _POD_HELD if shape is PODS else "variables.queue != ''"
    yield Rule(
        TN801,
        CREATE if shape is PODS else WRITE,
        f"!variables.asks || {held} || (variables.asked && variables.oldQueue == '')",
        f"request.kind.kind + ' asks for accelerators without a queue; {SET_QUEUE}{shape.queue_place} to one of: ' + "
        f"{OFFERED}",
        f"accelerators without a queue; {SET_QUEUE}{shape.queue_place}",
        "Quota is kept by the queue alone. Work beside the queue would take accelerators that are guaranteed to "
        "others, and nobody could take them back.",
    )
    yield offered()


def retired() -> Rule:
    """Every kind: nothing new starts in a retired namespace."""
    return Rule(
        TN800,
        CREATE,
        "variables.state != 'retired'",
        "'namespace ' + request.namespace + ' is retired; nothing new starts there'",
        "the namespace is retired; nothing new starts there",
        "A retired project is on its way out: its queues are drained and its guarantee is gone. A pod that started "
        "now would be lost with the namespace.",
    )


def offered() -> Rule:
    """Every kind that is queued: its queue is one of its namespace."""
    return Rule(
        TN802,
        WRITE,
        "variables.queue == '' || variables.queue in variables.queueNames || variables.queue == variables.oldQueue",
        f"'queue ' + variables.queue + ' is not offered to ' + request.namespace + '; there are: ' + {OFFERED}",
        "the queue is not offered to this namespace",
        "Work in a queue that does not exist waits for ever without a word. The queues of a namespace follow from "
        "the pools its project may use and the classes it lists.",
    )


def _placed() -> Rule:
    """StatefulSets of tenants with dedicated nodes: wherever Kueue lets their pods go, they go to the pool."""
    selector = "variables.{}.?nodeSelector.orValue({{}})"
    new, old = selector.format("spec"), selector.format("oldSpec")
    return Rule(
        TN808,
        WRITE,
        f"variables.nodeLabels.all(l, {new}[?l[0]].orValue('') == l[1]) || "
        f"(oldObject != null && variables.queue == variables.oldQueue && {new} == {old})",
        "'namespace ' + request.namespace + ' runs on dedicated nodes only, so a StatefulSet selects the nodes of its "
        "queue; set spec.template.spec.nodeSelector to ' + variables.nodeLabels.map(l, l[0] + ': ' + l[1]).join(', ')",
        "a StatefulSet selects the nodes of its queue; set spec.template.spec.nodeSelector",
        "While a StatefulSet rolls out Kueue lets pods of its last revision go without admitting them. With the labels "
        "of the pool they wait for its nodes; without, they would run on nodes that all tenants share.",
    )


def _dedicated(shape: Shape) -> Rule:
    held = "variables.queue != ''"
    if shape is PODS:
        held = _POD_HELD
    elif shape is DAEMONSETS:
        held = "false"
    return Rule(
        TN808,
        CREATE if shape is PODS else WRITE,
        f"!(variables.nodes in ['dedicated', 'none']) || {held} || (oldObject != null && variables.oldQueue == '')",
        "(variables.nodes == 'none' ? 'this cluster has no nodes outside its pools' : 'namespace ' + request.namespace "
        f"+ ' runs on dedicated nodes only') + ', so every pod needs a queue; {SET_QUEUE}{shape.queue_place} to one "
        f"of: ' + {OFFERED}",
        f"this namespace runs nothing without a queue; {SET_QUEUE}{shape.queue_place}",
        "Pods without a queue run on nodes that all tenants share. A tenant whose isolation profile demands "
        "dedicated nodes reaches its own only through a queue, and in a cluster without shared nodes such a pod would "
        "wait for ever without a word.",
    )
