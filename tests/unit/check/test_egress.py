"""Ways out of the cluster."""

from typing import Any

import pytest

from tenantry.check.egress import CHECKS
from tests.support.programs import Trees
from tests.unit.check.judging import changed, codes, found


def project_opens(to: str, *excepted: str) -> Trees:
    way: dict[str, Any] = {"to": to, "reason": "test"}
    if excepted:
        way["except"] = list(excepted)
    return changed("Project", "ranking", "search", egress=[way])


def profile_opens(way: dict[str, Any], within: tuple[str, ...] = ("10.20.0.0/16",)) -> Trees:
    network = {
        "talksWithin": "tenant",
        "egress": [{"reason": "test", **way}],
        "egressByProjects": {"within": list(within)},
    }
    return changed("IsolationProfile", "baseline", network=network)


@pytest.mark.parametrize(
    ("to", "code"),
    [
        ("10.20.0.0/16", None),
        ("10.20.4.0/24", None),
        ("10.0.0.0/8", "TN461"),
        ("192.0.2.0/24", "TN461"),
        ("2001:db8::/48", "TN461"),
        ("10.64.0.0/12", "TN462"),
        ("10.96.1.0/24", "TN462"),
        ("10.10.0.9/32", "TN462"),
        ("169.254.169.254/32", "TN462"),
    ],
)
def test_a_project_opens_what_its_profile_allows_and_no_way_into_the_cluster(to: str, code: str | None) -> None:
    assert codes(CHECKS, project_opens(to)) == ([code] if code else [])


def test_the_ranges_that_the_profile_allows_are_named() -> None:
    (one,) = found(CHECKS, project_opens("192.0.2.0/24"))

    assert "10.20.0.0/16" in one.notes[0].text
    assert "10.20.0.0/16" in one.help


def test_a_profile_that_lets_projects_add_nothing_says_so() -> None:
    network = {"talksWithin": "tenant"}

    (one,) = found(CHECKS, changed("IsolationProfile", "baseline", network=network))

    assert one.code.code == "TN461"
    assert "none" in one.notes[0].text
    assert "egressByProjects" in one.help


def test_a_profile_may_lead_to_single_ports_of_nodes_and_not_to_all() -> None:
    assert codes(CHECKS, profile_opens({"to": "10.10.0.5/32", "ports": ["6443/TCP"]})) == []
    assert codes(CHECKS, profile_opens({"to": "10.10.0.5/32"})) == ["TN462"]


def test_a_profile_may_not_lead_to_pods_by_a_single_port_either() -> None:
    assert codes(CHECKS, profile_opens({"to": "10.64.3.0/24", "ports": ["80/TCP"]})) == ["TN462"]


def test_a_way_wider_than_the_cluster_is_fine() -> None:
    assert codes(CHECKS, profile_opens({"to": "10.0.0.0/8"})) == []


@pytest.mark.parametrize("excepted", ["10.21.0.0/24", "10.20.0.0/16", "10.0.0.0/8", "2001:db8::/64"])
def test_an_exception_lies_strictly_inside_its_range(excepted: str) -> None:
    assert codes(CHECKS, project_opens("10.20.0.0/16", excepted)) == ["TN460"]


def test_a_project_that_opens_a_narrow_exception_of_its_profile_is_warned() -> None:
    trees = profile_opens({"to": "10.0.0.0/8", "except": ["10.20.4.0/25"]})

    (one,) = found(CHECKS, trees)

    assert (one.code.code, one.severity.value) == ("TN463", "warning")
    assert one.help.startswith("write `except: [10.20.4.0/25]`")


def test_an_exception_as_wide_as_what_projects_may_open_is_meant_to_be_opened() -> None:
    assert codes(CHECKS, profile_opens({"to": "0.0.0.0/0", "except": ["10.0.0.0/8"]})) == []


def test_a_project_that_excepts_what_its_profile_excepts_is_fine() -> None:
    trees = profile_opens({"to": "10.0.0.0/8", "except": ["10.20.9.0/24"]})
    ranking: Any = trees["Project", "search", "ranking"]["spec"]
    ranking["egress"] = [{"to": "10.20.0.0/16", "except": ["10.20.9.0/24"], "reason": "test"}]

    assert codes(CHECKS, trees) == []
