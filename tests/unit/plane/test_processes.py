"""Parts of a plane: started, waited for, read when they fail, ended."""

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.plane.fixtures import NewProcesses, planes_in
from tests.plane.kubernetes import start_kubernetes
from tests.plane.processes import PlaneError, Processes, free_port, listens
from tests.plane.waiting import wait_for

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
        with pytest.raises(RuntimeError, match=r"^part ended with 3\n--- end of the log of part:\nno room$"):
            processes.wait_until("part", lambda: False, seconds=20)


def test_a_part_that_never_gets_ready_is_told() -> None:
    with Processes() as processes:
        processes.start("part", [sys.executable, "-c", "import time; time.sleep(60)"])
        with pytest.raises(RuntimeError, match="part is not ready after 0 s"):
            processes.wait_until("part", lambda: False, seconds=0.2)


def test_a_program_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with Processes() as processes, pytest.raises(RuntimeError, match="cannot be started"):
        processes.start("part", [tmp_path / "nothing"])


def test_the_end_of_any_part_ends_the_wait_for_another() -> None:
    with Processes() as processes:
        processes.start("store", [sys.executable, "-c", "import sys; print('no room'); sys.exit(3)"])
        processes.start("server", [sys.executable, "-c", "import time; print('no store', flush=True); time.sleep(60)"])
        with pytest.raises(PlaneError) as failed:
            processes.wait_until("server", lambda: False, seconds=20)
    sentence, *rest = str(failed.value).splitlines()
    assert sentence == "store ended with 3 before server was ready"
    assert rest[rest.index("--- end of the log of store:") + 1] == "no room"


def test_a_part_that_was_stopped_ends_no_wait() -> None:
    with Processes() as processes:
        processes.start("one", ["sleep", "60"])
        processes.start("other", ["sleep", "60"])
        processes.stop("one")
        with pytest.raises(PlaneError, match="other is not ready after 0 s"):
            processes.wait_until("other", lambda: False, seconds=0.2)


def test_words_of_an_etcd_that_cannot_run_are_in_the_error_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, script in {"etcd": "echo no space left on device; exit 3", "kube-apiserver": "sleep 60"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path))
    monkeypatch.setenv("TENANTRY_PLANE_LOGS", str(tmp_path / "logs"))
    with pytest.raises(PlaneError) as failed, Processes() as processes:
        start_kubernetes(processes)
    assert str(failed.value).startswith("etcd ended with 3 before kube-apiserver was ready\n")
    assert "no space left on device" in str(failed.value)
    kept = tmp_path / "logs" / processes.folder.name
    assert (kept / "etcd.log").read_text() == "no space left on device\n"
    assert (kept / "kube-apiserver.log").exists()


def test_any_error_takes_the_logs_with_it() -> None:
    with pytest.raises(ValueError, match="something else") as failed, Processes() as processes:  # noqa: PT012
        processes.start("part", [sys.executable, "-c", "print('what I did')"])
        wait_for(lambda: "what I did" in processes.last_lines("part"), "the part has spoken")
        raise ValueError("something else")
    assert failed.value.__notes__ == ["--- end of the log of part:\nwhat I did"]


SCRIPT = """
import os, subprocess, sys, time
child = subprocess.Popen(["sleep", "600"])
print(child.pid, flush=True)
if sys.argv[1] == "stays":
    time.sleep(600)
"""


@pytest.mark.parametrize("script", ["stays", "ends"])
def test_a_part_that_is_a_script_takes_its_child_with_it(script: str) -> None:
    with Processes() as processes:
        processes.start("script", [sys.executable, "-c", SCRIPT, script])
        child = int(wait_for(lambda: processes.last_lines("script"), "the child runs"))
    assert not alive(child)


def test_stopping_a_script_stops_its_child() -> None:
    with Processes() as processes:
        processes.start("script", [sys.executable, "-c", SCRIPT, "stays"])
        child = int(wait_for(lambda: processes.last_lines("script"), "the child runs"))
        assert alive(child)
        processes.stop("script")
        assert not alive(child)


def test_a_plane_whose_supervisor_is_gone_says_so_and_leaves_no_folder() -> None:
    with Processes() as processes:
        processes.start("part", ["sleep", "60"])
        os.kill(processes.supervisor, signal.SIGKILL)
        with pytest.raises(PlaneError, match="the supervisor of "):
            processes.wait_until("part", lambda: False, seconds=20)
    assert not processes.folder.exists()


def test_planes_are_found_in_what_a_test_is_given() -> None:
    new = NewProcesses()
    one, other = new(), new()
    try:
        assert list(planes_in(new)) == [one, other]
        assert list(planes_in({"name": "x"})) == list(planes_in("text")) == []
    finally:
        one.close()
        other.close()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
