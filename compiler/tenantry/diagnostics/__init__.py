"""What is said about an input: the diagnostic, its place, its code, its renderings."""

from tenantry.diagnostics.model import (
    Code,
    Diagnostic,
    DocumentRef,
    FilePlace,
    Locator,
    Note,
    Part,
    Path,
    Severity,
    Spot,
    TenantryError,
    Where,
)

__all__ = [
    "Code",
    "Diagnostic",
    "DocumentRef",
    "FilePlace",
    "Locator",
    "Note",
    "Part",
    "Path",
    "Severity",
    "Spot",
    "TenantryError",
    "Where",
]
