"""The tolerations of the platform's own pods on a cluster whose pools are tainted.

Pure. Work of tenants gets its toleration from Kueue and may not bring one; what the platform runs there itself must.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.ir import Fragment
from tenantry.kinds.resourceflavor import toleration
from tenantry.program import Cluster, Program

_SOFT: Final = "PreferNoSchedule"
"""Keeps no pod away for good, so that none needs to tolerate it."""


def toleration_fragments(program: Program, cluster: Cluster) -> Iterator[Fragment]:
    """One list for all pools of the cluster; none where no pool keeps pods away."""
    taints = sorted({taint for name in cluster.pools for taint in program.pools[name].taints})
    tolerations = [toleration(taint) for taint in taints if taint.effect != _SOFT]
    if tolerations:
        text = "\n".join((*(_SOME_NODES if cluster.shared_nodes else _NO_NODES), *_CHECK))
        comment = text.format(cluster=cluster.name, shared=cluster.shared_nodes)
        yield Fragment("tolerations.yaml", comment, {"tolerations": tolerations}, str(cluster.ref))


_NO_NODES: Final = (
    "Tolerations that the platform's own pods need on cluster {cluster}: it has no shared nodes, so that every node",
    "belongs to a pool and is tainted.",
    "Who: the operator of each part of the platform. Nothing applies this file by itself.",
    "Where: spec.template.spec.tolerations of everything that must run there: cluster DNS, network and storage",
    "plugins, device plugins and GPU operator, Kueue (chart value controllerManager.tolerations), Argo CD where it",
    "runs here, ingress, monitoring. Give Deployments a nodeSelector for the pool that should carry them.",
)

_SOME_NODES: Final = (
    "Tolerations for what runs on every node of cluster {cluster}: its pools are tainted.",
    "Who: the operator of each such part of the platform. Nothing applies this file by itself.",
    "Where: spec.template.spec.tolerations of DaemonSets: network and storage plugins, device plugins and GPU",
    "operator, log and metrics agents. Other pods of the platform need none: they have the shared nodes, of which",
    "there are {shared}.",
)

_CHECK: Final = (
    "Check: on no node is a pod of the platform missing, and no pod of it is pending:",
    "  kubectl get daemonsets --all-namespaces",
    "  kubectl get pods --all-namespaces --field-selector status.phase=Pending",
)
