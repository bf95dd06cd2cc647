"""What the YAML reader complains about, in words for people who never saw a YAML grammar.

Pure. The reader names the rule it failed on; the same mistake fails on different rules, so the words come from
the rule and from the line it stopped at. Wordings of libyaml and of PyYAML's own reader are both understood.
"""

import re
from collections.abc import Callable

from tenantry.diagnostics import Diagnostic, Note
from tenantry.diagnostics.codes.syntax import TN104, TN107, TN111
from tenantry.source.limits import MAX_DEPTH
from tenantry.source.trouble import Trouble

_CONFLICT = re.compile(r"<<<<<<< |>>>>>>> |\|\|\|\|\|\|\| |=======\Z")
_QUOTE_IT = "put the value in quotes"


def explain(file: str, text: str, error: Exception) -> Diagnostic:
    """One diagnostic for an error of the YAML reader."""
    trouble = Trouble(file, text, error)
    if isinstance(error, RecursionError) or "nesting depth" in trouble.problem:
        return Diagnostic(
            TN111, f"values are nested deeper than {MAX_DEPTH} levels", trouble.spot(), help="write it flatter"
        )
    for line, written in enumerate(trouble.lines):
        if _CONFLICT.match(written):
            return trouble.says(
                "this line was left by a merge that stopped in a conflict",
                trouble.whole(line),
                help="keep the lines that are meant and delete the markers <<<<<<<, ======= and >>>>>>>",
            )
    written = trouble.lines[trouble.line]
    indentation = written[: len(written) - len(written.lstrip())]
    if "\t" in indentation and "quoted scalar" not in trouble.context:
        return Diagnostic(
            TN104,
            "this line is indented with a tab; YAML knows only spaces",
            trouble.spot(column=indentation.index("\t"), length=indentation.count("\t")),
            help="replace each tab by two spaces",
        )
    for needle, words in _WORDS:
        if needle in trouble.problem or needle in trouble.context:
            return words(trouble)
    return trouble.says(f"this is not YAML: {trouble.problem or error.__class__.__name__}", trouble.spot())


def _alias_name(t: Trouble) -> Diagnostic:
    return t.says(
        "`*` begins an alias, and no name follows", t.spot(*t.opening), help='for the text write "*" in quotes'
    )


def _anchor_name(t: Trouble) -> Diagnostic:
    return t.says("`&` begins an anchor, and no name follows", t.spot(*t.opening), help=_QUOTE_IT)


def _undefined_alias(t: Trouble) -> Diagnostic:
    name = re.match(r"\*[-\w]*", t.lines[t.line][t.column :])
    shown = name.group() if name else "*"
    return t.says(
        f"`{shown}` is an alias, and no anchor before it has that name",
        t.spot(length=len(shown)),
        help=f'for the text write "{shown}" in quotes',
    )


def _second_anchor(t: Trouble) -> Diagnostic:
    first = Note("the first is here", t.spot(*t.opening))
    return t.says("two anchors have this name", t.spot(), notes=(first,), help="give one of them another name")


def _token(t: Trouble) -> Diagnostic:
    if t.here == "\t":
        return t.says("a tab stands where only spaces may", t.spot(), help="replace it by a space")
    return _cannot_begin(t)


def _cannot_begin(t: Trouble) -> Diagnostic:
    shown = "a backtick" if t.here == "`" else f"`{t.here}`"
    return t.says(f"a value cannot begin with {shown}", t.spot(), help=_QUOTE_IT)


def _second_colon(t: Trouble) -> Diagnostic:
    before = t.lines[t.line][: t.column]
    if re.search(r":\s", before):
        return t.says(
            "a second `:` stands on this line",
            t.spot(),
            help="put a value that holds `: ` in quotes, or begin the second key on a line of its own",
        )
    previous = t.line_before()
    if previous is None:
        return t.says("a `:` stands where none may", t.spot())
    indent, above = (len(text) - len(text.lstrip()) for text in (t.lines[t.line], t.lines[previous]))
    if indent > above:
        return t.says(
            "this line is indented deeper than the one above it, which has a value already",
            t.whole(t.line),
            help="align it with the line above, or remove the value there",
        )
    return _no_space(t, previous) or t.says(
        "this line has no `:`, so it runs on into the next one",
        t.whole(previous),
        help="write `key: value`, with a space after the colon",
    )


def _no_colon(t: Trouble) -> Diagnostic:
    line, _ = t.opening
    if re.match(r"\s*-[^\s-]", t.lines[line]):
        return t.says("a list item needs a space after its `-`", t.whole(line))
    return _no_space(t, line) or t.says(
        "this line is neither `key: value` nor a list item",
        t.whole(line),
        help="write `key: value`, with a space after the colon",
    )


def _no_space(t: Trouble, line: int) -> Diagnostic | None:
    """`guaranteed:24`, where a line is wrong for want of a space."""
    glued = re.match(r"\s*(?:- )?[-\w./]+(:)[^\s:]", t.lines[line])
    if glued is None:
        return None
    return t.says("a space is missing after this `:`", t.spot(line, glued.start(1)), help="write `key: value`")


