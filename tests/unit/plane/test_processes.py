"""Parts of a plane: started, waited for, read when they fail, ended."""

import sys
from pathlib import Path

import pytest

from tests.plane.processes import Processes, free_port, listens

SERVER = "import http.server, sys; http.server.HTTPServer(('127.0.0.1', int(sys.argv[1])), None).serve_forever()"


def test_a_part_is_ready_when_it_listens_and_gone_when_stopped() -> None:
    port = free_port()
    with Processes() as processes:
        processes.start("server", [sys.executable, "-c", SERVER, str(port)])
        processes.wait_until("server", lambda: listens(port), seconds=20)
        processes.stop("server")
        assert not listens(port)


def test_closing_ends_all_parts_and_removes_the_folder() -> None:
    port = free_port()
    with Processes() as processes:
        processes.start("server", [sys.executable, "-c", SERVER, str(port)])
        processes.wait_until("server", lambda: listens(port), seconds=20)
        folder = processes.folder
    assert not listens(port)
    assert not folder.exists()
    processes.close()


def test_a_part_that_ends_early_is_told_with_its_last_words() -> None:
    with Processes() as processes:
        processes.start("part", [sys.executable, "-c", "import sys; print('no room'); sys.exit(3)"])
        with pytest.raises(RuntimeError, match="part ended with 3:\nno room"):
            processes.wait_until("part", lambda: False, seconds=20)


def test_a_part_that_never_gets_ready_is_told() -> None:
    with Processes() as processes:
        processes.start("part", [sys.executable, "-c", "import time; time.sleep(60)"])
        with pytest.raises(RuntimeError, match="part is not ready after 0 s"):
            processes.wait_until("part", lambda: False, seconds=0.2)


def test_a_program_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with Processes() as processes, pytest.raises(RuntimeError, match="cannot be started"):
        processes.start("part", [tmp_path / "nothing"])
