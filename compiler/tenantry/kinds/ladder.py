"""Which document made a step of the priority ladder: shared by the two kinds that a step becomes.

Pure.
"""

from tenantry.diagnostics import DocumentRef
from tenantry.program import Priority


def ladder_of(priority: Priority) -> DocumentRef:
    """The document that holds the step. Raises `TypeError` for a place by file, which no program has."""
    document = priority.where.document
    if not isinstance(document, DocumentRef):
        raise TypeError(f"priority {priority.name} is placed by file, {document}, not by document")
    return document
