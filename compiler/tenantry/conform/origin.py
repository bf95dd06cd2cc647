"""From a manifest's `source` back to the spec document that made it.

Pure. The inverse of `str(DocumentRef)`: `Tenant vision`, `Project vision/detection`, `Addon gpu-dashboards`.
"""

from tenantry.diagnostics.model import DocumentRef


def document_of(source: str) -> DocumentRef:
    """The document that `source` names. Raises ValueError when it is not a kind, a space, and a name."""
    kind, space, name = source.partition(" ")
    if not (kind and space and name):
        raise ValueError(f"a manifest's source must be a kind and a name, not {source!r}")
    tenant, _, last = name.rpartition("/")
    return DocumentRef(kind, last, tenant)
