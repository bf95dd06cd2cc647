"""The manifest writer: bodies to block YAML that every reader, YAML 1.1 or 1.2, takes for the same data.

Pure. Two spaces, `- ` at the indent of its key, insertion order kept, no line folded, no anchors; a text is
plain only where no reader could take it for something else. Same bodies, same text.
"""

import re
from collections.abc import Iterable
from json.encoder import encode_basestring
from typing import Any

from tenantry.ir import Body

_LONGEST_KEY = 1024
"""Characters of a written key: YAML readers need not look further for the colon."""

_DEEPEST = 200
"""Columns of indent, some 100 levels: far beyond any object, and short of Python's own limit."""

_CACHED_LENGTH = 128
_CACHED_TEXTS = 1 << 15
_CACHED_KEYS = 1 << 10
_CACHED_PREFIXES = 1 << 6

# Printable ASCII from a letter, `_` or `/` on; a colon only before and a `#` only after a non-space; or a
# Kubernetes quantity with a suffix that makes it a text for all (not `E`: `1E3` is a number for some).
_PLAIN = re.compile(
    r"[A-Za-z_/](?:[!-9;-~]|:(?=[!-~])| (?=[ -\"$-~]))*|[0-9]+(?:m|k|[MGTP]|[KMGTPE]i)",
)
# Words that YAML 1.1 or 1.2 reads as null or a truth value, in any case.
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
_LONGEST_WORD = 5

# Not printable for YAML, or a line break for some readers, or a mark that editors drop.
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# A block shows lines as they are: no controls or tabs, no space before the first line (readers would take it
# for indentation), and one line break at the end at most, so that no file ends in blank lines.
_BLOCK = re.compile(
    "(?! )[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]+"
    "(?:\n+[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]+)*\n?"
)
_TRAILING_SPACE = re.compile(r" (?:\n|\Z)")
_LINE_START = re.compile(r"\n(?=[^\n])")


def dump_document(body: Body) -> str:
    """One document: `---`, then the body, then one line break.

    Raises `TypeError`, naming the kind and the line, for what a body may not hold (None, tuples, keys that
    are no text), and `ValueError` for what readers refuse (lone surrogates, not-a-number, keys over 1,024
    characters, more than 100 levels).
    """
    return Writer().document(body)


def dump_documents(bodies: Iterable[Body]) -> str:
    """Documents one after the other, each opened by `---`; no bodies give an empty text. Raises as above."""
    return "".join(map(Writer().document, bodies))


class Writer:
    """Writes bodies and remembers, within fixed bounds, how texts and keys are written.

    What it remembers changes the time only, never the text.
    """

    __slots__ = ("_keys", "_texts")

    def __init__(self) -> None:
        self._texts = _Texts()
        self._keys = _KeysByPrefix()

    def document(self, body: Body) -> str:
        """See `dump_document`."""
        if type(body) is not dict:
            raise TypeError(f"a document is a map, not {type(body).__name__}")
        if not body:
            return "---\n{}\n"
        pieces = ["---"]
        try:
            self._map(body, "\n", "\n", pieces)
        except (TypeError, ValueError) as error:
            line = "".join(pieces).rpartition("\n")[2].strip()
            raise type(error)(f"{error}, after `{line}` of {body.get('kind', 'a body')}") from None
        pieces.append("\n")
        return "".join(pieces)

    def _map(self, entries: dict[str, Any], first: str, line: str, pieces: list[str]) -> None:
        """Each key after `line`, a line break and the indent; the first after `first`, such as `\\n- `."""
        if len(line) > _DEEPEST:
            raise ValueError("a body is nested too deeply")
        append, texts = pieces.append, self._texts
        keys, later_keys = self._keys[first], self._keys[line]
        for key, value in entries.items():
            append(keys[key])
            keys = later_keys
            kind = type(value)
            if kind is str:
                append(texts[value] or _block(value, line + "  "))
            elif kind is dict and value:
                deeper = line + "  "
                self._map(value, deeper, deeper, pieces)
            elif kind is list and value:
                self._list(value, line + "-", line, pieces)
            else:
                append(_simple(value))

    def _list(self, items: list[Any], first: str, line: str, pieces: list[str]) -> None:
        """Each dash after `line`; `first` is the text up to and with the first dash."""
        if len(line) > _DEEPEST:
            raise ValueError("a body is nested too deeply")
        append, texts, dash = pieces.append, self._texts, first
        for item in items:
            kind = type(item)
            if kind is str:
                append(dash)
                append(texts[item] or _block(item, line + "  "))
            elif kind is dict and item:
                self._map(item, dash + " ", line + "  ", pieces)
            elif kind is list and item:
                self._list(item, dash + " -", line + "  ", pieces)
            else:
                append(dash)
                append(_simple(item))
            dash = line + "-"


