"""What Kueue cannot change on a pool with topology levels."""

import pytest

from tenantry.check.pool_changes import CHECKS
from tests.unit.check.judging import changed, codes, found, past

LEVELS = ["example.com/block", "example.com/rack", "kubernetes.io/hostname"]


@pytest.mark.parametrize(
    "fields",
    [
        {"labels": {"example.com/gpu": "h100"}},
        {"taints": [{"key": "example.com/gpu", "value": "h100"}]},
        {"topology": LEVELS[1:]},
        {"topology": [LEVELS[1], LEVELS[0], LEVELS[2]]},
        {"topology": []},
    ],
)
def test_what_stands_in_flavor_and_topology_cannot_change(fields: dict[str, object]) -> None:
    (one,) = found(CHECKS, changed("Pool", "h100-train", **fields), past())

    (field,) = fields
    assert one.code.code == "TN479"
    assert one.where.path == ("spec", field)  # type: ignore[union-attr]
    assert f"`{field}: " in one.help


def test_two_changes_of_one_pool_are_one_message() -> None:
    trees = changed("Pool", "h100-train", labels={"a": "b"}, topology=LEVELS[2:])

    (one,) = found(CHECKS, trees, past())

    assert len(one.notes) == 2


def test_everything_else_of_a_topology_pool_may_change() -> None:
    assert codes(CHECKS, changed("Pool", "h100-train", nodes=20, price=3), past()) == []


def test_a_pool_without_levels_may_change_and_may_get_levels() -> None:
    fields = {"labels": {"a": "b"}, "taints": [{"key": "a", "value": "b"}], "topology": LEVELS}

    assert codes(CHECKS, changed("Pool", "h100-infer", **fields), past()) == []
