"""Answers as JSON-like data: one function for all of them, so that text and JSON cannot drift apart.

Pure. Field names become keys as they are; an answer's facts are its fields.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from tenantry.quantity import Amount, Quantity


def as_data(value: Any) -> Any:
    """Dataclasses and named tuples as dicts in the order of their fields; dates, prices and quantities as texts.

    An unlimited amount is `"unlimited"`. Raises TypeError for anything that has no such form.
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, Amount):
        return str(value) if value.is_unlimited else value.value
    if isinstance(value, Quantity):
        return value.canonical()
    if isinstance(value, date | Decimal):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_data(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: as_data(part) for name, part in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): as_data(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [as_data(part) for part in value]
    raise TypeError(f"{type(value).__name__} has no form as data")
