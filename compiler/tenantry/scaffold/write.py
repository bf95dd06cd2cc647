"""Writes the small fleet that ships with the package into a folder.

Touches only new files: where `clusters` or `tenants` exists, nothing at all is written, and somebody's own
`.gitignore` stays as it is. The fleet is dated today, because its `asOf` says for which day it is.
"""

import os
from datetime import UTC, date, datetime
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from tenantry.diagnostics import TenantryError

_AS_OF = "AS_OF"
_GITIGNORE = ".tenantry/\n"


def scaffold(folder: Path, *, today: date | None = None) -> tuple[str, ...]:
    """Writes the fleet below `folder`, which is made if it is not there; gives the files written, sorted.

    Raises TenantryError where `clusters` or `tenants` exists already.
    """
    texts = {".gitignore": _GITIGNORE, **_texts(files("tenantry.scaffold") / "fleet", "")}
    day = (today or datetime.now(UTC).date()).isoformat()
    for name in ("clusters", "tenants"):
        if (folder / name).exists():
            raise TenantryError(
                f"{folder / name} exists already; nothing was written",
                help="choose an empty folder with -C DIR, or write the first documents by hand: docs/start.md",
            )
    if os.path.lexists(folder / ".gitignore"):
        # Somebody's own; what it lacks is a convenience.
        del texts[".gitignore"]
    try:
        for path, text in texts.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text.replace(_AS_OF, day), encoding="utf-8")
    except OSError as problem:
        raise TenantryError(
            f"{folder} could not be written: {problem.strerror}", help="mend the permissions"
        ) from problem
    return tuple(sorted(texts))


def _texts(folder: Traversable, prefix: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in folder.iterdir():
        path = f"{prefix}{entry.name}"
        if entry.is_dir():
            found.update(_texts(entry, f"{path}/"))
        else:
            found[path] = entry.read_text(encoding="utf-8")
    return found