def _list_on_key_line(t: Trouble) -> Diagnostic:
    return t.says(
        "a list cannot begin on the line of its key",
        t.spot(),
        help="put the first `-` on the next line, or write the list as [a, b]",
    )


def _in_brackets(t: Trouble) -> Diagnostic:
    line, column = t.opening
    bracket = t.lines[line][column : column + 1]
    if t.at_end or bracket not in "[{":
        return _never_closed(t)
    note = Note(f"the `{bracket}` is here", t.spot(line, column))
    closing = "]" if bracket == "[" else "}"
    return t.says(
        f"a `,` or `{closing}` is missing before this",
        t.spot(),
        notes=() if line == t.line else (note,),
        help=f"separate entries with `,` and end with `{closing}`",
    )


def _never_closed(t: Trouble) -> Diagnostic:
    line, column = t.opening
    found = t.lines[line][column : column + 1]
    what = {"'": "this quote", '"': "this quote", "[": "this `[`", "{": "this `{`"}.get(found, "a bracket before this")
    return t.says(f"{what} is never closed", t.spot(line, column))


def _escape(t: Trouble) -> Diagnostic:
    written = t.lines[t.line]
    start = written.rfind("\\", 0, t.column + 1)
    shown = written[start : start + 2] if start >= 0 else "\\"
    return t.says(
        f"`{shown}` is no complete escape",
        t.spot(column=max(start, 0), length=len(shown)),
        help=r"write \\ for a backslash, or put the value in single quotes",
    )


def _content(t: Trouble) -> Diagnostic:
    if t.at_end:
        return t.says("a value and a closing bracket are missing at the end", t.spot())
    if t.here == ",":
        return t.says("a value is missing before this `,`", t.spot())
    return _cannot_begin(t)


def _no_key(t: Trouble) -> Diagnostic:
    if not t.at_line_start:
        if t.here and t.here in "]}":
            return t.says(f"this `{t.here}` closes nothing", t.spot())
        return t.says(
            "text follows behind the end of a value",
            t.spot(length=len(t.lines[t.line].rstrip()) - t.column),
            help="a quote inside single quotes is written twice: 'it''s'",
        )
    if t.here == "-":
        return t.says(
            "a list item stands where a key is expected",
            t.whole(t.line),
            help="align it with the other items of its list",
        )
    return _indentation(t)


def _no_item(t: Trouble) -> Diagnostic:
    if t.at_line_start and t.here != "-":
        return t.says(
            "a key stands where a list item is expected",
            t.whole(t.line),
            help="begin the item with `- `, or indent the key to where it belongs",
        )
    return _no_key(t)


def _indentation(t: Trouble) -> Diagnostic:
    return t.says(
        "the indentation of this line fits no line above it",
        t.whole(t.line),
        help="align it with the keys it belongs to",
    )


def _block_text(t: Trouble) -> Diagnostic:
    return t.says("the text after `|` or `>` begins on the next line", t.spot())


def _outside_document(t: Trouble) -> Diagnostic:
    if t.at_line_start and t.here:
        return _indentation(t)
    return t.says("nothing may follow the end of a document on its line", t.spot(), help="begin the next with `---`")


def _directive(t: Trouble) -> Diagnostic:
    return t.says("this directive is not understood", t.whole(t.line), help="remove the line that begins with `%`")


def _tag_handle(t: Trouble) -> Diagnostic:
    return Diagnostic(TN107, "values have no tags here", t.spot(), help="remove the tag, or " + _QUOTE_IT)


# Looked up from the top; what is more particular stands first.
_WORDS: tuple[tuple[str, Callable[[Trouble], Diagnostic]], ...] = (
    ("scanning an alias", _alias_name),
    ("scanning an anchor", _anchor_name),
    ("undefined alias", _undefined_alias),
    ("second occurrence", _second_anchor),
    ("tag handle", _tag_handle),
    ("scanning a tag", _tag_handle),
    ("parsing a tag", _tag_handle),
    ("escape", _escape),
    ("hexdecimal", _escape),
    ("unexpected end of stream", _never_closed),
    ("unexpected document indicator", _never_closed),
    ("cannot start any token", _token),
    ("mapping keys are not allowed", _cannot_begin),
    ("mapping values are not allowed", _second_colon),
    ("could not find expected ':'", _no_colon),
    ("sequence entries are not allowed", _list_on_key_line),
    ("scanning a block scalar", _block_text),
    ("parsing a flow sequence", _in_brackets),
    ("parsing a flow mapping", _in_brackets),
    ("node content", _content),
    ("parsing a block mapping", _no_key),
    ("parsing a block collection", _no_item),
    ("document start", _outside_document),
    ("directive", _directive),
    ("incompatible YAML", _directive),
)
