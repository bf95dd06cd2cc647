"""How large a text an expression could build: doubling in disguise is refused before it runs.

The engine bounds the steps of loops but not the size of texts: ten times `.replace('x', <28 x>)` asks for more memory
than any machine has. Nor does it bound what lists that repeat lists hold altogether: each of nine turns of
`.map(a, [a, a, a, a, a, a, a, a, a, a])` is one step, and comparing the result takes minutes. So the checked expression
is walked once with assumed sizes of what it is given, and the largest text or list that any part of it could build is
computed. A rule's variables carry their sizes into the expressions after them. Pure; deterministic.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from tenantry.policy.wire import Fields, checked_expression, every, fields, first, wire

TEXT_LIMIT: Final = 1 << 20
LIST_LIMIT: Final = 1_000_000
VOLUME_LIMIT: Final = 100_000
"""Values within values, counted wherever they stand; something given counts as one, a text that was built as often as
a given text goes into it."""

_GIVES_A_WORD: Final = frozenset(
    [
        "_==_",
        "_!=_",
        "_<_",
        "_<=_",
        "_>_",
        "_>=_",
        "_&&_",
        "_||_",
        "!_",
        "@in",
        "size",
        "contains",
        "startsWith",
        "endsWith",
        "matches",
    ]
)
"""Functions that give true, false or a number, whatever they are given."""

TOO_LARGE: Final = "a text or list that is larger than an expression may build"


class Sizes(NamedTuple):
    """What an expression is assumed to be given: characters of a text, entries of a list."""

    text: int
    entries: int


class Size(NamedTuple):
    """Bounds of a value: characters of the longest text in it, entries of the longest list in it, and how many values
    it holds altogether. `of` bounds each entry of a list that the expression built; None for anything else."""

    text: int
    entries: int
    volume: int = 1
    of: "Size | None" = None


class OutgrownError(Exception):
    """A part may build more than the limits; its words are a sentence."""


def measured(checked: bytes, sizes: Sizes, named: Mapping[str, Size]) -> Size:
    """What the serialized expression could build, with `named` by name as `variables.<name>`.

    Raises OutgrownError where that is beyond the limits.
    """
    scope = {f"variables.{name}": size for name, size in named.items()}
    return _Walker(Size(sizes.text, sizes.entries)).size(first(checked_expression(checked), 4), scope)


class _Walker:
    def __init__(self, given: Size) -> None:
        self._given = given

    def size(self, expression: bytes, scope: dict[str, Size]) -> Size:
        for field, value in wire(expression):
            if not isinstance(value, bytes):
                continue
            if field == 3:
                return self._text(_characters(value))
            if field == 4:
                name = first(fields(value), 1).decode()
                return scope.get(name, self._given)
            if field == 5:
                return self.size(first(fields(value), 1), scope)
            if field == 6:
                return self._call(fields(value), scope)
            if field == 7:
                elements = [self.size(one, scope) for one in every(fields(value), 1)]
                return _list(elements, entries=len(elements))
            if field == 8:
                entries = [fields(entry) for entry in every(fields(value), 2)]
                parts = [self.size(part, scope) for entry in entries for at in (3, 4) for part in every(entry, at)]
                return _list(parts, entries=len(entries))
            if field == 9:
                return self._comprehension(fields(value), scope)
        return Size(1, 1)

    def _call(self, call: Fields, scope: dict[str, Size]) -> Size:
        function = first(call, 2).decode()
        operands = [self.size(one, scope) for one in (*every(call, 1), *every(call, 3))]
        most = _largest(operands)
        if function in _GIVES_A_WORD:
            return Size(most.text, 1)
        if function == "_+_":
            one, other = operands
            whole = one.volume + other.volume
            grown = Size(one.text + other.text, one.entries + other.entries, whole, _either(one.of, other.of))
        elif function == "replace" and len(operands) >= 3:
            grown = self._text(operands[0].text * (operands[2].text + 1))
        elif function == "join":
            separator = operands[1].text if len(operands) > 1 else 0
            grown = self._text(operands[0].entries * (operands[0].text + separator))
        elif function == "format":
            shown = operands[1]
            each = min(shown.text * max(shown.entries, shown.volume), shown.volume * self._given.text)
            grown = self._text(operands[0].text + each)
        elif function == "split":
            grown = Size(most.text, most.text + 1, most.text + 1, Size(most.text, 1))
        elif function == "string":
            grown = self._text(max(most.text, 40))
        elif function in ("strings.quote", "base64.encode"):
            grown = self._text(2 * most.text + 4)
        else:
            return most
        return _within(grown, function)

    def _text(self, characters: int) -> Size:
        """A text that was built: it counts as often as a given text goes into it."""
        return Size(characters, 1, max(1, -(-characters // self._given.text)))

    def _comprehension(self, loop: Fields, scope: dict[str, Size]) -> Size:
        """A macro: `accu` begins with `init`, and every turn adds one entry at most: there are no other loops."""
        range_ = self.size(first(loop, 2), scope)
        init = self.size(first(loop, 4), scope)
        variable, accumulator = first(loop, 1).decode(), first(loop, 3).decode()
        inner = {**scope, variable: range_.of or range_, accumulator: Size(0, 0, 0)}
        gain = self.size(first(loop, 6), inner)
        entries = max(init.entries + range_.entries, gain.entries)
        volume = init.volume + (range_.entries if gain.of else 1) * gain.volume
        total = _within(Size(max(init.text, gain.text), entries, volume, _either(init.of, gain.of)), "a loop")
        return self.size(first(loop, 7), {**scope, accumulator: total})


def _within(size: Size, what: str) -> Size:
    if size.text > TEXT_LIMIT or size.entries > LIST_LIMIT or size.volume > VOLUME_LIMIT:
        name = {"_+_": "`+`"}.get(what, f"`{what}`" if what.isidentifier() else what)
        raise OutgrownError(f"{name} could build {TOO_LARGE}")
    return size


def _characters(value: bytes) -> int:
    """The length of a constant text; 1 for any other constant."""
    texts = [one for field, one in wire(value) if field in (6, 7) and isinstance(one, bytes)]
    return max((len(one) for one in texts), default=1)


def _largest(sizes: list[Size]) -> Size:
    """What is as large as each of them."""
    most = Size(0, 0)
    for one in sizes:
        text, entries, volume = (max(a, b) for a, b in zip(most[:3], one[:3], strict=True))
        most = Size(text, entries, volume, _either(most.of, one.of))
    return most


def _either(one: Size | None, other: Size | None) -> Size | None:
    return _largest([one, other]) if one and other else one or other


def _list(elements: list[Size], *, entries: int) -> Size:
    """A list or mapping that holds them."""
    of = _largest(elements)
    volume = sum(element.volume for element in elements)
    return _within(Size(of.text, max(entries, of.entries), max(volume, 1), of), "a list")
