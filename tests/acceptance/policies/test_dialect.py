"""CEL as the compiler reads it and as the API server does: what the compiler lets pass gives the same there."""

import re
from collections.abc import Sequence
from functools import partial

import pytest

from tenantry.policy.cel import Compiler, Expression, Value
from tenantry.policy.scopes import DIALECTS
from tests.acceptance.policies.asking import NAMESPACE
from tests.plane.api import Object
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for

pytestmark = pytest.mark.xdist_group("policies")

_BATCH = 12
_SAID = re.compile(
    r"299 - \"Validation failed for ValidatingAdmissionPolicy '[^']*' with binding '[^']*': ((?:[^\"\\]|\\.)*)\""
)
LABELS = {"app": "web", "tier": "b"}

PROBE: Object = {
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "metadata": {"name": "probe", "namespace": NAMESPACE, "labels": LABELS},
    "data": {"a": "1", "b": "x.y", "empty": "", "long": "Überß\u4e16", "number": "10", "list": "c,a,b"},
}
"""What the expressions below are asked about; the server fills in nothing that they read."""

PROBES = tuple(
    """
object.metadata.name == 'probe'
object.data.a == '1' && oldObject == null
has(object.data.a) && !has(object.data.none)
object.data.?none.orValue('z') == 'z'
object.data[?'a'].orValue('z') == '1'
object.data.?a.hasValue() && !object.data.?none.hasValue()
object.data.?a.value() == '1'
object.data.?none.value() == ''
object.data.none == ''
object.?spec.replicas.orValue(3) == 3
object.data.?a.optMap(v, int(v) + 1).orValue(0) == 2
object.data.?none.or(object.data.?a).orValue('') == '1'
optional.of(1).orValue(2) == 1 && optional.none().orValue(2) == 2
optional.ofNonZeroValue('').orValue('z') == 'z'
{?'x': object.data.?none, ?'y': object.data.?a} == {'y': '1'}
[?object.data.?none, ?object.data.?a] == ['1']
'a' in object.data && !('none' in object.data)
object.data.all(k, size(k) > 0)
object.data.exists(k, k == 'empty')
object.data.exists_one(k, k == 'empty')
object.data.filter(k, k.startsWith('l')).size() == 2
object.data.map(k, object.data[k]).exists(v, v == '10')
object.data.map(k, k == 'a', object.data[k]) == ['1']
[1, 2, 3].map(n, n * 2) == [2, 4, 6]
[1, 2, 3].exists(n, n / 0 == 1 || n == 2)
[3, 1, 2].sum() == 6
[1.5, 2.5].sum() == 4.0
[3, 1, 2].min() == 1 && [3, 1, 2].max() == 3
['b', 'a'].min() == 'a'
[].sum() == 0
[1, 2].isSorted() && !['b', 'a'].isSorted()
[1, 2, 1].indexOf(1) == 0
[1, 2, 1].lastIndexOf(1) == 2
['a', 'b'] + ['c'] == ['a', 'b', 'c']
[1, 2, 3][1] == 2
[1, 2, 3][5] == 2
[[1, 2], [3]].map(l, l.size()) == [2, 1]
[1, 2, 3, 4].slice(1, 3) == [2, 3]
[[1], [2]].flatten() == [1, 2]
[2, 1].sort() == [1, 2]
[1, 1].distinct() == [1]
[1, 2].reverse() == [2, 1]
lists.range(3) == [0, 1, 2]
sets.contains([1, 2, 3], [2, 1])
sets.equivalent([1, 2, 2], [2, 1])
sets.intersects([1], [2]) == false
sets.contains(['a', 1], [1.0])
'abc'.contains('b') && 'abc'.startsWith('a') && 'abc'.endsWith('c')
'abc'.matches('^a.c$')
'abc'.matches('b')
'a\\nb'.matches('a.b')
'ABC'.matches('(?i)abc')
'abc'.matches('(?=a)')
'a.b,c'.split(',') == ['a.b', 'c']
'a,b,c'.split(',', 2) == ['a', 'b,c']
''.split(',') == ['']
['a', 'b'].join() == 'ab'
['a', 'b'].join('-') == 'a-b'
'abc'.charAt(1) == 'b'
'abc'.charAt(3) == ''
'abcabc'.indexOf('c') == 2 && 'abcabc'.indexOf('c', 3) == 5
'abcabc'.lastIndexOf('c') == 5
'AbC'.lowerAscii() == 'abc' && 'AbC'.upperAscii() == 'ABC'
'Ü'.lowerAscii() == 'Ü'
'aXbX'.replace('X', '-') == 'a-b-'
'aXbX'.replace('X', '-', 1) == 'a-bX'
'abc'.replace('', '-') == '-a-b-c-'
'abcdef'.substring(2) == 'cdef' && 'abcdef'.substring(2, 4) == 'cd'
'abc'.substring(5) == ''
'  a '.trim() == 'a'
'abc'.reverse() == 'cba'
strings.quote('a"b') == '"a\\\\"b"'
size('世界') == 2
object.data.long.size() == 6
object.data.long.charAt(5) == '世'
'%s is %d'.format(['a', 3]) == 'a is 3'
'%d'.format([3.0]) == '3'
'%s'.format([3]) == '3'
'%s'.format([3.5]) == '3.5'
'%s'.format([3.0]) == '3'
'%s'.format([true]) == 'true'
'%s'.format([null]) == 'null'
'%s'.format([[1, 'a']]) == '[1, a]'
'%s'.format([[1, 'a']]) == '[1, "a"]'
'%s'.format([{'b': 1, 'a': 2}]) == '{a: 2, b: 1}'
'%.2f'.format([3.14159]) == '3.14'
'%f'.format([3.5]) == '3.500000'
'%x'.format([255]) == 'ff' && '%X'.format([255]) == 'FF'
'%o'.format([8]) == '10' && '%b'.format([5]) == '101'
'%e'.format([1234.5]) == '1.234500e+03'
'%s'.format([duration('90s')]) == '90s'
'%s'.format([timestamp('2026-11-30T00:00:00Z')]) == '2026-11-30T00:00:00Z'
'%%'.format([]) == '%'
'%s'.format([]) == ''
'%s %s'.format(['a']) == 'a '
'%s'.format([type(1)]) == 'int'
'%s'.format([b'abc']) == 'abc'
1 < 1.5 && 2u > 1 && 1 == 1.0
1.0 == 1 && [1] == [1.0]
1 + 2 * 3 == 7 && 7 / 2 == 3 && -7 / 2 == -3 && -7 % 2 == -1
1 / 0 == 1
9223372036854775807 + 1 > 0
int('12') == 12 && int(12.9) == 12 && uint('3') == 3u
int('x') == 1
int(object.data.number) > 9
double('1.5') == 1.5 && double('1e3') == 1000.0
string(1) == '1' && string(1.0) == '1' && string(1.5) == '1.5' && string(true) == 'true'
string(1e21) == '1e+21'
string(0.1) == '0.1'
string(100000000.0) == '1e+08'
bool('true') && !bool('false')
bool('1')
type(1) == int && type('') == string && type([]) == list && type({}) == map && type(null) == null_type
dyn(1) == 1
b'abc' == bytes('abc') && string(b'abc') == 'abc' && size(b'abc') == 3
base64.decode('aGk=') == b'hi'
timestamp('2026-11-30T12:00:00Z') < timestamp('2026-12-01T00:00:00Z')
timestamp('2026-11-30T12:00:00Z') + duration('12h') == timestamp('2026-12-01T00:00:00Z')
timestamp('2026-11-30T12:00:00Z').getFullYear() == 2026
timestamp('2026-11-30T12:00:00Z').getMonth() == 10 && timestamp('2026-11-30T12:00:00Z').getDate() == 30
timestamp('2026-11-30T23:00:00Z').getHours('Europe/Berlin') == 0
timestamp('2026-11-30') < timestamp('2026-12-01T00:00:00Z')
timestamp('2026-12-01T00:00:00Z') - timestamp('2026-11-30T00:00:00Z') == duration('24h')
duration('1h30m').getMinutes() == 90
duration('1d') == duration('24h')
string(duration('90m')) == '5400s'
string(timestamp('2026-11-30T00:00:00Z')) == '2026-11-30T00:00:00Z'
int(timestamp('1970-01-01T00:01:00Z')) == 60
quantity('2Gi').isGreaterThan(quantity('1Gi'))
quantity('1').compareTo(quantity('1000m')) == 0
quantity('1500m').asApproximateFloat() == 1.5
quantity('2k').asInteger() == 2000
quantity('1500m').isInteger() == false
quantity('1500m').asInteger() == 1
quantity('1').add(quantity('500m')).compareTo(quantity('1500m')) == 0
quantity('1').add(2).asInteger() == 3
quantity('1').sub(2).sign() == -1
sign(quantity('1').sub(2)) == -1
quantity('1').sub(2).isLessThan(quantity('0'))
quantity('1Gi') == quantity('1024Mi')
quantity('1') == quantity('1000m')
quantity('1 Gi').sign() == 1
quantity('0.1').isLessThan(quantity('1'))
quantity('1e3').asInteger() == 1000
quantity('1E').asInteger() > 0
quantity('.5').compareTo(quantity('500m')) == 0
quantity('+1').isInteger()
quantity('1Ki') != quantity('1k')
quantity('9999999999999999999').isInteger()
quantity('9999999999999999999').asInteger() > 0
quantity('100n').isGreaterThan(quantity('0'))
quantity('0.0001').isGreaterThan(quantity('0'))
['a', 1].size() == 2
{'a': 1, 'b': 'c'}.size() == 2
[dyn(1), dyn('a')].size() == 2
[object.data, object.metadata.name].size() == 2
[object.data.a, 'x'].size() == 2
quantity('1n').add(quantity('1n')).isGreaterThan(quantity('1n'))
isQuantity('1Gi') && !isQuantity('1gi') && !isQuantity('')
isQuantity('1.5Gi') && isQuantity('-1') && !isQuantity('1 ')
cidr('10.0.0.0/8').containsIP('10.1.2.3')
cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')
cidr('10.0.0.0/8').containsCIDR(cidr('10.1.0.0/16'))
cidr('10.0.0.0/8').containsIP(ip('10.1.2.3'))
cidr('10.0.0.0/8').prefixLength() == 8
cidr('10.1.2.3/8').prefixLength() == 8
cidr('10.0.0.0').prefixLength() == 8
cidr('fd00::/8').containsIP('fd00::1')
cidr('::ffff:10.0.0.0/104').prefixLength() == 104
cidr('10.0.0.0/08').prefixLength() == 8
cidr('10.0.0.0/8').masked() == cidr('10.0.0.0/8')
cidr('10.0.0.0/8').ip() == ip('10.0.0.0')
string(cidr('10.0.0.0/8')) == '10.0.0.0/8'
cidr('10.0.0.0/8') == cidr('10.0.0.0/8')
isCIDR('10.0.0.0/8') && !isCIDR('10.0.0.0') && !isCIDR('x')
isCIDR('10.1.2.3/8')
isCIDR('10.0.0.0/8 ')
isIP('10.0.0.1') && isIP('fd00::1') && !isIP('10.0.0') && !isIP('10.0.0.1/8')
isIP('::ffff:10.0.0.1')
isIP('010.0.0.1')
isIP('fe80::1%eth0')
ip('10.0.0.1').family() == 4
ip.isCanonical('10.0.0.1')
url('https://example.com:80/a').getHost() == 'example.com:80'
isURL('https://example.com')
semver('1.2.3').isGreaterThan(semver('1.2.0'))
isSemver('1.2.3')
'abc123'.find('[0-9]+') == '123'
'a1b2'.findAll('[0-9]') == ['1', '2']
math.greatest(1, 2) == 2
math.abs(-1) == 1
format.named('uuid').hasValue()
format.dns1123Label().validate('a-b').hasValue() == false
authorizer.group('').resource('pods').check('create').allowed()
request.operation == 'CREATE'
namespaceObject.metadata.name != ''
params != null
cel.bind(x, 3, x + x == 6)
object.data.all(k, v, k != v)
object.data.transformList(k, v, v).size() == 6
object.data.transformMap(k, v, v + '!')['a'] == '1!'
{'a': 1}.exists(k, v, v == 1)
[1, 2].all(i, v, v == i + 1)
true ? true : 1 / 0 == 1
true || 1 / 0 == 1
false && 1 / 0 == 1 || true
1 / 0 == 1 || true
1 in [1.0, 2.0]
1u in [1]
null in [null, 1]
{'a': 1} == {'a': 1.0}
{1: 'a'}[1] == 'a' && {1: 'a'}[1.0] == 'a'
{'a': [1, {'b': 2}]}.a[1].b == 2
object.kind in ['ConfigMap'] && !(object.kind in ['Pod'])
'a' < 'b' && 'a' < 'á' && 'Z' < 'a'
b'a' < b'b' && false < true
r'\\d' == '\\\\d' && 'a\\tb'.size() == 3 && '\\u00e9' == 'é'
0x10 == 16 && 1e2 == 100.0 && .5 == 0.5
-9223372036854775808 < 0
object.metadata.labels.app + object.metadata.labels.tier == 'webb'
object.metadata['name'] == 'probe'
object.metadata.`name` == 'probe'
object.data.list.split(',').isSorted()
object.data.list.split(',').map(x, x + x).join('') == 'ccaabb'
variables.none == 1
hash('a') == 1
[1, 2, 3].exists(x, x > 2) ? true : false
!!true && - -1 == 1
size({'a': 1, 'b': 2}) == 2 && {'a': 1, 'b': 2}.size() == 2 && size([]) == 0
has(object.metadata.labels) && has(object.metadata.labels.app)
object.metadata.?labels[?'app'].orValue('') == 'web'
object.metadata.?labels.?none.hasValue()
object.metadata.?annotations[?'x'].orValue('none') == 'none'
object.metadata.annotations['x'] == ''
object.?none.?deeper[?'x'].orValue(1) == 1
object.metadata.labels.?app == optional.of('web')
object.data.?none.orValue({}) == {}
type(object.metadata.labels) == map
['a', 1].size()==2
{'a': 1, 'b': 'c'}.size()==2
[object.data.a,'x'].size()==2
[[1], []].size()==2
[[], [1]].size()==2
[1, 2.0].size()==2
{?'x': object.data.?none, 'y': 'x'}.size()==1
[?object.data.?none, 'x'].size()==1
'%s %d'.format(['a', 1]) == ''
object.data.a == 'use `x`'
{1:'a',  'b': 'c'}.size()==2
[b'a', 'a'].size()==2
[object.data.a+object.data.b, object.data.none].size()==1
[1, int(object.data.a)].size()==2
[type(1), type('a')].size()==2
[optional.of(1), optional.of('a')].size()==2
[[1],['a']].size()==2
[[object.data.a],['a']].size()==2
[{'a': object.data.a}, {'a': 'b'}].size()==2
['x'].map(s, [s, object.data.a]).size()==1
[timestamp('2026-11-30T00:00:00Z'), duration('1h')].size()==2
[1, 1u].size()==2
[true, object.data.a == 'b', has(object.data.none)].all(x,x)
[size('a'), 1].size()==2
[quantity('1'), quantity('2')].all(q, q.isInteger())
[object.data.a == 'x' ? 'p' : 'q', 'z'].size()==2
[object.data.b ? object.data.none : 'q', 'z'].size()==2
[[].sum(), 1].size()==2
[[1].sum(), 1].size()==2
['a'] + [1] == []
[null, object.data.a].size()==2
[[1].min(), 1].size()==2
[{}, {'a': 'b'}].size()==2
""".strip().splitlines()
)


