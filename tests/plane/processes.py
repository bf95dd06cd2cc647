"""The running parts of one plane: started under a supervisor, waited for, read when they fail."""

import contextlib
import json
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

_LOG_LINES = 40
# All parts are Go programs that live for minutes: memory is cheaper than a quarter of their time for looking after it.
_GO = {"GOGC": "400"}
# Below the range from which Linux takes ports of outgoing connections, so that no client of ours sits on one.
_PORTS = range(12_000, 32_000)


def free_port() -> int:
    """A loopback port that nobody listens on. Drawn at random, so that planes started at once rarely meet."""
    for port in random.sample(_PORTS, 200):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no free loopback port in 200 tries")


class PlaneError(RuntimeError):
    """A plane cannot go on; the text says which part failed, and ends with what all its parts printed last."""


class Processes:
    """The parts of one plane and the folder they share. Closing it ends them all and removes the folder.

    A crash of this process, even by kill -9, does the same: the supervisor sees its input end. An error that leaves the
    `with` block takes the ends of all logs with it, as a note.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tenantry-plane-"))
        try:
            self._supervisor = subprocess.Popen(
                [sys.executable, "-I", str(Path(__file__).with_name("supervisor.py")), str(self.folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        except BaseException:  # Ctrl-C, too, before anybody is there who would remove it
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        self._line = threading.Lock()

    @property
    def supervisor(self) -> int:
        """The number of the supervisor's process."""
        return self._supervisor.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, PlaneError):
            error.add_note(self.last_words())
        self.close()

    def start(self, name: str, command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> None:
        """Starts a part; what it prints goes to `<folder>/<name>.log`. Raises PlaneError where it cannot start."""
        words = [str(word) for word in command]
        self._tell({"start": name, "command": words, "log": str(self.log(name)), "env": {**_GO, **(env or {})}})

    def stop(self, name: str) -> None:
        """Ends a part and waits until it is gone."""
        self._tell({"stop": name})

    def wait_until(self, name: str, ready: Callable[[], bool], *, seconds: float) -> None:
        """Waits until a part is ready. Raises PlaneError where any part of the plane ends, or this takes too long."""
        end = time.monotonic() + seconds
        while not ready():
            for ended, code in self._tell({"ended": True}).items():
                when = "" if ended == name else f" before {name} was ready"
                raise PlaneError(f"{ended} ended with {code}{when}\n{self.last_words()}")
            if time.monotonic() > end:
                raise PlaneError(f"{name} is not ready after {seconds:.0f} s\n{self.last_words()}")
            time.sleep(0.05)

    def log(self, name: str) -> Path:
        """The file that holds what a part printed."""
        return self.folder / f"{name}.log"

    def last_lines(self, name: str) -> str:
        """The end of what a part printed."""
        return "\n".join(self.log(name).read_text(errors="replace").splitlines()[-_LOG_LINES:])

    def last_words(self) -> str:
        """The ends of all logs as one text for people."""
        return "\n".join(f"--- end of the log of {name}:\n{text or '(nothing)'}" for name, text in self.logs().items())

    def logs(self) -> dict[str, str]:
        """The end of what every part printed, by its name."""
        return {path.stem: self.last_lines(path.stem) for path in sorted(self.folder.glob("*.log"))}

    def close(self) -> None:
        """Ends all parts, last started first, and removes the folder. Closing twice does no harm."""
        if self._supervisor.stdin and not self._supervisor.stdin.closed:
            with contextlib.suppress(BrokenPipeError):  # it was killed, and its parts with it
                self._supervisor.stdin.close()
            self._supervisor.wait(60)
            assert self._supervisor.stdout is not None
            self._supervisor.stdout.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def _tell(self, order: dict[str, object]) -> dict[str, int]:
        """Gives an order, and the exit codes of parts that ended unasked."""
        assert self._supervisor.stdin is not None
        assert self._supervisor.stdout is not None
        with self._line:
            try:
                self._supervisor.stdin.write(json.dumps(order) + "\n")
                self._supervisor.stdin.flush()
            except BrokenPipeError:
                raise PlaneError(f"the supervisor of {self.folder} is gone") from None
            line = self._supervisor.stdout.readline()
        if not line:
            raise PlaneError(f"the supervisor of {self.folder} is gone")
        answer = json.loads(line)
        if "error" in answer:
            raise PlaneError(answer["error"])
        ended: dict[str, int] = answer["ended"]
        return ended


def listens(port: int) -> bool:
    """Whether somebody accepts connections at a loopback port."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0
