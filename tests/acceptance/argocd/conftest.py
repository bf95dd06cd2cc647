"""One plane with Argo CD for this area, with the worked example in a repository and root applied.

Tests marked `side_by_side` are stories about tenants of their own. The first of them that runs starts all that were
selected, each in a thread, and every one then waits for its own end: most of a story is waiting.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.acceptance.argocd.fleet import Fleet, apply_root, start_fleet
from tests.plane.processes import Processes

_AT_ONCE = 8
_STARTED = pytest.StashKey[dict[str, "Future[None]"]]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "side_by_side: a story that runs at the same time as others of its kind")


@pytest.fixture(scope="package")
def fleet(built_plane: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """The worked example's production cluster, kept by Argo CD; everything is Synced and Healthy."""
    with Processes() as processes:
        started = start_fleet(processes, tmp_path_factory.mktemp("fleet"))
        apply_root(started)
        started.wait_all_settled(seconds=600)
        yield started


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if pyfuncitem.get_closest_marker("side_by_side") is None:
        return None
    stash = pyfuncitem.session.stash
    if _STARTED not in stash:
        pool = ThreadPoolExecutor(_AT_ONCE)
        fleet = pyfuncitem.funcargs["fleet"]
        stash[_STARTED] = {
            item.nodeid: pool.submit(_play, item, fleet)
            for item in pyfuncitem.session.items
            if isinstance(item, pytest.Function) and item.get_closest_marker("side_by_side")
        }
        pool.shutdown(wait=False)
    stash[_STARTED][pyfuncitem.nodeid].result()
    return True


def _play(item: pytest.Function, fleet: object) -> None:
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    item.obj(fleet=fleet, **parameters)
