"""Every break of the worked example gives exactly one message, at the line where its author looks."""

import pytest

from tenantry.diagnostics.codes import isolation, quota, references, shape, syntax
from tenantry.diagnostics.model import Code
from tests.acceptance.breaks import BREAKS, NOT_BROKEN
from tests.acceptance.breaks.edits import Break
from tests.acceptance.breaks.example import Example

FEWEST = 3
ALL = [(code, broken) for code, breaks in BREAKS.items() for broken in breaks]
CODES = [
    code.code
    for block in (syntax, shape, references, quota, isolation)
    for code in vars(block).values()
    if isinstance(code, Code)
]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Example:
    return Example(tmp_path_factory.mktemp("breaks"))


@pytest.mark.parametrize(
    ("code", "broken"), ALL, ids=[f"{code} {broken.what}".replace(" ", "-") for code, broken in ALL]
)
def test_a_break_gives_exactly_one_message_at_the_right_line(code: str, broken: Break, example: Example) -> None:
    outcome = example.judge(code, broken)

    assert outcome.found == (outcome.expected,), outcome.text


@pytest.mark.parametrize("code", CODES)
def test_every_code_of_the_front_end_is_broken_in_three_ways(code: str) -> None:
    breaks = BREAKS.get(code, ())
    kinds = {broken.kind for broken in breaks}

    assert code in NOT_BROKEN or len(kinds) >= FEWEST, [broken.what for broken in breaks]
    assert len(kinds) == len(breaks), f"two breaks of {code} are of one kind"
    assert len({broken.what for broken in breaks}) == len(breaks)


def test_breaks_are_of_codes_that_exist() -> None:
    assert set(BREAKS) <= set(CODES)
    assert set(NOT_BROKEN) == set(CODES) - set(BREAKS)


def test_the_example_is_whole_after_a_break(example: Example) -> None:
    code, broken = ALL[0]
    first = example.judge(code, broken)

    assert example.judge(code, broken) == first
