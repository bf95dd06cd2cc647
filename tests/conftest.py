"""One switch for all golden files: `--update-golden` writes what came out; read every line of the change."""

import os

import pytest
from hypothesis import settings

pytest_plugins = ["tests.plane.fixtures"]

# How long an example takes says nothing on a machine that does other work too.
settings.register_profile("tenantry", deadline=None)
settings.load_profile("tenantry")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write expected results anew")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Refuses a run that would spread a group over workers: each would start a plane of its own for it."""
    if not config.getoption("loadgroup", False):
        return
    for item in items:
        if item.get_closest_marker("xdist_group") and "@" not in item.nodeid.rpartition("]")[2]:
            raise pytest.UsageError(f"pytest-xdist does not keep the group of {item.nodeid} together")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected results are to be written instead of compared."""
    return bool(request.config.getoption("--update-golden"))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI a test that did not run is a failure: it promises something that nobody saw."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and os.environ.get("TENANTRY_CI") and reporter.stats.get("skipped"):
        reporter.write_line("in CI no test may be skipped", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
