"""The admission policies of a cluster: which rules stand together, and whom they concern.

Pure. Policies differ between clusters only by `ClusterWords`; in particular they do not change with tenants. One
policy per family of kinds, because the API server checks the fields of every kind that a policy names.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tenantry.admission.cluster import CONTROLLER, CONTROLLER_MANAGER, SCHEDULER, ClusterWords
from tenantry.admission.policy import Named, PolicySpec, ResourceRule, Rule, listed, policy_spec, quoted
from tenantry.admission.rules import belonging, hold, namespaced, operated, placement, platform, priority, queue, units
from tenantry.admission.shapes import (
    DAEMONSETS,
    DEPLOYMENTS,
    EPHEMERAL,
    JOBS,
    OPERATED_JOBS,
    OPERATED_PODS,
    PODS,
    STATEFULSETS,
    WORKLOADS,
    Shape,
    operated_kinds,
)


class AdmissionPolicy(NamedTuple):
    """A policy of tenantry. `tenants_only`: its binding narrows to the namespaces of tenants."""

    name: str
    spec: PolicySpec
    tenants_only: bool


class RuleSet(NamedTuple):
    """The rules behind one policy, before they are put into Kubernetes' form."""

    name: str
    resources: tuple[ResourceRule, ...]
    rules: tuple[Rule, ...]
    variables: tuple[Named, ...]
    conditions: tuple[Named, ...]
    tenants_only: bool = True
    object_labels: tuple[tuple[str, str], ...] = ()


def admission_policies(words: ClusterWords) -> tuple[AdmissionPolicy, ...]:
    """Every ValidatingAdmissionPolicy of a cluster, by name."""
    return tuple(
        AdmissionPolicy(
            name=one.name,
            spec=policy_spec(
                resources=one.resources,
                conditions=one.conditions,
                variables=one.variables,
                rules=one.rules,
                object_labels=one.object_labels,
            ),
            tenants_only=one.tenants_only,
        )
        for one in sorted(rule_sets(words), key=lambda rules: rules.name)
    )


def policy_scopes(words: ClusterWords) -> tuple[tuple[str, bool], ...]:
    """Name and `tenants_only` of every policy, by name: all that a binding needs."""
    return tuple(sorted((one.name, one.tenants_only) for one in rule_sets(words)))


def rule_sets(words: ClusterWords) -> Iterator[RuleSet]:
    """The same as rules, with their reasons; in no order."""
    for shape in WORKLOADS:
        yield _workload(words, shape)
    if words.operators:
        yield from _operated(words)
    yield from _subresources(words)
    yield from _namespaced(words)
    yield from _platform(words)


def _workload(words: ClusterWords, shape: Shape) -> RuleSet:
    judged = list(queue.rules(shape))
    if shape is DAEMONSETS:
        judged.append(priority.allowed(shape))
    else:
        judged += units.rules(shape)
        judged += priority.rules(shape, mutates=words.mutates)
    judged += placement.rules(shape)
    rules = [*_guarded(shape, judged), *_holds(words, shape)]
    variables = (
        *words.variables(),
        *shape.variables(),
        *queue.VARIABLES,
        *hold.VARIABLES,
        *units.VARIABLES,
        *priority.VARIABLES,
        *belonging.VARIABLES,
    )
    conditions = tenant_conditions(words)
    if words.operators and shape in (PODS, JOBS):
        rules.append(operated.made_pods() if shape is PODS else operated.made_jobs())
        conditions = (*conditions, _not_by_operator(words))
    return RuleSet(f"tenantry.{shape.name}", shape.resources, tuple(rules), variables, conditions)


