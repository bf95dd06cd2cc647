"""The manifest writer and its reader: every reader of YAML 1.1 or 1.2 gets back what was written."""

import json
import math
import re
from typing import Any

import pytest
import yaml as pyyaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from tenantry.emit.yaml import Writer, dump_document, dump_documents
from tenantry.emit.yaml_reader import NotCanonical, read_documents
from tenantry.ir import Body

# fmt: off
_WORDS = "null true false yes no on off y n ~ none nan inf"
_WITHOUT_SPACES = r"""
1e3 1E3 1e+3 1e-3 1.5e3 .5 5. .1e1 0.1e1 0o17 0O17 012 08 09 0x1F 0b101 1_000 1_000.5 +1 -1 +.5 0 00 -0 1. 1.0
12:30:45 1:1 190:20:30.15 2024-01-01 2024-01-01T00:00:00Z .inf -.inf +.INF .nan .NaN 007 9223372036854775808
500m 80Gi 1k 1K 5M 2E 1E 1Ei 1e 2T 0Gi 1Mi2 1mm 12P 0.5Gi _1 _ _1_000 e3 E3 1.5Gi 012Mi 1_0Mi
= << < > ~ - -- --- ... ? : , [ ] { } # & * ! | |- > % @ ` ' " \ / // &a *a !a !!str %YAML @a {} [] a|b *.*
a: :a a:b a:b:c a#b a# #a -a ?a /a a/b a, a] {a} [a] 'a' "a" a'b a"b a\b a\nb https://a.b:1/c?d=e#f
"""
NASTY = [
    *(spelled for word in _WORDS.split() for spelled in (word, word.title(), word.upper())),
    *_WITHOUT_SPACES.split(),
    "- a", "- - a", "? a", ": a", "a: b", "a :b", "a : b", "a #b", "a # b", "a  b", "a  #b", "a  :", ": ",
    " #", "", " ", "  ", " a", "a ", "\t", "\ta", "a\t", "a\tb", "a: ", "a:\t", "a\t#b", "a:\tb", "# a",
    "--- a", "... a", "\n", "\n\n", "a\n", "a\n\n", "\na", "\n\na", "a\nb", "a\nb\n", "a\nb\n\n", "a\n\nb",
    "a\n \nb", "a\n  b\nc", " a\nb", "a\n b", "a \nb", "a\nb ", "a\nb \n", "\ta\nb", "a\n\tb", "a\tb\nc",
    "a\nb\t", "a\n\n\n b\n", "- a\n- b\n", "a: b\nc: d\n", "# a\nb", "---\na", "a\n---\nb\n", "a\n...\nb",
    "%a\nb", "'a\nb", '"a\nb"', "| a\nb", "#\n#\n", "if x == nil then\n  return 'no'\nend\n", "é\nü\n",
    "emoji 🙂\nnext\n", "a\r\nb", "a\rb", "\r", "a\n\rb", "a\n#b\n c", "\x00", "\x01", "\x07", "\x1b",
    "\x7f", "\x80", "\x85", "a\x85b", "a\nb\x85", "a\x85\nb", "\x9f", "\xa0", "\xad", "\u2028", "a\u2028b",
    "\u2029", "a\nb\u2028c", "\ufeff", "\ufeffa", "a\ufeffb", "a\n\ufeffb", "\ufffd", "\ufffe", "\uffff",
    "\u200b", "\u202e", "\ud7ff", "\ue000", "\U0001f642", "\U0010ffff", "\U0001ffff", "e\u0301", "日本語",
    "x" * 81, "word " * 40 + "end", "a\n" + "long line " * 20 + "end\n", "x" * 129, "long: " + "x " * 60,
    "é" * 300, "True ", "null\n", "no\nyes\n", "1\n2\n", "{}\n{}", "a\\nb\nc", "a\nb\x00", "a\n\u2029b",
    "a\xa0\nb", "\xa0a\nb",
]
# fmt: on

PLAIN_WORTHY = [
    "v1",
    "kueue.x-k8s.io/v1beta2",
    "/var/run",
    "system:masters",
    "80Gi",
    "500m",
    "a b",
    "x=y,z",
    "_a",
]

