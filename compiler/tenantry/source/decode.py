"""Bytes of a spec file to text: strict UTF-8 and nothing that people cannot see.

Pure. YAML readers accept more (UTF-16, line separators, direction marks); a reviewer would then not see what
the compiler reads.
"""

import re

from tenantry.diagnostics import Diagnostic, Spot
from tenantry.diagnostics.codes.syntax import TN101, TN102

_BOM = b"\xef\xbb\xbf"
_VISIBLE_ASCII = bytes([9, 10, 13, *range(32, 127)])

# Besides the controls: line and paragraph separators (line breaks to YAML 1.1 only), the byte order mark inside a
# text, non-characters, and the marks that make a line show in another order than it is read.
_HIDDEN = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff"
_REFUSED_IN_FILE = re.compile(f"[{_HIDDEN}]")
_REFUSED_IN_VALUE = re.compile(f"[\r{_HIDDEN}]")
_LINE_BREAK = re.compile("\r\n|\n|\r")
_OWN_NAMES = {
    "\x00": "NUL",
    "\x07": "BELL",
    "\x08": "BACKSPACE",
    "\x1b": "ESCAPE",
    "\x7f": "DELETE",
    "\x85": "NEXT LINE",
}


def decode(file: str, data: bytes) -> str | Diagnostic:
    """The text of a file without its byte order mark, or the one reason it cannot be read."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Diagnostic(
            TN101, "this file is written in UTF-16, not in UTF-8", Spot(file, 1, 1), help="save it as UTF-8"
        )
    if data.startswith(_BOM):
        data = data[len(_BOM) :]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        return Diagnostic(
            TN101,
            f"the byte 0x{data[error.start]:02X} is not UTF-8",
            spot_after(file, before),
            help="save the file as UTF-8",
        )
    if len(text) == len(data) and not data.translate(None, _VISIBLE_ASCII):
        return text
    found = _REFUSED_IN_FILE.search(text)
    if found is None:
        return text
    if found.group() == "\x00" and text.count("\x00") * 3 > len(text):
        return Diagnostic(TN101, "this file looks like UTF-16, not UTF-8", Spot(file, 1, 1), help="save it as UTF-8")
    return Diagnostic(
        TN102,
        f"this line holds {describe_character(found.group())}, which nobody can see",
        spot_after(file, text[: found.start()]),
        help="remove it",
    )


def hidden_character(value: str) -> str | None:
    """The first character of a value that no spec may hold, even when it is written as an escape."""
    found = _REFUSED_IN_VALUE.search(value)
    return found.group() if found else None


def describe_character(character: str) -> str:
    """`the character U+0085 (NEXT LINE)`; without a name where Unicode has none."""
    import unicodedata  # a megabyte that only this message needs

    name = _OWN_NAMES.get(character) or unicodedata.name(character, "")
    return f"the character U+{ord(character):04X}" + (f" ({name})" if name else "")


def split_lines(text: str) -> list[str]:
    """Lines as YAML counts them: CRLF, LF and a lone CR end one. Never empty."""
    return _LINE_BREAK.split(text)


def spot_after(file: str, before: str) -> Spot:
    """The place of the character that follows `before`, the beginning of the file's text."""
    lines = split_lines(before)
    return Spot(file, len(lines), len(lines[-1]) + 1)
