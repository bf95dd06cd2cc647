"""Bytes to text: one encoding, nothing hidden."""

import pytest

from tenantry.diagnostics import Diagnostic, Spot
from tenantry.source.decode import decode


def refused(data: bytes) -> tuple[str, Spot]:
    found = decode("f.yaml", data)
    assert isinstance(found, Diagnostic)
    assert isinstance(found.where, Spot)
    return found.code.code, found.where


@pytest.mark.parametrize("text", ["a: 1\n", "ä: 1\r\nb: 2\r", "名前: x\ttab\n", "a: 😀 👩\u200d👩\n", ""])
def test_visible_utf8_is_kept_as_it_is(text: str) -> None:
    assert decode("f.yaml", text.encode()) == text


def test_a_byte_order_mark_is_stripped_once() -> None:
    assert decode("f.yaml", b"\xef\xbb\xbfa: 1\n") == "a: 1\n"
    assert refused(b"\xef\xbb\xbf\xef\xbb\xbfa: 1\n") == ("TN102", Spot("f.yaml", 1, 1))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wider_encodings_are_named(encoding: str) -> None:
    assert refused("kind: Tenant\n".encode(encoding)) == ("TN101", Spot("f.yaml", 1, 1))


@pytest.mark.parametrize("breaks", ["\n", "\r\n", "\r"])
def test_a_byte_that_is_no_utf8_is_shown_by_line_and_column(breaks: str) -> None:
    assert refused(f"ä: 1{breaks}ö: ".encode() + b"\xe4\n") == ("TN101", Spot("f.yaml", 2, 4))


@pytest.mark.parametrize(
    "character",
    ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\x9b", "\u2028", "\u2029", "\u202e", "\u2066", "\ufeff", "\uffff"],
)
def test_a_character_nobody_can_see_is_refused_at_its_place(character: str) -> None:
    assert refused(f"a: 1\n# ü{character}\n".encode()) == ("TN102", Spot("f.yaml", 2, 4))


def test_overlong_forms_and_encoded_surrogates_are_no_utf8() -> None:
    assert refused(b"a: \xc0\xaf\n")[0] == "TN101"
    assert refused(b"a: \xed\xa0\x80\n")[0] == "TN101"
