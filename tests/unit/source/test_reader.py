"""From bytes to documents: what is read, what is refused, where it is said."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tenantry.diagnostics import Diagnostic, FilePlace, Spot
from tenantry.source import read_specs, read_text
from tenantry.source.limits import MAX_DEPTH, MAX_DOCUMENTS, MAX_FILE_BYTES, MAX_FINDINGS, MAX_TEXT
from tenantry.workspace import SpecFile, Workspace

FILE = "tenants/a/tenant.yaml"


def tree(text: str) -> Any:
    content = read_text(FILE, text.encode())
    assert content.diagnostics == []
    return content.documents[0].tree


def said(text: str | bytes) -> list[tuple[str, int, int, int]]:
    data = text.encode() if isinstance(text, str) else text
    return [(d.code.code, *place(d)) for d in read_text(FILE, data).diagnostics]


def place(diagnostic: Diagnostic) -> tuple[int, int, int]:
    assert isinstance(diagnostic.where, Spot)
    assert diagnostic.where.file == FILE
    return diagnostic.where.line, diagnostic.where.column, diagnostic.where.length


def only(text: str | bytes) -> Diagnostic:
    data = text.encode() if isinstance(text, str) else text
    (diagnostic,) = read_text(FILE, data).diagnostics
    return diagnostic


def nested(depth: int) -> str:
    return "a: " + "[" * (depth - 1) + "]" * (depth - 1) + "\n"


def test_documents_keep_their_index_over_empty_ones() -> None:
    content = read_text(FILE, b"# nothing\n---\n---\nkind: Tenant\n---\n# only words\n---\nkind: Project\n")

    assert [(d.place, d.kind) for d in content.documents] == [
        (FilePlace(FILE, 1), "Tenant"),
        (FilePlace(FILE, 3), "Project"),
    ]
    assert content.diagnostics == []


@pytest.mark.parametrize("text", ["", "# words\n", "---\n", "\ufeff", "---\n---\n"])
def test_a_file_without_documents_is_fine(text: str) -> None:
    content = read_text(FILE, text.encode())

    assert (content.documents, content.diagnostics, content.complete) == ([], [], True)


def test_identity_comes_from_kind_and_metadata() -> None:
    (document,) = read_text(FILE, b"kind: Project\nmetadata: {tenant: vision, name: detection}\n").documents

    assert (document.kind, document.tenant, document.name) == ("Project", "vision", "detection")
    assert str(document.ref) == "Project vision/detection"


@pytest.mark.parametrize("text", ["kind: 5\nmetadata: {name: a}", "kind: A\nmetadata: []", "kind: A", "x: 1"])
def test_a_document_without_a_name_has_no_identity(text: str) -> None:
    assert read_text(FILE, text.encode()).documents[0].ref is None


def test_keys_are_always_texts() -> None:
    assert tree("{1: a, true: b, ~: c, on: d, 1.0: e}") == {"1": "a", "true": "b", "~": "c", "on": "d", "1.0": "e"}


def test_quoted_and_block_scalars_are_texts() -> None:
    assert tree("a: '12'\nb: \"true\"\nc: |\n  1\nd: >-\n  no\n") == {"a": "12", "b": "true", "c": "1\n", "d": "no"}


def test_a_duplicate_key_points_at_both() -> None:
    diagnostic = only("spec:\n  quota: 1\n  owners: 2\n  quota: 3\n")

    assert (diagnostic.code.code, place(diagnostic)) == ("TN105", (4, 3, 5))
    assert diagnostic.notes[0].where == Spot(FILE, 2, 3, 5)


def test_of_two_equal_keys_the_first_counts_and_the_document_is_not_sound() -> None:
    (document,) = read_text(FILE, b"a: 1\na: 2\n").documents

    assert (document.tree, document.sound) == ({"a": 1}, False)


def test_three_equal_keys_are_two_mistakes() -> None:
    assert [code for code, *_ in said("a: 1\na: 2\na: 3\n")] == ["TN105", "TN105"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: !foo b\n", ("TN107", 1, 4, 6)),
        ("a: !!int 5\n", ("TN107", 1, 4, 7)),
        ("a: !!binary aGk=\n", ("TN107", 1, 4, 13)),
        ("a: !!map {}\n", ("TN107", 1, 4, 1)),
        ("a: [!!seq []]\n", ("TN107", 1, 5, 1)),
        ("!foo a: 1\n", ("TN107", 1, 1, 6)),
        ("a: !e!x b\n", ("TN107", 1, 4, 1)),
        ("a: ! 12\n", ("TN107", 1, 4, 1)),
        ("base: {}\na:\n  <<: {x: 1}\n", ("TN108", 3, 3, 2)),
        ("a: 1\n? [x]\n: 2\n", ("TN106", 2, 3, 1)),
        ("a: {{ name }}\n", ("TN106", 1, 5, 1)),
        ("a: [1, 2]\n---\n- a\n", ("TN117", 3, 1, 1)),
        ("hello world\n", ("TN117", 1, 1, 11)),
        ("~\n", ("TN117", 1, 1, 1)),
        ("a: " + "9" * 5000, ("TN116", 1, 4, 5000)),
        ("a: 1e999\n", ("TN116", 1, 4, 5)),
        ("a: .inf\n", ("TN116", 1, 4, 4)),
        ('a: "x\\u001b[31m"\n', ("TN102", 1, 4, 13)),
        ('"\\u202e": 1\n', ("TN102", 1, 1, 8)),
    ],
)
def test_what_a_spec_may_not_hold_is_refused_at_its_place(text: str, expected: tuple[str, int, int, int]) -> None:
    assert said(text) == [expected]


def test_an_exclamation_mark_in_a_text_is_no_tag() -> None:
    assert tree("a: now!\nb: 'x ! y'\n# Do not edit ! please\nc: a ! b\n") == {"a": "now!", "b": "x ! y", "c": "a ! b"}


def test_a_quoted_merge_key_is_a_key() -> None:
    assert tree('"<<": 1\n') == {"<<": 1}


def test_depth_is_bounded() -> None:
    assert said(nested(MAX_DEPTH)) == []
    assert [code for code, *_ in said(nested(MAX_DEPTH + 1))] == ["TN111"]


@pytest.mark.parametrize("piece", ["- ", "[", "{a: ", "? ", "a: [\n"])
def test_absurd_depth_is_one_diagnostic(piece: str) -> None:
    assert [code for code, *_ in said(piece * 20_000)] in (["TN111"], ["TN103"])


def test_many_findings_in_one_file_are_counted_and_not_all_shown() -> None:
    diagnostics = read_text(FILE, b"a: [" + b"no, " * 20_000 + b"]\n" + b"b: 1\n" * 20_000).diagnostics

    assert len(diagnostics) == MAX_FINDINGS + 1
    assert diagnostics[-1].message == f"{39_999 - MAX_FINDINGS:,} more findings in this file are not shown"


def test_an_error_that_is_not_shown_still_makes_the_document_unsound() -> None:
    content = read_text(FILE, b"a: [" + b"no, " * 200 + b"]\nb: 1\nb: 2\n")

    assert [document.sound for document in content.documents] == [False]


def test_a_list_that_runs_on_from_the_line_above_is_warned_of() -> None:
    assert said("a:\n  - x\n   - y\n") == [("TN122", 2, 5, 1)]


def test_a_long_text_is_refused() -> None:
    assert said(f"a: '{'x' * MAX_TEXT}'\n") == []
    assert [code for code, *_ in said(f"a: '{'x' * (MAX_TEXT + 1)}'\n")] == ["TN115"]
    assert [code for code, *_ in said(f"a: {'x ' * MAX_TEXT}y\n")] == ["TN115"]


def test_the_number_of_documents_is_bounded() -> None:
    assert said("---\na: 1\n" * MAX_DOCUMENTS) == []
    assert said("---\na: 1\n" * (MAX_DOCUMENTS + 2)) == [("TN113", 2 * MAX_DOCUMENTS + 2, 1, 1)]


def test_documents_before_a_syntax_error_are_read_and_the_file_is_not_complete() -> None:
    content = read_text(FILE, b"a: 1\n---\nb: [\n")

    assert [d.tree for d in content.documents] == [{"a": 1}]
    assert not content.complete


def test_aliases_within_bounds_are_written_out_as_values_of_their_own() -> None:
    value = tree("a: &x {k: [1]}\nb: *x\nc: &y text\nd: *y\n")

    assert value == {"a": {"k": [1]}, "b": {"k": [1]}, "c": "text", "d": "text"}
    assert value["a"] is not value["b"]


def test_a_warning_behind_an_anchor_is_said_once() -> None:
    assert said("a: &x [no]\nb: *x\nc: *x\n") == [("TN118", 1, 8, 2)]


def test_an_alias_inside_what_it_repeats_is_refused() -> None:
    assert [code for code, *_ in said("a: &x [*x]\n")] == ["TN109"]
    assert [code for code, *_ in said("a: &x {b: {c: *x}}\n")] == ["TN109"]


def test_an_alias_bomb_is_refused_at_once() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]

    diagnostic = only("\n".join(lines) + "\n")

    assert diagnostic.code.code == "TN110"
    assert "10,000 is the most" in diagnostic.message


def test_aliases_of_one_long_text_are_bounded_by_its_length() -> None:
    assert [code for code, *_ in said(f"a: &x '{'x' * 60_000}'\nb: [{'*x, ' * 100}]\n")] == ["TN110"]


def test_aliases_of_aliases_cannot_pass_the_depth() -> None:
    lines = ["a0: &a0 [[[[[x]]]]]"] + [f"a{i}: &a{i} [[[[[*a{i - 1}]]]]]" for i in range(1, 40)]

    assert "TN111" in [code for code, *_ in said("\n".join(lines) + "\n")]


def test_a_star_and_an_ampersand_in_a_large_document_are_no_aliases() -> None:
    text = "who: R&D\nitems:\n" + "- {verbs: ['*']}\n" * 12_000

    assert len(tree(text)["items"]) == 12_000


# Files


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    for name in ("clusters", "tenants"):
        (tmp_path / name).mkdir()
    return Workspace.find(tmp_path)


@dataclass
class Listed:
    """A workspace whose files were listed some time ago."""

    workspace: Workspace
    files: list[SpecFile]

    def spec_files(self) -> list[SpecFile]:
        return self.files

    def read(self, path: str, *, at_most: int) -> bytes:
        return self.workspace.read(path, at_most=at_most)


def codes(workspace: Workspace) -> list[tuple[str, str]]:
    found = read_specs(workspace).diagnostics
    return [(d.code.code, d.where.file) for d in found if isinstance(d.where, Spot)]


def test_a_workspace_is_read_in_the_order_of_its_files(workspace: Workspace) -> None:
    (workspace.tenants / "b.yaml").write_text("kind: B\n---\nkind: C\n")
    (workspace.tenants / "a.yaml").write_text("kind: A\n")

    sources = read_specs(workspace)

    assert [(d.place.file, d.kind) for d in sources.documents] == [
        ("tenants/a.yaml", "A"),
        ("tenants/b.yaml", "B"),
        ("tenants/b.yaml", "C"),
    ]


def test_files_that_must_not_be_read_are_reported_and_never_opened(workspace: Workspace) -> None:
    (workspace.tenants / "a.yml").write_text("a: [\n")
    (workspace.tenants / "b.yaml").symlink_to("/etc/hostname")
    (workspace.tenants / "c.yaml").symlink_to("gone")
    os.mkfifo(workspace.tenants / "d.yaml")

    assert codes(workspace) == [
        ("TN119", "tenants/a.yml"),
        ("TN120", "tenants/b.yaml"),
        ("TN121", "tenants/c.yaml"),
        ("TN121", "tenants/d.yaml"),
    ]
    assert read_specs(workspace).incomplete == {f"tenants/{name}.yaml" for name in "bcd"}


def test_a_file_that_became_a_pipe_or_vanished_is_a_diagnostic(workspace: Workspace) -> None:
    os.mkfifo(workspace.tenants / "pipe.yaml")

    sources = read_specs(Listed(workspace, [SpecFile("tenants/pipe.yaml", 3), SpecFile("tenants/gone.yaml", 3)]))

    assert list(sources.documents) == []
    assert [d.message for d in sources.diagnostics] == ["this file cannot be read: no such file or directory"]


def test_a_large_file_is_not_read(workspace: Workspace) -> None:
    with (workspace.tenants / "a.yaml").open("wb") as file:
        file.truncate(1 << 40)

    assert codes(workspace) == [("TN112", "tenants/a.yaml")]


def test_a_file_that_grew_since_it_was_listed_is_cut_off(workspace: Workspace) -> None:
    (workspace.tenants / "a.yaml").write_bytes(b"# " + b"x" * MAX_FILE_BYTES)

    sources = read_specs(Listed(workspace, [SpecFile("tenants/a.yaml", 10)]))

    assert [d.code.code for d in sources.diagnostics] == ["TN112"]


def test_all_specs_together_are_bounded(workspace: Workspace) -> None:
    (workspace.tenants / "a.yaml").write_text("a: 1\n")
    listed = [SpecFile(f"tenants/{i:03}.yaml", MAX_FILE_BYTES) for i in range(70)]

    sources = read_specs(Listed(workspace, [SpecFile("tenants/a.yaml", 5), *listed]))

    assert [d.code.code for d in sources.diagnostics].count("TN114") == 1
    assert sources.diagnostics[-1].where == Spot("tenants/063.yaml", 1, 1)
    assert len(sources.documents) == 1