DIFFERENT = {
    "'%s'.format([[1, 'a']]) == '[1, a]'": ("true", "false"),
    "'%s'.format([[1, 'a']]) == '[1, \"a\"]'": ("false", "true"),
    "'%s'.format([{'b': 1, 'a': 2}]) == '{a: 2, b: 1}'": ("true", "false"),
    "'%e'.format([1234.5]) == '1.234500e+03'": ("true", "false"),
    "'%d'.format([3.0]) == '3'": ("false", "refused"),
}
"""How a list, a map or `%e` is written, and a double with `%d`: docs/policies.md says so."""

Outcome = str
"""`refused` at compile time, else `true`, `false` or `error`."""


def _here(text: str) -> Outcome:
    compiled = Compiler(DIALECTS["admission"]).compile(text, {})
    if not isinstance(compiled, Expression):
        return "refused"
    outcome = compiled.evaluate({"object": PROBE, "oldObject": None})
    return str(outcome.value).lower() if isinstance(outcome, Value) else "error"


def _policy(name: str, expressions: Sequence[str]) -> Object:
    """Each expression turned round, so that a true one is told, to who creates a ConfigMap with this name as label."""
    rule = {"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["configmaps"]}
    return {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": "ValidatingAdmissionPolicy",
        "metadata": {"name": name},
        "spec": {
            "failurePolicy": "Fail",
            "matchConstraints": {"resourceRules": [rule], "objectSelector": {"matchLabels": {"batch": name}}},
            "validations": [
                {"expression": f"!({text})", "message": f"#{number}"} for number, text in enumerate(expressions)
            ],
        },
    }


def _binding(name: str) -> Object:
    return {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": "ValidatingAdmissionPolicyBinding",
        "metadata": {"name": name},
        "spec": {"policyName": name, "validationActions": ["Warn"]},
    }


def _there(plane: Plane, texts: Sequence[str]) -> dict[str, Outcome]:
    """What the server makes of each expression; a few at a time, because it cuts long warnings short."""
    found: dict[str, Outcome] = {}
    accepted = []
    for text in texts:
        if plane.api.create(_policy("probe", [text]), dry_run=True).ok:
            accepted.append(text)
        else:
            found[text] = "refused"
    batches = [[*accepted[at : at + _BATCH], "true"] for at in range(0, len(accepted), _BATCH)]
    for number, batch in enumerate(batches):
        plane.api.create(_policy(f"batch-{number}", batch)).must()
        plane.api.create(_binding(f"batch-{number}")).must()
    for number, batch in enumerate(batches):
        probe = {**PROBE, "metadata": {**PROBE["metadata"], "labels": {**LABELS, "batch": f"batch-{number}"}}}
        warnings = wait_for(partial(_told, plane, probe), "the probes are told")
        said = {
            text.replace('\\"', '"').replace("\\\\", "\\") for warning in warnings for text in _SAID.findall(warning)
        }
        for index, text in enumerate(batch[:-1]):
            failed = any(one.startswith(f"expression '!({text})' resulted in error") for one in said)
            found[text] = "true" if f"#{index}" in said else "error" if failed else "false"
    return found


def _told(plane: Plane, probe: Object) -> tuple[str, ...]:
    return plane.api.create(probe, dry_run=True).warnings


def test_what_the_compiler_lets_pass_gives_the_same_at_the_server(plane: Plane) -> None:
    """What fails here is told in CI, by an example or an object, before a cluster is asked: that may differ."""
    here = {text: _here(text) for text in PROBES}
    there = _there(plane, PROBES)

    judged = [text for text in PROBES if here[text] in ("true", "false")]

    assert {text: (here[text], there[text]) for text in judged if here[text] != there[text]} == DIFFERENT
    assert len(judged) > len(PROBES) / 2
