"""One side of a comparison: a program, and what its manifests hold.

Pure.
"""

from tenantry.effect.forest import Forest
from tenantry.ir import Manifest
from tenantry.program import Program
from tenantry.records import record

READ_BACK = frozenset(
    {
        *("Cohort", "ClusterQueue", "LocalQueue"),
        *("ClusterRole", "RoleBinding", "ServiceAccount"),
        *("Namespace", "NetworkPolicy", "ValidatingAdmissionPolicy"),
    }
)
"""Kinds of which a comparison needs all objects, not only those that changed."""


@record
class Side:
    """What was meant, and by cluster every manifest of the kinds in READ_BACK."""

    program: Program
    manifests: dict[str, list[Manifest]]

    def forest(self, cluster: str) -> Forest:
        """The quota trees of a cluster as its manifests hold them."""
        return Forest(self.manifests.get(cluster, ()))
