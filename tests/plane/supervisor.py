"""A process of its own that runs the parts of one plane and outlives nobody.

It obeys lines of JSON on its standard input: `{"start": name, "command": [...], "log": path, "env": {...}}`,
`{"stop": name}`, `{"ended": true}`. Each is answered by a line: `{"ended": {name: exit code}}` with the parts that
ended unasked, or `{"error": text}` where a program cannot be started. When its input ends, because the tests are done
or were killed, it ends every part, last started first, copies their logs below TENANTRY_PLANE_LOGS where that is set,
removes the plane's folder and goes. A part ends with all that it started itself: one may be a script. The supervisor
has a session of its own, so that Ctrl-C meets pytest alone.
"""

import contextlib
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

_GRACE_SECONDS = 5
# prctl(2). The first: Linux ends the child when we are killed; elsewhere only our own end is covered. The second: what
# a part leaves behind becomes our child, so that its end can be waited for.
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def _ask_linux(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value)


def _die_with_supervisor() -> None:
    _ask_linux(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _start(order: dict[str, Any]) -> "subprocess.Popen[bytes]":
    with Path(order["log"]).open("ab") as log:
        return subprocess.Popen(
            order["command"],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={**os.environ, **order["env"]},
            start_new_session=True,
            preexec_fn=_die_with_supervisor,
        )


def _stop(part: "subprocess.Popen[bytes]") -> None:
    # A part that has ended already gets no signal: its number may be somebody else's by now.
    if part.poll() is None:
        os.killpg(part.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            part.wait(_GRACE_SECONDS)
    if part.poll() is None:
        part.kill()
        part.wait()
    _end_group(part.pid)


def _end_group(group: int) -> None:
    """Ends what the first process of a group, just gone, left behind in it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-group, 0)


class _Parts:
    def __init__(self) -> None:
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._ended: dict[str, int] = {}

    def obey(self, order: dict[str, Any]) -> dict[str, Any]:
        if name := order.get("start"):
            try:
                self._running[name] = _start(order)
            except OSError as error:
                return {"error": f"{order['command'][0]} cannot be started: {error.strerror}"}
        elif name := order.get("stop"):
            self._ended.pop(name, None)
            if part := self._running.pop(name, None):
                _stop(part)
        return {"ended": self._look()}

    def stop_all(self) -> None:
        self._look()
        for part in reversed(self._running.values()):
            _stop(part)

    def _look(self) -> dict[str, int]:
        for name, part in list(self._running.items()):
            code = part.poll()
            if code is not None:
                del self._running[name]
                self._ended[name] = code
                _end_group(part.pid)
        return self._ended


def _keep_logs(folder: Path) -> None:
    target = os.environ.get("TENANTRY_PLANE_LOGS")
    if target:
        kept = Path(target) / folder.name
        kept.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("*.log"):
            shutil.copyfile(path, kept / path.name)


def main(folder: Path) -> None:
    _ask_linux(_PR_SET_CHILD_SUBREAPER, 1)
    parts = _Parts()
    try:
        for line in sys.stdin:
            sys.stdout.write(json.dumps(parts.obey(json.loads(line))) + "\n")
            sys.stdout.flush()
    finally:
        parts.stop_all()
        try:
            _keep_logs(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
