"""Waiting for what a controller does in its own time."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_PAUSE_SECONDS = 0.1


def wait_for(look: Callable[[], T], what: str, *, seconds: float = 20, pause_seconds: float = _PAUSE_SECONDS) -> T:
    """Looks again and again until there is something, and gives it. Fails the test with the last that was seen.

    A look that costs the server much is taken less often: `pause_seconds` lie between two.
    """
    end = time.monotonic() + seconds
    while not (seen := look()):
        assert time.monotonic() < end, f"after {seconds:.0f} s still not: {what} (last seen: {seen!r})"
        time.sleep(pause_seconds)
    return seen


def wait_until_steady(look: Callable[[], T], *, quiet_seconds: float, seconds: float) -> T:
    """Looks until what is seen has not changed for a while, and gives it. Fails the test where it never rests."""
    end = time.monotonic() + seconds
    seen, since = look(), time.monotonic()
    while time.monotonic() - since < quiet_seconds:
        assert time.monotonic() < end, f"not at rest after {seconds:.0f} s (last seen: {seen!r})"
        time.sleep(_PAUSE_SECONDS)
        if (now := look()) != seen:
            seen, since = now, time.monotonic()
    return seen
