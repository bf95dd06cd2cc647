"""What becomes of failures that are nobody's mistake."""

import subprocess
import sys
from pathlib import Path

import pytest

from tenantry.cli import boundary

COMMAND = [sys.executable, "-m", "tenantry"]


def test_output_that_nobody_can_take_is_no_bug_of_ours() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([*COMMAND, "schema"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    assert done.returncode == 3
    assert done.stderr.startswith("error: what there is to say could not be written")
    assert len(done.stderr.splitlines()) == 2


def test_a_current_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    script = f"cd {gone} && rmdir {gone} && exec {' '.join(COMMAND)} check"
    gone.mkdir()

    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)

    assert done.returncode == 3
    assert "the current folder is no longer there" in done.stderr


def test_a_crash_tells_its_report_where_no_file_can_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def crash(*_: object, **__: object) -> None:
        raise RuntimeError("out of tune")

    monkeypatch.setattr(boundary.tenantry, "main", crash)
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")

    assert boundary.run([]) == boundary.OUR_BUG
    said = capsys.readouterr().err
    assert "with this report:" in said
    assert "RuntimeError: out of tune" in said
