"""The architecture is a promise: import contracts hold, and every package stands in a layer."""

import subprocess
import sys

from tests.support.workspaces import REPOSITORY


def test_the_import_contracts_hold() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )

    assert finished.returncode == 0, finished.stdout + finished.stderr
