"""What a plain scalar means: the core schema of YAML 1.2, and which of them other readers see differently.

Pure. Source of the core schema: YAML 1.2.2, chapter 10.3; of the other view: the types of YAML 1.1, as PyYAML
and the readers of Kubernetes have them.
"""

import math
import re
from typing import Literal

from tenantry.records import record
from tenantry.source.limits import MAX_NUMBER

Scalar = str | int | float | bool | None


@record
class Ambiguous:
    """A scalar that readers disagree about: what it is here, what it is elsewhere, how to say what is meant."""

    value: Scalar
    here: str
    elsewhere: str
    instead: str


@record
class Unusable:
    """A number that is too long to be meant."""

    reason: Literal["long", "infinite"]


_WORDS: dict[str, Scalar] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_OLD_BOOLEANS = {
    **dict.fromkeys(("yes", "Yes", "YES", "on", "On", "ON", "y", "Y"), "true"),
    **dict.fromkeys(("no", "No", "NO", "off", "Off", "OFF", "n", "N"), "false"),
}
_NUMBER_START = frozenset("0123456789+-.")
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_SPECIAL_FLOAT = re.compile(r"[-+]?\.(inf|Inf|INF)\Z|\.(nan|NaN|NAN)\Z")
_OCTAL = re.compile(r"0o[0-7]+\Z")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+\Z")
_OLD_BINARY = re.compile(r"[-+]?0b[01_]+\Z")
_OLD_UNDERSCORE = re.compile(r"[-+]?(0x[0-9a-fA-F_]+|[0-9][0-9_]*(\.[0-9_]*)?([eE][-+][0-9]+)?)\Z")
_OLD_SEXAGESIMAL = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?\Z")


def read_plain(text: str) -> Scalar | Ambiguous | Unusable:
    """The value of a scalar written without quotes."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _NUMBER_START:
        return _read_number(text)
    if text in _OLD_BOOLEANS:
        boolean = _OLD_BOOLEANS[text]
        return Ambiguous(
            text, "the text", f"the boolean {boolean}", f'"{text}" in quotes for the text, {boolean} for the boolean'
        )
    if text == "=":
        return Ambiguous(text, "the text", "the default key of a mapping", '"=" in quotes')
    return text


def _read_number(text: str) -> Scalar | Ambiguous | Unusable:
    """`text` begins as a number does; most that do are numbers, quantities, dates or addresses."""
    if len(text) > MAX_NUMBER:
        return Unusable("long") if _INTEGER.match(text) or _FLOAT.match(text) or _HEXADECIMAL.match(text) else text
    if _INTEGER.match(text):
        number = int(text)
        digits = text.lstrip("+-")
        if len(digits) > 1 and digits[0] == "0":
            return _leading_zero(text, digits, number)
        return number
    if _FLOAT.match(text):
        return _read_float(text)
    if _SPECIAL_FLOAT.match(text):
        return Unusable("infinite")
    if _HEXADECIMAL.match(text):
        return int(text, 16)
    if _OCTAL.match(text):
        number = int(text[2:], 8)
        return Ambiguous(number, f"the number {number}", "text", f'{number}, or "{text}" in quotes for the text')
    return _read_old_number(text)


def _leading_zero(text: str, digits: str, number: int) -> Ambiguous:
    old = f"the number {int(text, 8)} (octal)" if not set(digits) - set("01234567") else "text"
    return Ambiguous(number, f"the number {number}", old, f'{number}, or "{text}" in quotes for the text')


def _read_float(text: str) -> float | Ambiguous | Unusable:
    number = float(text)
    if math.isinf(number):
        return Unusable("infinite")
    # PyYAML wants a digit between a sign and the point.
    if "e" not in text and "E" not in text and (text[0] == "." or text[1:2] != "." or text[0] not in "+-"):
        return number
    plain = str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
    instead = f'"{text}" in quotes for the text' if "e" in plain else f'{plain}, or "{text}" in quotes for the text'
    return Ambiguous(number, f"the number {plain}", "text", instead)


def _read_old_number(text: str) -> str | Ambiguous:
    """Text to YAML 1.2 which YAML 1.1 reads as a number."""
    if "_" in text and _OLD_UNDERSCORE.match(text):
        plain = text.replace("_", "")
        return Ambiguous(text, "the text", f"the number {plain}", f'{plain}, or "{text}" in quotes for the text')
    if _OLD_BINARY.match(text):
        old = int(text.replace("_", ""), 2)
        return Ambiguous(text, "the text", f"the number {old}", f'{old}, or "{text}" in quotes for the text')
    if ":" in text and _OLD_SEXAGESIMAL.match(text):
        return Ambiguous(text, "the text", "a number in base 60", f'"{text}" in quotes')
    return text