texts = st.sampled_from(NASTY) | st.text(max_size=12) | st.text(st.sampled_from("ab \n\t#:-'\"\\0"), max_size=10)
texts = texts.filter(lambda text: not any("\ud800" <= character <= "\udfff" for character in text))
leaves = texts | st.booleans() | st.integers(-(2**63), 2**64) | st.floats(allow_nan=False, allow_infinity=False)
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=12,
)
bodies = st.dictionaries(texts, trees, max_size=4)


def exactly(value: object) -> str:
    """Text that differs where order, or true, 1 and 1.0, differ."""
    return json.dumps(value)


def by_yaml_1_1(text: str) -> list[Any]:
    return list(pyyaml.load_all(text, Loader=pyyaml.CSafeLoader))


def by_yaml_1_2(text: str) -> list[Any]:
    return [json.loads(json.dumps(body)) for body in YAML(typ="safe", pure=True).load_all(text)]


READERS = {"YAML 1.1": by_yaml_1_1, "YAML 1.2": by_yaml_1_2, "our own reader": read_documents}


@pytest.mark.parametrize("reader", READERS)
def test_nasty_texts_as_values_keys_and_items_are_read_back(reader: str) -> None:
    written: list[Body] = [
        {f"key-{index}": text for index, text in enumerate(NASTY)},
        {text: index for index, text in enumerate(dict.fromkeys(NASTY))},
        {"items": NASTY},
        {"items": [{text: text, "after": text} for text in NASTY]},
        {"items": [[[text, "after"]] for text in NASTY]},
        {text: {text: [text]} for text in NASTY},
    ]

    read = READERS[reader](dump_documents(written))

    assert exactly(read) == exactly(written)


@pytest.mark.parametrize("reader", ["YAML 1.1", "our own reader"])
def test_each_nasty_text_is_read_back_when_it_ends_the_file(reader: str) -> None:
    for text in NASTY:
        for body in ({"a": text}, {"a": [text]}, {"a": {"b": [[text]]}}):
            written = dump_document(body)

            assert exactly(READERS[reader](written)) == exactly([body])
            assert written.endswith("\n")
            assert not written.endswith("\n\n")


@given(st.lists(bodies, max_size=3))
@settings(max_examples=150, deadline=None)
@example([{}, {"a": {}}, {"a": []}, {"a": [[], {}, [[]], [{}], [[{"b": []}]]]}, {}])
@example([{"a": [[[1, 2], 3], [{"b": 1, "c": [2]}, "d\ne"]], "f": {"g": [{"h": {"i": [1]}}]}}])
@example([{"a": [1e16, 1e-7, 1.5e300, 5e-324, -0.0, 0.1, 1.0, 2**70, -1]}])
def test_any_tree_is_read_back_by_every_reader(written: list[Body]) -> None:
    text = dump_documents(written)

    for name, reader in READERS.items():
        assert exactly(reader(text)) == exactly(written), name


@given(bodies)
@settings(max_examples=60, deadline=None)
def test_what_the_writer_remembers_never_changes_the_text(body: Body) -> None:
    used = Writer()
    used.document({text: text for text in NASTY})

    assert used.document(body) == Writer().document(body) == dump_document(body)


def test_a_manifest_looks_as_kubectl_prints_it() -> None:
    body = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "a", "labels": {}, "annotations": {"on": "no", "quota": "8"}},
        "rules": [
            {"from": [{"ports": [443, 80]}, {}], "deep": True},
            "x",
            ["u", ["z", {"k": 1.0, "l": []}]],
            [],
        ],
        "data": {"check.lua": "hs = {}\nif hs then\n\n  return hs -- é\nend\n", "cel": "a &&\nb"},
        "limits": {"memory": "80Gi", "cpu": "500m"},
    }

    assert dump_document(body) == (
        "---\n"
        "apiVersion: v1\n"
        "kind: ConfigMap\n"
        "metadata:\n"
        "  name: a\n"
        "  labels: {}\n"
        "  annotations:\n"
        '    "on": "no"\n'
        '    quota: "8"\n'
        "rules:\n"
        "- from:\n"
        "  - ports:\n"
        "    - 443\n"
        "    - 80\n"
        "  - {}\n"
        "  deep: true\n"
        "- x\n"
        "- - u\n"
        "  - - z\n"
        "    - k: 1.0\n"
        "      l: []\n"
        "- []\n"
        "data:\n"
        "  check.lua: |\n"
        "    hs = {}\n"
        "    if hs then\n"
        "\n"
        "      return hs -- é\n"
        "    end\n"
        "  cel: |-\n"
        "    a &&\n"
        "    b\n"
        "limits:\n"
        "  memory: 80Gi\n"
        "  cpu: 500m\n"
    )


