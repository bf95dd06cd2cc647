"""Documents for the tests of the model: the examples as trees, and small edits of them."""

import copy
from typing import Any

from tenantry.diagnostics import Diagnostic, FilePlace
from tenantry.model import AnyDocument
from tenantry.model.examples import EXAMPLES
from tenantry.model.load import load_tree
from tenantry.source import read_text

PLACE = FilePlace("tenants/vision/tenant.yaml", 0)


def tree(kind: str) -> dict[str, Any]:
    """The example of a kind as it is read from its file."""
    content = read_text(PLACE.file, EXAMPLES[kind].encode())
    assert not content.diagnostics
    (document,) = content.documents
    return copy.deepcopy(document.tree)


def edited(kind: str, path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    """The example of a kind with another value at `path`."""
    whole = tree(kind)
    target: Any = whole
    for part in path[:-1]:
        target = target[part]
    target[path[-1]] = value
    return whole


def without(kind: str, path: tuple[str | int, ...]) -> dict[str, Any]:
    """The example of a kind without the key at `path`."""
    whole = tree(kind)
    target: Any = whole
    for part in path[:-1]:
        target = target[part]
    del target[path[-1]]
    return whole


def loaded(whole: dict[str, Any]) -> Any:
    """The model of a tree that has nothing wrong."""
    document, found = load_tree(whole, PLACE)
    assert found == []
    assert isinstance(document, AnyDocument)
    return document


def refused(whole: Any) -> list[Diagnostic]:
    """What is wrong with a tree that has something wrong."""
    document, found = load_tree(whole, PLACE)
    assert document is None
    assert found
    return found


def the_refusal(whole: Any) -> Diagnostic:
    """The one thing that is wrong with a tree."""
    (diagnostic,) = refused(whole)
    return diagnostic
