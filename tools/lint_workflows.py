"""Lints `.github/` with actionlint and audits it with zizmor; exits with 1 on a finding. Run from anywhere.

actionlint is a Go module, pinned in `tools/workflows/`; Go builds it once into its own cache. Where there is no Go it
is left out, which in CI (TENANTRY_CI) is a failure. Nothing is asked of GitHub.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULE = ROOT / "tools" / "workflows"


def main() -> int:
    """Runs both; gives the exit code."""
    return max(_actionlint(), _zizmor())


def _actionlint() -> int:
    if shutil.which("go") is None:
        print("workflows: actionlint did not run, because there is no Go here")
        return int(bool(os.environ.get("TENANTRY_CI")))
    files = sorted(str(path) for path in (ROOT / ".github" / "workflows").glob("*.yaml"))
    return subprocess.run(["go", "-C", str(MODULE), "tool", "actionlint", *files], check=False).returncode


def _zizmor() -> int:
    program = Path(sys.executable).parent / "zizmor"
    return subprocess.run([str(program), "--offline", "--quiet", str(ROOT / ".github")], check=False).returncode


if __name__ == "__main__":
    sys.exit(int(main() != 0))
