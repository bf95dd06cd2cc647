"""A plane leaves no process and no folder behind, however its user ends."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.plane.waiting import wait_for
from tests.support.workspaces import REPOSITORY

pytestmark = [pytest.mark.xdist_group("harness"), pytest.mark.usefixtures("built_plane")]

USER = textwrap.dedent(
    """
    import signal, time
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs this may ignore it, and that is inherited
    from tests.plane.kubernetes import start_kubernetes
    from tests.plane.processes import Processes
    with Processes() as processes:
        plane = start_kubernetes(processes)
        plane.start_controller_manager()
        print(processes.folder, flush=True)
        time.sleep(600)
    """
)


@pytest.fixture
def user() -> Iterator["subprocess.Popen[str]"]:
    """A process that uses a plane, and has printed the plane's folder."""
    with subprocess.Popen(
        [sys.executable, "-c", USER], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as started:
        yield started
        started.kill()


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_ends_with_its_user(user: "subprocess.Popen[str]", ending: signal.Signals) -> None:
    folder = _folder_of(user)
    assert _running(folder), "nothing ran, so nothing is shown"
    user.send_signal(ending)
    user.wait(30)
    wait_for(lambda: not _running(folder) and not folder.exists(), "all is gone", seconds=20)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of a killed process")
def test_ends_when_the_supervisor_is_killed(user: "subprocess.Popen[str]") -> None:
    folder = _folder_of(user)
    supervisor = next(pid for pid, words in _running(folder).items() if "supervisor.py" in words)
    os.kill(supervisor, signal.SIGKILL)
    wait_for(lambda: not _running(folder), "all parts are gone", seconds=20)
    shutil.rmtree(folder)


def _folder_of(user: "subprocess.Popen[str]") -> Path:
    assert user.stdout is not None
    return Path(user.stdout.readline().strip())


def _running(folder: Path) -> dict[int, str]:
    """Processes that name the plane's folder in their command line."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.strip().split(" ", 1) for line in listed.splitlines() if str(folder) in line]
    return {int(pid): words for pid, words in rows}
