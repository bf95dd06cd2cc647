"""What pydantic found wrong with a document, in the words of its author: one diagnostic per mistake.

Pure. Order is that of the fields in the model, unknown fields last within their mapping.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from tenantry.diagnostics import Code, Diagnostic, FilePlace, Note, Part, Path, Where
from tenantry.diagnostics.codes import shape
from tenantry.model.base import API_VERSION, AnyDocument
from tenantry.model.kinds import KINDS
from tenantry.model.wording import closest, mapping_at, place_of, shown, written

MESSAGES_MAX = 10
"""Messages per document; the last one says how many more there are."""

_LISTED_FIELDS = 15
_TYPES = {
    "string_type": "text",
    "int_type": "a whole number",
    "bool_type": "`true` or `false`",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "tuple_type": "a list",
}
_SPELLINGS = {
    "name": shape.TN207,
    "quantity": shape.TN208,
    "duration": shape.TN209,
    "date": shape.TN210,
    "port": shape.TN211,
    "network": shape.TN212,
    "number": shape.TN213,
    "text": shape.TN216,
}


class Fault(NamedTuple):
    """One finding of pydantic, with the YAML path, the mapping's model, and what was written."""

    kind: str
    error: ErrorDetails
    path: Path
    part: Part
    owner: type[BaseModel]

    @property
    def context(self) -> dict[str, Any]:
        return self.error.get("ctx", {})

    @property
    def written(self) -> str:
        """The key and value as the author would point at them."""
        return written(self.path, self.error["input"]) if self.part == "value" else f"key `{self.path[-1]}`"


def diagnostics(kind: str, model: type[AnyDocument], found: ValidationError, place: FilePlace) -> list[Diagnostic]:
    """One diagnostic per mistake, at most `MESSAGES_MAX`."""
    faults = [_fault(kind, model, error) for error in found.errors(include_url=False)]
    misspelt = {(*fault.path[:-1], close) for fault in faults if (close := _meant(fault))}
    return shortened([_diagnostic(fault, place) for fault in faults if not _follows(fault, misspelt)])


def _follows(fault: Fault, misspelt: set[Path]) -> bool:
    """Whether a fault only follows from another one: a misspelt field is also missing, a bad entry not counted."""
    if fault.error["type"] == "too_short":
        return bool(fault.error["input"])
    return fault.error["type"] == "missing" and fault.path in misspelt


def shortened(said: list[Diagnostic]) -> list[Diagnostic]:
    """The first `MESSAGES_MAX` of them; the last says how many are not shown."""
    kept, dropped = said[:MESSAGES_MAX], len(said) - MESSAGES_MAX
    if dropped <= 0:
        return kept
    last = kept[-1]
    more = Note(f"{dropped} more in this document; they are shown once these are repaired")
    return [*kept[:-1], Diagnostic(last.code, last.message, last.where, last.marker, (*last.notes, more), last.help)]


def _fault(kind: str, model: type[AnyDocument], error: ErrorDetails) -> Fault:
    location: list[Any] = list(error["loc"])
    part: Part = "key" if error["type"] in ("extra_forbidden", "invalid_key") else "value"
    if location and location[-1] == "[key]":
        location, part = location[:-1], "key"
    if "at" in error.get("ctx", {}):
        location.append(error["ctx"]["at"])
    path = tuple(location)
    return Fault(kind, error, path, part, _owner(model, path[:-1]))


def _owner(model: type[BaseModel], path: Path) -> type[BaseModel]:
    """The model of the mapping at `path`."""
    for key in path:
        field = _fields(model).get(key) if isinstance(key, str) else None
        inner = _model_in(field) if field is not None else None
        model = inner or model
    return model


