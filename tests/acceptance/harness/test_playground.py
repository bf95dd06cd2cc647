"""The playground: its guide is true, it ends on request at any time, and says in a sentence why it cannot start."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.plane.waiting import wait_for
from tests.support.workspaces import REPOSITORY

pytestmark = pytest.mark.xdist_group("harness")

PLAYGROUND = [sys.executable, "-m", "tests.plane.playground"]
ENDINGS = [signal.SIGINT, signal.SIGTERM]


@contextmanager
def playground(folder: Path, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """The program of `make playground`, which puts what it needs below `folder`."""
    with subprocess.Popen(
        [*PLAYGROUND, *arguments],
        cwd=REPOSITORY,
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as started:
        try:
            yield started
        finally:
            started.kill()


def end(started: "subprocess.Popen[str]", how: signal.Signals) -> tuple[int, str, str]:
    """Exit code and what was printed after it was asked to end."""
    started.send_signal(how)
    printed, complaints = started.communicate(timeout=60)
    return started.returncode, printed.strip(), complaints


@pytest.mark.usefixtures("built_plane")
@pytest.mark.parametrize(("cluster", "ending"), [("prod-a", signal.SIGINT), ("lab-b", signal.SIGTERM)])
def test_every_command_of_the_guide_works(tmp_path: Path, cluster: str, ending: signal.Signals) -> None:
    with playground(tmp_path, cluster) as started:
        assert started.stdout is not None
        guide = ""
        for line in started.stdout:
            guide += line
            if "Ctrl-C ends it all" in line:
                break
        [config] = re.findall("export KUBECONFIG=(.+)", guide)
        [kubectl] = re.findall("alias kubectl=(.+)", guide)
        commands = re.findall("^  kubectl (.+)", guide, re.MULTILINE)
        answers = {words: _answer([kubectl, *words.split()], config) for words in commands}
        assert not {words: said for words, (code, said) in answers.items() if code}
        last = [kubectl, *commands[-1].split()]
        wait_for(lambda: re.search(r"job-try-\w+ .* True ", _answer(last, config)[1]), "it is admitted", seconds=60)
        ended = end(started, ending)

    assert len(answers) == 5
    assert "No resources found" not in str(answers)
    assert any("networkpolicy" in said for _, said in answers.values())
    assert ended == (0, "ended", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("built_plane")
@pytest.mark.parametrize("ending", ENDINGS)
def test_it_ends_without_a_fuss_while_it_starts(tmp_path: Path, ending: signal.Signals) -> None:
    with playground(tmp_path) as started:
        assert started.stdout is not None
        assert "starting a control plane for prod-a" in started.stdout.readline()
        ended = end(started, ending)

    assert ended == (0, "ended", "")
    assert list(tmp_path.iterdir()) == []


def test_a_cluster_that_does_not_exist_is_refused_before_anything_starts(tmp_path: Path) -> None:
    with playground(tmp_path, "nosuch") as started:
        printed, complaints = started.communicate(timeout=60)

    assert (started.returncode, printed) == (1, "")
    assert complaints == "playground: the worked example has no cluster nosuch: take lab-b or prod-a\n"


def test_where_parts_are_missing_it_says_so_and_the_way_out(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name != "KUBEBUILDER_ASSETS"}
    done = subprocess.run(
        PLAYGROUND,
        cwd=REPOSITORY,
        env={**kept, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("playground: etcd, kube-apiserver, ")
    assert done.stderr.endswith("not built: install Go and run make control-plane, or see docs/testing.md\n")


def _answer(command: list[str], config: str) -> tuple[int, str]:
    done = subprocess.run(
        command,
        env={**os.environ, "KUBECONFIG": config},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=30,
    )
    return done.returncode, done.stdout
