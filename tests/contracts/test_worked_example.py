"""The committed output of the worked example is what its specs say, on any day."""

from tests.support.workspaces import REPOSITORY, run, run_json


def test_the_committed_output_is_fresh() -> None:
    finished = run("compile", "--check", folder=REPOSITORY)

    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "output is fresh" in finished.stdout


def test_the_worked_example_has_no_errors_and_no_warnings() -> None:
    assert run_json("check", folder=REPOSITORY)["summary"] | {"information": 0} == {
        "errors": 0,
        "warnings": 0,
        "information": 0,
    }
