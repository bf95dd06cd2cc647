"""A plan as a comment on a pull request: Markdown, judgement first, tables folded, and never too large for a comment.

Pure. GitHub takes 65,536 characters (https://docs.github.com/en/rest/issues/comments, `body`); what has no room is left
out, and the comment says where to find it. The first sentences of the judgement, who has to agree among them, are not.
"""

import re
from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics.render.printable import printable
from tenantry.plan.plan import Plan
from tenantry.plan.text.tables import Table, tables
from tenantry.plan.text.words import judgement, title

LIMIT: Final = 65_536
_ROOM: Final = LIMIT - 2_000
_ROWS: Final = 200
_SENTENCES: Final = 60
_SENTENCE: Final = 4_000
_PARTS: Final = re.compile(r"(?<=\)); ")
_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|#~])")
_MENTION: Final = "@\u200b"
"""An at sign that calls nobody: whoever is named in a plan is not written to by it."""

_MARK: Final = "\0"


def comment(plan: Plan) -> str:
    """The comment; ends in a newline, below LIMIT characters."""
    parts = [f"### {_inline(title(plan))}\n"]
    size = len(parts[0])
    cut = False
    for text in (*_sentences(plan), *map(_folded, tables(plan))):
        if size + len(text) > _ROOM:
            cut = True
            continue
        parts.append(text)
        size += len(text)
    if cut:
        parts.append("\nThis change is too large for a comment: `tenantry plan` prints all of it.\n")
    return "".join(parts)


def _sentences(plan: Plan) -> Iterator[str]:
    sentences = tuple(judgement(plan))
    for sentence in sentences[:_SENTENCES]:
        yield f"- {_inline(_shortened(sentence))}\n"
    if len(sentences) > _SENTENCES:
        yield f"- {len(sentences) - _SENTENCES:,} more, none riskier than these: `tenantry plan` prints them.\n"


def _shortened(sentence: str) -> str:
    """A sentence of many parts without the last ones."""
    if len(sentence) <= _SENTENCE:
        return sentence
    parts = _PARTS.split(sentence)
    size = count = 0
    while count < len(parts) and size + len(parts[count]) + 2 < _SENTENCE:
        size += len(parts[count]) + 2
        count += 1
    return f"{'; '.join(parts[:count])}; and {len(parts) - count:,} more." if count else f"{sentence[:_SENTENCE]}…"


def _folded(table: Table) -> str:
    lines = [
        f"\n<details><summary>{_inline(table.title)}</summary>\n\n",
        _row(table.head),
        _row(("---",) * len(table.head)),
    ]
    lines += map(_row, table.rows[:_ROWS])
    if len(table.rows) > _ROWS:
        lines.append(f"\n{len(table.rows) - _ROWS} more rows: `tenantry plan` prints them.\n")
    return "".join([*lines, "\n</details>\n"])


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(map(_inline, cells))} |\n"


def _inline(text: str) -> str:
    """Text in which nothing of a spec can become Markdown or HTML; only our own `**` stay."""
    kept = printable(text).replace("**", _MARK)
    escaped = _SPECIAL.sub(r"\\\1", kept).replace(_MARK, "**")
    return escaped.replace("@", _MENTION).replace("->", "→").replace("-\\>", "→")
