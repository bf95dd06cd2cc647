"""Markdown pages of the project as data: fenced blocks with their section, inline code, links, headings.

Reads files only.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.support.workspaces import REPOSITORY

_FENCE = re.compile(r"^( *)```(\w*)$")
_HEADING = re.compile(r"^#+ (.*)$")
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


class Block(NamedTuple):
    """A fenced block: its language, its text without the fence's indentation, the heading it stands below."""

    language: str
    text: str
    section: str
    line: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page by its path relative to the repository; `prose` is its text without fenced blocks."""

    path: str
    prose: str
    blocks: tuple[Block, ...]
    headings: tuple[str, ...]

    @property
    def inline_code(self) -> list[str]:
        return _CODE.findall(self.prose)

    @property
    def links(self) -> list[str]:
        return _LINK.findall(_CODE.sub("", self.prose))

    def below(self, section: str, language: str) -> list[str]:
        """Texts of the blocks of a language below a heading."""
        return [block.text for block in self.blocks if (block.section, block.language) == (section, language)]


def pages() -> list[Page]:
    """README.md and everything below docs/, by path."""
    paths = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
    return [read_page(path) for path in paths]


def read_page(path: Path) -> Page:
    """One page. Raises AssertionError where a fence is not closed."""
    prose: list[str] = []
    headings: list[str] = []
    blocks = list(_blocks(path.read_text(encoding="utf-8").splitlines(), prose, headings))
    return Page(path.relative_to(REPOSITORY).as_posix(), "\n".join(prose), tuple(blocks), tuple(headings))


def _blocks(lines: list[str], prose: list[str], headings: list[str]) -> Iterator[Block]:
    inside: list[str] | None = None
    indent, language, start = "", "", 0
    for number, line in enumerate(lines, 1):
        fence = _FENCE.match(line)
        if inside is not None:
            if fence and fence[2] == "" and fence[1] == indent:
                text = "".join(f"{one.removeprefix(indent)}\n" for one in inside)
                yield Block(language, text, headings[-1] if headings else "", start)
                inside = None
            else:
                inside.append(line)
        elif fence:
            inside, indent, language, start = [], fence[1], fence[2], number + 1
        else:
            prose.append(line)
            if heading := _HEADING.match(line):
                headings.append(heading[1])
    assert inside is None, f"the block at line {start} is never closed"


def anchor(heading: str) -> str:
    """The anchor that Markdown renderers give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
