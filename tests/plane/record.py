"""What a folder of built parts has to hold, written when it was built: a part that was cut off later is no part.

A look costs as good as nothing: the size and the time of change of each file. Only where the time is another one, as
after a copy of the cache, is the file read, and its digest decides.
"""

import contextlib
import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

_NAME = "built.json"


@dataclass(frozen=True)
class _Seen:
    size: int
    changed: int
    digest: str


def write_record(folder: Path) -> None:
    """Records all files below a folder as they are now: it has just been built."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != _NAME]
    _write(folder, {path.relative_to(folder).as_posix(): _seen(path) for path in paths})


def is_whole(folder: Path) -> bool:
    """Whether a folder holds each file as it was built. One without a record was never finished."""
    try:
        rows = json.loads((folder / _NAME).read_text(encoding="utf-8"))
        recorded = {name: _Seen(**row) for name, row in rows.items()}
        stats = {name: (folder / name).stat() for name in recorded}
    except (OSError, ValueError, TypeError, AttributeError):
        return False
    if not recorded or any(stats[name].st_size != seen.size for name, seen in recorded.items()):
        return False
    touched = {name: _seen(folder / name) for name, seen in recorded.items() if stats[name].st_mtime_ns != seen.changed}
    if any(now.digest != recorded[name].digest for name, now in touched.items()):
        return False
    if touched:
        with contextlib.suppress(OSError):  # a cache that may only be read is read the long way each time
            _write(folder, {**recorded, **touched})
    return True


def _seen(path: Path) -> _Seen:
    stat = path.stat()
    with path.open("rb") as file:
        return _Seen(stat.st_size, stat.st_mtime_ns, hashlib.file_digest(file, "sha256").hexdigest())


def _write(folder: Path, files: dict[str, _Seen]) -> None:
    text = json.dumps({name: asdict(seen) for name, seen in files.items()}, indent=1)
    unfinished = folder / f"{_NAME}.tmp"
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(folder / _NAME)
