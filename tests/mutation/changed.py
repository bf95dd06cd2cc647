"""What differs between two compiled trees, by kind of object."""

from pathlib import Path

from tests.support.documents import read_documents


def changed(old: Path, new: Path) -> set[str]:
    """The kinds of objects, and the fragments of `_install/`, that are not the same in both."""
    before, after = _objects(old), _objects(new)
    return {key[0] for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def _objects(folder: Path) -> dict[tuple[str, ...], object]:
    found: dict[tuple[str, ...], object] = {}
    for path in sorted(folder.rglob("*.yaml")):
        if "_install" in path.parts:
            # Parsed, so that comments, which tell an operator what to do, do not count.
            found[path.name, str(path.relative_to(folder))] = read_documents([path])
            continue
        for item in read_documents([path]):
            metadata = item["metadata"]
            where = str(path.relative_to(folder).parts[0])
            found[item["kind"], where, metadata.get("namespace", ""), metadata["name"]] = item
    return found
