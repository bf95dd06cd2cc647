"""What some checks say of the small fleet with some documents changed."""

from collections.abc import Iterable
from typing import Any

from tenantry.check.registry import Check, run
from tenantry.diagnostics import Diagnostic
from tenantry.program import Before
from tests.support.cases import before_of
from tests.support.programs import Trees, program_of, resolution_of, small_program, small_trees, spec_of


def found(checks: Iterable[Check[Any]], trees: Trees, before: Before | None = None) -> list[Diagnostic]:
    """The findings of `checks` on the documents."""
    resolution = resolution_of(trees, before)
    assert resolution.program is not None, resolution.diagnostics
    return run(checks, resolution.program, resolution.damaged)


def codes(checks: Iterable[Check[Any]], trees: Trees, before: Before | None = None) -> list[str]:
    """Their codes, sorted."""
    return sorted(one.code.code for one in found(checks, trees, before))


def changed(kind: str, name: str, tenant: str = "", /, **fields: object) -> Trees:
    """The small fleet with fields of one document's spec set."""
    trees = small_trees()
    spec_of(trees, kind, name, tenant).update(fields)
    return trees


def past() -> Before:
    """What the inventories say once the small fleet was compiled."""
    return before_of(small_program())


def past_of(trees: Trees) -> Before:
    """What the inventories say once such a fleet was compiled."""
    return before_of(program_of(trees))
