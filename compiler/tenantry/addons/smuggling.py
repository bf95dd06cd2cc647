"""Whether people's own words, filled into a template, say more than a text: keys, items or objects of their own.

Pure. A template is the platform's, a display name or cost centre the tenant's. Where such a text holds characters that
YAML may read as structure, the template is filled again with a plain word in its place: both results must have the
same keys, items and other texts. With `tojson` in the template they always have.
"""

import re
from typing import Any, Final

_FREE_TEXTS: Final = frozenset({"displayName", "costCenter"})
"""Values that are people's own words; all others are names, which hold nothing that YAML reads."""

_HARMLESS: Final = re.compile(r"[\w ./@+()-]*")
_PLAIN_WORD: Final = "tenantryplainword"
"""Stands for a free text; no template says it by chance."""


def neutral(values: dict[str, Any]) -> dict[str, Any] | None:
    """The same values with a plain word for every free text that could be more; None where there is no such text."""
    replaced: list[str] = []
    found = _replaced(values, replaced)
    assert isinstance(found, dict)
    return found if replaced else None


def _replaced(value: Any, replaced: list[str]) -> Any:
    if isinstance(value, list):
        return [_replaced(item, replaced) for item in value]
    if not isinstance(value, dict):
        return value
    made = {}
    for key, item in value.items():
        if key in _FREE_TEXTS and isinstance(item, str) and _HARMLESS.fullmatch(item) is None:
            replaced.append(key)
            made[key] = _PLAIN_WORD
        else:
            made[key] = _replaced(item, replaced)
    return made


def says_more(filled: Any, plain: Any) -> bool:
    """Whether a result differs from the one with plain words anywhere but in the texts that hold such a word."""
    if isinstance(plain, dict):
        return (
            not isinstance(filled, dict)
            or filled.keys() != plain.keys()
            or any(says_more(filled[key], plain[key]) for key in plain)
        )
    if isinstance(plain, list):
        return (
            not isinstance(filled, list)
            or len(filled) != len(plain)
            or any(says_more(one, other) for one, other in zip(filled, plain, strict=True))
        )
    if isinstance(plain, str) and _PLAIN_WORD in plain.lower():
        return isinstance(filled, dict | list)
    return bool(filled != plain)
