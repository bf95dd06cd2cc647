"""What to do about an expression that could not be computed: another thing for each kind of failure.

Pure. Reasons are those of `cel.Failed`.
"""

import re
from typing import Final

_MISSING: Final = re.compile(r"there is no key |`.*` is not given$")
_REMEDIES: Final = (
    (re.compile(r"neither true nor false$"), "compare what it gives with something, so that it is true or false"),
    (
        re.compile(r"overflow|out of range"),
        "numbers are whole and at most 64 bits; compute with smaller ones, or with `double(...)`",
    ),
    (
        re.compile(r"(divide|modulus) by zero"),
        "ask first whether what it is divided by is 0, as in `a == 0 || b / a > 1`",
    ),
    (
        re.compile(r"invalid regular expression"),
        r"correct the regular expression; a character that stands for itself is written as in `\\.`, or `[.]`",
    ),
    (
        re.compile(r"index error|index out of|greater than"),
        "ask `size(...)` first: the first entry of a list is `[0]`, and the last `[size(list) - 1]`",
    ),
    (
        re.compile(r"no matching overload|of different types|SELECT to non-message"),
        "convert a value first, as in `int(...)` or `string(...)`; ask `type(...)` where it may be of several types",
    ),
    (
        re.compile(r"conversion|cannot convert|is not a quantity|is not an address range"),
        "ask first whether the text is of that form, with `matches(...)`, `isQuantity(...)` or `isCIDR(...)`",
    ),
)
_OTHERWISE: Final = "correct the expression, or ask first for what it cannot be computed from"


def remedy(reason: str, *, missing: str) -> str:
    """The help for a failure; `missing` is that for a key that is not there, which depends on who asked."""
    inner = re.sub(r"^variable `\w+`: ", "", reason)
    if _MISSING.match(inner):
        return missing
    return next((words for pattern, words in _REMEDIES if pattern.search(inner)), _OTHERWISE)
