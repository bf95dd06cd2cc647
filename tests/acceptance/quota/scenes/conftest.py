"""All scenes of a run play at once: each mostly waits for Kueue, and none meets another.

The first scene that is due starts them all, each in a thread; every test then waits for its own.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.acceptance.quota.scenes.cast import CASTS
from tests.acceptance.quota.scenes.stage import Stage, set_stage
from tests.plane.processes import Processes

_AT_ONCE = 10
_FOLDER = Path(__file__).parent
_PLAYED = pytest.StashKey[dict[str, Future[object]]]()


@pytest.fixture(scope="package")
def stage(
    built_plane: None, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Stage]:
    """A plane with the casts of all scenes."""
    with Processes() as processes, ThreadPoolExecutor(_AT_ONCE) as players:
        shown = set_stage(processes, tmp_path_factory.mktemp("stage"), list(CASTS.values()))
        request.session.stash[_PLAYED] = {
            item.nodeid: players.submit(item.obj, shown, **_parameters(item))
            for item in request.session.items
            if isinstance(item, pytest.Function) and item.path.is_relative_to(_FOLDER)
        }
        yield shown
        shown.over.set()
        players.shutdown(cancel_futures=True)
        shown.seen.stop()


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A scene's test waits for what its thread comes to."""
    if not pyfuncitem.path.is_relative_to(_FOLDER):
        return None
    pyfuncitem.session.stash[_PLAYED][pyfuncitem.nodeid].result()
    return True


def _parameters(item: pytest.Function) -> dict[str, object]:
    return dict(item.callspec.params) if hasattr(item, "callspec") else {}
