"""Honest work passes untouched: taken as it was written, run on the right nodes, charged, and ended without a word.

Cases that do not need the same units run side by side, so the whole list takes about as long as its slowest lane.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import groupby
from typing import Any

import pytest

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest.scene import FREE, Case, boards, play
from tests.acceptance.admission.honest.table import BY_ID, CASES
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for

pytestmark = pytest.mark.xdist_group("admission")

_AT_ONCE = 12


@pytest.fixture(scope="module")
def played(
    request: pytest.FixtureRequest, example_plane: Plane, members: dict[str, Project]
) -> Iterator[dict[str, "Future[None]"]]:
    """The cases that were asked for, being played; what each gives or throws is in its future."""
    wanted = {_parameters(item).get("case_id") for item in request.session.items}
    free = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": FREE}}
    example_plane.api.create(free).must()
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": FREE}}
    wait_for(lambda: example_plane.api.get(account).ok, "the namespace has its service account")
    example_plane.api.patch(account, {"automountServiceAccountToken": False}).must()
    cases = [case for case in CASES if case.id in wanted]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        yield _begin(pool, cases, example_plane, members)
    example_plane.api.delete(free)
    wait_for(lambda: not example_plane.api.get(free).ok, "the namespace is gone", seconds=40)


def _begin(
    pool: ThreadPoolExecutor, cases: list[Case], plane: Plane, members: dict[str, Project]
) -> dict[str, "Future[None]"]:
    looks = boards(plane)
    futures: dict[str, Future[None]] = {case.id: Future() for case in cases}

    def lane(row: list[Case]) -> None:
        for case in row:
            try:
                play(case, plane, members[case.namespace], looks)
            except BaseException as error:
                futures[case.id].set_exception(error)
            else:
                futures[case.id].set_result(None)

    def rank(case: Case) -> str:
        return case.lane or case.id

    side_by_side = [list(row) for _, row in groupby(sorted((c for c in cases if not c.alone), key=rank), rank)]
    # The longest first, so that none of them begins when all others are done; a clock that fires is long in itself.
    order = sorted(side_by_side, key=lambda row: (row[0] is not CASES[0], -len(row)))
    lanes = [pool.submit(lane, row) for row in order]

    def last() -> None:
        for one in lanes:
            one.result()
        lane([case for case in cases if case.alone])

    pool.submit(last)
    return futures


def _parameters(item: pytest.Item) -> dict[str, object]:
    call: Any = getattr(item, "callspec", None)
    return dict(call.params) if call else {}


@pytest.mark.parametrize("case_id", list(BY_ID))
def test_passes_untouched(case_id: str, played: dict[str, "Future[None]"]) -> None:
    played[case_id].result(timeout=600)