def _operated(words: ClusterWords) -> Iterator[RuleSet]:
    """Operators' own kinds as a whole, and what their operators make of them."""
    by_operator = Named("by-an-operator", words.by_operator())
    for shape in (OPERATED_PODS, OPERATED_JOBS):
        judged = [*queue.rules(shape), *units.rules(shape), *placement.rules(shape)]
        yield RuleSet(
            f"tenantry.{shape.name}",
            shape.resources,
            (*_guarded(shape, judged), belonging.of_an_operator()),
            (*words.variables(), *shape.variables(), *queue.VARIABLES, *hold.VARIABLES, *units.VARIABLES),
            (*tenant_conditions(words), by_operator),
        )
    whole = operated_kinds(words.operated)
    if whole.resources:
        yield RuleSet(
            f"tenantry.{whole.name}",
            whole.resources,
            (*operated.whole(words), belonging.prebuilt(whole), *priority.rules(whole, mutates=False)),
            (*words.variables(), *whole.variables(), *operated.VARIABLES, *priority.VARIABLES),
            (*tenant_conditions(words), _not_by_operator(words)),
        )


def _guarded(shape: Shape, judged: list[Rule]) -> Iterator[Rule]:
    """The rules, let off where the request was judged before, but the first.

    That one says that a retired namespace starts nothing, and it was not judged at a Job which is older.
    """
    first, *others = judged
    yield first
    yield from map(shape.guarded, others)


def _not_by_operator(words: ClusterWords) -> Named:
    return Named("not-by-an-operator", f"!({words.by_operator()})")


def _holds(words: ClusterWords, shape: Shape) -> list[Rule]:
    rules: list[Rule] = []
    if shape is PODS:
        rules += hold.pods()
        rules += () if words.mutates else hold.pod_groups()
    elif shape is JOBS:
        rules += (*hold.jobs(words), hold.owner())
    elif shape in (DEPLOYMENTS, STATEFULSETS):
        rules += (*hold.deployments(), hold.owner())
    rules += belonging.rules(shape)
    return rules


def _subresources(words: ClusterWords) -> Iterator[RuleSet]:
    containers = Named("containers", "variables.spec.?ephemeralContainers.orValue([])")
    old_containers = Named("oldContainers", "variables.oldSpec.?ephemeralContainers.orValue([])")
    yield RuleSet(
        "tenantry.ephemeral",
        EPHEMERAL.resources,
        tuple(placement.reach()),
        (*words.variables(), *EPHEMERAL.variables(), containers, old_containers),
        tenant_conditions(words),
    )
    conditions = (_not_kueue(words),)
    binding = (ResourceRule(("",), ("bindings", "pods/binding"), ("CREATE",)),)
    yield RuleSet("tenantry.binding", binding, tuple(hold.bindings()), (), conditions)
    resize = (ResourceRule(("",), ("pods/resize",), ("UPDATE",)),)
    yield RuleSet("tenantry.resize", resize, tuple(hold.resizes()), (), conditions)
    scale = (ResourceRule(("apps",), ("statefulsets/scale",), ("UPDATE",)),)
    yield RuleSet("tenantry.scale", scale, tuple(hold.scales()), (), conditions)
    deletion = (ResourceRule(("",), ("pods",), ("DELETE",)),)
    yield RuleSet("tenantry.deletion", deletion, tuple(placement.deletions()), (), conditions)
    eviction = (ResourceRule(("",), ("pods/eviction",), ("CREATE",)),)
    yield RuleSet("tenantry.eviction", eviction, tuple(placement.evictions()), (), conditions)


def _namespaced(words: ClusterWords) -> Iterator[RuleSet]:
    subjects = (
        ("services", namespaced.services()),
        ("persistentvolumeclaims", namespaced.claims()),
        ("secrets", namespaced.secrets()),
    )
    for resource, rules in subjects:
        judged = tuple(rules)
        operations = tuple(dict.fromkeys(operation for rule in judged for operation in rule.on))
        yield RuleSet(
            f"tenantry.{resource}",
            (ResourceRule(("",), (resource,), operations),),
            judged,
            words.variables(),
            (_NOT_DELETING,),
        )


