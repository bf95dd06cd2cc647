"""Where a resolved value came from: the document and path that set it, and what that overrode.

Plain data. Places name documents, never files, so that moving a document changes nothing here.
"""

from typing import Final, Generic, TypeVar

from tenantry.diagnostics import DocumentRef, Where
from tenantry.records import record

T = TypeVar("T")

BUILT_IN: Final = Where(DocumentRef("built-in", "default"))
"""The place of a value that nobody wrote: the default that the field's description states."""


@record
class Sourced(Generic[T]):
    """A value with the place that set it, and the values it overrode from nearest to outermost."""

    value: T
    where: Where
    overrode: tuple[tuple[T, Where], ...] = ()
