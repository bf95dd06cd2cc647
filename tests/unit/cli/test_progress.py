"""Progress: for a person at a terminal who waits, and for nobody else."""

import io
import time
from contextlib import suppress

import pytest

from tenantry.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def able_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")


def waited_for(stream: io.StringIO, *, seconds: float, after_seconds: float) -> str:
    with Progress(stream, after_seconds=after_seconds) as progress:
        progress("prod-a/vision")
        time.sleep(seconds)
    return stream.getvalue()


def test_who_waits_sees_what_is_under_way_and_then_nothing_of_it() -> None:
    shown = waited_for(Terminal(), seconds=0.1, after_seconds=0.02)

    assert "prod-a/vision ..." in shown
    assert shown.endswith("\r\x1b[K")


def test_quick_work_shows_nothing() -> None:
    assert waited_for(Terminal(), seconds=0.0, after_seconds=5.0) == ""


def test_a_pipe_gets_nothing() -> None:
    assert waited_for(io.StringIO(), seconds=0.02, after_seconds=0.0) == ""


def test_a_terminal_that_cannot_clear_a_line_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")

    assert waited_for(Terminal(), seconds=0.02, after_seconds=0.0) == ""


def test_the_line_goes_when_the_work_fails() -> None:
    stream = Terminal()

    with suppress(ValueError), Progress(stream, after_seconds=0.0):
        time.sleep(0.05)
        raise ValueError

    assert stream.getvalue().endswith("\r\x1b[K")
