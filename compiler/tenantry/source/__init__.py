"""YAML text to trees with positions: what was written, before anybody asks what it means."""

from tenantry.source.document import Document
from tenantry.source.documents import FileContent, read_text
from tenantry.source.reader import read_workspace
from tenantry.source.sources import Sources

__all__ = ["Document", "FileContent", "Sources", "read_text", "read_workspace"]
