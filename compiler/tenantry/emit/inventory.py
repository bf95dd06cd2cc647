"""The inventory of a folder: which files are the tool's own, which objects stand in them, what was promised.

Pure. One JSON record per line, so that two changes meet only where they touch the same object; the suffix `.jsonl`
keeps Argo CD from reading it as a manifest. Only files that an inventory lists are ever deleted.
"""

import json
from collections.abc import Iterable, Iterator
from json.encoder import encode_basestring as _quoted
from typing import Any, Final, NamedTuple

from tenantry.ir import Body, ObjectKey
from tenantry.records import record

INVENTORY_FILE: Final = "inventory.jsonl"
FORMAT: Final = 1


class NotAnInventory(Exception):  # noqa: N818
    """The text is not an inventory that this version wrote; `line` is 1-based."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is not an inventory record")
        self.line = line


class FileEntry(NamedTuple):
    """A file below the output root, and the digest of its bytes."""

    path: str
    digest: str


class Entry(NamedTuple):
    """An object: its key, its file, the digest of its text, the spec document that made it (`Tenant vision`)."""

    key: ObjectKey
    path: str
    digest: str
    source: str


@record
class Inventory:
    """All of one folder. `leaving` are files that a run which did not finish was about to delete."""

    files: tuple[FileEntry, ...] = ()
    objects: tuple[Entry, ...] = ()
    facts: tuple[Body, ...] = ()
    leaving: tuple[str, ...] = ()

    def paths(self) -> Iterator[str]:
        """Every file that is the tool's own, those about to be deleted too."""
        yield from (file.path for file in self.files)
        yield from self.leaving


def may_own(folder: str, path: str) -> bool:
    """Whether a file can be one of `folder`'s: inside it, in `_install` beside the platform's or the fleet's, or its
    file below `argocd/`. Inventories come with pull requests, and what they list is deleted one day.
    """
    area, owner = folder.split("/")
    match path.split("/"):
        case ["argocd", of, name] if of == area and name == f"{owner}.yaml":
            return True
        case [of, inner, name] if of == area and name not in ("", ".", ".."):
            return inner == owner or (inner == "_install" and owner.startswith("_"))
    return False


def write_inventory(inventory: Inventory) -> bytes:
    """The bytes of an inventory; every line is one record, in the order of files, objects, facts."""
    fact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    lines = [f'{{"inventory":{FORMAT}}}\n']
    lines += [f'{{"file":{_quoted(file.path)},"digest":{_quoted(file.digest)}}}\n' for file in inventory.files]
    lines += [
        f'{{"object":[{",".join(map(_quoted, entry.key))}],"file":{_quoted(entry.path)},'
        f'"digest":{_quoted(entry.digest)},"source":{_quoted(entry.source)}}}\n'
        for entry in inventory.objects
    ]
    lines += [f'{{"fact":{fact(one)}}}\n' for one in inventory.facts]
    return "".join(lines).encode() + leaving_lines(inventory.leaving)


def leaving_lines(paths: Iterable[str]) -> bytes:
    """The records of files that are about to be deleted: they end an inventory."""
    return "".join(f'{{"leaving":{_quoted(path)}}}\n' for path in paths).encode()


def read_inventory(text: str) -> Inventory:
    """The inverse of `write_inventory`. Raises NotAnInventory for anything else."""
    records = _parsed(text.removesuffix("\n").split("\n"))
    if not records or records[0] != {"inventory": FORMAT}:
        raise NotAnInventory(1)
    files, objects, facts, leaving = [], [], [], []
    for line, found in enumerate(records[1:], start=2):
        try:
            if "object" in found:
                key = ObjectKey(*map(_text, found["object"]))
                objects.append(Entry(key, _text(found["file"]), _text(found["digest"]), _text(found["source"])))
            elif "file" in found:
                files.append(FileEntry(_text(found["file"]), _text(found["digest"])))
            elif "fact" in found:
                facts.append(dict(found["fact"]))
            else:
                leaving.append(_text(found["leaving"]))
        except (KeyError, TypeError, ValueError):
            raise NotAnInventory(line) from None
    return Inventory(tuple(files), tuple(objects), tuple(facts), tuple(leaving))


def _parsed(lines: list[str]) -> list[dict[str, Any]]:
    try:
        # All at once is several times faster than line by line.
        records: list[Any] = json.loads(f"[{','.join(lines)}]")
    except (ValueError, RecursionError):
        records = []
    if len(records) != len(lines):
        raise NotAnInventory(next(number for number, line in enumerate(lines, start=1) if not _is_record(line)))
    for number, found in enumerate(records, start=1):
        if not isinstance(found, dict):
            raise NotAnInventory(number)
    return records


def _is_record(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
