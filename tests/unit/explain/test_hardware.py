"""Pools, models and clusters."""

from decimal import Decimal

import pytest

from tenantry.explain import render
from tests.unit.explain.fleet import Fleet, small_fleet


@pytest.fixture(scope="module")
def fleet() -> Fleet:
    return small_fleet()


def test_what_is_for_sale_is_promised_or_unallocated(fleet: Fleet) -> None:
    for name in fleet.program.pools:
        pool = fleet.data(f"pool:{name}")

        assert pool["for_sale"] == pool["nodes"] * pool["units_per_node"] - pool["spare_units"]
        assert pool["for_sale"] == pool["promised"] + pool["unallocated"]
        assert pool["for_sale"] == sum(line["keeps"] for line in pool["tree"])


def test_the_tree_of_a_pool_shows_each_level_with_the_numbers_that_its_own_answer_has(fleet: Fleet) -> None:
    tree = fleet.data("h100-train")["tree"]

    assert [(line["depth"], line["called"]) for line in tree][:4] == [
        (0, "the pool"),
        (1, "research"),
        (2, "nlp"),
        (3, "nlp/pretraining"),
    ]
    for line in tree:
        if line["level"] in ("tenant", "project"):
            assert line["numbers"] == fleet.data(line["called"], "h100-train")["numbers"]


def test_a_model_is_counted_over_all_pools_that_have_it(fleet: Fleet) -> None:
    model = fleet.data("H100-SXM5-80GB")

    assert model["accelerators"] == (16 + 1 + 1 + 1) * 8
    assert {sold["pool"]: sold["for_sale"] for sold in model["pools"]} == {
        "h100-finance": 8,
        "h100-infer": 8,
        "h100-slices": 56,
        "h100-train": 120,
    }


def test_a_price_is_told_by_hour_and_by_month_of_730_hours(fleet: Fleet) -> None:
    price = fleet.data("h100-train")["price"]

    assert price["currency"] == "EUR"
    assert (Decimal(price["per_hour"]), Decimal(price["per_month"])) == (Decimal("2.60"), Decimal("1898"))


def test_a_cluster_lists_its_tenants_with_their_namespaces(fleet: Fleet) -> None:
    cluster = fleet.data("prod-a")

    namespaces = {tenant["tenant"]: tenant["namespaces"] for tenant in cluster["tenants"]}
    assert namespaces["vision"] == ["vision-detection", "vision-serving"]
    assert namespaces["research"] == []


def test_nodes_are_counted_in_plain_words(fleet: Fleet) -> None:
    assert "56 = 1 node x 56" in render(fleet.ask("h100-slices"))
    assert "spare" not in render(fleet.ask("h100-slices"))
    assert "120 = 16 nodes x 8 - 8 spare" in render(fleet.ask("h100-train"))


def test_the_tree_shows_for_a_project_that_never_borrows_only_what_is_guaranteed(fleet: Fleet) -> None:
    row = next(line for line in render(fleet.ask("h100-infer")).splitlines() if line.split()[:1] == ["serving"])

    assert row.split() == ["serving", "0", "-", "-", "1", "4"]
