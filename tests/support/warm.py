"""A process that has loaded `tenantry` and forks for every run: as a run of its own, without the time to load it.

    with WarmCommand(folder) as warm:
        run = warm.start("compile", folder=folder)

Every run is a process of its own, so that it can be killed at any point; and it starts from the state that the parent
was in before the first of them.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

# Loads what a run loads by one that asks nothing of the disk but to read it; then forks for every line it is told.
_PARENT = """
import json, os, sys

def run(arguments):
    from tenantry.cli.main import entry
    sys.argv = ["tenantry", *arguments]
    try:
        entry()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0

told = os.fdopen(os.dup(1), "w")
nothing = os.open(os.devnull, os.O_RDWR)
os.dup2(nothing, 1)
os.dup2(nothing, 2)
run(["compile", "--check"])
told.write("ready\\n")
told.flush()
for line in sys.stdin:
    folder, arguments = json.loads(line)
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        os._exit(run(arguments) or 0)
    told.write(f"{child}\\n")
    told.flush()
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    told.write("ended\\n")
    told.flush()
    sys.stdin.readline()
    told.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\\n")
    told.flush()
"""


class WarmRun:
    """One run: whether it runs, and the way to kill it. Its parent keeps its number until `wait` has been called."""

    def __init__(self, process: int, parent: subprocess.Popen[str]) -> None:
        assert parent.stdin is not None
        assert parent.stdout is not None
        self._process, self._asks, self._answers = process, parent.stdin, parent.stdout
        self._ended = threading.Thread(target=self._answers.readline, daemon=True)
        self._ended.start()

    @property
    def runs(self) -> bool:
        """Whether it has not ended yet."""
        return self._ended.is_alive()

    def kill(self) -> None:
        """Kills it without a chance to clean up; nothing happens where it has ended."""
        os.kill(self._process, signal.SIGKILL)

    def wait(self) -> int:
        """Waits for its end; gives the exit code, which is the negative number of the signal that killed it."""
        self._ended.join()
        self._asks.write("\n")
        self._asks.flush()
        return int(self._answers.readline())


class WarmCommand:
    """The loaded process; `folder` is a compiled workspace that it may read. One run at a time."""

    def __init__(self, folder: Path) -> None:
        self._parent = subprocess.Popen(
            [sys.executable, "-c", _PARENT], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._read() == "ready"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._parent.communicate()

    def start(self, *arguments: str, folder: Path) -> WarmRun:
        """Runs `tenantry` with these arguments, in this folder."""
        assert self._parent.stdin is not None
        self._parent.stdin.write(f"{json.dumps([str(folder), arguments])}\n")
        self._parent.stdin.flush()
        return WarmRun(int(self._read()), self._parent)

    def _read(self) -> str:
        assert self._parent.stdout is not None
        return self._parent.stdout.readline().strip()
