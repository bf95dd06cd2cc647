"""Codes 2xx: what is wrong with the shape of a document."""

from tenantry.diagnostics.model import Code, Severity

TN201 = Code("TN201", "unknown-api-version", Severity.ERROR, "A document has no apiVersion, or one not served")
TN202 = Code("TN202", "unknown-kind", Severity.ERROR, "A document has no kind, or one that does not exist")
TN203 = Code("TN203", "unknown-field", Severity.ERROR, "A key is not a field there")
TN204 = Code("TN204", "field-missing", Severity.ERROR, "A field that is needed is missing")
TN205 = Code("TN205", "wrong-type", Severity.ERROR, "A value is of another type than its field")
TN206 = Code("TN206", "not-a-choice", Severity.ERROR, "A value is none of those its field allows")
TN207 = Code("TN207", "not-a-name", Severity.ERROR, "A name is not spelled as names are")
TN208 = Code("TN208", "not-a-quantity", Severity.ERROR, "A value is not a quantity")
TN209 = Code("TN209", "not-a-duration", Severity.ERROR, "A value is not a duration")
TN210 = Code("TN210", "not-a-date", Severity.ERROR, "A value is not a date")
TN211 = Code("TN211", "not-a-port", Severity.ERROR, "A value is not a port")
TN212 = Code("TN212", "not-a-network", Severity.ERROR, "A value is not an address or an address range")
TN213 = Code("TN213", "number-out-of-range", Severity.ERROR, "A number is below or above what its field allows")
TN214 = Code("TN214", "field-without-value", Severity.ERROR, "A field is written without a value")
TN215 = Code("TN215", "fields-do-not-go-together", Severity.ERROR, "Fields that exclude or need each other")
TN216 = Code("TN216", "not-spelled-so", Severity.ERROR, "A text is not in the form its field needs")
TN217 = Code("TN217", "list-too-short", Severity.ERROR, "A list has fewer entries than its field needs")
TN218 = Code("TN218", "entry-repeated", Severity.ERROR, "A list holds the same entry twice")
