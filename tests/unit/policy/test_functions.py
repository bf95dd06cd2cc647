"""The API server's functions that are ours to bring."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.policy.cel import Compiler, Dialect, Expression, Failed, Outcome, Value
from tenantry.policy.growth import Sizes

COMPILER = Compiler(Dialect({"o": "dyn"}, True, Sizes(100, 40)))


def evaluated(text: str, o: Any = None) -> Outcome:
    expression = COMPILER.compile(text, {})
    assert isinstance(expression, Expression), expression
    return expression.evaluate({"o": o})


@pytest.mark.parametrize(
    "text",
    [
        "quantity('1Gi').compareTo(quantity('1024Mi')) == 0",
        "quantity('1') == quantity('1000m')",
        "quantity(o).isGreaterThan(quantity('1500m'))",
        "quantity('1').add(quantity('500m')).isLessThan(quantity(o))",
        "quantity('5').sub(3).add(1).asInteger() == 3",
        "sign(quantity('-1')) == -1",
        "!quantity('1500m').isInteger()",
        "quantity('1500m').asApproximateFloat() == 1.5",
        "isQuantity('2Gi') && !isQuantity('2 GB')",
        "[1, 2, 3].sum() == 6 && [1, 3, 2].max() == 3 && [2, 1].min() == 1",
        "['a', 'b'].isSorted() && ![2, 1].isSorted()",
        "sets.contains(['a', 'b'], ['a']) && !sets.contains(['a'], ['b'])",
        "sets.equivalent([1, 2, 2], [2, 1]) && sets.intersects([1, 2], [2, 3])",
        "cidr('10.0.0.0/8').containsIP('10.20.0.1') && !cidr('10.0.0.0/8').containsIP('11.0.0.1')",
        "cidr('10.0.0.0/8').containsCIDR('10.20.0.0/16') && !cidr('10.0.0.0/16').containsCIDR('10.0.0.0/8')",
        "!cidr('10.0.0.0/8').containsCIDR('fd00::/8') && cidr('fd00::/8').prefixLength() == 8",
        "isCIDR('10.0.0.0/8') && !isCIDR('10.0.0.0') && isIP('10.0.0.1') && !isIP('x')",
    ],
)
def test_functions_decide_as_those_of_the_api_server(text: str) -> None:
    assert evaluated(text, "2") == Value(True)


@pytest.mark.parametrize(
    "text",
    [
        "quantity('2 GB')",
        "quantity('1500m').asInteger()",
        "[].max()",
        "['a'].sum()",
        "cidr('10.0.0.0')",
        "cidr('10.0.0.0/8').containsIP('x')",
        "quantity('1').containsIP('10.0.0.1')",
        "cidr('10.0.0.0/8').isInteger()",
        "sets.contains([[1]], [[1]])",
        "[dyn('a'), dyn(1)].isSorted()",
    ],
)
def test_what_they_cannot_compute_is_a_failure(text: str) -> None:
    assert isinstance(evaluated(text), Failed)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_quantities_compare_as_their_numbers_do(one: int, other: int) -> None:
    order = (one > other) - (one < other)

    assert evaluated(f"quantity('{one}m').compareTo(quantity('{other}m'))") == Value(order)
