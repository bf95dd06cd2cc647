"""What a profile lets its tenants decide themselves."""

from tests.support.programs import Trees, spec_of
from tests.unit.plan.settings.told import told

LOOSENS = "isolation loosens"


def test_links_where_there_were_none() -> None:
    ((risk, rule, sentence),) = told(
        lambda trees: spec_of(trees, "IsolationProfile", "strict")["network"].update(links=True)
    )
    assert (risk, rule) == ("high", LOOSENS)
    assert "strict" in sentence
    assert "links false -> true" in sentence
    assert "finance" in sentence


def test_wider_ranges_for_ways_out_of_projects() -> None:
    def widen(profile: str, ranges: list[str]) -> list[tuple[str, str, str]]:
        def change(trees: Trees) -> None:
            spec_of(trees, "IsolationProfile", profile)["network"]["egressByProjects"] = {"within": ranges}

        return told(change)

    ((risk, rule, sentence),) = widen("strict", ["10.0.0.0/8"])
    assert (risk, rule) == ("high", LOOSENS)
    assert "egressByProjects 10.20.0.0/16 -> 10.0.0.0/8" in sentence
    ((risk, rule, _),) = widen("baseline", ["10.20.0.0/16", "10.30.0.0/16"])
    assert (risk, rule) == ("medium", "a bound of isolation rises")
    assert widen("baseline", ["10.20.0.0/17", "10.20.128.0/17"]) == []
    assert widen("baseline", ["10.20.0.0/24"]) == []
