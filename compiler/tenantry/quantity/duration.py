"""Lengths of time in whole seconds, as people and as Go write them. Pure."""

import re
from dataclasses import dataclass
from typing import Self

from tenantry.quantity.written import INT64_MAX, LONGEST_TEXT, SHOWN_CHARACTERS, shown

_DURATION = re.compile(r"(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m)?(?:([0-9]+)s)?")
_SECONDS_PER = (86400, 3600, 60, 1)
_LONGEST_SECONDS = INT64_MAX // 10**9


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """A length of time in whole seconds, never negative when parsed."""

    seconds: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `30s`, `30m`, `12h`, `7d` and sums in falling order such as `1h30m`.

        Raises `ValueError`, with a sentence for the author, for any other text and for what Kubernetes cannot
        hold (some 292 years: 2^63 nanoseconds).
        """
        match = _DURATION.fullmatch(text) if text and len(text) <= LONGEST_TEXT else None
        if match is None:
            raise ValueError(f"{shown(text)} is not a duration; write {_duration_instead(text)}")
        counts = (int(count or 0) for count in match.groups())
        seconds = sum(count * unit for count, unit in zip(counts, _SECONDS_PER, strict=True))
        if seconds > _LONGEST_SECONDS:
            raise ValueError(f"{shown(text)} is longer than a duration can be, which is {_LONGEST_SECONDS}s")
        return cls(seconds)

    def canonical(self) -> str:
        """As Go prints it, and so Kubernetes in configuration: `30s`, `5m0s`, `168h0m0s`."""
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            return f"{hours}h{minutes}m{seconds}s"
        return f"{minutes}m{seconds}s" if minutes else f"{seconds}s"

    def short(self) -> str:
        """For people, without empty parts: `7d`, `1h30m`, `0s`. `parse` reads it back."""
        days, rest = divmod(self.seconds, 86400)
        hours, rest = divmod(rest, 3600)
        minutes, seconds = divmod(rest, 60)
        parts = ((days, "d"), (hours, "h"), (minutes, "m"), (seconds, "s"))
        return "".join(f"{count}{unit}" for count, unit in parts if count) or "0s"

    def __str__(self) -> str:
        return self.short()


def _duration_instead(text: str) -> str:
    if text.isascii() and text.isdigit() and len(text) <= SHOWN_CHARACTERS:
        return f"`{text}s`, `{text}m`, `{text}h` or `{text}d`"
    return "`30m`, `12h`, `7d` or `1h30m`"
