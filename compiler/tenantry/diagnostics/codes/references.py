"""Codes 3xx: what names something that is not there, or not theirs to name."""

from tenantry.diagnostics.model import Code, Severity

TN301 = Code("TN301", "duplicate-document", Severity.ERROR, "Two documents have the same kind and name")
TN302 = Code("TN302", "unknown-reference", Severity.ERROR, "A name refers to nothing that is defined")
TN303 = Code("TN303", "wrong-kind-reference", Severity.ERROR, "A name refers to a thing of another kind")
TN304 = Code("TN304", "parent-cycle", Severity.ERROR, "Tenants are each other's parents")
TN305 = Code("TN305", "extends-cycle", Severity.ERROR, "Role profiles extend each other")
TN306 = Code("TN306", "no-fleet", Severity.ERROR, "The workspace defines no Fleet, or no PriorityLadder")
TN307 = Code("TN307", "second-fleet", Severity.ERROR, "The workspace defines a second Fleet or PriorityLadder")
TN308 = Code("TN308", "chain-too-long", Severity.ERROR, "Tenants or role profiles build on each other too deeply")
TN310 = Code("TN310", "foreign-document", Severity.ERROR, "A tenant's folder defines a thing of another tenant")
TN311 = Code("TN311", "wrong-area", Severity.ERROR, "A document stands where its kind may not be defined")
TN312 = Code("TN312", "wrong-file", Severity.ERROR, "A Tenant or Grant stands in a file that its approvers do not own")
TN313 = Code("TN313", "repeated-line", Severity.ERROR, "Two lines of one document say something about the same thing")
