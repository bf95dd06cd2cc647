"""Approvals and conflicts as messages at lines, beside the diagnostics: for annotations, code scanning and CI.

Pure. A message stands at the field that asks for it, as the specs after the change have it; what is no longer there
shows at the fleet.
"""

import re
from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import Code, DocumentRef, Locator, Severity, Spot, Where
from tenantry.diagnostics.report import Located
from tenantry.plan.approvals import Need, Place
from tenantry.plan.plan import Plan
from tenantry.program import Program

MISSING: Final = Code("approval", "missing-approval", Severity.ERROR, "Somebody who has to agree did not yet")
NEEDED: Final = Code("approval", "needed-approval", Severity.INFO, "Somebody has to agree to this")
CONFLICT: Final = Code("conflict", "branches-conflict", Severity.ERROR, "Open branches cannot all be merged")

_CALLED: Final = {"first_day": "from", "last_day": "until", "workload_class": "class"}
"""Fields whose name in the specs is another one than here."""

_INNER_CAPITAL: Final = re.compile(r"_([a-z])")


def annotations(plan: Plan, after: Program, locator: Locator, *, judged: bool) -> tuple[Located, ...]:
    """What the plan has to say at lines; with `judged` (approvals are known) a missing one is an error."""
    lines = _Lines(after, locator)
    return (*_approvals(plan, lines, MISSING if judged else NEEDED), *_conflicts(plan))


def _approvals(plan: Plan, lines: "_Lines", code: Code) -> Iterator[Located]:
    for need in plan.missing:
        by_spot: dict[Spot, None] = dict.fromkeys(lines.of(place) for place in need.places)
        for spot in by_spot:
            yield Located(code, _asks(need), spot)


def _asks(need: Need) -> str:
    others = f", or {', '.join(need.any_of[1:])}" if len(need.any_of) > 1 else ""
    return f"needs the approval of {need.any_of[0]}{others} ({need.role}): {', '.join(need.reasons)}"


def _conflicts(plan: Plan) -> Iterator[Located]:
    for one in plan.conflicts:
        code = f" [{one.code}]" if one.code else ""
        message = f"{' and '.join(one.branches)} cannot be merged: {one.message}{code}"
        yield Located(CONFLICT, message, Spot(one.file, max(one.line, 1), 1))


class _Lines:
    """Finds where the specs after the change say what a field of a plan is about."""

    def __init__(self, after: Program, locator: Locator) -> None:
        self._fleet = after.fleet.ref
        self._locator = locator
        self._quota = {
            (str(line.owner), f"quota {line.pool} {line.workload_class}".rstrip()): line.where for line in after.lines
        }
        self._priorities = {f"priority {name}": step.where for name, step in after.priorities.items()}

    def of(self, place: Place) -> Spot:
        """The spot of a field, or of its document."""
        where = self._quota.get((place.document, place.field)) or self._priorities.get(place.field)
        spot = self._locator.spot(where or Where(DocumentRef.parse(place.document), _path(place.field)))
        return spot if not spot.file.startswith("<") else self._locator.spot(Where(self._fleet))


def _path(field: str) -> tuple[str, ...]:
    """Where a field stands in its document: `as_of` is `spec.asOf`, `label team` is `spec.labels.team`."""
    if not field:
        return ("kind",)
    name, _, rest = field.partition(" ")
    if name == "label":
        return "spec", "labels", rest
    if name == "default":
        return "spec", "defaults", *_path(rest)[1:]
    return "spec", _CALLED.get(name) or _INNER_CAPITAL.sub(lambda found: found[1].upper(), name)
