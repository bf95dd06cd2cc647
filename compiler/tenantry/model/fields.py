"""Shapes of fields: what may be left out, and lists.

Pure. Each shape is an alias that takes the type inside: `Maybe[Name]`, `Some[Subject]`, `Maybe[SomeDistinct[Name]]`.
"""

from typing import Annotated, Any, TypeVar, get_args

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError
from pydantic_core.core_schema import no_info_after_validator_function, tuple_schema

from tenantry.records import record

T = TypeVar("T")


@record
class LeftOut:
    """Marks `T | None` as "may be left out": `None` is a key that is not there, and `key:` is refused."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        inner, _ = get_args(source)
        return handler.generate_schema(inner)


@record
class ListOf:
    """Marks `tuple[T, ...]` as a YAML list of at least `least` entries, in the order written."""

    least: int = 0
    distinct: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        entry, _ = get_args(source)
        entries = tuple_schema(
            [handler.generate_schema(entry)], variadic_item_index=0, min_length=self.least or None, strict=False
        )
        return no_info_after_validator_function(_refuse_repeated, entries) if self.distinct else entries

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "uniqueItems": True} if self.distinct else handler(schema)


def _refuse_repeated(entries: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(set(entries)) < len(entries):
        at = next(index for index, entry in enumerate(entries) if entry in entries[:index])
        raise PydanticCustomError("repeated", "entry {at} stands twice", {"at": at})
    return entries


Maybe = Annotated[T | None, LeftOut()]
"""A field that may be left out and then is `None`."""

Many = Annotated[tuple[T, ...], ListOf()]
"""A list, possibly empty."""

Some = Annotated[tuple[T, ...], ListOf(least=1)]
"""A list of at least one entry."""

Distinct = Annotated[tuple[T, ...], ListOf(distinct=True)]
"""A list without repetition, possibly empty."""

SomeDistinct = Annotated[tuple[T, ...], ListOf(least=1, distinct=True)]
"""A list without repetition, of at least one entry."""
