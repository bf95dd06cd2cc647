import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, replace
from typing import Generic, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.records import record

T = TypeVar("T")


@record
class Line:
    """A line."""

    pool: str
    units: int
    state: str = "active"

    @property
    def twice(self) -> int:
        return 2 * self.units


@record
class Grant:
    pool: str
    units: int
    state: str = "active"


@record
class Box(Generic[T]):
    content: T


@record
class Nothing:
    pass


@dataclass(frozen=True, slots=True)
class Model:
    pool: str
    units: int
    state: str = "active"


values = st.tuples(st.text(max_size=3), st.integers(-2, 2), st.sampled_from(["active", "held"]))
Values = tuple[str, int, str]


def test_fields_are_given_by_place_or_name_and_defaults_fill_the_rest() -> None:
    assert Line("a", 1) == Line(units=1, pool="a", state="active")


@pytest.mark.parametrize(("given", "named"), [((), {}), (("a",), {}), (("a", 1, "b", 2), {}), (("a", 1), {"other": 1})])
def test_missing_and_unknown_fields_are_refused(given: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="__init__"):
        Line(*given, **named)


@given(values, values)
def test_records_are_equal_and_hash_as_frozen_dataclasses_do(one: Values, other: Values) -> None:
    assert (Line(*one) == Line(*other)) is (Model(*one) == Model(*other))
    if one == other:
        assert hash(Line(*one)) == hash(Line(*other))


def test_records_of_two_classes_are_never_equal() -> None:
    assert Line("a", 1) != Grant("a", 1)
    assert Line("a", 1) != ("a", 1, "active")


def test_nothing_can_be_changed_added_or_deleted() -> None:
    line = Line("a", 1)
    with pytest.raises(FrozenInstanceError, match=r"Line\.units cannot be changed"):
        line.units = 2
    with pytest.raises(FrozenInstanceError):
        line.other = 2
    with pytest.raises(FrozenInstanceError):
        del line.units
    assert not hasattr(line, "__dict__")


def test_copies_pickles_and_replacements_are_records_too() -> None:
    line = Line("a", 1)
    assert copy.deepcopy(line) == pickle.loads(pickle.dumps(line)) == line
    assert replace(line, units=2) == Line("a", 2)
    assert [field.name for field in fields(line)] == ["pool", "units", "state"]


def test_it_is_shown_as_it_is_written() -> None:
    assert repr(Line("a", 1)) == "Line(pool='a', units=1, state='active')"
    assert repr(Nothing()) == "Nothing()"


def test_properties_doc_strings_patterns_and_type_parameters_are_kept() -> None:
    assert Line("a", 1).twice == 2
    assert Line.__doc__ == "A line."
    assert Box[int](3) == Box(3)
    match Line("a", 1):
        case Line(pool, units):
            assert (pool, units) == ("a", 1)
