"""Checks on what is installed: versions that are served, and a Kueue set up as the quota model needs it.

An operator is known by a word in its user name. One that has been renamed is believed to be any of those missing.

Pure. What is served stands in `versions`; why fair sharing is needed in `docs/quota.md`.
"""

from collections.abc import Iterator

from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, Path, Where
from tenantry.diagnostics.codes.isolation import TN465, TN466, TN467, TN469
from tenantry.program import Cluster, Program
from tenantry.versions import ARGOCD, KUBERNETES, KUEUE, Component

_NEEDED_INTEGRATIONS = ("job", "pod", "deployment", "statefulset")

# Integrations whose pods and Jobs an operator makes itself, and words of the user name under which one of its
# releases runs. MPI has had two. A LeaderWorkerSet makes StatefulSets, which any user may.
_KUBEFLOW = ("training-operator",)
_RAY = ("kuberay", "ray-operator")
_OPERATORS: dict[str, tuple[str, ...]] = {
    "jobset": ("jobset",),
    "mpijob": ("mpi-operator", *_KUBEFLOW),
    "pytorchjob": _KUBEFLOW,
    "tfjob": _KUBEFLOW,
    "xgboostjob": _KUBEFLOW,
    "paddlejob": _KUBEFLOW,
    "jaxjob": _KUBEFLOW,
    "trainjob": ("trainer",),
    "raycluster": _RAY,
    "rayjob": _RAY,
    "rayservice": _RAY,
    "appwrapper": ("appwrapper", "codeflare"),
    "sparkapplication": ("spark",),
}


@check(TN465, subject=Program)
def version_not_served(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A minor version of Kubernetes, Kueue or Argo CD that the output was never made for."""
    yield from _served(ARGOCD, program.fleet.argocd.version, Where(program.fleet.ref, ("spec", "argocd", "version")))
    for cluster in program.clusters.values():
        written: tuple[tuple[Component, str, Path], ...] = (
            (KUBERNETES, cluster.kubernetes, ("spec", "kubernetes")),
            (KUEUE, cluster.kueue.version, ("spec", "kueue", "version")),
        )
        for component, version, path in written:
            yield from _served(component, version, Where(cluster.ref, path))


def _served(component: Component, version: str, where: Where) -> Iterator[Diagnostic]:
    if not component.serves(version):
        yield Diagnostic(
            TN465,
            f"{component.title} {version} is not served",
            where,
            help=f"served are {component.title} {', '.join(component.served)}",
        )


@check(TN466, subject=Cluster)
def no_fair_sharing(_: Program, cluster: Cluster) -> Iterator[Diagnostic]:
    """A Kueue in which weights mean nothing and guarantees are not taken back in order."""
    if not cluster.kueue.fair_sharing:
        yield Diagnostic(
            TN466,
            f"Kueue of cluster {cluster.name} runs without fair sharing, which quotas rest on",
            Where(cluster.ref, ("spec", "kueue", "fairSharing")),
            help="set in Kueue's configuration `fairSharing: {preemptionStrategies: [LessThanOrEqualToFinalShare, "
            "LessThanInitialShare]}`, then remove `fairSharing: false` here",
        )


@check(TN467, subject=Cluster)
def integration_missing(_: Program, cluster: Cluster) -> Iterator[Diagnostic]:
    """A kind of work that Kueue has to see, because admission relies on it."""
    missing = [name for name in _NEEDED_INTEGRATIONS if name not in cluster.kueue.integrations]
    if missing:
        needed = ", ".join((*_NEEDED_INTEGRATIONS, *_others(cluster)))
        yield Diagnostic(
            TN467,
            f"Kueue of cluster {cluster.name} does not queue {_joined(missing)}",
            Where(cluster.ref, ("spec", "kueue", "integrations")),
            help=f"write `integrations: [{needed}]`; work of a kind that Kueue does not see would go round its queue "
            "or be refused",
        )


@check(TN469, subject=Cluster)
def operator_not_named(_: Program, cluster: Cluster) -> Iterator[Diagnostic]:
    """A kind of work whose operator may make no pods, because no user name under `operators` is its own."""
    if not all(name in cluster.kueue.integrations for name in _NEEDED_INTEGRATIONS):
        return  # the list will be written anew
    unnamed = [name for name in cluster.kueue.integrations if name in _OPERATORS and not _named(name, cluster)]
    missing = {_OPERATORS[name] for name in unnamed}
    known = {word for words in _OPERATORS.values() for word in words}
    renamed = [user for user in cluster.kueue.operators if not any(word in user for word in known)]
    if len(missing) > len(renamed):
        whose = "operators are" if len(missing) > 1 else "operator is"
        yield Diagnostic(
            TN469,
            f"Kueue of cluster {cluster.name} queues {_joined(unnamed)}, whose {whose} not among `operators`",
            Where(cluster.ref, ("spec", "kueue", "integrations")),
            help="add the user name under which it runs, `system:serviceaccount:<namespace>:<account>`; until then the "
            "cluster refuses the pods and Jobs that it makes of admitted work",
        )


def _named(integration: str, cluster: Cluster) -> bool:
    return any(word in user for word in _OPERATORS[integration] for user in cluster.kueue.operators)


def _others(cluster: Cluster) -> list[str]:
    return [name for name in cluster.kueue.integrations if name not in _NEEDED_INTEGRATIONS]


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


CHECKS = (version_not_served, no_fair_sharing, integration_missing, operator_not_named)
