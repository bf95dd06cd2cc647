"""Everybody gets exactly its reach while all others idle, and no more."""

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage

pytestmark = pytest.mark.xdist_group("quota-scenes")

REACHES = {
    "house": ({"east": 5, "west": 4}, 4 + 3),
    "east": ({"east": 6}, 2 + 3),
    "west": ({"west": 7}, 1 + 1 + 1 + 3),
    "red": ({"red/one": 3, "red/two": 8}, 3 + 3 + 3),
    "red/one": ({"red/one": 3}, 1 + 1),
    "red/two": ({"red/two": 10}, 1 + 1 + 1 + 3 + 3),
}
"""Who is asked about: the queues that ask, each for more than it can get, and what they get. All others idle."""

POOLS = {name: f"for-{name.replace('/', '-')}" for name in REACHES}


def everywhere(**line: int) -> dict[str, dict[str, int]]:
    """The same line in the pools of all questions."""
    return {pool: dict(line) for pool in POOLS.values()}


REACH = Cast("reach")
for _pool in POOLS.values():
    REACH.pool(_pool, units=10)
(
    REACH.tenant("house", everywhere(guaranteed=4, borrow=3), projects={})
    .tenant("east", everywhere(guaranteed=2, borrow=3, lend=1), parent="house")
    .tenant("west", everywhere(guaranteed=1), parent="house")
    .tenant(
        "red",
        everywhere(guaranteed=3, lend=1),
        projects={"one": everywhere(guaranteed=1, borrow=1), "two": everywhere(guaranteed=1, lend=0)},
    )
)


@pytest.mark.parametrize("who", REACHES, ids=[name.replace("/", "-") for name in REACHES])
def test_each_node_gets_its_reach_while_all_others_idle(stage: Stage, who: str) -> None:
    asked, most = REACHES[who]
    act = Act(stage, REACH)
    pool = POOLS[who]
    assert act.node(who, pool).reach == most
    for queue, jobs in asked.items():
        act.submit(queue, jobs, pool=pool)

    act.comes_to_rest({who: most}, pool=pool)
