"""Values that stay while an expression is asked about many documents: converted once, and otherwise no difference."""

from typing import Any

import pytest

from tenantry.policy.cel import Compiler, Dialect, Exhausted, Expression, Failed, Value
from tenantry.policy.growth import Sizes

VARIABLES: dict[str, Any] = {"subject": "map<string,dyn>", "other": "dyn", "fleet": "map<string,dyn>"}
PLAIN = Dialect(VARIABLES, False, Sizes(100, 40))
SHARED = Dialect(VARIABLES, False, Sizes(100, 40), frozenset({"fleet"}))
FLEET = {"tenants": {"art": {"owners": ["ada"], "n": 1}, "bio": {"owners": [], "n": 2}}}
DATA = {"subject": {"name": "art", "n": 1}, "other": None, "fleet": FLEET}


def compiled(text: str, dialect: Dialect = SHARED, **named: str) -> Expression:
    expression = Compiler(dialect).compile(text, named)
    assert isinstance(expression, Expression), expression
    return expression


def test_the_fleet_is_converted_once_for_all_subjects() -> None:
    """The engine copies what it converts: that a change in place is not seen shows that it did not copy again."""
    fleet = {"tenants": {"art": 1}}
    expression = compiled("size(fleet.tenants) == subject.n")
    assert expression.evaluate({**DATA, "subject": {"n": 1}, "fleet": fleet}) == Value(True)

    fleet["tenants"]["bio"] = 2

    assert expression.evaluate({**DATA, "subject": {"n": 2}, "fleet": fleet}) == Value(False)
    assert expression.evaluate({**DATA, "subject": {"n": 2}, "fleet": dict(fleet)}) == Value(True)


def test_expressions_of_one_compiler_share_it() -> None:
    compiler = Compiler(SHARED)
    fleet = {"tenants": {"art": 1}}
    first, second = (compiler.compile(text, {}) for text in ("size(fleet.tenants)", "fleet.tenants.exists(t, t > '')"))
    assert isinstance(first, Expression)
    assert isinstance(second, Expression)
    assert first.evaluate({**DATA, "fleet": fleet}) == Value(1)

    fleet["tenants"].clear()

    assert second.evaluate({**DATA, "fleet": fleet}) == Value(True)


@pytest.mark.parametrize(
    "text",
    [
        "fleet.tenants.all(t, fleet.tenants[t].n >= subject.n)",
        "fleet.tenants[subject.name].owners.map(one, one + '@' + subject.name)",
        "other == null && size(fleet) == 1 // what stands behind is a remark",
        "fleet.tenants['art'].owners == ['ada'] || subject.nope",
        "subject.nope == fleet",
        "fleet.nope",
        "1 / (subject.n - 1) == size(fleet)",
        "fleet.tenants.map(subject, subject)",
        "fleet.tenants.all(a, fleet.tenants.all(b, [1, 2, 3].all(other, other < 4)))",
        "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].all(a, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].all(b, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"
        ".all(c, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].all(d, fleet.tenants.all(e, e != '')))))",
    ],
)
def test_an_expression_gives_what_it_gives_by_itself(text: str) -> None:
    assert compiled(text).evaluate(DATA) == compiled(text, PLAIN).evaluate(DATA)


def test_variables_of_a_rule_are_seen_and_one_that_is_not_there_is_named() -> None:
    text = "variables.names.exists(one, one in fleet.tenants) && variables.number == 1"
    expression = compiled(text, names="LIST<STRING>", number="INT")

    there = {**DATA, "variables.names": ["art"], "variables.number": 1}

    assert expression.evaluate(there) == Value(True)
    assert expression.evaluate({**there, "variables.number": 2}) == Value(False)
    assert expression.evaluate({**DATA, "variables.names": ["art"]}) == Failed("`variables.number` is not given")


def test_one_that_is_nested_as_deep_as_may_be_is_evaluated_too() -> None:
    deepest = max(
        depth for depth in range(2, 40) if isinstance(Compiler(PLAIN).compile(_nested(depth), {}), Expression)
    )

    assert compiled(_nested(deepest)).evaluate(DATA) == Value(1)


def _nested(depth: int) -> str:
    return "0 + (" * depth + "size(fleet)" + ")" * depth


def test_a_loop_that_runs_away_is_ended() -> None:
    loops = "".join(f"fleet.l.all(x{n}, " for n in range(5)) + "true" + ")" * 5
    assert isinstance(compiled(loops).evaluate({**DATA, "fleet": {"l": list(range(20))}}), Exhausted)


@pytest.mark.parametrize("name", ["turn", "given_subject(0)", "cel.bind(a, fleet, a)", "variables.names"])
def test_what_shares_them_cannot_be_named(name: str) -> None:
    assert not isinstance(Compiler(SHARED).compile(f"{name} == fleet", {}), Expression)
