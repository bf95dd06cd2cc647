"""Names that would meet, that others use already, or that Kubernetes cannot hold."""

from collections.abc import Iterator

from tenantry.check.causes import by_cause
from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, Note, Where
from tenantry.diagnostics.codes.quota import TN408, TN409, TN410, TN411
from tenantry.names import LABEL_VALUE_MAX, ClassName
from tenantry.program import Cluster, Pool, Program, Project

_SYSTEM_PREFIXES = ("kube-", "kubernetes-", "openshift-")
"""Source: Kubernetes keeps `kube-` for itself, OpenShift `openshift-`."""

_OUTPUT_FOLDERS = ("argocd",)


@check(TN408, Program)
def queue_names_do_not_fit_a_label(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Work names its queue in a label, whose value holds 63 characters: `<class>.<pool>` must fit."""
    found = [
        (pool, name)
        for pool in program.pools.values()
        for name in pool.classes
        if len(name) + 1 + len(pool.name) > LABEL_VALUE_MAX
    ]
    for cause, group in by_cause(found, lambda one: (("pool", str(one[0].name)), ("class", str(one[1])))):
        pool, name = group[0]
        if cause is None:
            where = Where(pool.ref, ("spec", "classes", pool.classes.index(name)))
        elif cause[0] == "pool":
            where = Where(pool.ref, ("metadata", "name"))
        else:
            where = Where(program.classes[ClassName(name)].ref, ("metadata", "name"))
        yield Diagnostic(
            TN408,
            f"queue `{name}.{pool.name}` has a name of {len(name) + 1 + len(pool.name)} characters; work can name"
            f" queues of {LABEL_VALUE_MAX}",
            where,
            notes=tuple(_queue_note(*one) for one in group[1:]),
            help="give the pool or the class a shorter name",
        )


def _queue_note(pool: Pool, name: ClassName) -> Note:
    return Note(
        f"so has `{name}.{pool.name}`: {len(name) + 1 + len(pool.name)}",
        Where(pool.ref, ("spec", "classes", pool.classes.index(name))),
    )


@check(TN409, Program)
def two_projects_have_one_namespace(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Tenant and project are joined by a dash, which both may hold: `a-b` + `c` and `a` + `b-c` meet."""
    by_namespace: dict[str, list[Project]] = {}
    for one in program.projects.values():
        by_namespace.setdefault(one.namespace, []).append(one)
    for namespace, projects in by_namespace.items():
        if len(projects) < 2:
            continue
        # The one that was not there before is to blame.
        first, *others = sorted(projects, key=lambda one: (one.ref not in program.before.states, one.ref))
        for other in others:
            yield Diagnostic(
                TN409,
                f"{other.tenant}/{other.name} and {first.tenant}/{first.name} would both have namespace `{namespace}`",
                Where(other.ref, ("metadata", "name")),
                notes=(Note(f"{first.tenant}/{first.name} is here", Where(first.ref, ("metadata", "name"))),),
                help="give one of the two projects another name",
            )


@check(TN410, Program)
def projects_have_namespaces_of_others(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A namespace that the fleet protects, that a platform part runs in, or whose prefix is kept by Kubernetes."""
    taken = _taken(program)
    found = [
        one for one in program.projects.values() if one.namespace in taken or one.namespace.startswith(_SYSTEM_PREFIXES)
    ]
    for cause, group in by_cause(found, lambda one: (one.tenant,)):
        one = group[0]
        if cause is not None:
            yield Diagnostic(
                TN410,
                f"the namespaces of tenant {cause} would begin with `{cause}-`, which is kept for others",
                Where(program.tenants[cause].ref, ("metadata", "name")),
                notes=tuple(
                    Note(f"`{each.namespace}` {_reason(program, each)[0]}", Where(each.ref, ("metadata", "name")))
                    for each in group
                ),
                help="give the tenant another name",
            )
            continue
        reason, where = _reason(program, one)
        own = Where(one.ref, ("metadata", "name"))
        if where is not None and one.ref in program.before.states:
            # The project was there first.
            yield Diagnostic(
                TN410,
                f"{one.tenant}/{one.name} has namespace `{one.namespace}`, which {reason} from now on",
                where,
                notes=(Note("the project is here", own),),
                help="name another namespace here: a project keeps its own",
            )
            continue
        yield Diagnostic(
            TN410,
            f"{one.tenant}/{one.name} would have namespace `{one.namespace}`, which {reason}",
            own,
            notes=(Note("it is named here", where),) if where else (),
            help="give the project, or the tenant, another name",
        )


def _taken(program: Program) -> dict[str, tuple[str, Where]]:
    """Namespaces that tenants cannot have, with why and the place that says so."""
    fleet = program.fleet
    taken: dict[str, tuple[str, Where]] = {}
    for cluster in program.clusters.values():
        for field, names in (
            ("ingressNamespaces", cluster.network.ingress_namespaces),
            ("monitoringNamespaces", cluster.network.monitoring_namespaces),
        ):
            for name in names:
                taken[name] = (f"{cluster.name} uses itself", Where(cluster.ref, ("spec", "network", field)))
        taken[cluster.kueue.namespace] = ("Kueue runs in", Where(cluster.ref, ("spec", "kueue", "namespace")))
    taken[fleet.argocd.namespace] = ("Argo CD runs in", Where(fleet.ref, ("spec", "argocd", "namespace")))
    for name in fleet.protected_namespaces:
        taken[name] = ("the fleet protects", Where(fleet.ref, ("spec", "protectedNamespaces")))
    return taken


def _reason(program: Program, one: Project) -> tuple[str, Where | None]:
    found = _taken(program).get(one.namespace)
    if found is not None:
        return found
    prefix = next(prefix for prefix in _SYSTEM_PREFIXES if one.namespace.startswith(prefix))
    return f"begins with `{prefix}`, kept for the system", None


@check(TN411, Cluster)
def a_cluster_is_named_like_a_folder_of_ours(_: Program, cluster: Cluster) -> Iterator[Diagnostic]:
    """`output/<cluster>/` stands beside `output/argocd/`."""
    if cluster.name in _OUTPUT_FOLDERS:
        yield Diagnostic(
            TN411,
            f"no cluster can be named `{cluster.name}`: output/{cluster.name}/ is for the fleet's applications",
            Where(cluster.ref, ("metadata", "name")),
            help="give the cluster another name",
        )


CHECKS = (
    queue_names_do_not_fit_a_label,
    two_projects_have_one_namespace,
    projects_have_namespaces_of_others,
    a_cluster_is_named_like_a_folder_of_ours,
)
