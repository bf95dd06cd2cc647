"""Groups of changes hold exactly what went in."""

from hypothesis import given
from hypothesis import strategies as st

from tenantry.plan.network_groups import grouped_pairs, together

_PROJECTS = st.sampled_from([f"{tenant}/{name}" for tenant in ("red", "blue") for name in ("a", "b", "c")])
_FACTS = st.sampled_from([("gained",), ("lost",)])
_CLUSTERS = st.lists(st.sampled_from(("east", "west")), min_size=1, max_size=2, unique=True)
_Pair = tuple[str, str, tuple[str]]


@given(
    st.dictionaries(
        st.tuples(_PROJECTS, _PROJECTS, _FACTS).filter(lambda key: key[0] != key[1]), _CLUSTERS, max_size=20
    )
)
def test_every_pair_is_in_one_group_and_no_other_pair_is(facts: dict[_Pair, list[str]]) -> None:
    found = [
        (source, destination, fact, cluster)
        for sources, destinations, clusters, fact in grouped_pairs(facts)
        for source in sources
        for destination in destinations
        if source != destination
        for cluster in clusters
    ]

    assert sorted(found) == sorted((*key, cluster) for key, clusters in facts.items() for cluster in clusters)


def test_projects_that_all_talk_with_each_other_are_one_group() -> None:
    names = ["red/a", "red/b", "red/c"]
    facts = {(one, other, ("gained",)): ["east"] for one in names for other in names if one != other}

    assert list(grouped_pairs(facts)) == [(tuple(names), tuple(names), ("east",), ("gained",))]


def test_a_project_that_joins_others_is_two_groups() -> None:
    facts = {pair: ["east"] for old in ("a", "b") for pair in _both(f"red/{old}", "red/new")}

    assert [group[:2] for group in grouped_pairs(facts)] == [
        (("red/a", "red/b"), ("red/new",)),
        (("red/new",), ("red/a", "red/b")),
    ]


def _both(one: str, other: str) -> list[tuple[str, str, tuple[str]]]:
    return [(one, other, ("gained",)), (other, one, ("gained",))]


@given(st.dictionaries(st.tuples(_PROJECTS, _FACTS), _CLUSTERS, max_size=12))
def test_every_project_is_in_one_group(facts: dict[tuple[str, tuple[str]], list[str]]) -> None:
    found = [
        (name, fact, cluster) for names, clusters, fact in together(facts) for name in names for cluster in clusters
    ]

    assert sorted(found) == sorted((*key, cluster) for key, clusters in facts.items() for cluster in clusters)
