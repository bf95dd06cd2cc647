"""Emitted objects: which document made one, which file holds it, which lines its values came from.

Pure.
"""

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final, Literal

from tenantry.answers.places import Place
from tenantry.diagnostics import DocumentRef
from tenantry.explain.origins import OriginLine, origins
from tenantry.explain.subjects import SubjectError
from tenantry.explain.view import OUTPUT, View
from tenantry.ir import Manifest
from tenantry.records import record

_LISTED: Final = 3
"""So many of the objects that a question may mean are named."""


@record
class ObjectAnswer:
    """An object. `place` is the document that made it; `values` are what else went into it, as far as known."""

    kind: Literal["object"]
    name: str
    api_version: str
    area: str
    source: str
    place: Place | None
    file: str
    values: tuple[OriginLine, ...]


def explain_object(view: View, name: str, cluster: str) -> ObjectAnswer:
    """The object `Kind/name` or `Kind/namespace/name`; `cluster` empty = wherever it is.

    A namespaced object is found without its namespace too where only one has the name. Raises SubjectError for none
    and for several.
    """
    kind, _, rest = name.partition("/")
    namespace, _, own_name = rest.rpartition("/")
    seen: list[str] = []
    found: list[tuple[str, Manifest]] = []
    for area, manifest in view.manifests(frozenset({cluster} if cluster else ())):
        key = manifest.key
        if key.kind != kind:
            continue
        seen.append(_written(manifest))
        if key.name == own_name and namespace in ("", key.namespace):
            found.append((area, manifest))
    if len(found) == 1:
        return _answer(view, *found[0])
    where = f" on {cluster}" if cluster else ""
    if not found:
        close = get_close_matches(name, seen, n=1)
        raise SubjectError(
            f"there is no object `{name}`{where}",
            help=f"did you mean `{close[0]}`?" if close else f"{len(seen)} objects are of kind {kind}",
        )
    raise _several(name, found)


def _several(name: str, found: list[tuple[str, Manifest]]) -> SubjectError:
    """Says where all the objects are that a question may mean, and how to ask for one of them."""
    areas = sorted({area for area, _ in found})
    where = " and ".join(areas)
    on: dict[str, list[str]] = {}
    for area, manifest in found:
        on.setdefault(_written(manifest), []).append(area)
    if len(on) == 1:
        return SubjectError(f"`{name}` is on {where}", help=f"add --cluster {areas[0]}")
    questions = [f"`{one}`" if len(on[one]) == 1 else f"`{one} --cluster {min(on[one])}`" for one in sorted(on)]
    shown, more = questions[:_LISTED], len(questions) - _LISTED
    choice = f"{', '.join(shown)} or one of {more} more" if more > 0 else " or ".join(shown)
    return SubjectError(f"`{name}` is in {len(on)} namespaces of {where}", help=f"ask for {choice}")


def _answer(view: View, area: str, manifest: Manifest) -> ObjectAnswer:
    source = DocumentRef.parse(manifest.source)
    return ObjectAnswer(
        kind="object",
        name=_written(manifest),
        api_version=manifest.key.api_version,
        area=area,
        source=manifest.source,
        place=view.places.document(source),
        file=OUTPUT + manifest.path,
        values=tuple(_distinct(origins(view, area, manifest))),
    )


def _written(manifest: Manifest) -> str:
    key = manifest.key
    return "/".join(part for part in (key.kind, key.namespace, key.name) if part)


def _distinct(lines: Iterator[OriginLine]) -> Iterator[OriginLine]:
    return iter(dict.fromkeys(lines))
