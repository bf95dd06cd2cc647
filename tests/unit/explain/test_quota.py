"""What a tenant or project can count on, and the lines behind it."""

from copy import deepcopy
from datetime import date
from typing import Any

import pytest

from tenantry.explain import SubjectError
from tenantry.ir import Manifest
from tests.unit.explain.fleet import Fleet, fleet_files, fleet_of, small_fleet


@pytest.fixture(scope="module")
def fleet() -> Fleet:
    return small_fleet()


def _row(answer: Any, number: str) -> Any:
    return next(row for row in answer["rows"] if row["number"] == number)


def test_the_numbers_of_the_documented_example_come_out(fleet: Fleet) -> None:
    answer = fleet.data("vision/detection", "h100-train")

    assert answer["numbers"] == {"guaranteed": 8, "shared": 32, "contested": 16, "reach": 72}
    assert answer["classes"] == {"training": {"guaranteed": 0, "shared": 40, "contested": 16, "reach": 72}}


def test_the_parts_of_every_number_add_up_to_it(fleet: Fleet) -> None:
    for tenant in fleet.program.tenants.values():
        subjects = [tenant.name, *(f"{tenant.name}/{project}" for project in tenant.projects)]
        for line in (line for subject in subjects for line in fleet.data(subject)["pools"]):
            for subject in subjects:
                if any(known["pool"] == line["pool"] for known in fleet.data(subject)["pools"]):
                    answer = fleet.data(subject, line["pool"])
                    assert answer["doubts"] == []
                    for row in answer["rows"]:
                        assert not row["parts"] or sum(part["units"] for part in row["parts"]) == row["units"]


def test_every_line_and_grant_behind_what_is_shared_is_named_with_its_place(fleet: Fleet) -> None:
    parts = _row(fleet.data("vision/detection", "h100-train"), "shared")["parts"]

    assert [(part["units"], part["what"], part["place"]["file"]) for part in parts] == [
        (24, "line of vision", "tenants/vision/tenant.yaml"),
        (16, "grant cvpr-deadline until 2026-12-05 (6 days left)", "tenants/vision/grants.yaml"),
        (-8, "for vision/detection", "tenants/vision/projects.yaml"),
    ]


def test_contested_units_are_told_by_who_keeps_them_nearest_first(fleet: Fleet) -> None:
    parts = _row(fleet.data("vision/detection", "h100-train"), "contested")["parts"]

    assert [(part["units"], part["what"]) for part in parts] == [(8, "that research keeps"), (8, "unallocated")]


def test_a_class_that_never_borrows_has_only_what_is_guaranteed(fleet: Fleet) -> None:
    answer = fleet.data("vision/serving", "h100-infer")

    assert answer["classes"] == {"inference": {"guaranteed": 4}}
    assert answer["borrows"] is False


def test_a_class_with_a_line_shares_what_its_project_and_tenant_keep(fleet: Fleet) -> None:
    answer = fleet.data("finance/risk", "h100-finance")

    assert answer["classes"]["training"] == {"guaranteed": 0, "shared": 4, "contested": 0, "reach": 8}


def test_a_grant_counts_its_last_day_and_not_the_day_after() -> None:
    last = small_fleet(as_of=date(2026, 12, 5)).data("vision", "h100-train")
    after = small_fleet(as_of=date(2026, 12, 6)).data("vision", "h100-train")

    assert last["numbers"]["guaranteed"] == 40
    assert _row(last, "guaranteed")["parts"][1]["what"] == "grant cvpr-deadline until 2026-12-05 (its last day)"
    assert after["numbers"]["guaranteed"] == 24


def test_a_grant_that_has_not_begun_is_announced() -> None:
    answer = small_fleet(as_of=date(2026, 11, 1)).data("vision", "h100-train")

    assert answer["numbers"]["guaranteed"] == 24
    assert [(one["name"], one["first_day"], one["units"]) for one in answer["grants_to_come"]] == [
        ("cvpr-deadline", "2026-11-20", 16)
    ]


def test_one_unit_and_the_label_to_use_are_named(fleet: Fleet) -> None:
    answer = fleet.data("vision/detection", "h100-train")

    assert answer["unit"]["resource"] == "nvidia.com/gpu"
    assert (answer["unit"]["cpu"], answer["unit"]["memory"]) == ("23", "248Gi")
    assert [(one["namespace"], one["label"], one["value"]) for one in answer["use"]] == [
        ("vision-detection", "kueue.x-k8s.io/queue-name", "training.h100-train")
    ]


def test_limits_beyond_one_that_binds_are_not_told(fleet: Fleet) -> None:
    limits = fleet.data("vision/detection", "h100-train")["limits"]

    # search lends 16 at most, but vision may borrow no more than 32 anyway.
    assert [limit["what"] for limit in limits] == [
        "the most that vision may borrow",
        "the most that research may borrow",
    ]


def test_a_retired_tenant_is_guaranteed_nothing() -> None:
    files = fleet_files()
    path = "tenants/search/tenant.yaml"
    files[path] = files[path].replace("spec:\n", "spec:\n  state: retired\n")

    answer = fleet_of(files).data("search", "h100-train")

    assert answer["state"] == "retired"
    assert answer["numbers"]["guaranteed"] == 0
    assert answer["doubts"] == []


def test_manifests_that_hold_other_numbers_than_the_specs_are_called_our_bug(fleet: Fleet) -> None:
    def spoil(manifest: Manifest) -> Manifest:
        if manifest.key.name != "h100-train.vision.detection":
            return manifest
        body = deepcopy(manifest.body)
        body["spec"]["resourceGroups"][0]["flavors"][0]["resources"][0]["nominalQuota"] = "7"
        return Manifest(manifest.key, body, manifest.source, manifest.path)

    answer = fleet.data("vision/detection", "h100-train", spoil=spoil)

    assert answer["numbers"]["guaranteed"] == 7
    assert answer["doubts"][0] == "Cohort h100-train.vision.detection keeps 7 and should keep 8"


@pytest.mark.parametrize(
    ("subject", "pool", "reason"),
    [
        ("vision", "h100-finance", "the pool is dedicated to finance"),
        ("finance", "h100-train", "asks for dedicated nodes"),
        ("nlp", "cpu", "neither nlp nor a tenant above it has a line"),
        ("vision/serving", "h100-train", "the pool serves training"),
    ],
)
def test_a_pool_that_cannot_be_used_is_answered_with_the_reason(
    fleet: Fleet, subject: str, pool: str, reason: str
) -> None:
    with pytest.raises(SubjectError, match=reason):
        fleet.ask(subject, pool)
