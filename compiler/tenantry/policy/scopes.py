"""What each scope lets expressions see, and what an example that leaves a value out stands for.

Pure. Sizes are those of the largest texts and lists that are likely there; see `growth`.
"""

from collections.abc import Mapping
from typing import Any, Final

from tenantry.policy.cel import Dialect
from tenantry.policy.growth import Sizes

_OF_DOCUMENTS: Final = Sizes(text=100, entries=40)
_OF_OBJECTS: Final = Sizes(text=4096, entries=40)

DIALECTS: Final[Mapping[str, Dialect]] = {
    "program": Dialect(
        {"subject": "map<string,dyn>", "fleet": "map<string,dyn>"}, False, _OF_DOCUMENTS, frozenset({"fleet"})
    ),
    "change": Dialect(
        {
            "before": "dyn",
            "after": "dyn",
            "author": "string",
            "approvals": "list<string>",
            "fleet": "map<string,dyn>",
            "fleetBefore": "map<string,dyn>",
        },
        False,
        _OF_DOCUMENTS,
        frozenset({"author", "approvals", "fleet", "fleetBefore"}),
    ),
    "manifests": Dialect({"object": "dyn"}, False, _OF_OBJECTS),
    "admission": Dialect({"object": "dyn", "oldObject": "dyn"}, True, _OF_OBJECTS),
}

_LEFT_OUT: Final[Mapping[str, Any]] = {
    "subject": {},
    "fleet": {},
    "object": None,
    "oldObject": None,
    "before": None,
    "after": None,
    "author": "",
    "approvals": [],
}


def example_inputs(scope: str, written: Mapping[str, Any]) -> dict[str, Any]:
    """The values that the expressions of `scope` see for an example; values of other scopes are dropped."""
    given = {**_LEFT_OUT, "fleetBefore": written.get("fleet", {}), **written}
    return {name: _plain(given[name]) for name in DIALECTS[scope].variables}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
