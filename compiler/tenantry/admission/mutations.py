"""What a cluster fills in or takes off before the rules are asked: Kubernetes 1.36 and later.

Pure. Mutating policies run before Kueue's webhooks, so Kueue sees what they leave. A label that a rewrite of the
object would drop is put back, because dropping it would roll out every pod of a Deployment again.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tenantry.admission.cluster import STATEFULSET_CONTROLLER, ClusterWords
from tenantry.admission.policies import tenant_conditions
from tenantry.admission.policy import WRITE, Mutation, MutationSpec, Named, ResourceRule, quoted, used_variables
from tenantry.admission.rules import belonging, units
from tenantry.admission.rules.hold import GROUP, PRIORITY_LABEL, ROLE_HASH
from tenantry.admission.rules.priority import CLASS_VARIABLES, RUN_TIME_LABEL
from tenantry.admission.rules.queue import NODE_LABELS
from tenantry.admission.shapes import DEPLOYMENTS, JOBS, PODS, QUEUE_LABEL, STATEFULSETS, Shape


class MutatingPolicy(NamedTuple):
    """A mutating policy of tenantry; its binding narrows to the namespaces of tenants."""

    name: str
    spec: MutationSpec


def mutating_policies(words: ClusterWords) -> tuple[MutatingPolicy, ...]:
    """Every MutatingAdmissionPolicy of a cluster, by name; none where it does not serve them."""
    if not words.mutates:
        return ()
    found = (*_defaults(words), _groups(words), _role_hash(words))
    return tuple(sorted(found, key=lambda policy: policy.name))


def _groups(words: ClusterWords) -> MutatingPolicy:
    """Writes into the name of a pod group what all its pods have to agree upon (`belonging` says why).

    An update that gives the name without it, as an `apply` of the same file does, gives it again. Names that are there
    stay.
    """
    mutations = []
    for part, keys in (("labels", "variables.labels"), ("annotations", "variables.podAnnotations")):
        name = f"{keys}[?{quoted(GROUP)}].orValue('')"
        old = f"oldObject.metadata.?{part}[?{quoted(GROUP)}].orValue('')"
        due = f"{name} != '' && variables.groupSize != '' && variables.queue != '' && "
        due += f"!{name}.endsWith(variables.groupEnd) && "
        due += f"({name} + variables.groupEnd).size() <= {belonging.LONGEST_LABEL} && "
        due += f"(oldObject == null || {old} == {name} + variables.groupEnd)"
        path = f"'/metadata/{part}/' + jsonpatch.escapeKey({quoted(GROUP)})"
        patch = f"JSONPatch{{op: 'replace', path: {path}, value: {name} + variables.groupEnd}}"
        mutations.append(Mutation(f"{due} ? [{patch}] : []"))
    variables = (*words.variables(), *PODS.variables(), *CLASS_VARIABLES, *belonging.VARIABLES)
    return MutatingPolicy(
        "tenantry.groups",
        MutationSpec(
            resources=(ResourceRule(("",), ("pods",), WRITE),),
            conditions=tenant_conditions(words),
            variables=used_variables(variables, (mutation.expression for mutation in mutations)),
            mutations=tuple(mutations),
        ),
    )


def _role_hash(words: ClusterWords) -> MutatingPolicy:
    """States which role of its group a pod plays: Kueue charges every pod of a role like the first of them.

    Kueue believes the role that a pod brings, and where it makes one itself, of 32 bits of a hash, two pods of one role
    and different sizes are found within seconds. So the role says what the pod asks for. Pods of a StatefulSet are all
    alike, and Kueue knows their role from the set, so theirs is only taken off.
    """
    own = f"{quoted(ROLE_HASH)} in variables.annotationsOfPod"
    grouped = f"{quoted(GROUP)} in variables.labels || {quoted(GROUP)} in variables.annotationsOfPod"
    by_set = f"request.userInfo.username == {quoted(STATEFULSET_CONTROLLER)}"
    path = f"'/metadata/annotations/' + jsonpatch.escapeKey({quoted(ROLE_HASH)})"
    state = f"JSONPatch{{op: 'add', path: {path}, value: {_ROLE}}}"
    # A group without annotations lacks its size too, and Kueue refuses it.
    due = f"!({by_set}) && ({grouped}) && variables.annotationsOfPod.size() > 0"
    expression = f"{due} ? [{state}] : {own} ? [JSONPatch{{op: 'remove', path: {path}}}] : []"
    variables = (
        *words.variables(),
        *PODS.variables(),
        Named("annotationsOfPod", "object.metadata.?annotations.orValue({})"),
        *units.VARIABLES,
    )
    return MutatingPolicy(
        "tenantry.role-hash",
        MutationSpec(
            resources=(ResourceRule(("",), ("pods",), ("CREATE",)),),
            conditions=tenant_conditions(words),
            variables=used_variables(variables, (expression,)),
            mutations=(Mutation(expression),),
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
    if shape is STATEFULSETS:
        mutations += (_on_its_nodes(),)
    else:  # Kueue knows no run time of theirs, so they stay out of classes that have one.
        mutations += (_fill(shape, RUN_TIME_LABEL, "string(variables.classSeconds)", "variables.classSeconds > 0"),)
    variables = (*words.variables(), *shape.variables(), *CLASS_VARIABLES, NODE_LABELS)
    return MutatingPolicy(
        f"tenantry.defaults-{shape.name}",
        MutationSpec(
            resources=tuple(rule._replace(operations=WRITE) for rule in shape.resources),
            conditions=(*tenant_conditions(words), queued),
            variables=used_variables(variables, (mutation.expression for mutation in mutations)),
            mutations=mutations,
        ),
    )


def _amount(resource: str) -> str:
    return f"quantity(c.?resources.limits[?{resource}].orValue('0')).asApproximateFloat()"


_UNITS: Final = _amount("variables.resource")
_ROLE: Final = (
    # Init containers one by one, because their order decides what the pod needs at one time.
    f"(['u' + string(int(variables.spec.containers.map(c, {_UNITS}).sum()))] + "
    f"variables.spec.?initContainers.orValue([]).filter(c, {_UNITS} > 0.0)"
    f".map(c, (c.?restartPolicy.orValue('') == 'Always' ? 's' : 'i') + string(int({_UNITS}))) + "
    "['c' + string(int(variables.cpu.max() * 1000.0 + 0.5)), 'm' + string(int(variables.memory.max()))] + "
    f"variables.otherDevices.map(d, 'd' + string(int(variables.lasting.map(c, {_amount('d')}).sum())))).join('-')"
)
"""CEL: a name of what the pod asks for, such as `u8-c184000-m1073741824-d8`: units, milli-CPU, bytes, other devices."""
_NO_PRIORITY: Final = "variables.classPriority != '' && variables.spec.?priorityClassName.orValue('') == ''"


def _on_its_nodes() -> Mutation:
    """The labels of the pool, in the template of a StatefulSet that may run nowhere else."""
    selector, path = "variables.{}.?nodeSelector.orValue({{}})", "/spec/template/spec/nodeSelector"
    new, old = selector.format("spec"), selector.format("oldSpec")
    due = f"oldObject == null || variables.nodeLabels.all(l, l[0] in {old})"
    missing = f"variables.nodeLabels.filter(l, !(l[0] in {new}))"
    whole = f"has(variables.spec.nodeSelector) ? [] : [JSONPatch{{op: 'add', path: '{path}', value: {{}}}}]"
    one = f"JSONPatch{{op: 'add', path: '{path}/' + jsonpatch.escapeKey(l[0]), value: l[1]}}"
    return Mutation(f"{missing}.size() > 0 && ({due}) ? ({whole}) + {missing}.map(l, {one}) : []")


def _fill(shape: Shape, label: str, value: str, wanted: str) -> Mutation:
    path = f"{shape.work.replace('.', '/')}/metadata/labels/"
    # Without labels there is nothing to add to; the rule that demands the label then says so.
    missing = f"variables.workLabels.size() > 0 && !({quoted(label)} in variables.workLabels)"
    # An object that was made before the policy stays as it is, unless it had the label.
    due = f"oldObject == null || {quoted(label)} in variables.oldWorkLabels"
    patch = f"JSONPatch{{op: 'add', path: '{path}' + jsonpatch.escapeKey({quoted(label)}), value: {value}}}"
    return Mutation(f"{wanted} && {missing} && ({due}) ? [{patch}] : []")
