"""A process of its own that runs the parts of one plane and outlives nobody.

It obeys lines of JSON on its standard input: `{"start": name, "command": [...], "log": path, "env": {...}}`,
`{"stop": name}`, `{"poll": name}`. Each is answered by a line: `{"code": exit code, null while it runs}`, or
`{"error": text}` where a program cannot be started. When its input ends, because the tests are done or were killed, it
ends every part, last started first, removes the plane's folder and goes. It is started in a session of its own, so that
Ctrl-C meets pytest alone.
"""

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
_PR_SET_PDEATHSIG = 1  # prctl(2): Linux ends the child when we are killed; elsewhere only our own end is covered


def _die_with_supervisor() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


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
    part.terminate()
    try:
        part.wait(_GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        part.kill()
        part.wait()


def _obey(order: dict[str, Any], parts: "dict[str, subprocess.Popen[bytes]]") -> dict[str, Any]:
    if name := order.get("start"):
        try:
            parts[name] = _start(order)
        except OSError as error:
            return {"error": f"{order['command'][0]} cannot be started: {error.strerror}"}
    elif name := order.get("stop"):
        _stop(parts.pop(name))
    return {"code": parts[order["poll"]].poll() if "poll" in order else None}


def main(folder: str) -> None:
    parts: dict[str, subprocess.Popen[bytes]] = {}
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_obey(json.loads(line), parts)) + "\n")
        sys.stdout.flush()
    for part in reversed(parts.values()):
        _stop(part)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
