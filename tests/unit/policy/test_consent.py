"""People as they are named on the command line."""

import pytest

from tenantry.policy import Consent
from tenantry.policy.consent import Person
from tenantry.program import Subject
from tests.support.programs import small_program


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("group:capacity", "Group", "capacity"),
        ("user:ada@example.com", "User", "ada@example.com"),
        ("group capacity", "Group", "capacity"),
        ("capacity", "User", "capacity"),
        (" ada ", "User", "ada"),
        ("oidc:ada", "User", "oidc:ada"),
        ("group:oidc:capacity", "Group", "oidc:capacity"),
        ("team:capacity", "User", "team:capacity"),
    ],
)
def test_a_name_has_one_meaning(text: str, kind: str, name: str) -> None:
    assert Person.parse(text) == (kind, name)


@pytest.mark.parametrize("text", ["", "  ", "group:", "user: "])
def test_nobody_is_nobody(text: str) -> None:
    assert Person.parse(text) is None


def test_the_prefix_may_be_written_or_not() -> None:
    fleet = small_program().fleet
    assert fleet.group_prefix == "oidc:"

    written, left_out = (Person.parse(text) for text in ("group:oidc:capacity", "group:capacity"))

    assert written is not None
    assert left_out is not None
    assert written.of(fleet) == left_out.of(fleet) == Subject("Group", "oidc:capacity")


def test_who_is_named_twice_agrees_once() -> None:
    consent = Consent.parse("ada", ["bo", "user:bo", "", "group:bo"])

    assert consent == (("User", "ada"), (("User", "bo"), ("Group", "bo")))
    assert Consent.parse() == Consent()
