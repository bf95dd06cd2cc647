"""What a cluster fills in or takes off before the rules are asked: Kubernetes 1.36 and later.

Pure. Mutating policies run before Kueue's webhooks, so Kueue sees what they leave. A label that a rewrite of the
object would drop is put back, because dropping it would roll out every pod of a Deployment again.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tenantry.admission.cluster import ClusterWords
from tenantry.admission.policies import tenant_conditions
from tenantry.admission.policy import WRITE, Mutation, MutationSpec, Named, ResourceRule, quoted, used_variables
from tenantry.admission.rules.hold import PRIORITY_LABEL, ROLE_HASH
from tenantry.admission.rules.priority import CLASS_VARIABLES, RUN_TIME_LABEL
from tenantry.admission.shapes import DEPLOYMENTS, JOBS, PODS, QUEUE_LABEL, STATEFULSETS, Shape


class MutatingPolicy(NamedTuple):
    """A mutating policy of tenantry; its binding narrows to the namespaces of tenants."""

    name: str
    spec: MutationSpec


def mutating_policies(words: ClusterWords) -> tuple[MutatingPolicy, ...]:
    """Every MutatingAdmissionPolicy of a cluster, by name; none where it does not serve them."""
    if not words.mutates:
        return ()
    return tuple(sorted((*_defaults(words), _role_hash(words)), key=lambda policy: policy.name))


def _role_hash(words: ClusterWords) -> MutatingPolicy:
    """Takes off what Kueue would believe: which role of its group a pod plays."""
    forged = Named("forged", f"{quoted(ROLE_HASH)} in object.metadata.?annotations.orValue({{}})")
    remove = f"[JSONPatch{{op: 'remove', path: '/metadata/annotations/' + jsonpatch.escapeKey({quoted(ROLE_HASH)})}}]"
    return MutatingPolicy(
        "tenantry.role-hash",
        MutationSpec(
            resources=(ResourceRule(("",), ("pods",), ("CREATE",)),),
            conditions=(*tenant_conditions(words), forged),
            variables=(),
            mutations=(Mutation(remove),),
        ),
    )


def _defaults(words: ClusterWords) -> Iterator[MutatingPolicy]:
    """Priority and longest run time of the queue's class, where the work states none.

    CronJobs and ReplicaSets are not here: their Jobs and pods are.
    """
    for shape in (PODS, JOBS, DEPLOYMENTS, STATEFULSETS):
        yield _filling(words, shape)


def _filling(words: ClusterWords, shape: Shape) -> MutatingPolicy:
    queued = Named("queued", f"{quoted(QUEUE_LABEL)} in object{shape.queue}.metadata.?labels.orValue({{}})")
    mutations: tuple[Mutation, ...] = (_fill(shape, PRIORITY_LABEL, "variables.classPriority", _NO_PRIORITY),)
    if shape is not STATEFULSETS:  # Kueue knows no run time of theirs, so they stay out of classes that have one.
        mutations += (_fill(shape, RUN_TIME_LABEL, "string(variables.classSeconds)", "variables.classSeconds > 0"),)
    variables = (*words.variables(), *shape.variables(), *CLASS_VARIABLES)
    return MutatingPolicy(
        f"tenantry.defaults-{shape.name}",
        MutationSpec(
            resources=tuple(rule._replace(operations=WRITE) for rule in shape.resources),
            conditions=(*tenant_conditions(words), queued),
            variables=used_variables(variables, (mutation.expression for mutation in mutations)),
            mutations=mutations,
        ),
    )


_NO_PRIORITY: Final = "variables.classPriority != '' && variables.spec.?priorityClassName.orValue('') == ''"


def _fill(shape: Shape, label: str, value: str, wanted: str) -> Mutation:
    path = f"{shape.work.replace('.', '/')}/metadata/labels/"
    # Without labels there is nothing to add to; the rule that demands the label then says so.
    missing = f"variables.workLabels.size() > 0 && !({quoted(label)} in variables.workLabels)"
    # An object that was made before the policy stays as it is, unless it had the label.
    due = f"oldObject == null || {quoted(label)} in variables.oldWorkLabels"
    patch = f"JSONPatch{{op: 'add', path: '{path}' + jsonpatch.escapeKey({quoted(label)}), value: {value}}}"
    return Mutation(f"{wanted} && {missing} && ({due}) ? [{patch}] : []")
