"""Tenants and projects: the chain behind every value."""

from typing import Any

import pytest

from tenantry.explain import render
from tests.unit.explain.fleet import Fleet, fleet_files, fleet_of, small_fleet


@pytest.fixture(scope="module")
def fleet() -> Fleet:
    return small_fleet()


def _value(answer: Any, field: str) -> Any:
    return next(value for value in answer["values"] if value["field"] == field)


def test_a_value_names_its_line_and_those_it_overrode_from_nearest_to_outermost(fleet: Fleet) -> None:
    center = _value(fleet.data("vision"), "costCenter")

    assert (center["value"], center["place"]) == ("R-110", {"file": "tenants/vision/tenant.yaml", "line": 8})
    steps = [(step["value"], step["origin"]) for step in center["overrode"]]
    assert steps == [("R-100", "written"), ("none", "default")]
    assert center["overrode"][0]["place"]["file"] == "tenants/research/tenant.yaml"


def test_a_value_of_the_fleets_defaults_names_the_fleet(fleet: Fleet) -> None:
    isolation = _value(fleet.data("vision"), "isolation")

    assert (isolation["value"], isolation["origin"]) == ("baseline", "written")
    assert isolation["place"]["file"] == "clusters/fleets.yaml"


def test_a_value_that_nobody_wrote_is_called_a_default(fleet: Fleet) -> None:
    assert _value(fleet.data("vision"), "state")["origin"] == "default"
    assert _value(fleet.data("vision"), "parent")["origin"] == "written"


def test_a_state_comes_from_the_tenant_that_is_stricter() -> None:
    files = fleet_files()
    path = "tenants/research/tenant.yaml"
    files[path] = files[path].replace("spec:\n", "spec:\n  state: held\n")

    answer = fleet_of(files).data("vision/detection")

    state = _value(answer, "state")
    assert (state["value"], state["place"]["file"]) == ("held", path)
    assert {line["state"] for line in answer["pools"]} == {"held"}
    assert {queue["stop_policy"] for at in answer["namespaces"] for queue in at["queues"]} == {"Hold"}


def test_a_project_lists_its_queues_links_and_members_with_their_lines(fleet: Fleet) -> None:
    answer = fleet.data("vision/detection")

    (namespace,) = answer["namespaces"]
    assert [queue["value"] for queue in namespace["queues"]] == ["development.h100-slices", "training.h100-train"]
    (link,) = namespace["links"]
    assert (link["direction"], link["peer"], link["ports"]) == ("to", "search/ranking", ["8080/TCP"])
    assert link["place"]["file"] == "tenants/vision/links.yaml"
    assert [member["role"] for member in answer["members"]] == ["developer", "admin"]


def test_a_link_that_the_other_tenant_does_not_hold_is_told_apart() -> None:
    files = fleet_files()
    del files["tenants/search/links.yaml"]

    answer = fleet_of(files).data("vision/detection")

    assert answer["namespaces"][0]["links"] == []
    assert (
        "not in force: search holds no link from vision/detection to search/ranking" in answer["links_not_in_force"][0]
    )


def test_a_tenant_says_by_what_it_has_each_pool(fleet: Fleet) -> None:
    assert {line["pool"]: line["by"] for line in fleet.data("finance")["pools"]} == {"h100-finance": "dedication"}
    assert {line["pool"]: line["by"] for line in fleet.data("research")["pools"]} == {
        "h100-infer": "sharing",
        "h100-slices": "sharing",
        "h100-train": "line",
    }


def test_a_project_that_lives_on_a_class_line_is_shown_with_it_and_only_what_is_guaranteed(fleet: Fleet) -> None:
    answer, page = fleet.data("vision/serving"), render(fleet.ask("vision/serving"))

    (pool,) = answer["pools"]
    assert (pool["by"], pool["borrows"]) == ("class line", False)
    assert pool["place"] == {"file": "tenants/vision/projects.yaml", "line": 18}
    assert set(pool["numbers"]) == {"guaranteed", "shared", "contested", "reach"}
    row = next(line for line in page.splitlines() if line.strip().startswith("h100-infer (prod-a)"))
    assert row.split() == ["h100-infer", "(prod-a)", "4", "tenants/vision/projects.yaml:18"]
    assert "in h100-infer its classes never borrow" in page


def test_nothing_is_called_nobody_or_overrides_none(fleet: Fleet) -> None:
    pages = [render(fleet.ask(name)) for name in ("research", "vision", "finance", "vision/detection")]

    for page in pages:
        assert "nobody" not in page
        assert "over none" not in page
        assert "tenants    none" not in page
    assert "below      no other tenant" in pages[0]


def test_lines_of_several_classes_are_all_named() -> None:
    files = fleet_files()
    path = "tenants/finance/projects.yaml"
    files[path] = files[path].replace(
        "  - {pool: h100-finance, guaranteed: 2}", "  - {pool: h100-finance, class: training, guaranteed: 2}"
    )

    (pool,) = fleet_of(files).data("finance/risk")["pools"]

    assert (pool["by"], len(pool["further"]), pool["borrows"]) == ("class line", 1, True)
    assert "tenants/finance/projects.yaml:8, :7" in render(fleet_of(files).ask("finance/risk"))
