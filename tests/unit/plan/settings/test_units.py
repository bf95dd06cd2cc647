"""What a unit of a pool is, and for whom."""

from typing import Any

import pytest

from tests.support.programs import Trees, spec_of
from tests.unit.plan.settings.told import told

PART = "a unit becomes a smaller part of its accelerator"
LESS = "a unit brings less or becomes something else"


def _share(pool: str, sharing: dict[str, Any]) -> Any:
    def change(trees: Trees) -> None:
        spec_of(trees, "Pool", pool)["accelerator"]["sharing"] = sharing

    return change


def test_a_whole_accelerator_becomes_a_part_of_one_without_memory_of_its_own() -> None:
    ((risk, rule, sentence),) = told(_share("h100-infer", {"timeSlicing": {"replicas": 4}}))

    assert (risk, rule) == ("high", PART)
    assert "a unit was a whole accelerator and becomes 1/4 of one (timeSlicing)" in sentence
    assert "nothing keeps those who share one out of each other's memory" in sentence
    assert "vision" in sentence


def test_more_parts_are_smaller_parts() -> None:
    few = _share("h100-infer", {"mps": {"replicas": 2}})

    ((risk, rule, sentence),) = told(_share("h100-infer", {"mps": {"replicas": 3}}), few)
    assert (risk, rule) == ("high", PART)
    assert "a unit was 1/2 of an accelerator (mps) and becomes 1/3 of one (mps)" in sentence


def test_fewer_parts_are_larger_but_something_else() -> None:
    ((risk, rule, _),) = told(
        _share("h100-infer", {"timeSlicing": {"replicas": 2}}), _share("h100-infer", {"timeSlicing": {"replicas": 4}})
    )
    assert (risk, rule) == ("medium", LESS)


def test_parts_that_lose_their_own_memory_are_as_bad_as_smaller_ones() -> None:
    ((risk, rule, sentence),) = told(
        _share("h100-infer", {"timeSlicing": {"replicas": 2}}), _share("h100-infer", {"mps": {"replicas": 2}})
    )
    assert (risk, rule) == ("high", PART)
    assert "memory" in sentence


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"node": {"cpu": 96, "memory": "2Ti", "ephemeralStorage": "24Ti", "devices": {"rdma/hca": 8}}},
            "cpu 23 -> 11",
        ),
        ({"systemReserved": {"cpu": 8, "memory": "1088Gi"}}, "memory 248Gi -> 120Gi"),
        ({"node": {"cpu": 192, "memory": "2Ti", "ephemeralStorage": "24Ti"}}, "rdma/hca 1 -> 0"),
    ],
)
def test_a_unit_brings_less(fields: dict[str, Any], said: str) -> None:
    ((risk, rule, sentence),) = told(lambda trees: spec_of(trees, "Pool", "h100-train").update(fields))

    assert (risk, rule) == ("medium", LESS)
    assert said in sentence


def test_a_unit_that_brings_more_is_said_too() -> None:
    ((risk, rule, sentence),) = told(lambda trees: spec_of(trees, "Pool", "h100-train")["node"].update(cpu=200))
    assert (risk, rule) == ("low", "")
    assert "cpu 23 -> 24" in sentence


def test_another_accelerator() -> None:
    ((risk, rule, sentence),) = told(
        lambda trees: spec_of(trees, "Pool", "h100-train")["accelerator"].update(model="L40S", memory="48Gi")
    )
    assert (risk, rule) == ("medium", LESS)
    assert "model H100-SXM5-80GB -> L40S" in sentence
    assert "accelerator memory 80Gi -> 48Gi" in sentence


def test_a_pool_admits_another_profile() -> None:
    ((risk, rule, sentence),) = told(
        lambda trees: spec_of(trees, "Pool", "h100-finance").update(profiles=["strict", "baseline"])
    )
    assert (risk, rule) == ("high", "a pool admits looser isolation profiles")
    assert "strict -> baseline and strict" in sentence


def test_a_pool_is_nobodys_own_any_more() -> None:
    def change(trees: Trees) -> None:
        del spec_of(trees, "Pool", "h100-infer")["dedicatedTo"]

    def own(trees: Trees) -> None:
        spec_of(trees, "Pool", "h100-infer")["dedicatedTo"] = "vision"

    found = told(change, own)
    assert [one[:2] for one in found] == [("high", "a pool is no longer one tenant's own")]


def test_a_pool_admits_another_profile_that_is_no_looser() -> None:
    ((risk, rule, _),) = told(
        lambda trees: spec_of(trees, "Pool", "cpu").update(profiles=["baseline", "strict"]),
        lambda trees: spec_of(trees, "Pool", "cpu").update(profiles=["baseline"]),
    )
    assert (risk, rule) == ("medium", "a pool admits more isolation profiles")
