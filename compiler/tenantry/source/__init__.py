"""YAML text to trees with positions: what was written, before anybody asks what it means."""

from tenantry.source.document import Document
from tenantry.source.documents import FileContent, read_text
from tenantry.source.reader import read_specs
from tenantry.source.sources import Sources

__all__ = ["Document", "FileContent", "Sources", "read_specs", "read_text"]
