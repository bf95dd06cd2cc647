"""Names in a sentence: all of a few, the first of many.

Pure.
"""

from collections.abc import Iterable
from typing import Final

_NAMED: Final = 3


def few(names: Iterable[str], *, named: int = _NAMED) -> str:
    """`nlp`, `nlp and vision`, `climate, nlp, vision and 4 more`. Raises ValueError for no name at all."""
    *most, last = names
    if len(most) >= named:
        return f"{', '.join(most[:named])} and {len(most) + 1 - named} more"
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, word: str) -> str:
    """`1 object`, `2 objects`."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