class _Texts(dict[str, str]):
    """Text to how it is written after a colon or dash; empty for a text that is written as a block."""

    def __missing__(self, text: str) -> str:
        written = "" if "\n" in text and _is_block(text) else " " + _inline(text)
        if len(text) <= _CACHED_LENGTH:
            if len(self) >= _CACHED_TEXTS:
                self.clear()
            self[text] = written
        return written


class _KeysByPrefix(dict[str, "_Keys"]):
    """Line prefix (line break, indent, dashes) to the keys written after it."""

    def __missing__(self, prefix: str) -> "_Keys":
        if len(self) >= _CACHED_PREFIXES:
            self.clear()
        keys = self[prefix] = _Keys(prefix)
        return keys


class _Keys(dict[str, str]):
    """Key to the piece `<prefix><key>:`."""

    __slots__ = ("_prefix",)

    def __init__(self, prefix: str) -> None:
        super().__init__()
        self._prefix = prefix

    def __missing__(self, key: str) -> str:
        if type(key) is not str:
            raise TypeError(f"a key is a text, not {type(key).__name__}")
        written = _inline(key)
        if len(written) > _LONGEST_KEY:
            raise ValueError(f"a key has {len(written)} characters, more than {_LONGEST_KEY}")
        piece = f"{self._prefix}{written}:"
        if len(key) <= _CACHED_LENGTH:
            if len(self) >= _CACHED_KEYS:
                self.clear()
            self[key] = piece
        return piece


def _inline(text: str) -> str:
    """The text on one line: as it is where no reader can mistake it, else in double quotes as JSON does."""
    if _PLAIN.fullmatch(text) and not (len(text) <= _LONGEST_WORD and text.lower() in _WORDS):
        return text
    if text.isascii() and "\x7f" not in text:
        return encode_basestring(text)
    if _SURROGATE.search(text):
        raise ValueError("a lone surrogate is no character")
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", encode_basestring(text))


def _is_block(text: str) -> bool:
    return _BLOCK.fullmatch(text) is not None and _TRAILING_SPACE.search(text) is None


def _block(text: str, line: str) -> str:
    """The text as a literal block, each line after `line`; the header says whether a line break ends it."""
    header = " |-"
    if text[-1] == "\n":
        header, text = " |", text[:-1]
    return header + line + _LINE_START.sub(line, text)


def _simple(value: object) -> str:
    """Whatever has no inner part and is no text. Raises `TypeError` for what a body may not hold."""
    if value is True:
        return " true"
    if value is False:
        return " false"
    if type(value) is int:
        return f" {value}"
    if type(value) is float:
        return " " + _float(value)
    if type(value) is dict:
        return " {}"
    if type(value) is list:
        return " []"
    raise TypeError(f"a body cannot hold {type(value).__name__}")


def _float(value: float) -> str:
    """The shortest digits that read back the same, with the point that YAML 1.1 asks of a float."""
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError(f"{value} is no number that JSON has")
    digits = repr(value)
    return digits.replace("e", ".0e") if "." not in digits else digits
