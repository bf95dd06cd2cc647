"""A document becomes a model, or diagnostics at the keys and values that stand in the way.

Pure. Never raises for what a person wrote.
"""

from typing import Any

from pydantic import ValidationError

from tenantry.diagnostics import Diagnostic, FilePlace, Where
from tenantry.diagnostics.codes.shape import TN201, TN202, TN205
from tenantry.model.base import API_VERSION, AnyDocument
from tenantry.model.kinds import KINDS
from tenantry.model.wording import closest, shown
from tenantry.source.document import Document


def load(document: Document) -> tuple[AnyDocument | None, list[Diagnostic]]:
    """The model of a document, or None with at least one diagnostic: in the order of the model's fields."""
    return load_tree(document.tree, document.place)


def load_tree(tree: Any, place: FilePlace) -> tuple[AnyDocument | None, list[Diagnostic]]:
    """As `load`, for a tree that stands, or would stand, at `place`."""
    stranger = _frame(tree, place)
    if stranger is not None:
        return None, [stranger]
    model = KINDS[tree["kind"]]
    try:
        return model.model_validate(tree), []
    except ValidationError as found:
        from tenantry.model.faults import diagnostics

        return None, diagnostics(tree["kind"], model, found, place)


def _frame(tree: Any, place: FilePlace) -> Diagnostic | None:
    """What keeps a tree from being a document of the language at all: then nothing else is said of it."""
    if not isinstance(tree, dict):
        return Diagnostic(
            TN205,
            "a document is a mapping with `apiVersion`, `kind`, `metadata` and `spec`",
            Where(place),
            help="remove this document, or write one",
        )
    version, kind = tree.get("apiVersion"), tree.get("kind")
    if version is not None and version != API_VERSION:
        return Diagnostic(
            TN201,
            f"`apiVersion: {shown(version)}` is not served; `{API_VERSION}` is",
            Where(place, ("apiVersion",)),
            help="documents of other systems do not belong below `clusters/` and `tenants/`",
        )
    if kind is None:
        return Diagnostic(
            TN202, "a document needs a `kind`", Where(place, ("kind",)), help=f"kinds: {', '.join(KINDS)}"
        )
    if not isinstance(kind, str) or kind not in KINDS:
        return Diagnostic(
            TN202,
            f"`kind: {shown(kind)}` does not exist{_meant(kind)}",
            Where(place, ("kind",)),
            help=f"kinds: {', '.join(KINDS)}",
        )
    return None


def _meant(kind: object) -> str:
    close = closest(kind, KINDS) if isinstance(kind, str) else None
    return f"; did you mean `{close}`?" if close else ""
