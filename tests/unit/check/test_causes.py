from hypothesis import given
from hypothesis import strategies as st

from tenantry.check.causes import by_cause

Finding = tuple[str, str]
findings = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("wxyz")), unique=True)


def causes(finding: Finding) -> tuple[Finding, Finding]:
    return ("pool", finding[0]), ("tenant", finding[1])


def test_what_explains_most_is_blamed_and_the_rest_stand_alone() -> None:
    found = [("a", "w"), ("a", "x"), ("a", "y"), ("b", "z")]

    assert list(by_cause(found, causes)) == [(("pool", "a"), found[:3]), (None, found[3:])]


def test_of_two_that_explain_as_much_the_likelier_is_blamed() -> None:
    assert list(by_cause([("a", "w")] * 2, causes)) == [(("pool", "a"), [("a", "w")] * 2)]


@given(findings)
def test_every_finding_is_in_exactly_one_group(found: list[Finding]) -> None:
    groups = list(by_cause(found, causes))

    assert sorted(one for _, group in groups for one in group) == sorted(found)
    assert all((cause is None) is (len(group) == 1) for cause, group in groups)
