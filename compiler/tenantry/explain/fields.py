"""The fields of one document with their lines.

Pure.
"""

from tenantry.answers.places import Place, Places
from tenantry.diagnostics import DocumentRef, Where
from tenantry.explain.chain import Resolved, own
from tenantry.records import record


@record
class Fields:
    """Fields below `spec` of a document; those within others are written with dots."""

    ref: DocumentRef
    places: Places

    def of(self, field: str, value: object) -> Resolved:
        """The field's value; `yes` and `no` for what is true or false."""
        shown = ("yes" if value else "no") if isinstance(value, bool) else value
        return own(field, shown, self._where(field), self.places)

    def line(self, field: str) -> Place | None:
        """Where the field, or what is nearest around it, was written."""
        return self.places.of(self._where(field))

    def _where(self, field: str) -> Where:
        return Where(self.ref, ("spec", *field.split(".")))
