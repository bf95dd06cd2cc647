"""Work of a class that never borrows keeps its units, whatever others submit and however urgent it is."""

import pytest

from tests.acceptance.quota.scenes.act import Act
from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.stage import Stage

pytestmark = pytest.mark.xdist_group("quota-scenes")

SERVING = (
    Cast("serving")
    .pool(units=6, classes="inference batch")
    .tenant(
        "red",
        {"main": {"guaranteed": 3}},
        projects={"one": {"classes": "inference batch", "main.inference": {"guaranteed": 2}}},
    )
    .tenant("blue", {"main": {"guaranteed": 1}}, projects={"work": {"classes": "batch"}})
)


def test_inference_has_its_line_and_is_never_preempted(stage: Stage) -> None:
    act = Act(stage, SERVING)
    act.submit("blue", 6)
    act.comes_to_rest({"blue": 6})

    serving = act.submit("red/one.inference", 3)
    act.comes_to_rest({"red/one.inference": 2, "blue": 4})

    act.submit("blue", 3, priority="urgent")
    act.submit("red/one.batch", 3, priority="urgent")
    act.comes_to_rest({"red/one.inference": 2, "red/one.batch": 1 + 1, "blue": 1 + 1})
    assert not {*serving} & {*act.ended("red/one")}
