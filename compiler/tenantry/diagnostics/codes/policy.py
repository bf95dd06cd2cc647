"""Codes 53x and 54x: a policy that does not work as written, its waivers, and what breaks a policy."""

from tenantry.diagnostics.model import Code, Severity

TN530 = Code(
    "TN530", "policy-does-not-compile", Severity.ERROR, "An expression of a policy is not CEL, or its types differ"
)
TN531 = Code(
    "TN531", "policy-unknown-name", Severity.ERROR, "An expression of a policy uses a name that its scope lacks"
)
TN532 = Code("TN532", "policy-wrong-type", Severity.ERROR, "An expression of a policy gives a value of the wrong type")
TN533 = Code("TN533", "policy-example-wrong", Severity.ERROR, "An example of a policy does not come out as stated")
TN534 = Code(
    "TN534", "policy-not-computable", Severity.ERROR, "An expression of a policy fails on what it is asked about"
)
TN535 = Code("TN535", "policy-too-costly", Severity.ERROR, "An expression of a policy takes more steps than it may")
TN536 = Code("TN536", "waiver-ended", Severity.INFO, "A waiver of a policy is past its last day")
TN537 = Code("TN537", "waiver-for-nothing", Severity.INFO, "A waiver of a policy lets nothing through")
TN538 = Code("TN538", "policy-variable-twice", Severity.ERROR, "Two variables of a policy have one name")
TN540 = Code("TN540", "policy-broken", Severity.ERROR, "A policy of severity error is broken")
TN541 = Code("TN541", "policy-warns", Severity.WARNING, "A policy of severity warning is broken")
TN542 = Code("TN542", "policy-tells", Severity.INFO, "A policy of severity information is broken")
