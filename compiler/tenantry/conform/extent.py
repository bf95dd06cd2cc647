"""How much one Application of Argo CD has to carry.

Pure. Source: figures of Argo CD, which compares all objects of an Application at every refresh.
"""

from typing import Final

from tenantry.diagnostics import Diagnostic, DocumentRef, Where
from tenantry.diagnostics.codes.conformance import TN503
from tenantry.ir import Bundle

OBJECTS_MAX: Final = 1_000


def too_large(bundle: Bundle) -> Diagnostic | None:
    """What there is to say about the size of a bundle: objects in its own folder are what its Application applies."""
    inside = f"{bundle.folder}/"
    count = sum(manifest.path.startswith(inside) for manifest in bundle.manifests)
    if count <= OBJECTS_MAX:
        return None
    cluster, owner = bundle.folder.split("/")
    of_tenant = not owner.startswith("_")
    return Diagnostic(
        TN503,
        f"{owner if of_tenant else 'the platform'} has {count:,} objects on {cluster}; an Application should hold at "
        f"most {OBJECTS_MAX:,}",
        Where(DocumentRef("Tenant", owner) if of_tenant else DocumentRef("Cluster", cluster), ("metadata", "name")),
        help=f"give some of its projects to a tenant below it (`parent: {owner}`), which has an Application of its own"
        if of_tenant
        else "divide the cluster, or its pools and policies",
    )
