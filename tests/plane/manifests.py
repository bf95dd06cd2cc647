"""Reading YAML manifests for a plane: the files of a folder, an order they can be applied in, applying them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.plane.api import Api, Object, named
from tests.support.documents import read_documents

_WAVE = "argocd.argoproj.io/sync-wave"


def compiled_objects(output: Path, *parts: str) -> list[Object]:
    """What the compiler wrote below these folders of its output, `_install/` left out, in the order of sync waves.

    Platforms come before tenants, as in the waves between Applications.
    """
    paths = sorted(path for part in parts for path in (output / part).rglob("*.yaml") if "_install" not in path.parts)
    platform = read_documents(path for path in paths if "_platform" in path.parts)
    others = read_documents(path for path in paths if "_platform" not in path.parts)
    return sorted(platform, key=wave) + sorted(others, key=wave)


def wave(item: Object) -> int:
    """The object's sync wave; 0 where it has none."""
    annotations: dict[str, Any] = item["metadata"].get("annotations") or {}
    return int(annotations.get(_WAVE, "0"))


def apply_all(api: Api, items: Iterable[Object]) -> list[str]:
    """Applies objects one after the other; gives the warnings, with the object they are about.

    Fails the test at the first that is refused.
    """
    warnings = []
    for item in items:
        answer = api.apply(item)
        assert answer.ok, f"{named(item)}: {answer.status} {answer.message}"
        warnings += [f"{named(item)}: {warning}" for warning in answer.warnings]
    return warnings