def _platform(words: ClusterWords) -> Iterator[RuleSet]:
    resources = (ResourceRule(("",), _NAMESPACES, ("CREATE", "UPDATE", "DELETE")),)
    yield RuleSet(
        "tenantry.namespaces",
        resources,
        tuple(platform.namespaces(words)),
        (),
        (Named("not-by-the-platform", f"!({_by_platform(words)})"),),
        tenants_only=False,
    )
    owned = tuple(ResourceRule((group,), names, ("CREATE", "UPDATE", "DELETE")) for group, names in _OWNED)
    yield RuleSet(
        "tenantry.owned",
        owned,
        tuple(platform.owned(words)),
        (),
        (Named("not-by-the-platform", f"!({_by_platform(words)})"),),
        tenants_only=False,
        object_labels=(words.owned,),
    )
    tracked = tuple(ResourceRule((group,), names, ("UPDATE",)) for group, names in _TRACKED)
    yield RuleSet(
        "tenantry.tracking",
        tracked,
        tuple(platform.tracking()),
        (),
        (Named("not-by-an-owner", f"!({words.by_owner()})"),),
        tenants_only=False,
        object_labels=(words.owned,),
    )


def tenant_conditions(words: ClusterWords) -> tuple[Named, ...]:
    """Kueue's own requests are never judged. Nor is what only lets an object on its way out go: finalizers come off."""
    return (_not_kueue(words), _NOT_DELETING)


def _not_kueue(words: ClusterWords) -> Named:
    return Named("not-kueue", f"request.userInfo.username != {quoted(words.kueue_user)}")


def _by_platform(words: ClusterWords) -> str:
    users = listed((words.argocd_user, words.kueue_user, CONTROLLER_MANAGER, SCHEDULER))
    controllers = f"request.userInfo.username.startsWith({quoted(CONTROLLER)})"
    return f"request.userInfo.username in {users} || {controllers} || {words.by_owner()}"


# Whoever holds a finalizer keeps a deleted object, and a Service, say, works on: its changes are still judged.
_NOT_DELETING: Final = Named(
    "not-only-leaving",
    "object == null || oldObject == null || !has(object.metadata.deletionTimestamp) || "
    "object.?spec.orValue({}) != oldObject.?spec.orValue({}) || "
    + " || ".join(
        f"object.metadata.?{part}.orValue({empty}) != oldObject.metadata.?{part}.orValue({empty})"
        for part, empty in (("labels", "{}"), ("annotations", "{}"), ("ownerReferences", "[]"))
    ),
)
_NAMESPACES: Final = ("namespaces", "namespaces/finalize", "namespaces/status")
_OWNED: Final = (
    (
        "",
        (
            "configmaps",
            "limitranges",
            "persistentvolumeclaims",
            "persistentvolumeclaims/status",
            "resourcequotas",
            "resourcequotas/status",
            "serviceaccounts",
            "services",
            "services/status",
        ),
    ),
    ("networking.k8s.io", ("networkpolicies",)),
    ("rbac.authorization.k8s.io", ("clusterrolebindings", "clusterroles", "rolebindings", "roles")),
    ("scheduling.k8s.io", ("priorityclasses",)),
    ("policy", ("poddisruptionbudgets", "poddisruptionbudgets/status")),
    ("monitoring.coreos.com", ("prometheusrules", "prometheusrules/status")),
    (
        "kueue.x-k8s.io",
        (
            "clusterqueues",
            "clusterqueues/status",
            "cohorts",
            "cohorts/status",
            "localqueues",
            "localqueues/status",
            "resourceflavors",
            "topologies",
            "workloadpriorityclasses",
        ),
    ),
)
"""What tenantry writes, by API group. Policies and their bindings are not here: the API server judges no policy.

With `status`, because a write to it takes labels along: without ours the object would be anybody's.
"""
_TRACKED: Final = (("", ("namespaces",)), *_OWNED)
