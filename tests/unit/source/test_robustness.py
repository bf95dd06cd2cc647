"""Whatever the bytes are: no exception, no hang, and places that exist."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.diagnostics import Diagnostic, Severity, Spot
from tenantry.source import composer, read_text
from tenantry.source.decode import split_lines

SPEC = b"""\
# tenants/vision/tenant.yaml
apiVersion: tenantry.dev/v1alpha1
kind: Tenant
metadata: {name: vision}
spec:
  displayName: "Computer vision \\u00e9"
  parent: research
  owners: [{group: vision-leads}]
  priorities: &all [high, normal]
  allowed: *all
  note: |
    several
      lines
  quota:                        # units
  - {pool: h100-train,  guaranteed: 24, borrow: 32, weight: 2}
  - pool: h100-infer
    guaranteed: 4
---
apiVersion: tenantry.dev/v1alpha1
kind: Grant
metadata: {tenant: vision, name: cvpr}
spec: {pool: h100-train, units: 16, from: 2026-11-20, reason: 'it''s due'}
"""
PIECES = [
    b"\t",
    b"\n",
    b" ",
    b":",
    b": ",
    b"- ",
    b"[",
    b"]",
    b"{",
    b"}",
    b"&a ",
    b"*a",
    b"*all",
    b"!",
    b"!!x ",
    b"<<: ",
]
PIECES += [b"<<: ", b"'", b'"', b"|", b">", b"%", b"@", b"#", b"---\n", b"...\n", b"? ", b"no", b"012", b"\r", b"\x00"]
PIECES += [b"\xff", "\u0085".encode(), "\u2028".encode(), "\ufeff".encode(), "é".encode(), b"\\", b"=", b"~", b"1e999"]


def plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(type(key) is str and plain(inner) for key, inner in value.items())
    if isinstance(value, list):
        return all(plain(inner) for inner in value)
    return value is None or type(value) in (str, int, float, bool)


def judge(data: bytes) -> list[Diagnostic]:
    """What must hold for any bytes at all."""
    content = read_text("f.yaml", data)
    lines = split_lines(content.text)
    for document in content.documents:
        assert plain(document.tree)
    for diagnostic in content.diagnostics:
        assert diagnostic.message
        for where in (diagnostic.where, *(note.where for note in diagnostic.notes)):
            if where is not None:
                assert isinstance(where, Spot)
                assert 1 <= where.line <= len(lines)
                assert 1 <= where.column <= len(lines[where.line - 1]) + 1
    errors = any(d.severity is Severity.ERROR for d in content.diagnostics)
    sound = content.complete and all(document.sound for document in content.documents)
    assert sound != errors, "what is left out is an error, and only then"
    return content.diagnostics


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_random_bytes_never_raise(data: bytes) -> None:
    judge(data)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_random_pieces_of_yaml_never_raise(pieces: list[bytes]) -> None:
    judge(b"".join(pieces))


EDITS = st.lists(
    st.tuples(st.integers(0, len(SPEC)), st.integers(0, 12), st.sampled_from([b"", *PIECES])), min_size=1, max_size=3
)


def edited(edits: list[tuple[int, int, bytes]]) -> bytes:
    data = SPEC
    for at, removed, piece in edits:
        data = data[:at] + piece + data[at + removed :]
    return data


@settings(max_examples=250, deadline=None)
@given(EDITS)
def test_random_edits_of_a_spec_never_raise(edits: list[tuple[int, int, bytes]]) -> None:
    judge(edited(edits))


@settings(max_examples=40, deadline=None)
@given(EDITS)
def test_both_of_pyyamls_readers_give_the_same_trees(edits: list[tuple[int, int, bytes]]) -> None:
    data = edited(edits)
    fast = read_text("f.yaml", data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(composer, "_Stream", composer._PureStream)
        slow = read_text("f.yaml", data)

    # The two disagree about a few tabs and directives; where both read a text, they read the same.
    if fast.complete and slow.complete:
        assert [d.tree for d in fast.documents] == [d.tree for d in slow.documents]
        assert [d.where for d in fast.diagnostics] == [d.where for d in slow.diagnostics]


def test_the_spec_itself_is_fine() -> None:
    assert judge(SPEC) == []


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 500_000,
        b"- " * 500_000,
        b"{a: " * 200_000,
        b"a: 1\n" * 200_000,
        b"a: [" + b"no," * 300_000 + b"]",
        b"---\n" * 250_000,
        b"? [a]\n: 1\n" * 50_000,
        b"a: ! b\n---\n" * 90_000,
        b'a: "' + b"\\x00" * 250_000 + b'"',
        b"- &a [a]\n" * 100_000,
        b"a: &a [b]\nb: [" + b"*a," * 300_000 + b"]",
        b"'" * 1_000_000,
        b"a" * 1_000_000,
        b"a:\n" + b"\t" * 1_000_000,
        b" " * 999_999 + b"\t",
        b"\xef\xbb\xbf" * 300_000,
        b"&a " * 300_000,
        b"? " * 500_000,
        b"# <<<<<<<\n" * 100_000 + b"a: [",
    ],
    ids=lambda data: repr(data[:12]),
)
def test_hostile_megabytes_take_seconds_at_most(data: bytes) -> None:
    started = time.process_time()

    judge(data)

    assert time.process_time() - started < 8  # measured: 2.5 s and less, on a slow machine
