"""From a bundle to the exact text of its files.

Pure. Objects are grouped by file and sorted by key; the inventory of the bundle's folder comes with them.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

from tenantry.emit.inventory import Entry, FileEntry, Inventory, write_inventory
from tenantry.emit.yaml import Writer
from tenantry.ir import Bundle, Fragment, Manifest

_DIGEST_BYTES = 16


class Rendered(NamedTuple):
    """The files of one bundle by path below the output root, and their inventory."""

    folder: str
    files: dict[str, bytes]
    inventory: Inventory
    inventory_text: bytes


def render(bundle: Bundle, writer: Writer) -> Rendered:
    """The texts of all files of a bundle; `writer` only saves time between calls."""
    by_path: dict[str, list[tuple[Manifest, bytes]]] = {}
    for manifest in bundle.manifests:
        by_path.setdefault(manifest.path, []).append((manifest, writer.document(manifest.body).encode()))
    files: dict[str, bytes] = {}
    entries: list[Entry] = []
    for path in sorted(by_path):
        documents = sorted(by_path[path], key=lambda one: one[0].key)
        files[path] = b"".join(text for _, text in documents)
        entries.extend(Entry(manifest.key, path, digest(text), manifest.source) for manifest, text in documents)
    for fragment in sorted(bundle.fragments, key=lambda one: one.path):
        files[fragment.path] = _fragment(fragment, writer)
    inventory = Inventory(
        files=tuple(FileEntry(path, digest(content)) for path, content in sorted(files.items())),
        objects=tuple(entries),
        facts=bundle.facts,
    )
    return Rendered(bundle.folder, files, inventory, write_inventory(inventory))


def digest(content: bytes) -> str:
    """A short digest of bytes, to tell whether two are the same."""
    return blake2b(content, digest_size=_DIGEST_BYTES).hexdigest()


def _fragment(fragment: Fragment, writer: Writer) -> bytes:
    return (_comment(fragment.comment.splitlines()) + writer.document(fragment.body)).encode()


def _comment(lines: Iterable[str]) -> str:
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)
