"""YAML files as plain trees, read with PyYAML: for what must not see with the compiler's eyes."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

Document = dict[str, Any]


def read_documents(paths: Iterable[Path]) -> list[Document]:
    """Every document of these files, in their order; empty ones are left out."""
    return [
        document
        for path in paths
        for document in yaml.load_all(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
        if document
    ]


def documents_below(folder: Path) -> list[Document]:
    """Every document of every YAML file below a folder, in the order of paths."""
    return read_documents(sorted(folder.rglob("*.yaml")))
