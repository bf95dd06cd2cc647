"""What plain scalars mean, against ruamel's reading of YAML 1.2 and PyYAML's of 1.1."""

from io import StringIO

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from tenantry.source.scalars import Ambiguous, Unusable, read_plain


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("Null", None),
        ("true", True),
        ("FALSE", False),
        ("0", 0),
        ("-7", -7),
        ("+12", 12),
        ("0x1F", 31),
        ("1.5", 1.5),
        (".5", 0.5),
        ("2.60", 2.6),
        ("tRUE", "tRUE"),
        ("2024-01-01", "2024-01-01"),
        ("2026-11-30", "2026-11-30"),
        ("8080/TCP", "8080/TCP"),
        ("10.64.0.0/12", "10.64.0.0/12"),
        ("248Gi", "248Gi"),
        ("1500m", "1500m"),
        ("30m", "30m"),
        ("7d", "7d"),
        ("1g.10gb", "1g.10gb"),
        ("8080:80", "8080:80"),
        ("fe80::1", "fe80::1"),
        ("1.36.2", "1.36.2"),
        ("-", "-"),
        ("+", "+"),
        (".", "."),
        ("9" * 70 + "x", "9" * 70 + "x"),
    ],
)
def test_clear_scalars_are_read_without_a_word(text: str, value: object) -> None:
    read = read_plain(text)

    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *((word, word) for word in ("no", "No", "on", "OFF", "yes", "y", "N", "=")),
        ("012", 12),
        ("-012", -12),
        ("08", 8),
        ("00", 0),
        ("0o17", 15),
        ("1e3", 1000.0),
        ("1E+3", 1000.0),
        ("1.5e-3", 0.0015),
        ("1_000", "1_000"),
        ("1_0.5", "1_0.5"),
        ("0b101", "0b101"),
        ("12:30:45", "12:30:45"),
        ("1:1", "1:1"),
    ],
)
def test_ambiguous_scalars_are_read_as_yaml_1_2_does(text: str, value: object) -> None:
    read = read_plain(text)

    assert isinstance(read, Ambiguous)
    assert read.value == value
    assert type(read.value) is type(value)


def test_the_advice_can_be_followed() -> None:
    for text in ("012", "1e3", "0o17"):
        read = read_plain(text)
        assert isinstance(read, Ambiguous)
        assert read_plain(read.instead.split(",")[0]) == read.value


@pytest.mark.parametrize("text", ["9" * 5000, "0x" + "f" * 200, "1" * 65 + ".5", "1e999", ".inf", "-.INF", ".nan"])
def test_numbers_that_cannot_be_meant_are_unusable(text: str) -> None:
    assert isinstance(read_plain(text), Unusable)


PLAIN = st.text(st.sampled_from("0123456789+-._:eExobnyNofYtrua~="), min_size=1, max_size=8).filter(
    lambda text: text[0] not in "-:~=" and not text.endswith(":") and ": " not in text
)


@given(PLAIN)
def test_what_is_read_without_a_warning_means_the_same_to_old_and_new_readers(text: str) -> None:
    read = read_plain(text)
    if isinstance(read, Ambiguous | Unusable):
        return
    old = yaml.safe_load(StringIO(f"[{text}]"))[0]

    # PyYAML wants a sign in exponents and no dates occur here: everything else must agree with it.
    assert old == read or (isinstance(read, str) and str(old) == read), (text, old)


@given(PLAIN)
def test_values_are_those_of_yaml_1_2(text: str) -> None:
    read = read_plain(text)
    if isinstance(read, Unusable):
        return
    value = read.value if isinstance(read, Ambiguous) else read
    try:
        new = YAML(typ="safe", pure=True).load(f"[{text}]")[0]
    except (YAMLError, ValueError, IndexError):
        return
    # ruamel keeps a few forms of 1.1 in its 1.2 mode: underscores, and binary.
    if "_" in text or "0b" in text or text.strip("+-").startswith("0o"):
        return

    assert new == value or str(new) == str(value), (text, new)
