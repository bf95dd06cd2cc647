"""Text from specs made safe to print: what steers a terminal or hides a word is shown as an escape.

Pure. Specs come from anyone, and a message quotes them.
"""

import re

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\ud800-\udfff\U000e0000-\U000e0fff]"
)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str) -> str:
    """`text` with every control, direction mark and invisible character as an escape."""
    return _UNSAFE.sub(lambda found: escape(found.group()), text)


def escape(character: str) -> str:
    """`\\x1b`, `\\u202e`, or `\\n` and the like."""
    number = ord(character)
    short = _SHORT.get(character)
    if short is not None:
        return short
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
