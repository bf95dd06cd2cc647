"""What is said about a failure, within 100 columns."""

from tenantry.cli.columns import WIDTH, help_line, wrapped


def test_a_long_way_out_goes_on_below_its_first_word() -> None:
    first, second = help_line("word " * 25).splitlines()

    assert len(first) <= WIDTH
    assert first.startswith("   = help: word word")
    assert second.startswith("           word")


def test_a_word_is_never_broken() -> None:
    long = "a-name-with-hyphens" * 8

    assert wrapped(f"see {long}", before="error: ").splitlines() == ["see", f"       {long}"]


def test_lines_of_the_text_itself_stay() -> None:
    assert help_line("first\nsecond") == "   = help: first\n           second"
