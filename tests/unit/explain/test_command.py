"""`tenantry explain` as people run it."""

import json
from pathlib import Path

import pytest

from tenantry.cli.boundary import ERRORS, USAGE, run
from tests.unit.explain.fleet import fleet_files


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    for path, text in fleet_files().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def _explain(workspace: Path, *arguments: str) -> int:
    return run(["explain", "-C", str(workspace), *arguments])


def test_an_answer_is_printed_and_nothing_is_written(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _explain(workspace, "vision/detection", "h100-train") == 0

    assert capsys.readouterr().out.startswith("vision/detection on h100-train (prod-a), 2026-11-30\n")
    assert not (workspace / "output").exists()


def test_json_holds_the_numbers(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _explain(workspace, "vision/detection", "h100-train", "--format", "json") == 0

    numbers = json.loads(capsys.readouterr().out)["numbers"]
    assert numbers == {"guaranteed": 8, "shared": 32, "contested": 16, "reach": 72}


def test_another_day_can_be_asked_about(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _explain(workspace, "vision", "h100-train", "--as-of", "2026-12-06", "--format", "json") == 0

    assert json.loads(capsys.readouterr().out)["numbers"]["guaranteed"] == 24


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["visoin"], "did you mean tenant `vision`?"),
        (["vision", "h100-finance"], "the pool is dedicated to finance"),
        (["vision", "--as-of", "tomorrow"], "`tomorrow` is not a day"),
        (["Cohort/h100-train", "--cluster", "prod-z"], "there is no cluster `prod-z`"),
    ],
)
def test_a_question_that_names_nothing_is_bad_usage(
    workspace: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert _explain(workspace, *arguments) == USAGE

    assert said in capsys.readouterr().err


@pytest.mark.parametrize("subject", ["zzz", "TN999", "vision/zzz", "ClusterQeue/a", "NetworkPolicy/isolation"])
def test_what_is_said_about_a_bad_question_keeps_within_a_hundred_columns(
    workspace: Path, capsys: pytest.CaptureFixture[str], subject: str
) -> None:
    assert _explain(workspace, subject) == USAGE

    lines = capsys.readouterr().err.splitlines()
    assert max(map(len, lines)) <= 100
    assert "help: " in "\n".join(lines)


def test_errors_in_the_specs_are_told_instead_of_an_answer(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tenant = workspace / "tenants/vision/tenant.yaml"
    tenant.write_text(tenant.read_text().replace("parent: research", "parent: reserch"))

    assert _explain(workspace, "vision") == ERRORS

    captured = capsys.readouterr()
    assert captured.out == ""
    assert "reserch" in captured.err


def test_a_code_is_explained_while_the_specs_are_wrong(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (workspace / "tenants/vision/tenant.yaml").write_text("a: [")

    assert _explain(workspace, "tn412") == 0

    assert capsys.readouterr().out.startswith("TN412 promise-over-guarantee (error): ")
