"""Codes 5xx: what was emitted and does not conform, or stands in the output tree as nobody compiled it."""

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
TN504 = Code(
    "TN504",
    "foreign-manifest",
    Severity.ERROR,
    "A file in output/ that Argo CD applies is not the tool's own",
)
TN505 = Code(
    "TN505",
    "output-edited",
    Severity.ERROR,
    "A change brings output that its specs do not compile to",
)
TN506 = Code(
    "TN506",
    "base-not-compiling",
    Severity.ERROR,
    "A plan has nothing to compare with, because its base does not compile",
)
