"""Codes 52x: what an addon's template gives and may not give."""

from tenantry.diagnostics.model import Code, Severity

TN521 = Code("TN521", "addon-template-fails", Severity.ERROR, "An addon's template is not allowed, or fails")
TN522 = Code("TN522", "addon-result-unreadable", Severity.ERROR, "An addon's template gives text that is not an object")
TN523 = Code(
    "TN523", "addon-kind-refused", Severity.ERROR, "An addon gives an object of a kind that addons may not make"
)
TN524 = Code("TN524", "addon-out-of-bounds", Severity.ERROR, "An addon's object would land outside what it is for")
TN525 = Code("TN525", "addon-object-twice", Severity.ERROR, "An addon makes an object that is made already")
TN526 = Code("TN526", "addon-words-as-yaml", Severity.ERROR, "An addon would read people's own words as YAML")
