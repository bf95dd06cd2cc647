"""What a comment keeps when there is too much to say."""

from tenantry.plan.text.comment import _shortened


def test_a_short_sentence_stays_as_it_is() -> None:
    assert _shortened("Needs: group a (gives; missing); group b (owns b; missing).").count("missing") == 2


def test_a_long_list_keeps_its_beginning_and_says_how_much_is_left() -> None:
    parts = [f"group team-{number} (owns; missing)" for number in range(1_000)]

    said = _shortened(f"Needs: {'; '.join(parts)}.")

    assert said.startswith("Needs: group team-0 (owns; missing); group team-1 ")
    assert len(said) < 4_100
    assert said.endswith(f"missing); and {1_000 - said.count('group team-'):,} more.")


def test_one_that_has_no_parts_ends_in_the_middle() -> None:
    assert _shortened("x" * 5_000) == "x" * 4_000 + "…"
