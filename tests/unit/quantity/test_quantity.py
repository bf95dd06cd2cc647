"""Quantities: exact, ordered, printed as the API server prints them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.quantity import Quantity

MILLI = st.integers(min_value=-(10**21), max_value=10**21)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("1000m", "1"),
        ("12000m", "12"),
        ("1500m", "1500m"),
        ("0.5", "500m"),
        ("1.5", "1500m"),
        ("1000", "1k"),
        ("2000", "2k"),
        ("1500000", "1500k"),
        ("1000k", "1M"),
        ("1024", "1024"),
        ("1024Mi", "1Gi"),
        ("1000Gi", "1000Gi"),
        ("1.5Gi", "1536Mi"),
        ("0.1Ki", "102400m"),
        ("1.25G", "1250M"),
        ("0", "0"),
        ("0Gi", "0"),
        ("0m", "0"),
        ("0e99999999999", "0"),
        ("1023", "1023"),
        ("0.5Ki", "512"),
        ("1Ki", "1Ki"),
        ("1025Mi", "1025Mi"),
        ("1024Pi", "1Ei"),
        ("2Ei", "2Ei"),
        ("1000P", "1E"),
        ("1E", "1E"),
        ("-1500m", "-1500m"),
        ("-2Gi", "-2Gi"),
        ("+1", "1"),
        (".5", "500m"),
        ("5.", "5"),
        ("0.0005k", "500m"),
        ("9223372036854775807", "9223372036854775807"),
    ],
)
def test_a_quantity_prints_as_the_api_server_prints_it(written: str, canonical: str) -> None:
    assert Quantity.parse(written).canonical() == canonical


@pytest.mark.parametrize(
    ("written", "canonical"),
    [("1e3", "1k"), ("1E3", "1k"), ("12e6", "12M"), ("1.5e3", "1500"), ("5e-1", "500m"), ("10000e-3", "10")],
)
def test_an_exponent_is_read_and_printed_in_the_decimal_family(written: str, canonical: str) -> None:
    assert Quantity.parse(written).canonical() == canonical


def test_binary_values_below_1024_or_with_a_fraction_print_as_decimals() -> None:
    assert Quantity.of_bytes(1000).canonical() == "1k"
    assert Quantity.of_bytes(1023).canonical() == "1023"
    assert Quantity(2_048_500, binary=True).canonical() == "2048500m"


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("2x", "`2x` is not a quantity; write `2`, `2000m` or `0.5`"),
        ("", "an empty text is not a quantity; write `2`, `2000m` or `0.5`"),
        ("1,5", "`1,5` is not a quantity; write `1.5`"),
        ("1,500", "`1,500` is not a quantity; write `2`, `2000m` or `0.5`"),
        ("80GiB", "`80GiB` is not a quantity; write `80Gi`"),
        ("80gi", "`80gi` is not a quantity; write `80Gi`"),
        ("80 Gi", "`80 Gi` is not a quantity; write `80Gi`"),
        ("80GB", "`80GB` is not a quantity; write `80G`"),
        ("4K", "`4K` is not a quantity; write `4k` (thousands) or `4Ki` (1024s)"),
        ("64mb", "`64mb` is not a quantity; write `64M` (millions) or `64Mi` (1024 x 1024)"),
        ("1i", "`1i` is not a quantity; write `2`, `2000m` or `0.5`"),
        ("5n", "`5n` counts in less than thousandths; write it with `m` or as a decimal"),
        ("1.0005", "`1.0005` is finer than a thousandth; the smallest step is `1m` (0.001)"),
        ("0.0001Ki", "`0.0001Ki` is finer than a thousandth; the smallest step is `1m` (0.001)"),
        ("1e-99999999", "`1e-99999999` is finer than a thousandth; the smallest step is `1m` (0.001)"),
        ("1e99999999", "`1e99999999` is more than a quantity can hold, which is 9223372036854775807"),
        ("8Ei", "`8Ei` is more than a quantity can hold, which is 9223372036854775807"),
        ("9" * 5000, f"`{'9' * 40}...` is not a quantity; write `2`, `2000m` or `0.5`"),
        ("٣", "`٣` is not a quantity; write `2`, `2000m` or `0.5`"),
        ("2\n", "`2\n` is not a quantity; write `2`"),
    ],
)
def test_what_is_no_quantity_is_refused_with_the_way_out(written: str, message: str) -> None:
    with pytest.raises(ValueError) as refused:
        Quantity.parse(written)

    assert str(refused.value) == message


def test_quantities_compare_by_value_whatever_their_family() -> None:
    assert Quantity.parse("1Gi") == Quantity.parse("1073741824")
    assert hash(Quantity.parse("1Gi")) == hash(Quantity.parse("1073741824"))
    assert Quantity.parse("1G") < Quantity.parse("1Gi")


def test_sums_keep_the_family_of_the_left_side_and_zero_takes_the_other() -> None:
    assert (Quantity.parse("1Gi") + Quantity.parse("1024")).canonical() == "1048577Ki"
    assert (Quantity.parse("1024") + Quantity.parse("1Gi")).canonical() == "1073742848"
    assert (Quantity.of_units(0) + Quantity.parse("2Gi")).canonical() == "2Gi"
    assert (Quantity.parse("2Ti") - Quantity.parse("64Gi")).canonical() == "1984Gi"


def test_one_eighth_of_the_example_node_is_23_cpu_and_248_gibibytes() -> None:
    cpu = (Quantity.parse("192") - Quantity.parse("8")) // 8
    memory = (Quantity.parse("2Ti") - Quantity.parse("64Gi")) // 8

    assert cpu.canonical() == "23"
    assert memory.floor_to_mebibytes().canonical() == "248Gi"


def test_division_rounds_down_to_thousandths() -> None:
    assert Quantity.of_units(1) // 3 == Quantity.of_milli(333)
    assert Quantity.of_units(-1) // 3 == Quantity.of_milli(-334)
    assert Quantity.of_units(2) * 3 == Quantity.of_units(6)
    with pytest.raises(ZeroDivisionError):
        _ = Quantity.of_units(1) // 0


def test_rounding_goes_down_to_mebibytes() -> None:
    assert Quantity.of_bytes(3 * 2**20 + 5).floor_to_mebibytes().canonical() == "3Mi"
    assert Quantity.parse("1G").floor_to_mebibytes().canonical() == "953Mi"


def test_a_fraction_becomes_a_quantity_rounded_down() -> None:
    assert Quantity.from_fraction(Fraction(2, 3), binary=False).canonical() == "666m"
    assert Quantity.from_fraction(Fraction(-2, 3), binary=False).canonical() == "-667m"
    assert Quantity.from_fraction(Fraction(2**31), binary=True).canonical() == "2Gi"


def test_whole_numbers_are_handed_out_and_fractions_are_not() -> None:
    assert Quantity.parse("2k").units == 2000
    assert Quantity.parse("1Ki").bytes == 1024
    with pytest.raises(ValueError, match="`1500m` is not a whole number"):
        _ = Quantity.parse("1.5").units


@given(MILLI, st.booleans())
def test_canonical_text_is_read_back_as_the_same_value_and_is_its_own_canon(milli: int, binary: bool) -> None:
    text = Quantity(milli, binary=binary).canonical()

    again = Quantity.parse(text)

    assert again.milli == milli
    assert again.canonical() == text


@given(st.integers(0, 10**6), st.sampled_from(["m", "", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti"]))
def test_parsing_agrees_with_plain_fractions(number: int, suffix: str) -> None:
    sizes = dict(zip("kMGT", (10**3, 10**6, 10**9, 10**12), strict=True)) | {"": 1, "m": Fraction(1, 1000)}
    sizes |= {f"{letter}i": 2 ** (10 * power) for power, letter in enumerate("KMGT", start=1)}

    assert Fraction(Quantity.parse(f"{number}{suffix}").milli, 1000) == number * sizes[suffix]


@given(st.text(max_size=12) | st.from_regex(r"[+-]?[0-9.]{0,4}[eE]?[0-9kKMGi]{0,4}", fullmatch=True))
def test_any_text_is_either_read_or_refused_with_a_sentence(text: str) -> None:
    try:
        said = Quantity.parse(text).canonical()
    except ValueError as refused:
        said = str(refused)

    ways_out = ("; write ", "the smallest step is", "can hold, which is")
    assert said.lstrip("-")[:1].isdigit() or any(way_out in said for way_out in ways_out)


@given(st.from_regex(r"[0-9]{1,3}([.,][0-9]{1,2})? ?[kKmMgGtT]?i?[bB]?", fullmatch=True))
def test_every_quantity_that_a_refusal_proposes_can_be_read(text: str) -> None:
    try:
        Quantity.parse(text)
    except ValueError as refused:
        for proposal in str(refused).partition("; write ")[2].split("`")[1::2]:
            if "m" not in proposal:
                Quantity.parse(proposal)
