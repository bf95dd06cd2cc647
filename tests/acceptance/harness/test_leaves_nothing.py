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


HOLDS_A_PLANE = """
import time
from tests.plane.kubernetes import start_kubernetes

def test_holds_a_plane(new_processes):
    plane = start_kubernetes(new_processes())
    print(f"folder {plane.folder}", flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_ends_with_a_pytest_that_holds_it(tmp_path: Path, ending: signal.Signals) -> None:
    (tmp_path / "test_it.py").write_text(HOLDS_A_PLANE)
    command = [
        sys.executable,
        "-c",
        "import signal, pytest, sys; signal.signal(signal.SIGINT, "
        "signal.default_int_handler); sys.exit(pytest.main(sys.argv[1:]))",
    ]
    options = [
        "-s",
        "-c",
        os.devnull,
        "--rootdir",
        str(tmp_path),
        "-p",
        "tests.plane.fixtures",
        "-p",
        "no:cacheprovider",
    ]
    with subprocess.Popen(
        [*command, *options, str(tmp_path)], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as started:
        assert started.stdout is not None
        words = next(line.split() for line in started.stdout if "folder " in line)
        folder = Path(words[words.index("folder") + 1])
        assert _running(folder), "nothing ran, so nothing is shown"
        started.send_signal(ending)
        last = started.communicate(timeout=60)[0]
    assert ending != signal.SIGINT or (started.returncode, "KeyboardInterrupt" in last) == (2, True), last
    wait_for(lambda: not _running(folder) and not folder.exists(), "all is gone", seconds=20)


def _folder_of(user: "subprocess.Popen[str]") -> Path:
    assert user.stdout is not None
    return Path(user.stdout.readline().strip())


def _running(folder: Path) -> dict[int, str]:
    """Processes that name the plane's folder in their command line."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.strip().split(" ", 1) for line in listed.splitlines() if str(folder) in line]
    return {int(pid): words for pid, words in rows}
