"""Which part of the acceptance tests should see a change of which compiled objects."""

from collections.abc import Iterable

PARTS = {
    "devices": "tests/acceptance/devices",
    "objects": "tests/acceptance/objects",
    "quota": "tests/acceptance/quota",
    "access": "tests/acceptance/access",
    "isolation_benchmark": "tests/acceptance/isolation_benchmark",
    "refused": "tests/acceptance/admission/attempts/test_refused.py",
    "edges": "tests/acceptance/admission/honest/test_edges.py",
    "admission": "tests/acceptance/admission",
    "network": "tests/acceptance/network",
    "argocd": "tests/acceptance/argocd",
}
"""Folders or files of tests by the name of the part; `refused` and `edges` are the likeliest of `admission`."""

_BY_KIND = {
    "ConfigMap": ("devices", "objects"),
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
    "ValidatingAdmissionPolicy": ("refused", "edges", "admission", "objects"),
    "ValidatingAdmissionPolicyBinding": ("refused", "edges", "admission", "objects"),
    "MutatingAdmissionPolicy": ("refused", "edges", "admission", "objects"),
    "MutatingAdmissionPolicyBinding": ("refused", "edges", "admission", "objects"),
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
_ORDER = (
    "devices",
    "access",
    "network",
    "objects",
    "isolation_benchmark",
    "refused",
    "edges",
    "quota",
    "admission",
    "argocd",
)


def parts_for(kinds: Iterable[str]) -> list[str]:
    """The parts that should see a change of these kinds (or fragments of `_install/`), the likeliest first."""
    ranks: dict[str, int] = {}
    for kind in kinds:
        for rank, part in enumerate(_BY_KIND.get(kind, ("objects",))):
            ranks[part] = min(rank, ranks.get(part, rank))
    return sorted(ranks, key=lambda part: (ranks[part], _ORDER.index(part)))


def parts_for_fleets(in_example: Iterable[str], anywhere: Iterable[str]) -> list[str]:
    """The parts for kinds that change in the worked example, then those for kinds that change in other fleets alone.

    Every fleet goes through `objects`; only some of the other parts take more than the worked example.
    """
    known = set(in_example)
    elsewhere = set(anywhere) - known
    parts = parts_for(known) + (["objects", *parts_for(elsewhere)] if elsewhere else [])
    return list(dict.fromkeys(parts))
