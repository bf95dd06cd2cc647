"""Which files of the output tree Argo CD reads, and those among them that nobody compiled.

Reads names below the output root. The Application of a tenant or platform reads its own folder and none below; root
reads all of `argocd/` but `_install`. Source: Argo CD, "Directory", and how it tells kinds of sources: a file named
`Kustomization` has it read the folder by other rules.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Final

_READ: Final = re.compile(r".*\.(yaml|yml|json|jsonnet)|Kustomization", re.DOTALL)
_ARGOCD: Final = "argocd"
_INSTALL: Final = "_install"
_OF_A_FOLDER: Final = 3
"""Parts of the path of a file in a folder such as `prod-a/vision`."""


def is_read(path: str) -> bool:
    """Whether Argo CD reads a file of this path below the output root, in a folder that has an Application."""
    area, *inner = path.split("/")
    if not inner or inner[0] == _INSTALL:
        return False
    return bool(_READ.fullmatch(inner[-1])) and (area == _ARGOCD or len(inner) == _OF_A_FOLDER - 1)


def strays(root: str, folders: Iterable[str], own: Collection[str]) -> Iterator[str]:
    """Files that Argo CD reads in these folders, and below `argocd/` where it is among them, that are not `own`."""
    for folder in folders:
        top = f"{root}/{folder}"
        for path in _below(top) if folder == _ARGOCD else _names(top):
            found = f"{folder}/{path}"
            if found not in own and is_read(found):
                yield found


def _names(folder: str) -> Iterator[str]:
    with suppress(OSError), os.scandir(folder) as entries:
        yield from (entry.name for entry in entries if not entry.is_dir(follow_symlinks=False))


def _below(folder: str) -> Iterator[str]:
    for step, _, names in os.walk(folder):
        inner = os.path.relpath(step, folder)
        yield from (name if inner == "." else f"{inner}/{name}" for name in names)
