"""How large a text an expression could build."""

import pytest

from tenantry.policy import check_policies
from tenantry.policy.cel import Compiler, Dialect, Expression
from tenantry.policy.growth import Sizes
from tests.unit.policy.writing import policy, program_with

DIALECT = Dialect({"o": "dyn"}, False, Sizes(100, 40))


@pytest.mark.parametrize(
    "text",
    [
        "o.members.map(m, m.name).join(', ')",
        "o.projects.map(p, p.members.map(m, m.name + '/' + m.role).join(',')).join(';')",
        "'%s: %s of %d'.format([o.name, o.pool, o.units])",
        "o.name.replace('-', '').lowerAscii().split('.').all(part, part.size() < 20)",
        "o.quota.map(q, o.quota.filter(r, r.pool == q.pool).map(r, r.guaranteed).sum()).sum() < 10",
        "o.a + o.b + o.c + 'x' + string(o.d)",
        "{'a': [o.name, o.name + o.name]}.a[0]",
        "'%s has %s'.format([o.name, o.a.map(p, o.b.map(m, m.name + '/' + m.role).join(',')).join(';')])",
        "o.a.map(x, o.b.map(y, [x, y])).size() > 0",
        "o.a.filter(x, x.b != '').map(x, x.b).filter(x, x in o.c).map(x, x + '!').exists(x, x == o.d)",
        "[1, 2, 3].map(x, [x, x]).map(x, x[0]).sum() == 6",
    ],
)
def test_what_people_write_is_let_through(text: str) -> None:
    assert isinstance(Compiler(DIALECT).compile(text, {}), Expression)


@pytest.mark.parametrize(
    "text",
    [
        "o.name" + ".replace('a', 'aaaaaaaaaaaaaaaaaaaa')" * 6 + " != ''",
        "o.map(a, o.map(b, o.map(c, o.map(d, o.name).join('')).join('')).join('')).join('') != ''",
        "optional.of(o.name)" + ".optMap(x, x+x+x+x+x+x+x+x+x+x+x+x)" * 6 + ".hasValue()",
        "[o.name].map(x, x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x)"
        + ".map(x, x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x)" * 6
        + ".size() > 0",
        "[0]" + ".map(a, [a, a, a, a, a, a, a, a, a, a])" * 9 + " == []",
        "{'a': o}" + ".map(a, [a, a, a, a, a, a, a, a])" * 9 + " == []",
    ],
)
def test_what_multiplies_is_refused_in_words(text: str) -> None:
    problems = Compiler(DIALECT).compile(text, {})

    assert isinstance(problems, tuple)
    assert "larger than an expression may build" in problems[0].text


TEN_TIMES = {
    "lists": "[" + ", ".join(["variables.v{0}"] * 10) + "]",
    "lists joined": " + ".join(["variables.v{0}"] * 10),
    "maps": "{{" + ", ".join(f"'{at}': variables.v{{0}}" for at in range(10)) + "}}",
    "texts": "variables.v{0}.replace('a', 'aaaaaaaaaa')",
    "texts joined": "[" + ", ".join(["variables.v{0}"] * 10) + "].join('')",
    "loops over one": "[variables.v{0}].map(x, x + x + x + x + x + x + x + x + x + x)[0]",
    "texts split": "variables.v{0}.split('').join('bbbbbbbbbb')",
    "texts of lists": "['%s'.format([[variables.v{0}, variables.v{0}, variables.v{0}, variables.v{0}]])"
    ".replace('a', 'aaaaaaaaaa')]",
    "loops": "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(x, variables.v{0})",
    "loops inside": "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(x, {{'a': [variables.v{0}]}})",
}


@pytest.mark.parametrize("way", TEN_TIMES)
def test_variables_that_multiply_along_a_chain_are_refused_with_one_message_before_anything_runs(way: str) -> None:
    first = "'aaaaaaaaaa'" if way.startswith("texts") else "['aaaaaaaaaa']" if way != "maps" else "{'a': 1}"
    chain = [TEN_TIMES[way].format(at) for at in range(9)]
    variables = [{"name": f"v{at}", "expression": text} for at, text in enumerate([first, *chain])]

    # Were it run, it would take all the memory of the machine.
    (problem,) = check_policies(program_with(policy("size(variables.v9) > 0", variables=variables)))

    assert problem.code.code == "TN530"
    assert "larger than an expression may build" in problem.message


def test_a_large_text_that_lists_repeat_counts_each_time() -> None:
    longer = "variables.v{0}.replace('a', 'aaaaaaaaaa')"
    steps = ["'aaaaaaaaaa'", *[longer] * 3, *[TEN_TIMES["lists"]] * 4]
    variables = [{"name": f"v{at}", "expression": step.format(at - 1)} for at, step in enumerate(steps)]

    (problem,) = check_policies(program_with(policy("size(variables.v7) > 0", variables=variables)))

    assert "larger than an expression may build" in problem.message


def test_variables_that_are_each_large_are_bounded_together() -> None:
    thousand = "[1,2,3,4,5,6,7,8,9,10]" + ".map(x, [x,x,x,x,x,x,x,x,x,x])" * 3
    variables = [{"name": f"v{at}", "expression": thousand} for at in range(20)]

    (problem,) = check_policies(program_with(policy("size(variables.v9) > 0", variables=variables)))

    assert problem.code.code == "TN530"
    assert "together they could build more" in problem.message


def test_a_chain_of_variables_as_people_write_it_is_let_through() -> None:
    variables = [
        {"name": "lines", "expression": "subject.quota.filter(q, q.forSale > 0).map(q, [q.pool, q.class])"},
        {"name": "more", "expression": "variables.lines.filter(l, l[0] != 'a').map(l, l[1])"},
        {"name": "most", "expression": "variables.more.filter(m, m != '').map(m, m + '/' + m)"},
        {"name": "words", "expression": "variables.most.map(m, m.upperAscii()).filter(m, m != 'X')"},
        {"name": "again", "expression": "variables.words.map(w, variables.words.filter(v, v == w).size())"},
    ]
    rule = policy("variables.words.join(', ') != '' || variables.again.sum() < 9", variables=variables)

    problems = [one.message for one in check_policies(program_with(rule)) if one.code.code == "TN530"]

    assert problems == []


@pytest.mark.parametrize(
    ("first", "turn"),
    [
        ("['x']", " + ".join(["variables.v"] * 10)),
        ("'x'", " + ".join(["variables.v"] * 10)),
        ("['x']", f"[{', '.join(['variables.v'] * 10)}]"),
        ("{'a': 'x'}", "{'a': variables.v, 'b': variables.v, 'c': variables.v}"),
        ("o.name", "variables.v.replace('a', 'aaaaaaaaaa')"),
    ],
)
def test_variables_cannot_multiply_from_one_to_the_next(first: str, turn: str) -> None:
    compiler = Compiler(DIALECT)
    compiled = compiler.compile(first, {})

    for _ in range(20):
        assert isinstance(compiled, Expression)
        compiled = compiler.compile(turn, {"v": "DYN"}, {"v": compiled.size})
        if not isinstance(compiled, Expression):
            break

    assert isinstance(compiled, tuple)
    assert "larger than an expression may build" in compiled[0].text
