"""How large a text an expression could build."""

import pytest

from tenantry.policy.cel import Compiler, Dialect, Expression
from tenantry.policy.growth import Sizes

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
    ],
)
def test_what_multiplies_is_refused_in_words(text: str) -> None:
    problems = Compiler(DIALECT).compile(text, {})

    assert isinstance(problems, tuple)
    assert "larger than an expression may build" in problems[0].text
