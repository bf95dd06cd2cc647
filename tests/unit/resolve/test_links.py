"""Links: in force where both tenants hold one with the same ends, for the ports both list."""

from typing import Any

import pytest

from tenantry.program import LinkRule, Port
from tenantry.resolve.links import overlap
from tests.support.programs import program_of, small_program, small_trees


def rules(program: Any) -> dict[str, tuple[LinkRule, ...]]:
    return {
        project.namespace: project.links
        for placement in program.placements
        for project in placement.projects
        if project.links
    }


def test_a_link_of_two_tenants_is_in_force_for_the_ports_both_list() -> None:
    found = rules(small_program())

    assert {(namespace, rule.direction, rule.peer, rule.ports) for namespace, (rule,) in found.items()} == {
        ("vision-detection", "egress", "search-ranking", (Port(8080, 8080, "TCP"),)),
        ("search-ranking", "ingress", "vision-detection", (Port(8080, 8080, "TCP"),)),
    }
    assert str(found["search-ranking"][0].source) == "Link search/features"


def test_a_link_that_only_one_tenant_holds_opens_nothing() -> None:
    trees = small_trees()
    del trees["Link", "search", "features"]

    assert rules(program_of(trees)) == {}


def test_inside_a_tenant_one_link_suffices_for_both_ends() -> None:
    trees = small_trees()
    trees["Link", "vision", "inner"] = {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Link",
        "metadata": {"tenant": "vision", "name": "inner"},
        "spec": {"from": "vision/serving", "to": "vision/detection", "ports": ["443/TCP"]},
    }

    found = rules(program_of(trees))

    assert [rule.direction for rule in found["vision-serving"]] == ["egress"]
    assert {rule.name: rule.direction for rule in found["vision-detection"]} == {
        "features": "egress",
        "inner": "ingress",
    }


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (Port(80, 80, "TCP"), Port(80, 80, "TCP"), Port(80, 80, "TCP")),
        (Port(80, 90, "TCP"), Port(85, 99, "TCP"), Port(85, 90, "TCP")),
        (Port(80, 90, "TCP"), Port(85, 99, "UDP"), None),
        (Port(80, 84, "TCP"), Port(85, 99, "TCP"), None),
    ],
)
def test_ports_that_both_hold(one: Port, other: Port, both: Port | None) -> None:
    assert overlap(one, other) == both
