"""Random damage to spec files: to their bytes, their lines, and their documents. Some edits leave a valid file."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import yaml

_VALUES: tuple[Any, ...] = (
    *(None, "", " ", "no", "x" * 300, "ümläut\u2028", "a/b", "../../etc/passwd", "{{ tenant.name }}", "${HOME}"),
    *(True, 0, -1, 1, 7, 3.5, 10**30, float("inf"), float("nan")),
    *([], {}, [[]], [None], {"group": "x"}, {"": ""}, ["training", "training"], {"a": {"b": {"c": []}}}),
    *("2026-02-30", "12h", "1e3", "10.0.0.0/33", "0.0.0.0/0", "::/0", "8080/TCP", "100000Pi", "0", "-5"),
)
_FRAGMENTS = (
    *("\t", "\x00", "\x07", "\ufeff", "---\n", "...\n", "&a ", "*a", "<<: *a\n", "!!python/object ", "? ", "- ", ": "),
    *("[" * 80, "{" * 80, "'", '"', "|\n", ">\n", "#", "%YAML 1.1\n", "\r", "\r\n", "\u0085", "!!binary aGk=", "no"),
)


def damaged(files: dict[str, bytes], random: Random) -> dict[str, bytes]:
    """The files with one to three random edits of one of them, or of two."""
    found = dict(files)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        name = random.choice(sorted(found))
        random.choice(_EDITS)(found, name, random)
    return found


def _flip_bytes(files: dict[str, bytes], name: str, random: Random) -> None:
    content = bytearray(files[name] or b"-")
    for _ in range(random.randint(1, 4)):
        content[random.randrange(len(content))] = random.randrange(256)
    files[name] = bytes(content)


def _insert_fragment(files: dict[str, bytes], name: str, random: Random) -> None:
    text = files[name].decode(errors="replace")
    place = random.randrange(len(text) + 1)
    files[name] = (text[:place] + random.choice(_FRAGMENTS) + text[place:]).encode()


def _cut(files: dict[str, bytes], name: str, random: Random) -> None:
    first, last = sorted(random.randrange(len(files[name]) + 1) for _ in range(2))
    files[name] = files[name][:first] + files[name][last:]


def _move_lines(files: dict[str, bytes], name: str, random: Random) -> None:
    """Removes, repeats or moves a run of lines, inside the file or into another."""
    lines = files[name].splitlines(keepends=True)
    first = random.randrange(len(lines) + 1)
    block = lines[first : first + random.randint(1, 8)]
    way = random.choice(("remove", "repeat", "move"))
    if way != "repeat":
        del lines[first : first + len(block)]
        files[name] = b"".join(lines)
    if way != "remove":
        target = random.choice((name, *sorted(files)))
        others = files[target].splitlines(keepends=True)
        place = random.randrange(len(others) + 1)
        files[target] = b"".join([*others[:place], *block, *others[place:]])


def _move_file(files: dict[str, bytes], name: str, random: Random) -> None:
    target = random.choice(
        (*sorted(files), "tenants/elsewhere/tenant.yaml", "clusters/more.yaml", "tenants/loose.yaml")
    )
    files[target] = files.pop(name) if random.random() < 0.5 else files[name]


def _change_documents(files: dict[str, bytes], name: str, random: Random) -> None:
    """Changes values, keys and whole blocks of the documents as data, and writes them anew."""
    try:
        documents = list(yaml.safe_load_all(files[name]))
    except (yaml.YAMLError, ValueError):
        return
    for _ in range(random.randint(1, 2)):
        places = [place for document in documents for place in _places(document)]
        if places:
            random.choice(_CHANGES)(*random.choice(places), places, random)
    files[name] = yaml.safe_dump_all(documents, sort_keys=False, allow_unicode=True).encode()


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key or index) below a node."""
    steps = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, value in list(steps):
        yield node, step
        yield from _places(value)


Place = tuple[Any, Any]


def _set_value(holder: Any, step: Any, _: list[Place], random: Random) -> None:
    holder[step] = random.choice(_VALUES)


def _remove(holder: Any, step: Any, _: list[Place], random: Random) -> None:
    if isinstance(holder, dict) or step < len(holder):
        del holder[step]


def _rename(holder: Any, step: Any, _: list[Place], random: Random) -> None:
    if isinstance(holder, dict) and step in holder:
        name = str(step)
        place = random.randrange(len(name) + 1)
        holder[name[:place] + random.choice("aeX_ -") + name[place + 1 :]] = holder.pop(step)


def _transplant(holder: Any, step: Any, places: list[Place], random: Random) -> None:
    """Puts a value from elsewhere here, so that types and depths no longer fit."""
    other, elsewhere = random.choice(places)
    if (isinstance(other, dict) and elsewhere not in other) or (isinstance(other, list) and elsewhere >= len(other)):
        return
    if isinstance(holder, dict) or step < len(holder):
        holder[step] = yaml.safe_load(yaml.safe_dump(other[elsewhere]))


def _grow(holder: Any, step: Any, _: list[Place], random: Random) -> None:
    """Repeats an item of a list, or makes a number much larger."""
    if isinstance(holder, list) and step < len(holder):
        holder.extend([holder[step]] * random.choice((1, 2, 200)))
    elif isinstance(holder, dict) and type(holder.get(step)) is int:
        holder[step] *= random.choice((-1, 2, 1000, 10**9))


_CHANGES = (_set_value, _set_value, _remove, _rename, _transplant, _grow)
_EDITS: tuple[Callable[[dict[str, bytes], str, Random], None], ...] = (
    *(_flip_bytes, _insert_fragment, _cut, _move_lines, _move_file),
    *(_change_documents, _change_documents, _change_documents),
)
