"""What operators merge into installations that tenantry does not run itself: Kueue, Argo CD, the platform's own pods.

Pure. Fragments are never applied by our Applications; each opens with who merges it where and how to see that it
holds. Paths are file names: the caller puts the folder before them.
"""

from collections.abc import Iterator

from tenantry.ir import Fragment
from tenantry.lower.install.argocd import configuration_fragment, root_fragments
from tenantry.lower.install.kueue import kueue_fragment
from tenantry.lower.install.tolerations import toleration_fragments
from tenantry.program import Cluster, Program

__all__ = ["cluster_fragments", "fleet_fragments"]


def cluster_fragments(program: Program, cluster: Cluster) -> Iterator[Fragment]:
    """For who runs a cluster: Kueue's configuration, and the tolerations of the platform's own pods."""
    yield kueue_fragment(program, cluster)
    yield from toleration_fragments(program, cluster)


def fleet_fragments(program: Program) -> Iterator[Fragment]:
    """For who runs Argo CD: its configuration, and root with its project."""
    yield configuration_fragment(program)
    yield from root_fragments(program)
