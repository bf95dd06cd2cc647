"""What is the same for every number that a person writes: how long and large it may be, how it is quoted. Pure."""

from typing import Final

INT64_MAX: Final = 2**63 - 1
"""The most that Kubernetes can hold."""
LONGEST_TEXT: Final = 64
SHOWN_CHARACTERS: Final = 40


def shown(text: str) -> str:
    """A text as a message quotes it, cut where it is long."""
    if not text:
        return "an empty text"
    return f"`{text}`" if len(text) <= SHOWN_CHARACTERS else f"`{text[:SHOWN_CHARACTERS]}...`"
