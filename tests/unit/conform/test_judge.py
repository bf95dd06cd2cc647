"""The second opinion: two libraries that share no code must agree on every object, and say the same of it."""

import sys
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenantry.conform.judge import PythonJudge, RustJudge, best_library, compiled
from tenantry.conform.shipped import ShippedSchemas
from tenantry.conform.wording import sentence
from tenantry.ir import Body

from .samples import EDITS, edited, good, good_objects

SCHEMAS = ShippedSchemas()
FILES = {
    name: file for versions in SCHEMAS.index.values() for kinds in versions.values() for name, file in kinds.items()
}
RUST = {name: RustJudge(SCHEMAS.text(file)) for name, file in FILES.items()}
PYTHON = {name: PythonJudge(SCHEMAS.text(file)) for name, file in FILES.items()}

strange = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**33), 2**33),
    st.sampled_from([2**63, -(2**63) - 1, 2**64]),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.sampled_from(["", "8", "500m", "1.5Gi", "2x", "Never", "None", "A_b", "a.b", "30s", "5m30s", "x" * 300, "é"]),
    st.lists(st.sampled_from(["Deny", "get", 1, True]), max_size=3),
    st.dictionaries(st.sampled_from(["name", "key", "spec", "a.b/c", "zz"]), st.sampled_from(["x", 1, {}]), max_size=2),
)


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in an object but its root."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for step, child in steps for found in [(*path, step), *places(child, (*path, step))]]


@st.composite
def mutated(draw: st.DrawFn) -> Body:
    """A good object after one to three changes: another value, a key less, a key more."""
    body = deepcopy(draw(st.sampled_from(good_objects())))
    for _ in range(draw(st.integers(1, 3))):
        found = [path for path in places(body) if path not in (("apiVersion",), ("kind",))]
        if not found:
            break
        *parents, last = draw(st.sampled_from(found))
        holder: Any = body
        for step in parents:
            holder = holder[step]
        change = draw(st.sampled_from(["replace", "drop", "add"]))
        if change == "replace":
            holder[last] = draw(strange)
        elif change == "drop":
            del holder[last]
        elif isinstance(holder, dict):
            holder[draw(st.sampled_from(["name", "names", "spec", "value", "status", "zz"]))] = draw(strange)
    return body


def kind_of(body: Body) -> str:
    return f"{body['apiVersion']}/{body['kind']}"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_both_libraries_give_the_same_verdict_and_the_same_words(body: Body) -> None:
    rust, python = RUST[kind_of(body)], PYTHON[kind_of(body)]

    assert rust.accepts(body) == python.accepts(body)
    assert rust.accepts(body) == (rust.violations(body) == [])
    assert [(v.path, sentence(v)) for v in rust.violations(body)] == [
        (v.path, sentence(v)) for v in python.violations(body)
    ]


def test_both_libraries_say_the_same_of_every_known_mistake() -> None:
    for edit in EDITS:
        body = edited(good(edit.kind), edit.path, edit.value)

        assert RUST[kind_of(body)].violations(body) == PYTHON[kind_of(body)].violations(body)


def test_judging_does_not_change_the_object() -> None:
    for body in good_objects():
        before = deepcopy(body)

        RUST[kind_of(body)].violations(body)

        assert body == before


def test_without_jsonschema_rs_the_python_library_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    assert best_library() is RustJudge
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)

    judge = compiled('{"type": "object", "required": ["name"]}')

    assert isinstance(judge, PythonJudge)
    assert [judge.accepts({"name": "a"}), judge.accepts({})] == [True, False]
