"""CEL compiled and evaluated."""

import subprocess
import sys
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.policy.cel import Compiler, Dialect, Exhausted, Expression, Failed, Outcome, Value
from tenantry.policy.growth import Sizes

DIALECT = Dialect({"o": "dyn", "s": "map<string,dyn>"}, False, Sizes(100, 40))


def compiled(text: str, **named: str) -> Expression:
    expression = Compiler(DIALECT).compile(text, named)
    assert isinstance(expression, Expression), expression
    return expression


def evaluated(text: str, o: Any = None) -> Outcome:
    return compiled(text).evaluate({"o": o, "s": {}})


@pytest.mark.parametrize(
    ("text", "o", "value"),
    [
        ("o.a == 1 && o.b.startsWith('x')", {"a": 1, "b": "xy"}, True),
        ("o.?a.?b.orValue(3)", {}, 3),
        ("o.l.filter(x, x > 1)", {"l": [1, 2, 3]}, [2, 3]),
        ("'%s has %d'.format([o.n, o.c])", {"n": "a", "c": 4}, "a has 4"),
        ("math.greatest(1, o)", 5, 5),
        ("o.price * 2.0", {"price": 1.5}, 3.0),
        ("timestamp(o + 'T00:00:00Z') < timestamp('2027-01-01T00:00:00Z')", "2026-11-30", True),
        ("o", {"a": [{"b": None}]}, {"a": [{"b": None}]}),
    ],
)
def test_an_expression_gives_plain_values(text: str, o: Any, value: Any) -> None:
    assert evaluated(text, o) == Value(value)


def test_a_missing_key_is_a_failure_and_says_which() -> None:
    assert evaluated("o.foo == 1", {}) == Failed('there is no key "foo"')


def test_a_missing_key_is_no_failure_where_the_answer_does_not_hang_on_it() -> None:
    assert evaluated("o.foo == 1 || true", {}) == Value(True)


@pytest.mark.parametrize("text", ["1 / (o - o)", "o + 'x'", "o.a", "9223372036854775807 + o", "'a'.matches('[')"])
def test_what_cannot_be_computed_is_a_failure(text: str) -> None:
    assert isinstance(evaluated(text, 1), Failed)


@pytest.mark.parametrize("data", [2**70, {1, 2}, {"a": object()}, (1, 2)])
def test_data_that_cel_does_not_know_is_a_failure_and_no_traceback(data: Any) -> None:
    assert isinstance(compiled("o.a == 1 || o == 1").evaluate({"o": data}), Failed)


def test_a_variable_that_is_not_given_is_named() -> None:
    assert compiled("o == 1").evaluate({}) == Failed("`o` is not given")


def test_a_problem_has_its_line_and_column() -> None:
    (problem,) = Compiler(DIALECT).compile("true &&\n  nope", {})  # type: ignore[misc]

    assert (problem.line, problem.column, problem.unknown) == (2, 3, "nope")


def test_types_that_differ_are_found_before_anything_runs() -> None:
    (problem,) = Compiler(DIALECT).compile("1 + 'a'", {})  # type: ignore[misc]

    assert problem.text == "`+` cannot be applied to (int, string)"
    assert problem.column == 3


def test_named_variables_have_the_type_of_their_expression() -> None:
    assert compiled("variables.n + 1", n="INT").type == "INT"
    (problem,) = Compiler(DIALECT).compile("variables.n + 1", {"n": "STRING"})  # type: ignore[misc]
    assert "cannot be applied" in problem.text


def test_a_runaway_comprehension_ends_fast() -> None:
    numbers = list(range(200))
    began = time.perf_counter()

    outcome = evaluated("o.all(a, o.all(b, o.all(c, o.all(d, a + b + c + d >= 0))))", numbers)

    assert isinstance(outcome, Exhausted)
    assert time.perf_counter() - began < 1


@pytest.mark.parametrize(
    "text",
    [
        "(" * 300 + "1" + ")" * 300,
        "[" * 300 + "]" * 300,
        "1" + "+1" * 300,
        "o" + ".a" * 300,
        "o.optMap(a, a)" + ".optMap(a, a)" * 60,
        "'x'" + ".replace('x', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxx')" * 9,
    ],
)
def test_what_could_take_the_machine_down_does_not_compile(text: str) -> None:
    began = time.perf_counter()

    assert isinstance(Compiler(DIALECT).compile(text, {}), tuple)
    assert time.perf_counter() - began < 1


def test_math_is_not_there_at_admission_because_the_api_server_lacks_it() -> None:
    admission = Dialect({"object": "dyn"}, True, Sizes(100, 40))

    assert isinstance(Compiler(admission).compile("math.greatest(1, 2) == 2", {}), tuple)
    assert isinstance(Compiler(admission).compile("quantity('1').isLessThan(quantity('2'))", {}), Expression)


def test_the_engine_is_not_loaded_by_importing_the_package() -> None:
    code = "import sys, tenantry.policy; sys.exit(any('cel_expr' in name for name in sys.modules))"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


_WORDS = st.sampled_from(
    [
        *("o", "s", "x", "o.a", "s.b", "nope", "1", "2.5", "1u", "'x'", '"y"', "b'x'", "true", "null"),
        *("[", "]", "(", ")", "{", "}", ".", ".?", ",", ":", "?", "+", "-", "*", "/", "%", "&&", "||", "!", "=="),
        *("<", " in ", "has(", "size(", ".all(x,", ".map(x,", ".exists(x,", ".filter(x,", ".optMap(x,"),
        *("quantity(", "cidr(", ".sum()", ".join(',')", ".split('')", ".replace('x',", "'%s'.format("),
        *("string(", "int(", "dyn(", "timestamp(", "duration(", "é", "😀", "\\", "'", '"', "\n"),
    ]
)
_DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(_WORDS, max_size=12).map("".join) | st.text(max_size=30), _DATA)
def test_no_expression_and_no_data_raise(text: str, data: Any) -> None:
    expression = Compiler(DIALECT).compile(text, {})

    if isinstance(expression, Expression):
        assert isinstance(expression.evaluate({"o": data, "s": {"b": data}}), (Value, Failed, Exhausted))
    else:
        assert expression
        assert all(problem.text for problem in expression)
