"""Rules for work that an operator runs: its own kinds, which Kueue holds as a whole, and the pods and Jobs it makes.

Pure. What the operator makes of admitted work is charged already; who else changes it would make it more than that.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.cluster import ClusterWords
from tenantry.admission.policy import CREATE, UPDATE, WRITE, Named, Rule, listed, quoted
from tenantry.admission.rules import hold, queue
from tenantry.admission.shapes import LOCAL_QUEUE_LABEL
from tenantry.diagnostics.codes.admission import TN801, TN813, TN814, TN815, TN816
from tenantry.diagnostics.model import Code

VARIABLES: Final = (
    Named("suspended", "variables.spec.?suspend.orValue(false) || variables.spec.?runPolicy.suspend.orValue(false)"),
    Named(
        "wasSuspended",
        "variables.oldSpec.?suspend.orValue(false) || variables.oldSpec.?runPolicy.suspend.orValue(false)",
    ),
)
_SPEC, _OLD_SPEC = "variables.spec", "variables.oldSpec"
_POLICY, _OLD_POLICY = (f"{spec}.?runPolicy.orValue({{}})" for spec in (_SPEC, _OLD_SPEC))
_OWN_GROUPS: Final = "['apps/v1', 'batch/v1', 'v1']"


def whole(words: ClusterWords) -> Iterator[Rule]:
    """Operators' own kinds: they always go through a queue, whatever they ask for, and Kueue holds them suspended."""
    yield queue.retired()
    yield Rule(
        TN801,
        WRITE,
        "variables.queue != '' || (oldObject != null && variables.oldQueue == '')",
        f"request.kind.kind + ' goes through a queue; {queue.SET_QUEUE} to one of: ' + {queue.OFFERED}",
        f"this kind goes through a queue; {queue.SET_QUEUE}",
        "Quota is kept by the queue alone, and an operator makes its pods as soon as nothing holds it.",
    )
    yield queue.offered()
    yield Rule(
        TN814,
        CREATE,
        "variables.queue == '' || variables.suspended",
        "'Kueue did not suspend this ' + request.kind.kind + ', so it would run uncharged; leave out ownerReferences, "
        "and try again when the queue system answers'",
        "Kueue did not suspend this, so it would run uncharged",
        hold.NOT_TAKEN_OVER,
    )
    yield Rule(
        TN814,
        UPDATE,
        "!variables.wasSuspended || variables.suspended",
        "'a ' + request.kind.kind + ' is started by Kueue when its turn comes; leave suspend out'",
        "this is started by Kueue when its turn comes; leave suspend out",
        "Work started by hand runs its pods before Kueue can stop it.",
    )
    yield Rule(
        TN815,
        UPDATE,
        "variables.oldQueue == variables.queue || (variables.queue != '' && variables.wasSuspended && "
        "variables.suspended)",
        "'the queue of a ' + request.kind.kind + ' changes only while it waits, and only for another queue'",
        "the queue changes only while the work waits, and only for another queue",
        "Work without its queue label is no longer Kueue's business: it could be started uncharged.",
    )
    yield Rule(
        TN816,
        UPDATE,
        # While it waits too, as a Job does.
        f"{_same(_SPEC, _OLD_SPEC, 'suspend', 'runPolicy')} && {_same(_POLICY, _OLD_POLICY, 'suspend')}",
        "'a ' + request.kind.kind + ' in a queue stays as it is, also while it waits; make a new one'",
        "work of this kind stays as it is, also while it waits; make a new one",
        "The pods that are added to running work run before Kueue has asked whether there is room, and push others "
        "out. Work that waits may be admitted at the moment of the change, by its old size.",
    )
    yield hold.owner()
    yield from hold.orphans(words)


def made_pods() -> Rule:
    """Pods that an operator made keep their labels, by which it finds them."""
    return _made(
        TN813,
        f"oldObject.metadata.?ownerReferences.orValue([]).all(o, o.apiVersion in {_OWN_GROUPS}) || "
        "variables.labels == variables.oldLabels",
    )


def made_jobs() -> Rule:
    """Jobs that an operator made stay as they are, because they were charged so."""
    return _made(
        TN816,
        f"variables.queue != '' || !({quoted(LOCAL_QUEUE_LABEL)} in variables.podLabels) || "
        "object.spec == oldObject.spec",
    )


def _same(new: str, old: str, *but: str) -> str:
    """CEL: two maps agree, apart from these keys."""
    free = f"k in {listed(but)}"
    return f"{new}.all(k, {free} || (k in {old} && {new}[k] == {old}[k])) && {old}.all(k, {free} || k in {new})"


def _made(code: Code, unchanged: str) -> Rule:
    return Rule(
        code,
        UPDATE,
        unchanged,
        "'this ' + request.kind.kind + ' was made by an operator and changes only with what it was made of'",
        "this was made by an operator and changes only with what it was made of",
        "An operator that loses a pod makes another: two for the price of one.",
    )
