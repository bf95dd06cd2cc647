"""A document as it was read: plain values and its place."""

from typing import Any

from tenantry.diagnostics import DocumentRef, FilePlace
from tenantry.records import record


@record
class Document:
    """One YAML document. `tree` holds only dict, list, str, int, float, bool and None; every key is a str.

    `sound` is False when the reader reported an error inside it: then parts of the tree are left out, and only
    its identity should be relied on.
    """

    place: FilePlace
    tree: dict[str, Any]
    sound: bool = True

    @property
    def kind(self) -> str:
        """`kind`; empty where it is missing or no text."""
        return _text(self.tree, "kind")

    @property
    def name(self) -> str:
        """`metadata.name`; empty where it is missing or no text."""
        return _text(self.tree.get("metadata"), "name")

    @property
    def tenant(self) -> str:
        """`metadata.tenant`; empty where it is missing or no text."""
        return _text(self.tree.get("metadata"), "tenant")

    @property
    def ref(self) -> DocumentRef | None:
        """Identity by kind, name and tenant; None where kind or name is not there."""
        kind, name = self.kind, self.name
        return DocumentRef(kind, name, self.tenant) if kind and name else None


def _text(mapping: Any, key: str) -> str:
    value = mapping.get(key) if isinstance(mapping, dict) else None
    return value if isinstance(value, str) else ""
