"""How the pipeline says what it is at."""

from collections.abc import Callable

Progress = Callable[[str], None]
"""Told what is under way, in a word or two; called often, so it must be quick."""


def quiet(_: str) -> None:
    """Tells nobody."""
