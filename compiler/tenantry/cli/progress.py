"""A line that says what is under way, for a person who waits; silent when piped, and when the work is quick.

Writes to the given stream only where it is a terminal, and leaves nothing behind there.
"""

import os
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final

_FIRST_AFTER_SECONDS: Final = 1.0
_AGAIN_AFTER_SECONDS: Final = 0.2
_CLEAR_LINE: Final = "\r\x1b[K"


def _nothing_to_stop() -> None:
    return


class Progress:
    """Call it with what is under way; it is shown from the first second on, on one line that goes again."""

    def __init__(self, stream: Any, *, after_seconds: float = _FIRST_AFTER_SECONDS) -> None:
        self._stream = stream
        self._after_seconds = after_seconds
        self._what = ""
        self._stop: Callable[[], None] = _nothing_to_stop

    def __call__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> "Progress":
        if self._stream.isatty() and os.environ.get("TERM") != "dumb":
            self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _start(self) -> None:
        from threading import Event, Thread

        done = Event()

        def show() -> None:
            if done.wait(self._after_seconds):
                return
            while True:
                self._write(f"{_CLEAR_LINE}{self._what} ...")
                if done.wait(_AGAIN_AFTER_SECONDS):
                    self._write(_CLEAR_LINE)
                    return

        # A daemon: a crash elsewhere must not wait for it.
        thread = Thread(target=show, daemon=True)
        thread.start()

        def stop() -> None:
            done.set()
            thread.join()

        self._stop = stop

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
