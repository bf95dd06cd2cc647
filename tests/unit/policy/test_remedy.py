"""What to do about an expression that could not be computed."""

import pytest

from tenantry.policy import check_policies
from tests.unit.policy.writing import examples, policy, program_with


@pytest.mark.parametrize(
    ("expression", "remedy"),
    [
        ("subject.nothing == 1", "has(...)"),
        ("subject.text", "so that it is true or false"),
        ("9223372036854775807 + subject.one > 0", "64 bits"),
        ("1 / (subject.one - 1) > 0", "is 0"),
        ("1 % (subject.one - 1) > 0", "is 0"),
        ("'a'.matches('(')", "regular expression"),
        ("[1][subject.one] > 0", "size(...)"),
        ("'abc'.substring(subject.one + 8) == ''", "size(...)"),
        ("subject.one + 'a' == ''", "convert"),
        ("subject.one.two == ''", "convert"),
        ("[subject.one, subject.text].max() == 1", "convert"),
        ("int(subject.text) > 0", "of that form"),
        ("sign(quantity(subject.text)) == 1", "of that form"),
        ("cidr(subject.text).containsIP('10.0.0.1')", "of that form"),
    ],
)
@pytest.mark.parametrize("asked", ["an example", "a document"])
def test_the_help_is_for_the_kind_of_failure(expression: str, remedy: str, asked: str) -> None:
    guard = "has(subject.ok) ? subject.ok : " if asked == "a document" else ""
    given = "{'one': 1, 'text': '?'}" if asked == "a document" else "subject"
    written = examples({"ok": True}, {"ok": False}) if guard else examples({"one": 1, "text": "?"}, {})
    rule = policy(
        guard + expression.replace("subject.", "variables.s."),
        variables=[{"name": "s", "expression": given}],
        examples=written,
    )

    (problem,) = check_policies(program_with(rule))

    assert problem.code.code == "TN534"
    assert remedy in problem.help
    assert ("has(...)" in problem.help) is (remedy == "has(...)")


def test_the_help_follows_the_variable_that_is_to_blame() -> None:
    rule = policy(
        "variables.share > 1",
        variables=[{"name": "share", "expression": "1 / (subject.one - 1)"}],
        examples=examples({"one": 1}, {"one": 3}),
    )

    (problem,) = check_policies(program_with(rule))

    assert problem.message.endswith("variable `share`: divide by zero")
    assert "is 0" in problem.help