def _fields(model: type[BaseModel]) -> dict[str, Any]:
    """Annotations by the key as it is written."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The one model that an annotation speaks of, as itself, as entries of a list, or as what may be left out."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_in, get_args(annotation))), None)


def _meant(fault: Fault) -> str | None:
    return closest(str(fault.path[-1]), _fields(fault.owner)) if fault.error["type"] == "extra_forbidden" else None


def _diagnostic(fault: Fault, place: FilePlace) -> Diagnostic:
    code, message, help = _words(fault)
    return Diagnostic(code, message, Where(place, fault.path, fault.part), help=help)


def _words(fault: Fault) -> tuple[Code, str, str]:
    """Code, headline and way out of a fault."""
    problem = fault.error["type"]
    if fault.path == ("apiVersion",):
        return shape.TN201, f"a document begins with `apiVersion: {API_VERSION}`", "add that line"
    if problem in _SPELLINGS and fault.error["input"] is not None:
        return _SPELLINGS[problem], f"{fault.written} {fault.context['says']}", _note(fault)
    if problem not in ("missing", "extra_forbidden") and fault.error["input"] is None:
        return _no_value(fault)
    return _BY_PROBLEM.get(problem, _wrong_type)(fault)


def _no_value(fault: Fault) -> tuple[Code, str, str]:
    name = place_of(fault.path)
    needed = any(
        field.is_required() for key, field in fault.owner.model_fields.items() if fault.path[-1] in (field.alias, key)
    )
    return (
        shape.TN214,
        f"{name} is written without a value",
        f"give it a value{'' if needed else ', or remove the line'}",
    )


def _missing(fault: Fault) -> tuple[Code, str, str]:
    field = next(field for name, field in fault.owner.model_fields.items() if fault.path[-1] in (field.alias, name))
    return (
        shape.TN204,
        f"{mapping_at(fault.kind, fault.path[:-1])} needs `{fault.path[-1]}`",
        f"`{fault.path[-1]}`: {field.description}",
    )


def _unknown(fault: Fault) -> tuple[Code, str, str]:
    key, fields = str(fault.path[-1]), _fields(fault.owner)
    message = f"`{key}` is not a field of {mapping_at(fault.kind, fault.path[:-1])}"
    elsewhere = _home(fault.kind, fault.path)
    if elsewhere:
        return shape.TN203, message, f"`{key}` of {fault.kind} stands below `{elsewhere}`"
    meant = _meant(fault)
    if meant:
        return shape.TN203, f"{message}; did you mean `{meant}`?", ""
    listed = ", ".join(f"`{field}`" for field in list(fields)[:_LISTED_FIELDS])
    return shape.TN203, message, f"fields here: {listed}"


def _home(kind: str, path: Path) -> str | None:
    """Where a key belongs that was written beside or in the wrong one of `metadata` and `spec`."""
    if len(path) > 2 or path[:-1] not in ((), ("metadata",), ("spec",)):
        return None
    parts = _fields(KINDS[kind])
    homes = {part: _model_in(parts[part]) for part in ("metadata", "spec")}
    return next((part for part, model in homes.items() if model and path[-1] in _fields(model)), None)


def _wrong_type(fault: Fault) -> tuple[Code, str, str]:
    needed, value = _TYPES.get(fault.error["type"], "another value"), fault.error["input"]
    return (
        shape.TN205,
        f"{fault.written} is {_type(value)}; {place_of(fault.path)} needs {needed}",
        _repair(needed, value),
    )


def _repair(needed: str, value: object) -> str:
    if needed == "text" and isinstance(value, bool | int | float):
        return "put it in quotes"
    if needed == "a list" and isinstance(value, dict | str):
        return "put `- ` before each entry, or `[` and `]` around them"
    if isinstance(value, str) and ((value.isascii() and value.isdigit()) or value in ("true", "false")):
        return "remove the quotes"
    if needed == "a whole number" and isinstance(value, float) and value.is_integer():
        return f"write {int(value)}"
    return ""


def _type(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, float) and value.is_integer():
        return "a number with a point or an exponent"
    names = {str: "text", int: "a whole number", float: "a number with a fraction", dict: "a mapping", list: "a list"}
    return names.get(type(value), "another type")


def _choice(fault: Fault) -> tuple[Code, str, str]:
    choices = _choices(fault.owner, fault.path)
    meant = closest(shown(fault.error["input"]), choices)
    help = f"did you mean `{meant}`?" if meant else ""
    return shape.TN206, f"{fault.written} is not one of {', '.join(f'`{one}`' for one in choices)}", help


def _choices(owner: type[BaseModel], path: Path) -> list[str]:
    """What the field at `path` allows, in the order of the model."""
    key = next(part for part in reversed(path) if isinstance(part, str))
    return list(_texts_in(_fields(owner)[key]))


def _texts_in(annotation: Any) -> Iterator[str]:
    for argument in get_args(annotation):
        if isinstance(argument, str):
            yield argument
        else:
            yield from _texts_in(argument)


def _range(fault: Fault) -> tuple[Code, str, str]:
    context = fault.context
    if "ge" in context:
        return shape.TN213, f"{fault.written} is below {context['ge']}, the least it may be", _note(fault)
    if "le" in context:
        return shape.TN213, f"{fault.written} is above {context['le']}, the most it may be", _note(fault)
    return shape.TN213, f"{fault.written} is longer than {context['max_length']} characters", _note(fault)


def _too_short(fault: Fault) -> tuple[Code, str, str]:
    return shape.TN217, f"{place_of(fault.path)} is empty and needs at least one entry", _note(fault)


def _combination(fault: Fault) -> tuple[Code, str, str]:
    return shape.TN215, f"{mapping_at(fault.kind, fault.path)} {fault.error['msg']}", ""


def _repeated(fault: Fault) -> tuple[Code, str, str]:
    entry = shown(fault.error["input"][fault.context["at"]])
    return shape.TN218, f"`{entry}` stands twice in {place_of(fault.path[:-1])}", "remove one of them"


_BY_PROBLEM: Mapping[str, Callable[[Fault], tuple[Code, str, str]]] = {
    "missing": _missing,
    "extra_forbidden": _unknown,
    "invalid_key": _unknown,
    "literal_error": _choice,
    "greater_than_equal": _range,
    "less_than_equal": _range,
    "string_too_long": _range,
    "too_short": _too_short,
    "one_of": _combination,
    "repeated": _repeated,
}


def _note(fault: Fault) -> str:
    """What the field is for, where a description says it."""
    key = next((part for part in reversed(fault.path) if isinstance(part, str)), "")
    named = {field.alias or name: field.description for name, field in fault.owner.model_fields.items()}
    return f"`{key}`: {named[key]}" if named.get(key) else ""
