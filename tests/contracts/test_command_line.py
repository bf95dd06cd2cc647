"""What holds for every verb: where the workspace may be named, and what a wrong name or a mute terminal gets."""

import os
import pty
import subprocess
from pathlib import Path

from tests.support.workspaces import command, copy_example, edit, run


def test_the_workspace_may_be_named_before_the_verb_too(tmp_path: Path) -> None:
    copy_example(tmp_path / "fleet", output=False)

    before, after = run("-C", "fleet", "check", folder=tmp_path), run("check", "-C", "fleet", folder=tmp_path)

    assert (before.returncode, before.stdout) == (after.returncode, after.stdout) == (0, after.stdout)


def test_the_folder_named_last_counts(tmp_path: Path) -> None:
    copy_example(tmp_path / "fleet", output=False)

    assert run("-C", "nowhere", "check", "-C", "fleet", folder=tmp_path).returncode == 0


def test_an_output_that_a_link_leads_out_of_the_workspace_is_not_written(tmp_path: Path) -> None:
    fleet, elsewhere = copy_example(tmp_path / "fleet", output=False), tmp_path / "elsewhere"
    elsewhere.mkdir()
    (fleet / "output").symlink_to("../elsewhere")

    refused, asked_for = run("compile", folder=fleet), run("compile", "--out", "output", folder=fleet)

    assert refused.returncode == 3
    assert "output is a link that leads out of the workspace" in refused.stderr
    assert asked_for.returncode == 0


def test_a_fact_of_unknown_form_is_said_with_its_inventory(tmp_path: Path) -> None:
    fleet = copy_example(tmp_path)
    edit(fleet / "output/prod-a/vision/inventory.jsonl", '"guaranteed":24', '"guaranteed":"24"')

    finished = run("check", folder=fleet)

    assert finished.returncode == 3
    assert "output/prod-a/vision/inventory.jsonl" in finished.stderr
    assert "`24` is no number of units" in finished.stderr


def test_an_unknown_kind_is_a_mistake_of_the_command_line() -> None:
    finished = run("schema", "Tenent")

    assert finished.returncode == 2
    assert "there is no kind `Tenent`" in finished.stderr


def at_a_terminal(*arguments: str, **env: str) -> str:
    """What the command writes to a standard error that is a terminal."""
    controller, terminal = pty.openpty()
    with os.fdopen(controller, "rb") as reader:
        subprocess.run(command(*arguments), stderr=terminal, stdout=subprocess.DEVNULL, env={**os.environ, **env})
        os.close(terminal)
        try:
            return reader.read1().decode()
        except OSError:
            return ""


def test_no_color_is_honoured_also_where_the_surroundings_are_wrong(tmp_path: Path) -> None:
    assert "\x1b[" in at_a_terminal("check", "-C", str(tmp_path), NO_COLOR="")
    assert "\x1b[" not in at_a_terminal("check", "-C", str(tmp_path), NO_COLOR="1")
