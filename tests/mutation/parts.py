"""Which part of the acceptance tests should see a change of which compiled objects."""

from collections.abc import Iterable

PARTS = {
    "objects": "tests/acceptance/objects",
    "quota": "tests/acceptance/quota",
    "access": "tests/acceptance/access",
    "isolation_benchmark": "tests/acceptance/isolation_benchmark",
    "admission": "tests/acceptance/admission",
    "network": "tests/acceptance/network",
    "argocd": "tests/acceptance/argocd",
}
"""Folders of tests by the name of the part."""

_BY_KIND = {
    "Cohort": ("quota", "objects"),
    "ClusterQueue": ("quota", "objects"),
    "LocalQueue": ("quota", "objects"),
    "ResourceFlavor": ("quota", "objects", "admission"),
    "Topology": ("quota", "objects", "admission"),
    "WorkloadPriorityClass": ("quota", "objects", "admission"),
    "PriorityClass": ("quota", "objects", "admission"),
    "ClusterRole": ("access", "isolation_benchmark"),
    "RoleBinding": ("access", "isolation_benchmark"),
    "ServiceAccount": ("objects", "access", "isolation_benchmark"),
    "Namespace": ("admission", "isolation_benchmark", "objects"),
    "ResourceQuota": ("admission", "quota", "isolation_benchmark", "objects"),
    "LimitRange": ("admission", "objects"),
    "ValidatingAdmissionPolicy": ("admission", "objects"),
    "ValidatingAdmissionPolicyBinding": ("admission", "objects"),
    "MutatingAdmissionPolicy": ("admission", "objects"),
    "MutatingAdmissionPolicyBinding": ("admission", "objects"),
    "NetworkPolicy": ("network", "objects"),
    "PersistentVolumeClaim": ("objects", "argocd"),
    "Application": ("argocd", "objects"),
    "AppProject": ("argocd", "objects"),
    "kueue.yaml": ("quota", "admission"),
    "argocd.yaml": ("argocd",),
    "root.yaml": ("argocd",),
    "root-project.yaml": ("argocd",),
}
# Among equally likely ones, the quickest first.
_ORDER = ("access", "network", "objects", "isolation_benchmark", "quota", "admission", "argocd")


def parts_for(kinds: Iterable[str]) -> list[str]:
    """The parts that should see a change of these kinds (or fragments of `_install/`), the likeliest first."""
    ranks: dict[str, int] = {}
    for kind in kinds:
        for rank, part in enumerate(_BY_KIND.get(kind, ("objects",))):
            ranks[part] = min(rank, ranks.get(part, rank))
    return sorted(ranks, key=lambda part: (ranks[part], _ORDER.index(part)))
