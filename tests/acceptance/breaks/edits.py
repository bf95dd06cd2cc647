"""What a person does to the specs, as values: each edit changes a copy of the worked example on disk.

An edit that does not fit the example fails at once (AssertionError), so that a table never breaks silently.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

SEPARATOR = "---\n"
MEANT = "»"


class Edit(Protocol):
    """Something that is done to a file. `place` tells edits apart: equal places are the same kind of break."""

    @property
    def file(self) -> str: ...

    @property
    def place(self) -> tuple[str, ...]: ...

    def apply(self, root: Path) -> None: ...


@dataclass(frozen=True, slots=True)
class Change:
    """Writes `new` where `old` stands; `old` may go over lines and stands exactly once."""

    file: str
    old: str
    new: str

    @property
    def place(self) -> tuple[str, ...]:
        return ("change", self.file, self.old.strip().rpartition("\n")[2], _verb(self.old, self.new))

    def apply(self, root: Path) -> None:
        path = root / self.file
        text = path.read_text()
        assert text.count(self.old) == 1, f"{self.old!r} stands {text.count(self.old)} times in {self.file}"
        path.write_text(text.replace(self.old, self.new))


@dataclass(frozen=True, slots=True)
class Append:
    """Adds a document at the end of a file, or begins the file with it."""

    file: str
    document: str

    @property
    def place(self) -> tuple[str, ...]:
        return ("append", self.file, self.document)

    def apply(self, root: Path) -> None:
        path = root / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text() + SEPARATOR if path.exists() else ""
        path.write_text(before + self.document)


@dataclass(frozen=True, slots=True)
class Write:
    """Writes a whole file, as text or as bytes."""

    file: str
    content: str | bytes

    @property
    def place(self) -> tuple[str, ...]:
        return ("write", self.file, str(hash(self.content)))

    def apply(self, root: Path) -> None:
        path = root / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.content.encode() if isinstance(self.content, str) else self.content)


@dataclass(frozen=True, slots=True)
class Encode:
    """Saves a file in another encoding."""

    file: str
    encoding: str

    @property
    def place(self) -> tuple[str, ...]:
        return ("encode", self.file, self.encoding)

    def apply(self, root: Path) -> None:
        path = root / self.file
        path.write_text(path.read_text(), encoding=self.encoding)


@dataclass(frozen=True, slots=True)
class Remove:
    """Removes a file or a folder."""

    file: str

    @property
    def place(self) -> tuple[str, ...]:
        return ("remove", self.file)

    def apply(self, root: Path) -> None:
        path = root / self.file
        assert path.exists(), f"there is no {self.file}"
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


@dataclass(frozen=True, slots=True)
class Rename:
    """Gives a file or a folder another name or place."""

    file: str
    to: str

    @property
    def place(self) -> tuple[str, ...]:
        return ("rename", self.file, self.to)

    def apply(self, root: Path) -> None:
        assert (root / self.file).exists(), f"there is no {self.file}"
        (root / self.to).parent.mkdir(parents=True, exist_ok=True)
        (root / self.file).rename(root / self.to)


@dataclass(frozen=True, slots=True)
class Take:
    """Takes the one document that holds `marker` out of a file, and puts it at the end of the file `to`, if given."""

    file: str
    marker: str
    to: str = ""

    @property
    def place(self) -> tuple[str, ...]:
        return ("take", self.file, self.marker, self.to)

    def apply(self, root: Path) -> None:
        path = root / self.file
        documents = path.read_text().split(SEPARATOR)
        found = [document for document in documents if self.marker in document]
        assert len(found) == 1, f"{self.marker!r} stands in {len(found)} documents of {self.file}"
        documents.remove(found[0])
        if documents:
            path.write_text(SEPARATOR.join(documents))
        else:
            path.unlink()
        if self.to:
            Append(self.to, found[0]).apply(root)


@dataclass(frozen=True, slots=True)
class Point:
    """Makes `file` a symbolic link to `target`."""

    file: str
    target: str

    @property
    def place(self) -> tuple[str, ...]:
        return ("point", self.file, self.target)

    def apply(self, root: Path) -> None:
        (root / self.file).symlink_to(self.target)


@dataclass(frozen=True, slots=True)
class Pipe:
    """Makes `file` a named pipe, which nobody writes to."""

    file: str

    @property
    def place(self) -> tuple[str, ...]:
        return ("pipe", self.file)

    def apply(self, root: Path) -> None:
        os.mkfifo(root / self.file)


@dataclass(frozen=True, slots=True, init=False)
class Break:
    """One mistake: what was done, by which edits, and where the one message belongs.

    `at` is a text that stands exactly once in the broken file: in that of the first edit, or as a pair of another
    file and a text. It may go over lines to be the only one; `»` then stands on the line that is meant, else it is
    the first. An empty text means line 1 of the file.
    """

    what: str
    edits: tuple[Edit, ...]
    at: tuple[str, str]

    def __init__(self, what: str, *edits: Edit, at: str | tuple[str, str]) -> None:
        object.__setattr__(self, "what", what)
        object.__setattr__(self, "edits", edits)
        object.__setattr__(self, "at", (edits[0].file, at) if isinstance(at, str) else at)

    @property
    def kind(self) -> frozenset[tuple[str, ...]]:
        """What is edited where: two breaks of a code differ in it."""
        return frozenset(edit.place for edit in self.edits)

    def expected(self, root: Path) -> tuple[str, int]:
        """File and line of the message in the broken example below `root`."""
        file, marker = self.at
        if not marker:
            return file, 1
        before, _, after = marker.rpartition(MEANT)
        text = (root / file).read_text(errors="replace")
        assert text.count(before + after) == 1, f"{marker!r} stands {text.count(before + after)} times in {file}"
        return file, text[: text.index(before + after) + len(before)].count("\n") + 1


Breaks = dict[str, tuple[Break, ...]]
"""The breaks of every code, by its text."""


def document(kind: str, metadata: str, spec: str) -> str:
    """The text of a document; `spec` is a flow mapping on one line, or lines of a block with their indentation."""
    gap = "\n" if spec.startswith(" ") else " "
    return f"apiVersion: tenantry.dev/v1alpha1\nkind: {kind}\nmetadata: {metadata}\nspec:{gap}{spec.rstrip()}\n"


def grant(team: str, name: str, spec: str) -> str:
    """The text of a grant to a team; `spec` is the inside of a flow mapping, without the reason."""
    return document("Grant", f"{{tenant: {team}, name: {name}}}", f"{{{spec}, reason: more}}")


def _verb(old: str, new: str) -> str:
    """Whether a change replaces, takes away, or adds a field, and which."""
    if old in new:
        return f"add {new.replace(old, '', 1).partition(':')[0].strip()}"
    return "take away" if new in old else "replace"