def test_documents_are_opened_by_dashes_and_end_in_one_line_break() -> None:
    assert dump_documents([{"a": 1}, {}, {"b": 2}]) == "---\na: 1\n---\n{}\n---\nb: 2\n"
    assert dump_documents([]) == ""
    assert read_documents("") == []


@pytest.mark.parametrize("text", PLAIN_WORTHY)
def test_everyday_texts_need_no_quotes(text: str) -> None:
    assert dump_document({text: text}) == f"---\n{text}: {text}\n"


def test_two_places_that_share_a_map_are_written_twice_without_an_anchor() -> None:
    labels = {"a": "b"}

    assert dump_document({"u": labels, "v": labels}) == "---\nu:\n  a: b\nv:\n  a: b\n"


def test_the_shape_of_a_text_decides_between_block_and_quotes() -> None:
    assert dump_document({"a": "b\nc\n"}) == "---\na: |\n  b\n  c\n"
    assert dump_document({"a": ["b\nc"]}) == "---\na:\n- |-\n  b\n  c\n"
    assert dump_document({"a": "b\nc\n\n"}) == '---\na: "b\\nc\\n\\n"\n'
    assert dump_document({"a": "b \nc"}) == '---\na: "b \\nc"\n'
    assert dump_document({"a": " b\nc"}) == '---\na: " b\\nc"\n'
    assert dump_document({"a\nb": 1}) == '---\n"a\\nb": 1\n'


class Odd(str):
    """A text that is not quite a text."""


@pytest.mark.parametrize("value", [None, (1,), {1}, b"a", Odd("a"), object()])
def test_what_json_does_not_have_is_a_type_error_that_names_the_place(value: object) -> None:
    for body in (
        {"kind": "Pod", "spec": {"cpu": value}},
        {"kind": "Pod", "spec": {"cpu": [{"x": 1}, value]}},
    ):
        with pytest.raises(TypeError, match=r"a body cannot hold .*, after `(cpu:|-)` of Pod"):
            dump_document(body)


def test_keys_that_are_no_text_are_a_type_error() -> None:
    dump_document({"1": 1, "true": 1})
    for key in (1, True, None, ("a",)):
        with pytest.raises(TypeError, match="a key is a text"):
            dump_document({"a": {key: 1}})  # type: ignore[dict-item]


def test_what_no_reader_takes_is_a_value_error() -> None:
    cyclic: Body = {}
    cyclic["a"] = [cyclic]
    for body in ({"a": "\ud800"}, {"\udfff": 1}, {"a": math.nan}, {"a": -math.inf}, {"k" * 1025: 1}, cyclic):
        with pytest.raises(ValueError):
            dump_document(body)


@pytest.mark.parametrize("key", ["k" * 1024, "0" * 1022])
def test_the_longest_key_is_still_read_by_all(key: str) -> None:
    for reader in READERS.values():
        assert reader(dump_document({key: {key: 1}})) == [{key: {key: 1}}]


