"""Codes 5xx: what was emitted and does not conform, or could not be written."""

from tenantry.diagnostics.model import Code, Severity

TN501 = Code(
    "TN501",
    "object-not-conforming",
    Severity.ERROR,
    "An emitted object does not conform to the schema of its kind",
)
TN502 = Code(
    "TN502",
    "kind-without-schema",
    Severity.ERROR,
    "An emitted object has a kind that the cluster's versions lack",
)
TN503 = Code(
    "TN503",
    "application-too-large",
    Severity.WARNING,
    "One Application of Argo CD would hold more objects than it should",
)
