"""A compiled schema: does this object conform, and where not.

jsonschema-rs compiles and judges; where it cannot be imported, the pure Python jsonschema gives the same
verdict and violations, some hundred times slower. Either is imported when the first schema is compiled.
"""

from collections.abc import Callable
from typing import Any, Protocol

from tenantry.conform.violation import Violation, foreign_values, one_per_mistake, violation_at
from tenantry.ir import Body


class Judge(Protocol):
    """One schema, compiled."""

    def accepts(self, body: Body, /) -> bool:
        """Whether `body` conforms; the fast answer, asked for every object."""
        ...

    def violations(self, body: Body, /) -> list[Violation]:
        """Where `body` does not conform, by place, one per mistake; empty when it conforms."""
        ...


def compiled(schema_text: str) -> Judge:
    """The judge for a schema given as JSON text, by the best library at hand. Reads no file, no URL."""
    return best_library()(schema_text)


def best_library() -> Callable[[str], Judge]:
    """What compiles a schema here: jsonschema-rs, else jsonschema (ImportError at first use without it)."""
    try:
        import jsonschema_rs  # noqa: F401
    except ImportError:
        return PythonJudge
    return RustJudge


class RustJudge:
    """By jsonschema-rs, with its linear-time regular expressions; our schemas hold no formats."""

    __slots__ = ("_text", "_validator")

    def __init__(self, schema_text: str) -> None:
        from jsonschema_rs import Draft202012Validator, RegexOptions

        self._text = schema_text
        self._validator = Draft202012Validator(schema_text, validate_formats=False, pattern_options=RegexOptions())

    def accepts(self, body: Body, /) -> bool:
        try:
            return self._validator.is_valid(body)
        except ValueError:  # a value or key that JSON does not have
            return False

    def violations(self, body: Body, /) -> list[Violation]:
        if foreign := foreign_values(body):
            return foreign
        schema = _parsed(self._text)
        errors = self._validator.iter_errors(body)
        return one_per_mistake(violation_at(schema, body, e.instance_path, e.schema_path) for e in errors)


class PythonJudge:
    """By jsonschema, for platforms without jsonschema-rs."""

    __slots__ = ("_schema", "_validator")

    def __init__(self, schema_text: str) -> None:
        import jsonschema

        self._schema = _parsed(schema_text)
        self._validator = jsonschema.Draft202012Validator(self._schema)

    def accepts(self, body: Body, /) -> bool:
        return not foreign_values(body) and self._validator.is_valid(body)

    def violations(self, body: Body, /) -> list[Violation]:
        if foreign := foreign_values(body):
            return foreign
        errors = self._validator.iter_errors(body)
        return one_per_mistake(
            violation_at(self._schema, body, tuple(e.absolute_path), tuple(e.absolute_schema_path)) for e in errors
        )


def _parsed(schema_text: str) -> dict[str, Any]:
    import json

    schema: dict[str, Any] = json.loads(schema_text)
    return schema
