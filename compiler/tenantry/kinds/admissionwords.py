"""What the admission rules take from a program: the words of a cluster, the rules of the organisation.

Pure. Nothing here speaks of a tenant, except who is let off a rule of the organisation for a time.
"""

from collections.abc import Iterator

from tenantry.admission.cluster import ClusterWords
from tenantry.admission.organisation import OwnRule
from tenantry.admission.policy import Named
from tenantry.kinds.base import MANAGED_BY, MANAGED_BY_LABEL
from tenantry.program import Cluster, Policy, Program
from tenantry.versions import KUBERNETES

MUTATES_FROM = "1.36"
"""The first Kubernetes that serves MutatingAdmissionPolicy as v1."""


def cluster_words(program: Program, cluster: Cluster) -> ClusterWords:
    """The words of a cluster."""
    pools = [program.pools[name] for name in cluster.pools]
    return ClusterWords(
        domain=program.fleet.domain,
        owned=(MANAGED_BY_LABEL, MANAGED_BY),
        pool_keys=tuple(sorted({key for pool in pools for key, _ in pool.labels})),
        accelerators=cluster.accelerator_resources,
        devices=tuple(sorted({name for pool in pools for name, _ in pool.node_devices})),
        argocd_user=cluster.argocd_user,
        kueue_user=f"system:serviceaccount:{cluster.kueue.namespace}:kueue-controller-manager",
        owners=tuple((owner.kind, owner.name) for owner in program.fleet.owners),
        operators=cluster.kueue.operators,
        operated=cluster.kueue.integrations,
        tolerated=tuple(sorted({f"{one.key}={one.value}:{one.effect}" for pool in pools for one in pool.taints})),
        mutates=KUBERNETES.at_least(cluster.kubernetes, MUTATES_FROM),
    )


def own_rules(program: Program) -> Iterator[tuple[Policy, OwnRule]]:
    """The organisation's rules for admission, with the waivers that still hold."""
    for policy in program.policies:
        if policy.scope == "admission":
            yield (
                policy,
                OwnRule(
                    name=policy.name,
                    resources=policy.resources,
                    operations=policy.operations,
                    variables=tuple(Named(one.name, one.expression) for one in policy.variables),
                    expression=policy.expression,
                    message=policy.message,
                    message_expression=policy.message_expression,
                    waived=tuple(_waived(program, policy)),
                ),
            )


def _waived(program: Program, policy: Policy) -> Iterator[tuple[str, str]]:
    for waiver in policy.waivers:
        kind, _, name = waiver.subject.partition(" ")
        # By the fleet's own date: a question about another day changes no manifest.
        if waiver.until >= program.fleet.as_of and kind in ("Tenant", "Project"):
            tenant, _, project = name.partition("/")
            yield tenant, project