# --- the reader refuses everything else


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("---\na: 1", 2, "must end with a line break"),
        ("a: 1\n", 1, "must open with `---`"),
        ("# made by hand\n---\na: 1\n", 1, "must open with `---`"),
        ("---\na: 1\n\n", 3, "neither"),
        ("---\na: 1 # why\n", 2, 'the writer has `a: "1 # why"` here'),
        ("---\n# why\na: 1\n", 2, "must begin the line"),
        ("---\na: 'b'\n", 2, "the writer has"),
        ('---\na: "b"\n', 2, "the writer has `a: b` here"),
        ('---\n"a": b\n', 2, "the writer has `a: b` here"),
        ("---\na: no\n", 2, 'the writer has `a: "no"` here'),
        ("---\na: 012\n", 2, "the writer has `a: 12` here"),
        ("---\na: 1e3\n", 2, 'the writer has `a: "1e3"` here'),
        ("---\na: 1.50\n", 2, "the writer has `a: 1.5` here"),
        ("---\na: null\n", 2, "the writer has"),
        ("---\na:\n", 2, "`a` has no value"),
        ("---\na:\nb: 1\n", 2, "`a` has no value"),
        ("---\na:\n    b: 1\n", 2, "`a` has no value"),
        ("---\na:\n  - b\n", 2, "`a` has no value"),
        ("---\na: {b: 1}\n", 2, "the writer has"),
        ("---\na: [1]\n", 2, "the writer has"),
        ("---\na: &x\n", 2, "the writer has"),
        ("---\na: 1\na: 1\n", 3, "fewer or more lines"),
        ("---\na: 1\n  b: 2\n", 3, "no map is open"),
        ("---\n- a\n", 2, "no list is open"),
        ("---\na: 1\n- b\n", 3, "no list is open"),
        ("---\na:\n  b:\n    c: 1\nd:\n  e: 1\n    c: 2\n", 7, "no map is open"),
        ("---\na:\n- b: 1\n  c: 2\n- d\n  e: 3\n", 6, "no map is open"),
        ("---\na:\n- b\nc: 1\n- d\n", 5, "no list is open"),
        ("---\na: \n", 2, "`a` has no value"),
        ("---\na:  b\n", 2, "the writer has"),
        ("---\na: b \n", 2, "the writer has"),
        ("---\r\na: b\r\n", 1, "must open with"),
        ("---\na: b\r\n", 2, "the writer has"),
        ("---\na:\tb\n", 2, "must begin the line"),
        ("---\n\ta: b\n", 2, "neither"),
        ("---\na: |\n  b\n   c\n\n", 2, "the writer has"),
        ("---\na: |-\n  b\n", 2, "the writer has `a: b` here"),
        ("---\na: |\n", 2, "the writer has"),
        ("---\na: |+\n  b\n  c\n", 3, "must begin the line"),
        ("---\na: >\n  b\n", 3, "must begin"),
        ('---\na: "b\n', 2, "Unterminated"),
        ('---\na: "b" c\n', 2, "follows the quoted text"),
        ('---\n"a" b: c\n', 2, "a colon must follow"),
        ('---\na: "\\ud800"\n', 1, "surrogate"),
        ('---\na: "\\x41"\n', 2, "escape"),
        ('---\na: "\\u0041"\n', 2, "the writer has `a: A` here"),
        ("---\na: " + "9" * 5000 + "\n", 2, "a number has 5000 characters"),
        ("---\na:\n" + "- " * 5000 + "b\n", 3, "nested too deeply"),
        ("---\n---\na: 1\n", 2, "the writer has"),
        ("---\n{}\n{}\n", 3, "fewer or more lines"),
        ("---\na: 1\n{}\n", 3, "must begin the line"),
        ("---\na: 1\n...\n", 3, "must begin the line"),
        ("---\na: 1\n---\nb: 'c'\n", 4, "the writer has"),
        ("---\n? a\n: b\n", 2, "must begin the line"),
    ],
)
def test_anything_else_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(NotCanonical, match=re.escape(reason)) as refused:
        read_documents(text)

    assert refused.value.line == line
    assert str(refused.value) == f"line {line}: {refused.value.reason}"


@given(st.lists(bodies, min_size=1, max_size=2), st.data())
@settings(max_examples=150, deadline=None)
def test_an_edited_file_is_refused_or_is_what_the_writer_writes(written: list[Body], data: st.DataObject) -> None:
    text = dump_documents(written)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    put = data.draw(st.text(st.sampled_from("ab:- \n\"'|{}[]#01\\&"), max_size=3))
    edited = text[:at] + put + text[at + cut :]

    try:
        read = read_documents(edited)
    except NotCanonical as refused:
        assert 1 <= refused.line <= edited.count("\n") + 1  # noqa: PT017
    else:
        assert dump_documents(read) == edited
