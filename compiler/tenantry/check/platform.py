"""Check on the platform's own namespaces: are they protected.

Pure. Whether a project would own one is asked where names are checked.
"""

from collections.abc import Iterator

from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, Where
from tenantry.diagnostics.codes.isolation import TN497
from tenantry.program import Fleet, Program

_KUBE_SYSTEM = "kube-system"


@check(TN497, subject=Fleet)
def platform_namespace_open(program: Program, fleet: Fleet) -> Iterator[Diagnostic]:
    """Namespaces of Kubernetes, Kueue and Argo CD that the list of protected ones lacks."""
    needed = {_KUBE_SYSTEM, fleet.argocd.namespace, *(one.kueue.namespace for one in program.clusters.values())}
    missing = sorted(needed - set(fleet.protected_namespaces))
    if missing:
        several = len(missing) > 1
        yield Diagnostic(
            TN497,
            f"{' and '.join(missing)} {'are' if several else 'is'} not among the protected namespaces",
            Where(fleet.ref, ("spec", "protectedNamespaces")),
            help=f"add {', '.join(missing)}, so that no tenant can come to own {'them' if several else 'it'}",
        )


CHECKS = (platform_namespace_open,)
