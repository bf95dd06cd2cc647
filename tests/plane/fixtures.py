"""Fixtures that hand running planes to tests, and the last lines of a run that had none.

A shared plane is started once by each worker that meets a test that needs it: tests of one area stand in one
`xdist_group`, so that they share one. Where a part is not built, tests that need it are skipped, and the summary says
which and why; in CI that is a failure.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path

import pytest

from tests.plane.plane import Plane, start_plane
from tests.plane.processes import PlaneError, Processes
from tests.plane.store import missing_for_plane
from tests.support.workspaces import copy_example

NOT_BUILT = "the control plane is not built"


@pytest.fixture(scope="session")
def built_plane() -> None:
    """Skips what needs a plane where a part of it is missing."""
    if lacking := missing_for_plane():
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


@dataclass
class NewProcesses:
    """Starts a supervisor for one more plane, as often as it is called."""

    started: list[Processes] = field(default_factory=list)

    def __call__(self) -> Processes:
        self.started.append(Processes())
        return self.started[-1]


@pytest.fixture
def new_processes(built_plane: None) -> Iterator[NewProcesses]:
    """Starts a supervisor for one more plane of this test alone; all of them end with it."""
    new = NewProcesses()
    yield new
    for processes in new.started:
        processes.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Puts the ends of the parts' logs beside the failure of a test that used a plane, where it does not hold them."""
    report = yield
    if report.failed and not (call.excinfo and call.excinfo.errisinstance(PlaneError)):
        found = {id(one): one for value in getattr(item, "funcargs", {}).values() for one in planes_in(value)}
        for processes in found.values():
            report.sections += [(f"end of the log of {name}", text) for name, text in processes.logs().items()]
    return report


def planes_in(value: object) -> Iterator[Processes]:
    """The planes that something given to a test holds, such as an area's own dataclass around a Plane."""
    if isinstance(value, Processes):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from planes_in(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            yield from planes_in(getattr(value, part.name, None))


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
