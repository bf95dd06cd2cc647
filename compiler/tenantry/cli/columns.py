"""What is said about a failure, within 100 columns: further lines stand below the first.

Pure.
"""

from typing import Final

WIDTH: Final = 100
_HELP: Final = "   = help: "


def wrapped(text: str, *, before: str) -> str:
    """`text` as it reads behind `before`, which is not part of the result. Its line breaks and words stay."""
    from textwrap import wrap

    indent, room = " " * len(before), WIDTH - len(before)
    lines = [
        piece
        for line in text.split("\n")
        for piece in wrap(line, room, break_long_words=False, break_on_hyphens=False) or [""]
    ]
    return f"\n{indent}".join(lines)


def help_line(text: str) -> str:
    """The way out, as it stands below what went wrong."""
    return _HELP + wrapped(text, before=_HELP)
