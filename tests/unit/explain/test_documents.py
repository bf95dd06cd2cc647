"""Every other document of the specs: what it says, where, who uses it, what it changes."""

from datetime import date
from typing import Any

import pytest

from tenantry.explain import render
from tests.unit.explain.fleet import Fleet, fleet_files, fleet_of, small_fleet


@pytest.fixture(scope="module")
def fleet() -> Fleet:
    return small_fleet()


def _values(answer: Any) -> dict[str, str]:
    return {value["field"]: value["value"] for value in answer["values"]}


def _users(answer: Any) -> list[str]:
    return [use["who"] for use in answer["used_by"]]


def test_a_class_names_its_values_its_projects_and_the_pools_that_serve_it(fleet: Fleet) -> None:
    answer = fleet.data("inference")

    assert (answer["kind"], answer["document"]) == ("class", "WorkloadClass inference")
    assert _values(answer)["borrows"] == "no"
    assert _values(answer)["defaultPriority"] == "high"
    assert "project vision/serving" in _users(answer)
    assert "pool h100-infer" in _users(answer)
    serving = next(use for use in answer["used_by"] if use["who"] == "project vision/serving")
    assert serving["place"]["file"] == "tenants/vision/projects.yaml"


def test_a_time_is_told_as_people_write_it(fleet: Fleet) -> None:
    assert _values(fleet.data("training"))["maxRunTime"] == "7d"
    assert _values(fleet.data("development"))["maxRunTime"] == "12h"
    assert _values(fleet.data("inference"))["maxRunTime"] == "no bound"


def test_a_profile_names_the_tenants_under_it(fleet: Fleet) -> None:
    strict, baseline = fleet.data("strict"), fleet.data("baseline")

    assert _users(strict) == ["tenant finance", "pool h100-finance"]
    assert "tenant vision" in _users(baseline)
    assert _values(strict)["nodes"] == "dedicated"
    assert any(value.startswith("10.20.0.0/16") for value in _values(strict).values())


def test_a_role_names_its_rules_with_those_it_extends_and_its_members(fleet: Fleet) -> None:
    answer = fleet.data("developer")

    assert "group oidc:vision-engineers in vision" in _users(answer)
    places = {value["place"]["line"] for value in answer["values"]}
    assert len(places) == 3


def test_a_grant_says_whose_guarantee_it_raises_by_how_much(fleet: Fleet) -> None:
    answer = fleet.data("vision/cvpr-deadline")

    assert (answer["kind"], answer["document"]) == ("grant", "Grant vision/cvpr-deadline")
    assert answer["effects"] == [
        "in force until the end of 2026-12-05",
        "vision has 40 guaranteed units of h100-train, 24 without it",
        "research has 88 guaranteed units of h100-train, 72 without it",
        "they come from what h100-train has unallocated",
    ]


@pytest.mark.parametrize(
    ("day", "first"), [("2026-11-01", "begins on 2026-11-20"), ("2026-12-06", "over since the end of 2026-12-05")]
)
def test_a_grant_of_another_day_is_to_come_or_over(day: str, first: str) -> None:
    effects = small_fleet(as_of=date.fromisoformat(day)).data("grant:vision/cvpr-deadline")["effects"]

    assert effects[0] == first
    assert len(effects) == (4 if first.startswith("begins") else 1)


def test_a_grant_to_come_is_counted_on_its_first_day() -> None:
    effects = small_fleet(as_of=date(2026, 11, 1)).data("vision/cvpr-deadline")["effects"]

    assert effects[1] == "then vision has 40 guaranteed units of h100-train, 24 without it"


def test_a_grant_to_a_retired_tenant_raises_nothing() -> None:
    files = fleet_files()
    path = "tenants/vision/tenant.yaml"
    files[path] = files[path].replace("spec:\n", "spec:\n  state: retired\n")

    effects = fleet_of(files).data("vision/cvpr-deadline")["effects"]

    assert effects[1:] == ["it raises nothing: who receives it is retired, or has the whole pool already"]


def test_a_link_in_force_names_the_document_that_agrees(fleet: Fleet) -> None:
    answer = fleet.data("vision/features")

    assert answer["kind"] == "link"
    assert answer["effects"] == ["in force for 8080/TCP: search holds features with the same ends"]
    assert [use["who"] for use in answer["used_by"]] == ["Link search/features"]


def test_a_link_without_its_other_half_says_what_is_missing() -> None:
    files = fleet_files()
    del files["tenants/search/links.yaml"]

    answer = _asked_despite_warnings(files)

    assert answer["effects"] == ["not in force: search holds no link from vision/detection to search/ranking"]


def test_a_link_with_other_ports_than_its_half_says_so() -> None:
    files = fleet_files()
    path = "tenants/vision/links.yaml"
    files[path] = files[path].replace("8080", "7070")

    answer = _asked_despite_warnings(files)

    assert answer["effects"] == ["not in force: features of search lists 8080/TCP, 9090/TCP, and none of 7070/TCP"]


def _asked_despite_warnings(files: dict[str, str]) -> Any:
    return fleet_of(files).data("link:vision/features")


def test_the_fleet_and_its_ladder_can_be_asked_about(fleet: Fleet) -> None:
    assert _values(fleet.data("example"))["domain"] == "tenants.example.com"
    ladder = fleet.data("ladder:standard")
    assert _values(ladder)["priorities.high"] == "10000"
    assert "tenant vision" in " ".join(_users(ladder))


def test_a_document_is_found_by_its_kind_too(fleet: Fleet) -> None:
    assert fleet.data("WorkloadClass/training") == fleet.data("training")
    assert fleet.data("Grant/vision/cvpr-deadline") == fleet.data("vision/cvpr-deadline")
    assert fleet.data("Tenant/vision") == fleet.data("vision")


def test_pages_of_documents_keep_within_a_hundred_columns(fleet: Fleet) -> None:
    for subject in ("training", "strict", "admin", "vision/cvpr-deadline", "vision/features", "example", "standard"):
        for line in render(fleet.ask(subject)).splitlines():
            assert len(line) <= 100, line
