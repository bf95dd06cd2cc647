"""What people wrote, read without the compiler: the documents of a workspace, and what a tenant inherits."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.documents import Document, documents_below


@dataclass(frozen=True)
class Specs:
    """Documents of a workspace by kind and name; those of a tenant's own are named `tenant/name`."""

    documents: dict[str, dict[str, Document]]

    @classmethod
    def read(cls, workspace: Path) -> "Specs":
        """Reads every document below `clusters/` and `tenants/`."""
        found: dict[str, dict[str, Document]] = {}
        for document in documents_below(workspace / "clusters") + documents_below(workspace / "tenants"):
            metadata = document["metadata"]
            name = "/".join(filter(None, (metadata.get("tenant"), metadata["name"])))
            found.setdefault(document["kind"], {})[name] = document.get("spec") or {}
        return cls(found)

    def of(self, kind: str) -> dict[str, Document]:
        """All documents of a kind by name."""
        return self.documents.get(kind, {})

    @property
    def fleet(self) -> Document:
        """The one Fleet."""
        return next(iter(self.of("Fleet").values()))

    def inherited(self, tenant: str, field: str) -> Any:
        """What the tenant, or the nearest tenant above it, says of a field; None where nobody says anything."""
        return next((spec[field] for spec in self.line_of(tenant) if field in spec), None)

    def line_of(self, tenant: str) -> Iterator[Document]:
        """The tenant and all above it, nearest first."""
        name: str | None = tenant
        while name:
            spec = self.of("Tenant")[name]
            yield spec
            name = spec.get("parent")

    def profile_of(self, tenant: str) -> str:
        """The name of the tenant's isolation profile."""
        return str(self.inherited(tenant, "isolation") or self.fleet["defaults"]["isolation"])
