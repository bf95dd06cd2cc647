"""What expressions see of a program."""

import json
from pathlib import Path
from typing import Any

import pytest

from tenantry.diagnostics import DocumentRef, Where
from tenantry.model.policy import ProgramKind
from tenantry.policy.subjects import SECTIONS, Subject, Subjects
from tests.support.programs import small_program, small_trees

REPOSITORY = Path(__file__).parents[3]
SUBJECTS = Subjects(small_program())
KINDS: tuple[str, ...] = ProgramKind.__args__  # type: ignore[attr-defined]


def subject(kind: str, name: str, tenant: str = "") -> Subject:
    return next(one for one in SUBJECTS.of(kind) if one.ref == DocumentRef(kind, name, tenant))


@pytest.mark.parametrize("kind", KINDS)
def test_every_document_of_a_kind_is_seen_as_json(kind: str) -> None:
    written = {name for kind_, _, name in small_trees() if kind_ == kind}
    seen = SUBJECTS.of(kind)

    assert {one.ref.name for one in seen} == written
    for one in seen:
        assert json.loads(json.dumps(one.data)) == one.data
        assert (one.data["kind"], one.data["name"]) == (kind, one.ref.name)


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for one in value.values() for leaf in _leaves(one)]
    if isinstance(value, list):
        return [leaf for one in value for leaf in _leaves(one)]
    return [value]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_null(kind: str) -> None:
    assert all(leaf is not None for one in SUBJECTS.of(kind) for leaf in _leaves(one.data))


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_is_on_the_page(kind: str) -> None:
    page = (REPOSITORY / "docs" / "policies.md").read_text()

    assert [field for one in SUBJECTS.of(kind) for field in one.data if f"`{field}`" not in page] == []


def test_a_tenant_is_seen_with_what_it_inherits() -> None:
    data = subject("Tenant", "vision").data

    assert data["parent"] == "research"
    assert data["isolation"] == "baseline"
    assert data["members"][0] == {"group": "oidc:vision-engineers", "role": "developer"}
    assert subject("Tenant", "research").data["parent"] == ""


def test_quota_is_whole_units_and_no_limit_is_no_key() -> None:
    train, infer, _ = subject("Tenant", "vision").data["quota"]

    assert train == {
        "pool": "h100-train",
        "cluster": "prod-a",
        "class": "",
        "guaranteed": 24,
        "borrow": 32,
        "weight": 2,
        "state": "active",
        "forSale": 120,
    }
    assert "borrow" not in infer


def test_a_pool_is_seen_with_what_is_promised_of_it() -> None:
    data = subject("Pool", "h100-train").data

    assert (data["forSale"], data["promised"]) == (120, 72 + 16 + 24)
    assert data["accelerator"]["perNode"] == 8
    assert "accelerator" not in subject("Pool", "cpu").data


def test_a_grant_counts_its_days() -> None:
    data = subject("Grant", "cvpr-deadline", "vision").data

    assert (data["days"], data["inForce"], data["ended"]) == (16, True, False)


def test_a_link_shows_the_ports_that_both_list() -> None:
    data = subject("Link", "features", "search").data

    assert data["ports"] == ["8080/TCP", "9090/TCP"]
    assert data["sharedPorts"] == ["8080/TCP"]


def test_an_inherited_value_knows_where_it_was_written() -> None:
    vision = subject("Tenant", "vision")

    assert vision.place("isolation") == Where(DocumentRef("Fleet", "example"), ("spec", "defaults", "isolation"))
    assert vision.place("costCenter") == Where(DocumentRef("Tenant", "vision"), ("spec", "costCenter"))
    assert vision.place("quota") == Where(DocumentRef("Tenant", "vision"), ("spec", "quota"))


def test_the_fleet_holds_only_the_sections_asked_for() -> None:
    assert not set(SUBJECTS.fleet(frozenset())) & set(SECTIONS)
    assert "h100-train" in SUBJECTS.fleet(frozenset({"pools"}))["pools"]
    assert "vision/detection" in SUBJECTS.fleet(frozenset(SECTIONS))["projects"]
