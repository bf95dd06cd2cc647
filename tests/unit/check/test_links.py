"""Links: who may hold one, between whom, and whether it is in force."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.check.links import CHECKS, _covered
from tenantry.program import Port
from tests.support.programs import Trees, small_trees
from tests.unit.check.judging import changed, codes, found

DETECTION, RANKING = "vision/detection", "search/ranking"


def with_link(tenant: str, name: str, source: str, destination: str, ports: list[str]) -> Trees:
    trees = small_trees()
    trees["Link", tenant, name] = {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Link",
        "metadata": {"tenant": tenant, "name": name},
        "spec": {"from": source, "to": destination, "ports": ports},
    }
    return trees


def test_a_link_that_both_tenants_hold_alike_is_silent() -> None:
    trees = changed("Link", "features", "search", ports=["8080/TCP"])

    assert codes(CHECKS, trees) == []


def test_a_port_of_one_end_is_told_to_that_end_only() -> None:
    (one,) = found(CHECKS, small_trees())

    assert one.code.code == "TN454"
    assert "9090/TCP" in one.message
    assert one.where.document.tenant == "search"  # type: ignore[union-attr]


def test_a_range_that_two_adjoining_ranges_cover_is_in_force_whole() -> None:
    trees = changed("Link", "features", "search", ports=["8000-8100/TCP"])
    vision: Any = trees["Link", "vision", "features"]["spec"]
    vision["ports"] = ["8000-8050/TCP", "8051-8100/TCP"]

    assert codes(CHECKS, trees) == []


@given(
    st.tuples(st.integers(1, 12), st.integers(1, 12)).map(sorted),
    st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12)).map(sorted), max_size=4),
)
def test_a_range_is_covered_exactly_when_each_of_its_ports_is(span: list[int], others: list[list[int]]) -> None:
    ranges = [Port(*one, "TCP") for one in others]
    each = all(any(one.first <= port <= one.last for one in ranges) for port in range(span[0], span[1] + 1))

    assert _covered(Port(*span, "TCP"), ranges) is each
    assert not _covered(Port(*span, "UDP"), ranges)


def test_a_link_without_its_other_end_is_information_with_the_document_to_write() -> None:
    trees = small_trees()
    del trees["Link", "search", "features"]

    (one,) = found(CHECKS, trees)

    assert (one.code.code, one.severity.value) == ("TN453", "info")
    assert "tenant: search" in one.help
    assert f"from: {DETECTION}, to: {RANKING}, ports: [8080/TCP]" in one.help


def test_a_link_inside_a_tenant_needs_no_other_end() -> None:
    trees = with_link("vision", "serve", DETECTION, "vision/serving", ["80/TCP"])

    assert codes(CHECKS, trees) == ["TN454"]


@pytest.mark.parametrize(
    ("tenant", "source", "destination", "code"),
    [
        ("nlp", DETECTION, RANKING, "TN450"),
        ("vision", DETECTION, DETECTION, "TN451"),
        ("vision", DETECTION, "finance/risk", "TN452"),
        ("vision", "finance/risk", DETECTION, "TN452"),
    ],
)
def test_a_wrong_link_has_one_message(tenant: str, source: str, destination: str, code: str) -> None:
    trees = with_link(tenant, "odd", source, destination, ["80/TCP"])

    assert codes(CHECKS, trees) == [code, "TN454"] if code < "TN454" else ["TN454", code]


def test_a_link_of_others_does_not_count_as_the_other_end() -> None:
    trees = small_trees()
    del trees["Link", "search", "features"]
    trees["Link", "nlp", "features"] = {
        **trees["Link", "vision", "features"],
        "metadata": {"tenant": "nlp", "name": "features"},
    }

    assert codes(CHECKS, trees) == ["TN450", "TN453"]
