"""How messages speak of what was written: its value, its place, the word that was probably meant. Pure."""

from collections.abc import Mapping
from typing import Final

from tenantry.diagnostics import Path

_SHOWN_CHARACTERS: Final = 40


def closest(word: str, words: Mapping[str, object] | list[str]) -> str | None:
    """The word that was probably meant, whatever the case it was written in."""
    from difflib import get_close_matches

    by_lower = {candidate.lower(): candidate for candidate in words}
    found = get_close_matches(word.lower(), list(by_lower), n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def shown(value: object) -> str:
    """A value as it is written in YAML, cut where it is long; what kind it is where it holds others."""
    if isinstance(value, dict):
        return "{...}"
    if isinstance(value, list):
        return "[...]"
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value).replace("\n", " ") or '""'
    return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}..."


def written(path: Path, value: object) -> str:
    """`key: value`, or for an entry of a list the value and the key of the list."""
    keys = [part for part in path if isinstance(part, str)]
    if path and isinstance(path[-1], int):
        return f"`{shown(value)}` in `{keys[-1]}`" if keys else f"`{shown(value)}`"
    return f"`{keys[-1]}: {shown(value)}`" if keys else f"`{shown(value)}`"


def place_of(path: Path) -> str:
    """A value by its key, or an entry by the key of its list."""
    keys = [f"`{part}`" for part in path if isinstance(part, str)]
    if not keys:
        return "the document"
    return f"an entry of {keys[-1]}" if isinstance(path[-1], int) else keys[-1]


def mapping_at(kind: str, path: Path) -> str:
    """The mapping at `path`, spoken of as the kind where it is the document or its spec."""
    return kind if path in ((), ("spec",)) else f"{place_of(path)} in {kind}"
