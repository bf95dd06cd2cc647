"""Units and nodes: spares, CPU that comes with a unit, slices, cores, dedicated pools; with pods that run."""

from typing import Any

import pytest

from tests.acceptance.quota.scenes.act import Act, refused
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage
from tests.plane.waiting import wait_for

pytestmark = pytest.mark.xdist_group("quota-scenes")

_GPU = {"vendor": "nvidia", "model": "H100-SXM5-80GB"}
_LEVELS = ["example.com/block", "example.com/rack", "kubernetes.io/hostname"]
_TWO_NODES: dict[str, Any] = {
    "nodes": 2,
    "node": {"cpu": 24, "memory": "48Gi", "ephemeralStorage": "1Ti"},
    "accelerator": {**_GPU, "perNode": 3},
    "spares": {"units": 2, "reason": "most of a node"},
}
_LINES = {"main": {"guaranteed": 1}, "levels": {"guaranteed": 1}}
SPARES = (
    Cast("spares", pods_run=True)
    .pool(**_TWO_NODES)
    .pool("levels", **_TWO_NODES, topology=_LEVELS)
    .tenant("red", dict(_LINES))
    .tenant("blue", dict(_LINES))
)


def test_spares_are_never_used_although_nodes_have_them(stage: Stage) -> None:
    act = Act(stage, SPARES)
    for pool in ("main", "levels"):
        act.submit("red", 6, pool=pool)
    for pool in ("main", "levels"):
        act.comes_to_rest({"red": 4}, pool=pool)
        runs_on(act, pool, red=4)
        act.submit("blue", 3, pool=pool)
    for pool in ("main", "levels"):
        act.comes_to_rest({"red": 1 + 1, "blue": 1 + 1}, pool=pool)
        runs_on(act, pool, red=2, blue=2)


CPU = (
    Cast("shares-of-nodes", pods_run=True)
    .pool(units=4)
    .tenant("red", {"main": {"guaranteed": 2}})
    .tenant("blue", {"main": {"guaranteed": 2}})
)


def test_work_that_asks_more_cpu_than_its_units_bring_is_refused_and_less_costs_nobody(stage: Stage) -> None:
    act = Act(stage, CPU)
    assert "TN806" in refused(act.member("red").create(act.job("red", cpu="8001m")))
    frugal = act.submit("red", 4, cpu="1")
    act.comes_to_rest({"red": 4})
    runs_on(act, "main", red=4)

    act.claim("blue", 2, cpu="8")
    act.comes_to_rest({"red": 2, "blue": 2})
    runs_on(act, "main", red=2, blue=2)

    act.withdraw("red", frugal)
    act.claim("red", 2, cpu="8")
    act.comes_to_rest({"red": 2, "blue": 2})
    runs_on(act, "main", red=2, blue=2)
    assert act.ended("blue") == []


_SHARED_LINES = {pool: {"guaranteed": 2} for pool in ("mig", "turns", "mps")}
SLICES = (
    Cast("slices", pods_run=True)
    .pool(
        "mig",
        units=7,
        accelerator={**_GPU, "perNode": 1, "sharing": {"mig": {"profile": "1g.10gb", "perAccelerator": 7}}},
    )
    .pool("turns", units=4, accelerator={**_GPU, "perNode": 1, "sharing": {"timeSlicing": {"replicas": 4}}})
    .pool("mps", units=4, accelerator={**_GPU, "perNode": 1, "sharing": {"mps": {"replicas": 4}}})
    .tenant("red", {pool: dict(line) for pool, line in _SHARED_LINES.items()})
    .tenant("blue", {pool: dict(line) for pool, line in _SHARED_LINES.items()})
)


@pytest.mark.parametrize(("pool", "sold"), [("mig", 7), ("turns", 4), ("mps", 4)], ids=["mig", "turns", "mps"])
def test_slices_are_sold_lent_and_taken_back_like_whole_accelerators(stage: Stage, pool: str, sold: int) -> None:
    act = Act(stage, SLICES)
    act.submit("red", sold + 1, pool=pool)
    act.comes_to_rest({"red": sold, "blue": 0}, pool=pool)
    runs_on(act, pool, red=sold)

    act.claim("blue", 2, pool=pool)

    act.comes_to_rest({"red": sold - 2, "blue": 2}, pool=pool)
    runs_on(act, pool, red=sold - 2, blue=2)


CORES = (
    Cast("cores", pods_run=True)
    .pool(
        accelerator=None,
        node={"cpu": 6, "memory": "24Gi", "ephemeralStorage": "1Ti"},
        systemReserved={"cpu": 2, "memory": "8Gi"},
    )
    .tenant("red", {"main": {"guaranteed": 1}})
    .tenant("blue", {"main": {"guaranteed": 2}})
)


def test_cores_of_a_pool_without_accelerators_are_sold_lent_and_taken_back(stage: Stage) -> None:
    act = Act(stage, CORES)
    act.submit("red", 5)
    act.comes_to_rest({"red": 4, "blue": 0})

    act.claim("blue", 2)

    act.comes_to_rest({"red": 2, "blue": 2})
    runs_on(act, "main", red=2, blue=2)


DEDICATED = (
    Cast("dedicated", pods_run=True)
    .pool(units=4, dedicatedTo="dedicated-gold")
    .pool("open", units=2)
    .tenant("gold", projects={"one": {"main": {"guaranteed": 2}}, "two": {}})
    .tenant("red", {"open": {"guaranteed": 1}})
)


def test_a_dedicated_pool_is_its_tenants_whole_and_nobody_elses(stage: Stage) -> None:
    act = Act(stage, DEDICATED)
    stolen = act.job("red", pool="open")
    stolen["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = act.local_queue("gold/two", "main")
    assert "TN8" in refused(act.member("red").create(stolen))
    act.submit("red", 3, pool="open")
    act.submit("gold/two", 5)
    act.comes_to_rest({"gold/two": 4})
    act.comes_to_rest({"red": 2}, pool="open")

    act.claim("gold/one", 2)

    act.comes_to_rest({"gold/one": 2, "gold/two": 2})
    wait_for(
        lambda: (
            [act.nodes_of_running_pods(project) for project in ("gold/one", "gold/two")] == [["dedicated-0"] * 2] * 2
        ),
        "gold's pods run on its node",
        seconds=120,
    )
    runs_on(act, "open", red=2)


def runs_on(act: Act, pool: str, **pods: int) -> None:
    """So many pods of these tenants run on the nodes of a pool."""
    place = act.cast.pool_name(pool)

    def running() -> dict[str, int]:
        return {who: sum(node.rpartition("-")[0] == place for node in act.nodes_of_running_pods(who)) for who in pods}

    wait_for(lambda: running() == pods, f"pods run on {pool}: {pods}", seconds=120)
