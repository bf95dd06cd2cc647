"""What is said about an input: the diagnostic, its place, its code, its renderings."""

from tenantry.diagnostics.model import (
    Code,
    Diagnostic,
    DocumentRef,
    FilePlace,
    Locator,
    NotAllowedError,
    Note,
    Part,
    Path,
    Severity,
    Spot,
    TenantryError,
    UnknownNameError,
    Where,
    any_error,
)

__all__ = [
    "Code",
    "Diagnostic",
    "DocumentRef",
    "FilePlace",
    "Locator",
    "NotAllowedError",
    "Note",
    "Part",
    "Path",
    "Severity",
    "Spot",
    "TenantryError",
    "UnknownNameError",
    "Where",
    "any_error",
]
