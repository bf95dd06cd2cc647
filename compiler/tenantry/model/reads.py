"""How a scalar of the language is read: one mechanism for its value, its refusal, its JSON Schema and its name.

Pure. Patterns are compiled when they are first needed, because start-up time counts.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, PydanticKnownError
from pydantic_core.core_schema import no_info_plain_validator_function


@dataclass(frozen=True, slots=True, eq=False)
class Reads:
    """How a scalar is read, and how it is spoken of.

    `what` completes "is not ...", `write` completes "write ...", `problem` chooses the code, `schema` is its
    JSON Schema. `parse` raises ValueError for what it cannot read: empty, or with a sentence that begins with
    what was written.
    """

    what: str
    write: str
    problem: str
    parse: Callable[[Any], Any]
    schema: dict[str, Any]

    def read(self, value: Any) -> Any:
        """The value object of what was written. Raises PydanticCustomError of type `problem`."""
        try:
            return self.parse(value)
        except PydanticKnownError:
            raise
        except ValueError as refusal:
            sentence = str(refusal).removeprefix(f"`{value}` ") or f"is not {self.what}; write {self.write}"
            raise PydanticCustomError(self.problem, "{says}", {"says": sentence}) from None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(self.schema)


def text(value: Any) -> str:
    """`value` where it is text. Raises what pydantic raises for a value of another type."""
    if not isinstance(value, str):
        raise PydanticKnownError("string_type")
    return value


def spelled(what: str, write: str, pattern: str) -> Reads:
    """Text that matches the whole of `pattern`, which JSON Schema must understand too; `what` has its article."""

    def read(value: Any) -> str:
        if re.fullmatch(pattern, text(value)) is None:
            raise ValueError
        return str(value)

    return Reads(what, write, "text", read, {"type": "string", "title": title(what), "pattern": f"^({pattern})$"})


def checked(what: str, write: str, parse: Callable[[Any], str], *, problem: str = "text", **schema: Any) -> Reads:
    """Text that `parse` accepts; `schema` adds to its JSON Schema."""
    return Reads(what, write, problem, parse, {"type": "string", "title": title(what), **schema})


def title(what: str) -> str:
    """`what` without its article."""
    return re.sub(r"\A(an?|the) ", "", what)
