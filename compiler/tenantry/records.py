"""Frozen records: the part of frozen, slotted dataclasses that this program uses, at a seventh of the cost to define.

Pure. `@dataclass(frozen=True, slots=True)` compiles six functions and builds the class twice: half a millisecond for
each class at every start, and the program has a hundred. Type checkers treat a record as what it is, a dataclass.
"""

from collections.abc import Callable
from dataclasses import Field, FrozenInstanceError, make_dataclass
from types import FunctionType
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

_PER_INSTANCE = frozenset({"__dict__", "__weakref__"})
_set = object.__setattr__


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Makes a class with annotated fields a frozen record: equal by class and fields, hashable where its fields are.

    As with dataclasses: fields in order, defaults last, `replace` and `fields` work, copies and pickles are equal.
    Left out: `field(...)`, `__post_init__`, inherited fields and `ClassVar`; what needs those is a dataclass.
    """
    names = tuple(cls.__annotations__)
    space = {name: value for name, value in cls.__dict__.items() if name not in _PER_INSTANCE}
    defaults = tuple(space.pop(name) for name in names if name in space)
    space.update(
        __slots__=names,
        __match_args__=names,
        __init__=_initializer(cls, names, defaults),
        __repr__=_represented,
        __eq__=_equals,
        __hash__=_hashed,
        __setattr__=_refuses,
        __delattr__=_refuses,
        __reduce__=_reduced,
        __dataclass_fields__=_Fields(),
    )
    metaclass: Any = type(cls)
    made: type[T] = metaclass(cls.__name__, cls.__bases__, space)
    return made


def _initializer(cls: type, names: tuple[str, ...], defaults: tuple[Any, ...]) -> Callable[..., None]:
    body = "".join(f"\n    _set(self, '{name}', {name})" for name in names) or "\n    pass"
    namespace: dict[str, Any] = {"_set": _set}
    exec(f"def __init__(self, {', '.join(names)}):{body}", namespace)
    made: FunctionType = namespace["__init__"]
    made.__defaults__ = defaults
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__module__ = cls.__module__
    return made


def _values(self: Any) -> tuple[Any, ...]:
    return tuple([getattr(self, name) for name in self.__match_args__])


def _represented(self: Any) -> str:
    fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__qualname__}({fields})"


def _equals(self: Any, other: object) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return _values(self) == _values(other)


def _hashed(self: Any) -> int:
    return hash(_values(self))


def _refuses(self: Any, name: str, *_: object) -> None:
    raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed: records are frozen")


def _reduced(self: Any) -> tuple[type, tuple[Any, ...]]:
    return type(self), _values(self)


class _Fields:
    """What `dataclasses.fields` and `replace` look at; made when first asked for, which a compile never does."""

    def __init__(self) -> None:
        self._found: dict[str, Field[Any]] | None = None

    def __get__(self, instance: object, owner: Any) -> dict[str, Field[Any]]:
        if self._found is None:
            fields = [(name, owner.__annotations__[name]) for name in owner.__match_args__]
            shape: Any = make_dataclass(owner.__name__, fields)
            self._found = shape.__dataclass_fields__
        return self._found
