"""When a mutant counts as seen: on a little repository, with a test in the place of an acceptance test."""

from pathlib import Path

import pytest

from tests.mutation import trial
from tests.mutation.operators import Mutant
from tests.mutation.parts import parts_for_fleets
from tests.mutation.results import Result, Results
from tests.mutation.trial import Copy, Sighting

RIGHT, WRONG = "VALUE = 1\n", "VALUE = 2\n"
MUTANT = Mutant("module.py", 1, "off by one", "1", "2", WRONG)
# Each test reads the module that the mutant spoils.
TESTS = {
    "sees": "assert VALUE == 1",
    "blind": "pass",
    "always": "assert False, 'this never passes'",
    "late": "wait_for(lambda: VALUE == 1, 'one', seconds=0)",
    "loaded": "COUNT.write_text(COUNT.read_text() + 'x') if COUNT.exists() else COUNT.write_text('x'); "
    "wait_for(lambda: COUNT.read_text() != 'x', 'a calm machine', seconds=0)",
    "broken": "raise SystemExit('no more')",
}
HEAD = """
from pathlib import Path
from tests.plane.waiting import wait_for
COUNT = Path(__file__).with_name("count")
VALUE = int(Path(__file__).with_name("module.py").read_text().split()[-1])
"""


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Copy:
    repository = Path(trial.__file__).parents[2]
    (tmp_path / "tests").symlink_to(repository / "tests")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "module.py").write_text(RIGHT)
    (tmp_path / "output").mkdir()
    for name, body in TESTS.items():
        (tmp_path / f"test_{name}.py").write_text(f"{HEAD}\ndef test_it():\n    {body}\n")
    (tmp_path / "test_both.py").write_text(f"{HEAD}\ndef test_a():\n    assert 0\ndef test_b():\n    assert VALUE == 1")
    monkeypatch.setattr(trial, "PARTS", {name: f"test_{name}.py" for name in [*TESTS, "both", "missing"]})
    monkeypatch.setattr(trial, "_COMPILE", ("true",))
    return Copy(tmp_path, {})


def seen_by(copy: Copy, *parts: str) -> Sighting:
    sighting = copy.seen_by(MUTANT, list(parts))
    assert (copy.folder / "module.py").read_text() == RIGHT
    return sighting


def test_a_test_that_passes_without_it_and_fails_with_it_sees_it(copy: Copy) -> None:
    sighting = seen_by(copy, "blind", "sees")

    assert (sighting.part, sighting.without, sighting.aside) == ("sees", "passes", ())
    assert sighting.failure
    assert sighting.failure.test == "test_sees.py::test_it"


def test_a_wait_that_ends_has_to_end_twice(copy: Copy) -> None:
    assert seen_by(copy, "late").without == "passes; with it fails again"


@pytest.mark.parametrize(
    ("part", "aside"),
    [
        ("blind", ""),
        ("always", "not counted, because it does not pass without the mutant either: test_always.py::test_it"),
        (
            "loaded",
            "not counted, because it did not fail again: test_loaded.py::test_it (call) AssertionError: after 0",
        ),
        ("missing", "missing did not run: pytest ended with 4: "),
    ],
)
def test_nothing_else_sees_it(copy: Copy, part: str, aside: str) -> None:
    sighting = seen_by(copy, part)

    assert sighting.failure is None
    assert "".join(sighting.aside).startswith(aside)


def test_a_test_that_always_fails_hides_no_other(copy: Copy) -> None:
    sighting = seen_by(copy, "both")

    assert sighting.failure
    assert sighting.failure.test == "test_both.py::test_b"


def test_a_run_that_takes_too_long_shows_nothing(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "_TESTS_SECONDS", 0.01)

    assert seen_by(copy, "sees").aside == ("sees did not run: pytest ended with -1: no end after 0.01 s",)


def test_results_are_gone_on_with(tmp_path: Path) -> None:
    first = Results(tmp_path / "results")
    first.add(Result(str(MUTANT), "seen", ("one", "two")))

    again = Results(tmp_path / "results")

    assert again.known(MUTANT) == Result(str(MUTANT), "seen", ("one", "two"))
    assert again.known("another") is None
    assert Results(None).known(MUTANT) is None


def test_kinds_that_change_in_other_fleets_alone_go_to_the_tests_that_take_those() -> None:
    assert parts_for_fleets({"Cohort"}, {"Cohort"}) == ["quota", "objects"]
    assert parts_for_fleets({"ConfigMap"}, {"ConfigMap"}) == ["devices", "objects"]
    assert parts_for_fleets(set(), {"Cohort"}) == ["objects", "quota"]
    assert parts_for_fleets({"RoleBinding"}, {"RoleBinding", "Cohort"}) == [
        "access",
        "isolation_benchmark",
        "objects",
        "quota",
    ]
