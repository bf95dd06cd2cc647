"""What the reader doubts and the model refuses is one mistake: the refusal is said, with the reader's reason as a note.

Pure. `1_000` where a number is needed is such a value, or a list entry that is indented too far.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tenantry.diagnostics import Diagnostic, Locator, Note, Spot, Where
from tenantry.diagnostics.codes import shape
from tenantry.diagnostics.codes.syntax import TN118, TN122
from tenantry.diagnostics.model import Code

_DOUBTS: Final = frozenset({TN118, TN122})
_REFUSALS: Final = frozenset(code for code in vars(shape).values() if isinstance(code, Code))


def said_once(diagnostics: Sequence[Diagnostic], locator: Locator) -> list[Diagnostic]:
    """The same diagnostics in their order, where a doubt and a refusal of one value are the refusal."""
    doubts = {one.where[:3]: one for one in diagnostics if one.code in _DOUBTS and isinstance(one.where, Spot)}
    if not doubts:
        return list(diagnostics)
    found: list[Diagnostic] = []
    merged: set[int] = set()
    for one in diagnostics:
        doubt = doubts.get(_spot(one, locator)[:3]) if one.code in _REFUSALS else None
        if doubt is None:
            found.append(one)
            continue
        merged.add(id(doubt))
        found.append(replace(one, notes=(*one.notes, Note(doubt.message)), help=one.help or doubt.help))
    return [one for one in found if id(one) not in merged]


def _spot(diagnostic: Diagnostic, locator: Locator) -> Spot:
    where = diagnostic.where
    return locator.spot(where) if isinstance(where, Where) else where
