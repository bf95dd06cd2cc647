"""Address ranges of a cluster."""

from typing import Any

import pytest

from tenantry.check.ranges import CHECKS
from tests.support.programs import Trees, small_trees
from tests.unit.check.judging import codes, found


def network(**facts: object) -> Trees:
    trees = small_trees()
    spec: Any = trees["Cluster", "", "prod-a"]["spec"]
    spec["network"].update(facts)
    return trees


@pytest.mark.parametrize(
    "facts",
    [
        {"nodes": ["10.70.0.0/22"]},
        {"nodes": ["10.0.0.0/8"]},
        {"services": ["10.64.0.0/12"], "dns": {"service": "10.64.0.10"}},
        {"pods": ["10.64.0.0/12", "10.65.0.0/16"]},
    ],
)
def test_ranges_that_share_addresses_are_one_error(facts: dict[str, object]) -> None:
    assert set(codes(CHECKS, network(**facts))) == {"TN456"}


def test_an_overlap_is_said_once_at_the_later_range() -> None:
    (one,) = found(CHECKS, network(nodes=["10.10.0.0/22", "10.70.0.0/22"]))

    assert one.where.path == ("spec", "network", "nodes", 1)  # type: ignore[union-attr]
    assert one.notes[0].where.path == ("spec", "network", "pods", 0)  # type: ignore[union-attr]


def test_a_node_local_address_outside_every_range_is_fine() -> None:
    dns = {"service": "10.96.0.10", "nodeLocal": "192.0.2.7"}

    assert codes(CHECKS, network(dns=dns)) == []


def test_a_dns_service_outside_the_services_is_an_error() -> None:
    assert codes(CHECKS, network(dns={"service": "10.10.0.10"})) == ["TN457"]


def test_both_families_on_both_sides_are_fine() -> None:
    pods, services = ["10.64.0.0/12", "fd00:64::/48"], ["10.96.0.0/16", "fd00:96::/112"]

    assert codes(CHECKS, network(pods=pods, services=services)) == []
    assert codes(CHECKS, network(services=services)) == ["TN458"]


def test_two_clusters_may_use_the_same_ranges() -> None:
    trees = small_trees()
    trees["Cluster", "", "prod-b"] = {**trees["Cluster", "", "prod-a"], "metadata": {"name": "prod-b"}}

    assert codes(CHECKS, trees) == []
