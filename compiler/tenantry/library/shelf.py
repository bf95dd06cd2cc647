"""The policies that ship with the package.

Reads the package's own files. What stands above a document as comments says how to adapt it.
"""

from importlib.resources import files
from typing import Final

from tenantry.model import load
from tenantry.model.policy import Policy as WrittenPolicy
from tenantry.program import Policy
from tenantry.resolve.fleet import resolve_policy
from tenantry.source import read_text

_FOLDER: Final = files("tenantry.library") / "policies"

NAMES: Final = tuple(sorted(entry.name.removesuffix(".yaml") for entry in _FOLDER.iterdir()))
"""Every policy by its name, which is the name of its file too."""


def ready_text(name: str) -> str:
    """The document as it is copied into `clusters/`, comments and all. Raises KeyError for a name that is not there."""
    if name not in NAMES:
        raise KeyError(name)
    return (_FOLDER / f"{name}.yaml").read_text(encoding="utf-8")


def ready_policies() -> tuple[Policy, ...]:
    """All of them, resolved, by name. Raises AssertionError where one would not load."""
    return tuple(map(ready_policy, NAMES))


def ready_policy(name: str) -> Policy:
    """One of them, resolved. Raises KeyError for a name that is not there."""
    content = read_text(f"{name}.yaml", ready_text(name).encode())
    (document,) = content.documents
    loaded, problems = load(document)
    assert isinstance(loaded, WrittenPolicy), [*content.diagnostics, *problems]
    return resolve_policy(loaded)


def adaptation(name: str) -> str:
    """How to adapt it: the comments above the document, without their marks."""
    lines = ready_text(name).split("apiVersion:", 1)[0].splitlines()
    return "\n".join(line.removeprefix("#").strip() for line in lines)
