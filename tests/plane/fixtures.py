"""Fixtures that hand running planes to tests, and the last lines of a run that had none.

A shared plane is started once by each worker that meets a test that needs it: tests of one area stand in one
`xdist_group`, so that they share one. Where a part is not built, tests that need it are skipped, and the summary says
which and why; in CI that is a failure.
"""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

from tests.plane.kubernetes import Kubernetes
from tests.plane.plane import Plane, start_plane
from tests.plane.processes import Processes, keep_logs
from tests.plane.store import missing
from tests.support.workspaces import copy_example

NOT_BUILT = "the control plane is not built"


@pytest.fixture(scope="session")
def built_plane() -> None:
    """Skips what needs a plane where a part of it is missing."""
    if lacking := missing():
        pytest.skip(f"{NOT_BUILT}: {', '.join(lacking)}; `make control-plane` builds it and needs Go")


@pytest.fixture(scope="session")
def example_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the worked example with its committed output."""
    return copy_example(tmp_path_factory.mktemp("example"))


@pytest.fixture(scope="session")
def example_plane(built_plane: None, example_workspace: Path) -> Iterator[Plane]:
    """The worked example's production cluster, applied, with its nodes and running pods. Shared: leave it as it was."""
    with Processes() as processes:
        plane = start_plane(processes, example_workspace, "prod-a")
        plane.apply_compiled()
        yield plane
        keep_logs(processes.folder)


@pytest.fixture
def new_processes(built_plane: None) -> Iterator[Callable[[], Processes]]:
    """Starts a supervisor for one more plane of this test alone; all of them end with it."""
    started: list[Processes] = []

    def start() -> Processes:
        started.append(Processes())
        return started[-1]

    yield start
    for processes in started:
        keep_logs(processes.folder)
        processes.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Puts the ends of the parts' logs beside the failure of a test that used a plane."""
    report = yield
    if report.failed:
        for processes in _planes_of(item):
            report.sections += [(f"end of the log of {name}", text) for name, text in processes.logs().items()]
    return report


def _planes_of(item: pytest.Item) -> Iterator[Processes]:
    for value in getattr(item, "funcargs", {}).values():
        if isinstance(value, Plane):
            yield value.kubernetes.processes
        elif isinstance(value, Kubernetes):
            yield value.processes
        elif isinstance(value, Processes):
            yield value


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says last which tests did not run for want of a plane."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if NOT_BUILT in str(report.longrepr)]
    if not skipped:
        return
    terminalreporter.section("did not run")
    files = sorted({report.nodeid.split("::")[0] for report in skipped})
    terminalreporter.write_line(f"{len(skipped)} tests need a control plane that is not built here:")
    for file in files:
        terminalreporter.write_line(f"  {file}")
    terminalreporter.write_line("make control-plane builds it; it needs Go, see docs/testing.md")
